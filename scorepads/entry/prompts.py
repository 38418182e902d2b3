"""What the entry page says of a hand before it is saved. Reads no database."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorepads.core.history import PEOPLE_LINE
from scorepads.core.presenters import change_title, describe
from scorepads.core.scorepad import Scorepad
from scorepads.entry.rows import EVERYONE_PASSED, TEAM, point_field
from scorepads.rules.hand import Entry
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.scoring import needs_all_tricks
from scorepads.rules.terms import SMUDGE_BID
from scorepads.rules.wording.explain import line_in_words
from scorepads.rules.wording.sentences import say
from scorepads.rules.wording.sides import as_subject

MAX_NAMED_MISSING = 4
"""More that is still to tap is counted, since the sentence has three short lines."""
MAX_NAMED_AFTER = 20
"""Names longer than this are counted too, after what a side took so far."""


def preview(scorepad: Scorepad, entry: Entry) -> str:
    """What saving `entry` as the next line would do, in one sentence."""
    last = scorepad.ledger.append(entry).lines[-1]
    return line_in_words(last.rules, scorepad.names_in_words, last)


def still_to_tap(scorepad: Scorepad, chosen: Mapping[str, Any], pitcher: int | None) -> str:
    """What a half-tapped hand comes to so far, and what is missing."""
    if chosen.get("bid") == EVERYONE_PASSED:
        return say("entry.not_passed")
    rules, bid = scorepad.rules, chosen.get("bid")
    said, missing = [], []
    if rules.auction and pitcher is None:
        missing.append(say("entry.who_bid"))
    if rules.auction and not bid:
        missing.append(say("entry.the_bid"))
    if rules.calls_partners and bid and not chosen.get("with-1"):
        missing.append(say("entry.the_partner"))
    open_points = [point for point in rules.points if not chosen.get(point_field(point.key))]
    if len(open_points) == len(rules.points):
        missing.append(say("entry.every_point"))
    else:
        missing += [point.label for point in open_points]
        if pitcher is not None and bid:
            name = as_subject(scorepad.names_in_words[pitcher])
            said.append(so_far(name, bid, took_so_far(rules, chosen, pitcher)))
    if needs_all_tricks(rules, bid) and not chosen.get("all_tricks"):
        if not missing and took_so_far(rules, chosen, pitcher) == rules.total:
            return all_tricks_too(bid, rules.total)
        missing.append(say("entry.all_tricks"))
    named = ", ".join(missing)
    if len(missing) > MAX_NAMED_MISSING or (said and len(named) > MAX_NAMED_AFTER):
        said.append(say("entry.missing_many", many=len(missing)))
    elif missing:
        said.append(say("entry.missing", missing=named))
    return " ".join(said)


def so_far(name: str, bid: str, took: int) -> str:
    """What the pitcher has taken of its bid by what is tapped."""
    key = "entry.so_far"
    if not bid.isdigit():
        key = "entry.so_far_smudge" if bid == SMUDGE_BID else "entry.so_far_moon"
    return say(key, name=name, took=took, bid=bid)


def all_tricks_too(bid: str | None, took: int) -> str:
    """The question that is left where the pitcher took every point of a smudge or a moon."""
    key = "entry.tricks_too_smudge" if bid == SMUDGE_BID else "entry.tricks_too_moon"
    return say(key, took=took)


def meanwhile(scorepad: Scorepad, phone: int) -> str:
    """The change that came first, in words: what it was, by which phone, and what it did."""
    if not scorepad.rows:
        return "Nothing is saved yet."
    newest = scorepad.rows[-1]
    phone_name = "this phone" if newest.phone == phone else f"phone {newest.phone}"
    title = change_title(scorepad, newest)
    if newest.line == PEOPLE_LINE:
        return f"{title} (changed on {phone_name})."
    told = f": {describe(scorepad, newest.facts)}" if newest.facts is not None else ""
    return f"{title} on {phone_name}{told}."


def took_so_far(rules: Rules, chosen: Mapping[str, Any], pitcher: int | None) -> int:
    """The worth of the points that were tapped for the pitcher, or for the bidders."""
    owners = (str(pitcher), TEAM)
    return sum(p.worth for p in rules.points if chosen.get(point_field(p.key)) in owners)


def prompt(scorepad: Scorepad) -> str:
    """What to tap, before anything is tapped."""
    if scorepad.in_play or not scorepad.rules.auction:
        return "Tap who won each point."
    return "Tap who bid, how much, and who won each point."
