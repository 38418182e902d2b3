"""How a pad's answers are put together; the only place that looks at `request.htmx`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url

from keeper.streams import can_follow
from scorepads.core import presenters
from scorepads.core.access import Holder, held_pads, sign_ticket
from scorepads.core.history import PEOPLE_LINE, is_complete
from scorepads.core.http import Notice, is_htmx, see_pad
from scorepads.core.presenters import LedgerRow
from scorepads.core.scorepad import Scorepad
from scorepads.entry import client_data, prompts
from scorepads.entry.forms import AdjustmentForm
from scorepads.entry.hand_form import HandForm
from scorepads.entry.rows import MAX_COLUMNS
from scorepads.entry.services import Saved, Submission
from scorepads.models import HandEntry
from scorepads.players.next_games import find_next_game
from scorepads.rules.hand import TargetChange
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.pips import FULL_DECK, is_counted
from scorepads.rules.terms import Basis, Redeal
from scorepads.rules.wording.explain import spoken_line, winner_sentence
from scorepads.rules.wording.hints import Hint, auction_hint, point_hint
from scorepads.rules.wording.standing import length_note
from scorepads.statistics.evening import in_a_row
from scorepads.statistics.matches import match_of

SHOWN_HANDS = 12
"""So many hands of the ledger a pad's page shows at first; the earlier ones on demand."""

LONG_FORM = 6
"""From so many points, a chosen bid folds to one line, so that the rest is in view."""


def read_submission(request: HttpRequest, holder: Holder, scorepad: Scorepad) -> Submission:
    """Key and revision of a posted form; raises `BadRequest` where they are no such things."""
    try:
        key = UUID(request.POST.get("key", ""))
        seen = int(request.POST.get("seen", ""))
    except ValueError:
        raise BadRequest("a form of a pad carries its key and the revision it saw") from None
    return Submission(by=holder, scorepad=scorepad, entry_key=key, seen=seen)


def submission_fields(holder: Holder, scorepad: Scorepad, key: object = None) -> dict[str, object]:
    """The hidden fields of a form of a pad (see `_sending.html`)."""
    return {"key": key or uuid4(), "seen": scorepad.revision, "ticket": sign_ticket(holder)}


def fresh_keys() -> Iterator[UUID]:
    """Entry keys for the forms of one page: alike but for their ends, so that they compress."""
    first = uuid4().int
    return (UUID(int=first ^ number) for number in count())


@dataclass(frozen=True, slots=True)
class Shown:
    """What a pad's page shows besides the pad: forms as they were typed, and what is told.

    `says` stands beside the Save button, `said` is read out, and `key` is that of the hand form
    where it is to be sent again. Of the ledger the last dozen hands are shown;
    with `all_hands` all, and to a page that has those before, only what was `added_from` a hand on.
    """

    form: HandForm | None = None
    adjustment: AdjustmentForm | None = None
    notice: Notice | None = None
    said: str = ""
    says: str = ""
    key: object = None
    all_hands: bool = False
    added_from: int | None = None


NOTHING_MORE = Shown()


def pad_context(holder: Holder, scorepad: Scorepad, shown: Shown = NOTHING_MORE) -> dict[str, Any]:
    """Everything that the pad's page, whole or in parts, shows."""
    fresh = fresh_keys()
    first = 1 if shown.all_hands else shown.added_from or first_of_the_last(scorepad)
    return {
        **shared_context(holder, scorepad),
        "next_game": find_next_game(holder),
        "board": presenters.score_board(scorepad),
        "standing": presenters.standing_lines(scorepad),
        "length": length_note(scorepad.ledger.lines_left),
        "rows": shown_rows(scorepad, first, is_added=shown.added_from is not None),
        "seated_next": presenters.seated_before(scorepad, whole_hands(scorepad) + 1),
        "earlier": first - 1,
        "game": client_data.in_attribute(client_data.game(scorepad)),
        "known": client_data.in_attribute(client_data.known(scorepad)),
        "blank": client_data.blank_parts(scorepad),
        "stake": presenters.stake_in_play(scorepad),
        "end": presenters.game_end(scorepad),
        "dealer": scorepad.seat_name(scorepad.dealer),
        "first_bidder": scorepad.seat_name(scorepad.first_bidder),
        "form": shown.form or HandForm(scorepad, entry=scorepad.in_play),
        "hints": hints_of(scorepad.rules),
        "adjustment": shown.adjustment or AdjustmentForm(scorepad),
        "can_undo": scorepad.can_undo is not None,
        "can_redo": scorepad.can_redo is not None,
        "next_number": len(scorepad.lines) + (0 if scorepad.in_play else 1),
        "undo_title": scorepad.can_undo and presenters.change_title(scorepad, scorepad.can_undo),
        "notice": shown.notice,
        "said": shown.said,
        "says": shown.says or prompts.prompt(scorepad),
        # Every form its own key: one that was sent must not stand in for another.
        "keys": {name: next(fresh) for name in ("passed_out", "adjust", "undo", "redo", "again")},
        **submission_fields(holder, scorepad, shown.key or next(fresh)),
    }


