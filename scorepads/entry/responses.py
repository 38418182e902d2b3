"""How a pad's answers are put together; the only place that looks at `request.htmx`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scorepads.core import presenters
from scorepads.core.access import Holder, ticket
from scorepads.core.history import is_complete
from scorepads.core.http import Notice, is_htmx
from scorepads.core.scorepad import Scorepad
from scorepads.entry import client_data, prompts
from scorepads.entry.forms import AdjustmentForm
from scorepads.entry.hand_form import HandForm
from scorepads.entry.services import Saved, Submission
from scorepads.rules.pips import FULL_DECK, is_counted
from scorepads.rules.wording.explain import spoken_line, winner_sentence
from scorepads.statistics.evening import in_a_row

FEW_SIDES = 3
"""Up to so many sides, their names stand side by side on a phone."""


def read_submission(
    request: HttpRequest, holder: Holder, read: Scorepad | None = None
) -> Submission:
    """Key and revision of a posted form; raises `BadRequest` where they are no such things."""
    try:
        key = UUID(request.POST.get("key", ""))
        seen = int(request.POST.get("seen", ""))
    except ValueError:
        raise BadRequest("a form of a pad carries its key and the revision it saw") from None
    return Submission(by=holder, entry_key=key, seen=seen, read=read)


def submission_fields(holder: Holder, scorepad: Scorepad, key: object = None) -> dict[str, object]:
    """The hidden fields of a form of a pad (see `_sending.html`)."""
    return {"key": key or uuid4(), "seen": scorepad.revision, "ticket": ticket(holder)}


def fresh_keys() -> Iterator[UUID]:
    """Entry keys for the forms of one page: alike but for their ends, so that they compress."""
    first = uuid4().int
    return (UUID(int=first ^ number) for number in count())


def pad_context(
    holder: Holder,
    scorepad: Scorepad,
    *,
    form: HandForm | None = None,
    adjustment: AdjustmentForm | None = None,
    notice: Notice | None = None,
    said: str = "",
    says: str = "",
    key: object = None,
) -> dict[str, Any]:
    """Everything that the pad's page, whole or in parts, shows."""
    fresh = fresh_keys()
    return {
        **_shared(holder, scorepad),
        "board": presenters.score_board(scorepad),
        "standing": presenters.standing_lines(scorepad),
        "rows": presenters.rows(scorepad),
        "game": client_data.in_attribute(client_data.game(scorepad)),
        "lines": client_data.in_attribute(client_data.lines(scorepad)),
        "blank": client_data.blank_parts(scorepad),
        "stake": presenters.stake(scorepad),
        "end": presenters.end(scorepad),
        "dealer": scorepad.seat_name(scorepad.dealer),
        "first_bidder": scorepad.seat_name(scorepad.first_bidder),
        "form": form or HandForm(scorepad, entry=scorepad.in_play),
        "adjustment": adjustment or AdjustmentForm(scorepad),
        "next_number": len(scorepad.lines) + (0 if scorepad.in_play else 1),
        "undo_title": scorepad.can_undo and presenters.change_title(scorepad, scorepad.can_undo),
        "redo_title": scorepad.can_redo and presenters.change_title(scorepad, scorepad.can_redo),
        "notice": notice,
        "said": said,
        "says": says or prompts.prompt(scorepad),
        # Every form its own key: one that was sent must not stand in for another.
        "keys": {name: next(fresh) for name in ("passed_out", "adjust", "undo", "redo", "again")},
        **submission_fields(holder, scorepad, key or next(fresh)),
    }


def correction_context(holder: Holder, scorepad: Scorepad) -> dict[str, Any]:
    """What the pages about one hand share with the pad's."""
    return _shared(holder, scorepad)


def _shared(holder: Holder, scorepad: Scorepad) -> dict[str, Any]:
    return {
        "holder": holder,
        "pad": scorepad.pad,
        "scorepad": scorepad,
        "rules": scorepad.rules,
        "few": len(scorepad.sides) <= FEW_SIDES,
        "counts": is_counted(scorepad.rules),
        "full_deck": FULL_DECK,
    }


def show_pad(
    request: HttpRequest, holder: Holder, scorepad: Scorepad, *, status: int = 200, **shown: Any
) -> HttpResponse:
    """The pad: for htmx the parts that change, for a plain browser the whole page."""
    template = "entry/parts.html" if is_htmx(request) else "entry/pad.html"
    context = pad_context(holder, scorepad, **shown)
    if scorepad.pad.follows_id and (scorepad.ledger.is_over or not is_htmx(request)):
        context["evening"] = in_a_row(scorepad)  # three queries more, only where a game came before
    return render(request, template, context, status=status)


def answer_saved(
    request: HttpRequest, holder: Holder, outcome: Saved, said: str = ""
) -> HttpResponse:
    """After a change: the fresh parts for htmx, else 303 to the pad. Says what was saved."""
    said = said or what_was_saved(outcome)
    if outcome.is_duplicate:
        said = f"Already saved. {said}"
    if is_htmx(request):
        return show_pad(request, holder, outcome.scorepad, said=said)
    messages.success(request, said)
    response = redirect("scorepads:pad", public_id=holder.pad.public_id)
    response.status_code = 303
    return response


def what_was_saved(outcome: Saved) -> str:
    """The saved change in the words that are read out at the table."""
    scorepad, change = outcome.scorepad, outcome.change
    if change is None:
        return "Nothing was changed."
    title = presenters.change_title(scorepad, change)
    if not is_complete(change.facts):
        return (
            f"{title}. {presenters.describe(scorepad, change.facts)}."
            if change.facts
            else f"{title}."
        )
    number = scorepad.number_of(change.line)
    if number is None:
        return f"{title}, and taken out again since."
    line = (
        scorepad.ledger.lines[number - 1]
        if number and number <= len(scorepad.ledger.lines)
        else None
    )
    if line is None:
        return f"{title}: after the end, not scored."
    if change.kind != change.Kind.RECORD:
        return f"{title}. {standing_totals(scorepad)}"
    return spoken_line(scorepad.rules, scorepad.names_in_words, line)


def standing_totals(scorepad: Scorepad) -> str:
    """Where every side stands now, and who has won, as it is read out."""
    totals = zip(scorepad.names_in_words, scorepad.ledger.totals, strict=True)
    stand = ", ".join(f"{name} {presenters.score_figure(total).text}" for name, total in totals)
    over = winner_sentence(scorepad.rules, scorepad.names_in_words, scorepad.ledger)
    return f"Now {stand}." + (f" {over}" if over else "")


def what_changed(scorepad: Scorepad, holder: Holder) -> str:
    """The newest change as another phone is told of it: by whom, and what it did."""
    if not scorepad.rows:
        return ""
    newest = scorepad.rows[-1]
    by = "" if newest.phone == holder.phone else f"Phone {newest.phone}: "
    return by + what_was_saved(Saved(scorepad, newest))
