"""What the entry page says of a hand before it is saved. Reads no database."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorepads.core.presenters import change_title, describe
from scorepads.core.scorepad import Scorepad
from scorepads.rules.hand import Entry
from scorepads.rules.terms import SMUDGE_BID
from scorepads.rules.wording.explain import result


def preview(scorepad: Scorepad, entry: Entry) -> str:
    """What saving `entry` as the next line would do, in one sentence."""
    last = scorepad.ledger.append(entry).lines[-1]
    return result(last.rules, scorepad.names_in_words, last)


def still_to_tap(scorepad: Scorepad, chosen: Mapping[str, Any], pitcher: int | None) -> str:
    """What a half-tapped hand comes to so far, and what is missing."""
    missing = ["who bid"] if scorepad.rules.auction and pitcher is None else []
    bid = chosen.get("bid")
    if scorepad.rules.auction and not bid:
        missing.append("the bid")
    open_points = [point for point in scorepad.rules.points if not chosen.get(point.key)]
    if len(open_points) == len(scorepad.rules.points):
        missing.append("who won each point")
    else:
        missing += [point.label for point in open_points]
    if bid == SMUDGE_BID and not chosen.get("all_tricks"):
        missing.append("all six tricks or not")
    so_far = ""
    if pitcher is not None and bid and len(open_points) < len(scorepad.rules.points):
        took = sum(p.worth for p in scorepad.rules.points if chosen.get(p.key) == str(pitcher))
        of = "a smudge" if bid == SMUDGE_BID else bid
        so_far = f"{scorepad.names_in_words[pitcher]} took {took} of {of} so far. "
    return f"{so_far}Still to tap: {', '.join(missing)}." if missing else so_far.strip()


def meanwhile(scorepad: Scorepad, phone: int) -> str:
    """The change that came first, in words: what it was, by which phone, and what it did."""
    if not scorepad.rows:
        return "Nothing stands on it yet."
    newest = scorepad.rows[-1]
    by = "on this phone" if newest.phone == phone else f"on phone {newest.phone}"
    told = describe(scorepad, newest.facts) if newest.facts is not None else ""
    return f"{change_title(scorepad, newest)} {by}{': ' + told if told else ''}."


def prompt(scorepad: Scorepad) -> str:
    """What to tap, before anything is tapped."""
    if scorepad.in_play or not scorepad.rules.auction:
        return "Tap who won each point."
    return "Tap who bid, how much, and who won each point."