def shown_rows(scorepad: Scorepad, first: int, *, is_added: bool) -> list[LedgerRow]:
    """The rows from this hand on; who sat down before the first that is added, the page shows."""
    rows = presenters.rows(scorepad, first=first)
    return [replace(rows[0], seated=""), *rows[1:]] if is_added and rows else rows


@dataclass(frozen=True, slots=True)
class LabeledHint:
    """What the label of a row leads to: who gets the point, or how the bidding goes."""

    label: str
    text: str
    tag: str

    @classmethod
    def of(cls, label: str, hint: Hint) -> LabeledHint:
        return cls(label, hint.text, "" if hint.basis is Basis.SOURCE else str(hint.basis))


def hints_of(rules: Rules) -> Iterator[LabeledHint]:
    """How the bidding goes, then who gets each point; worked out only where it is shown."""
    if rules.auction:
        yield LabeledHint.of("Bidding", auction_hint(rules))
    if rules.can_be_passed_out:
        stays = rules.redeal is Redeal.SAME_DEALER
        deal = "the same dealer deals again" if stays else "the deal passes on"
        yield LabeledHint("Everyone passed", f"Nobody scores, and {deal}.", "")
    for point in rules.points:
        yield LabeledHint.of(point.label, point_hint(rules, point))


def history_context(holder: Holder, scorepad: Scorepad) -> dict[str, Any]:
    """Every change, with a button for what can be taken back and one for what can come back."""
    fresh = fresh_keys()
    ways = [("undo", scorepad.can_undo), ("redo", scorepad.can_redo)]
    return {
        **shared_context(holder, scorepad),
        "told": presenters.history_entries(scorepad),
        "reversals": [
            (way, way.capitalize(), presenters.change_title(scorepad, change), next(fresh))
            for way, change in ways
            if change and holder.has_pencil
        ],
        **submission_fields(holder, scorepad, next(fresh)),
    }


def first_of_the_last(scorepad: Scorepad) -> int:
    """The number of the first hand among the last dozen, which a pad's page shows."""
    return max(1, whole_hands(scorepad) - SHOWN_HANDS + 1)


def whole_hands(scorepad: Scorepad) -> int:
    """How many lines the ledger has; a hand that is still being played is none of them."""
    return len(scorepad.lines) - (scorepad.in_play is not None)


def correction_context(holder: Holder, scorepad: Scorepad) -> dict[str, Any]:
    """What the pages about one hand share with the pad's."""
    return shared_context(holder, scorepad)


def shared_context(holder: Holder, scorepad: Scorepad) -> dict[str, Any]:
    rules, sides = scorepad.rules, len(scorepad.sides)
    return {
        "holder": holder,
        "pad": scorepad.pad,
        "scorepad": scorepad,
        "rules": rules,
        "here": resolve_url("scorepads:pad", public_id=scorepad.pad.public_id),
        "matrix": 2 < sides <= MAX_COLUMNS,
        "many": sides > MAX_COLUMNS,
        "long": len(rules.points) >= LONG_FORM or sides > MAX_COLUMNS,
        "counts": is_counted(rules),
        "full_deck": FULL_DECK,
    }


def show_pad(
    request: HttpRequest,
    holder: Holder,
    scorepad: Scorepad,
    shown: Shown = NOTHING_MORE,
    *,
    status: int = 200,
) -> HttpResponse:
    """The pad: for htmx the parts that change, for a plain browser the whole page."""
    parts = "entry/added.html" if shown.added_from else "entry/parts.html"
    template = parts if is_htmx(request) else "entry/pad.html"
    context = pad_context(holder, scorepad, shown)
    context["can_follow"] = can_follow(request)
    between = is_htmx(request) and is_hand_between(scorepad, shown.added_from)
    context |= evening_context(request, scorepad, is_between=between)
    return render(request, template, context, status=status)


def is_hand_between(scorepad: Scorepad, added_from: int | None) -> bool:
    """Whether a hand was added that neither ended the game nor changed its target."""
    if added_from is None or scorepad.ledger.is_over:
        return False
    return not isinstance(scorepad.entries[-1], TargetChange)


def evening_context(
    request: HttpRequest, scorepad: Scorepad, *, is_between: bool = False
) -> dict[str, Any]:
    """What stands under the game's name: the games in a row and their match.

    Four queries, only where a game came before or is to; nothing for a hand in between.
    """
    if not scorepad.pad.follows_id and not scorepad.pad.best_of:
        return {"knows_evening": True}
    if is_between:
        return {}
    evening = in_a_row(scorepad, held_pads(request))
    return {"evening": evening, "match": match_of(evening), "knows_evening": True}


def answer_saved(request: HttpRequest, holder: Holder, outcome: Saved) -> HttpResponse:
    """After a change: the fresh parts for htmx, else 303 to the pad. Says what was saved."""
    said = what_was_saved(outcome)
    if outcome.is_duplicate:
        said = f"Already saved. {said}"
    if is_htmx(request):
        shown = Shown(said=said, added_from=first_added(outcome))
        return show_pad(request, holder, outcome.scorepad, shown)
    messages.success(request, said)
    return see_pad(holder.pad)


def first_added(outcome: Saved) -> int | None:
    """From which hand on the page that sent the form lacks the ledger; None: it needs all anew.

    A form is saved only at the revision that it saw, so its page shows every line before; where
    only names have changed since, it shows them by the old names.
    """
    change = outcome.change
    if outcome.is_duplicate or outcome.is_behind:
        return None
    if change is None or change.kind != change.Kind.RECORD:
        return None
    first = whole_hands(outcome.scorepad) + (0 if is_complete(change.facts) else 1)
    return first if first > 1 else None


def what_was_saved(outcome: Saved) -> str:
    """The saved change in the words that are read out at the table."""
    scorepad, change = outcome.scorepad, outcome.change
    if change is None:
        return "Nothing was changed."
    if told := what_was_reversed(scorepad, change):
        return f"{told} {standing_totals(scorepad)}"
    title = presenters.change_title(scorepad, change)
    if change.line == PEOPLE_LINE:
        return f"{title}."
    if not is_complete(change.facts):
        return (
            f"{title}. {presenters.describe(scorepad, change.facts)}."
            if change.facts
            else f"{title}."
        )
    number = scorepad.number_of(change.line)
    if number is None:
        return f"{title}, and deleted since."
    line = (
        scorepad.ledger.lines[number - 1]
        if number and number <= len(scorepad.ledger.lines)
        else None
    )
    if line is None:
        return f"{title}: after the end, not scored."
    if change.kind != change.Kind.RECORD:
        return f"{title}. {standing_totals(scorepad)}"
    return spoken_line(scorepad.rules, scorepad.as_seated(number).names_in_words, line)


def what_was_reversed(scorepad: Scorepad, change: HandEntry) -> str:
    """What Undo or Redo did, such as “Hand 6 taken back.”; empty for any other change."""
    reversed_change = scorepad.changes.get(change.reverses_id or 0)
    if reversed_change is None:
        return ""
    if change.line == PEOPLE_LINE:
        done = "Taken back" if change.kind == UNDO else "Back again"
        return f"{done}: {presenters.change_title(scorepad, reversed_change)}."
    number = scorepad.number_of(change.line) or whole_hands(scorepad) + 1
    told = REVERSALS[change.kind, reversed_change.kind]
    is_bid = not is_complete(reversed_change.facts) and reversed_change.facts is not None
    what = f"The bid of hand {number}" if is_bid else f"Hand {number}"
    return f"{what} {told}."


MAX_TOLD = 3
"""So many changes are told one by one on other phones."""
UNDO, REDO = HandEntry.Kind.UNDO, HandEntry.Kind.REDO
REVERSALS: dict[tuple[str, str], str] = {
    (UNDO, HandEntry.Kind.RECORD): "taken back",
    (UNDO, HandEntry.Kind.AMEND): "is as it was before",
    (UNDO, HandEntry.Kind.STRIKE): "is back",
    (REDO, HandEntry.Kind.RECORD): "is back",
    (REDO, HandEntry.Kind.AMEND): "is changed again",
    (REDO, HandEntry.Kind.STRIKE): "is deleted again",
}


def standing_totals(scorepad: Scorepad) -> str:
    """Where every side stands now, and who has won, as it is read out."""
    totals = zip(scorepad.names_in_words, scorepad.ledger.totals, strict=True)
    stand = ", ".join(f"{name} {presenters.score_figure(total).text}" for name, total in totals)
    over = winner_sentence(scorepad.rules, scorepad.names_in_words, scorepad.ledger)
    return f"Now {stand}." + (f" {over}" if over else "")


def what_changed(scorepad: Scorepad, holder: Holder, seen: str) -> str:
    """What a page is told that saw the news `seen`: every change since, by whom, and what it did.

    Of more changes than `MAX_TOLD` it is told the number, and the newest.
    """
    since = changes_since(scorepad, seen)
    told = [f"{len(since) - 1} more changes."] if len(since) > MAX_TOLD else []
    for row in since if len(since) <= MAX_TOLD else since[-1:]:
        by = "" if row.phone == holder.phone else f"Phone {row.phone}: "
        told.append(by + what_was_saved(Saved(scorepad, row)))
    return " ".join(told)


def changes_since(scorepad: Scorepad, seen: str) -> Sequence[HandEntry]:
    """The changes after the news that a page saw; the newest where it does not say what it saw."""
    revision = re.match(r"[0-9]{1,9}(?=\.|$)", seen)
    if revision is None or int(revision[0]) >= scorepad.revision:
        return scorepad.rows[-1:]
    return [row for row in scorepad.rows if row.revision > int(revision[0])]
