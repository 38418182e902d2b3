"""How a pad's answers are put together; the only place that looks at `request.htmx`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scorepads import pages, phone
from scorepads.changes import is_complete
from scorepads.evening import in_a_row
from scorepads.forms import AdjustmentForm, HandForm
from scorepads.links import Holder, ticket
from scorepads.rules.explain import announcement, winner_sentence
from scorepads.rules.pips import FULL_DECK, is_counted
from scorepads.selectors import Scorepad
from scorepads.services import Saved, Sent

FEW_SIDES = 3
"""Up to so many sides, their names stand side by side on a phone."""


def by_htmx(request: HttpRequest) -> bool:
    """Whether htmx asked, so that parts of a page will do."""
    return bool(getattr(request, "htmx", False))


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that stands above the entry: a title, and what to do about it."""

    title: str
    text: str


ONCE_MORE = Notice(
    "One more tap",
    "This page had been open for so long that it was no longer trusted. Nothing was saved "
    "yet and nothing is lost: look it over and save again.",
)


def sent_from(request: HttpRequest, holder: Holder, read: Scorepad | None = None) -> Sent:
    """Key and revision of a posted form; raises `BadRequest` where they are no such things."""
    try:
        key = UUID(request.POST.get("key", ""))
        seen = int(request.POST.get("seen", ""))
    except ValueError:
        raise BadRequest("a form of a pad carries its key and the revision it saw") from None
    return Sent(by=holder, entry_key=key, seen=seen, read=read)


def sending(holder: Holder, now: Scorepad, key: object = None) -> dict[str, object]:
    """The hidden fields of a form of a pad (see `_sending.html`)."""
    return {"key": key or uuid4(), "seen": now.revision, "ticket": ticket(holder)}


def fresh_keys() -> Iterator[UUID]:
    """Entry keys for the forms of one page: alike but for their ends, so that they compress."""
    first = uuid4().int
    return (UUID(int=first ^ number) for number in count())


def pad_context(
    holder: Holder,
    now: Scorepad,
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
        **_shared(holder, now),
        "board": pages.board(now),
        "standing": pages.standing_lines(now),
        "rows": pages.rows(now),
        "game": phone.in_attribute(phone.game(now)),
        "lines": phone.in_attribute(phone.lines(now)),
        "stake": pages.stake(now),
        "end": pages.end(now),
        "dealer": now.seat_name(now.dealer),
        "first_bidder": now.seat_name(now.first_bidder),
        "form": form or HandForm(now, entry=now.in_play),
        "adjustment": adjustment or AdjustmentForm(now),
        "next_number": len(now.lines) + (0 if now.in_play else 1),
        "undo_title": now.can_undo and pages.change_title(now, now.can_undo),
        "redo_title": now.can_redo and pages.change_title(now, now.can_redo),
        "notice": notice,
        "said": said,
        "says": says or pages.prompt(now),
        # Every form its own key: one that was sent must not stand in for another.
        "keys": {name: next(fresh) for name in ("passed_out", "adjust", "undo", "redo", "again")},
        **sending(holder, now, key or next(fresh)),
    }


def correction_context(holder: Holder, now: Scorepad) -> dict[str, Any]:
    """What the pages about one hand share with the pad's."""
    return _shared(holder, now)


def _shared(holder: Holder, now: Scorepad) -> dict[str, Any]:
    return {
        "holder": holder,
        "pad": now.pad,
        "now": now,
        "rules": now.rules,
        "few": len(now.sides) <= FEW_SIDES,
        "counts": is_counted(now.rules),
        "full_deck": FULL_DECK,
    }


def show_pad(
    request: HttpRequest, holder: Holder, now: Scorepad, *, status: int = 200, **shown: Any
) -> HttpResponse:
    """The pad: for htmx the parts that change, for a plain browser the whole page."""
    template = "pads/parts.html" if by_htmx(request) else "pads/pad.html"
    context = pad_context(holder, now, **shown)
    if now.pad.follows_id and (now.ledger.is_over or not by_htmx(request)):
        context["evening"] = in_a_row(now)  # three queries more, only where a game came before
    return render(request, template, context, status=status)


def saved(request: HttpRequest, holder: Holder, outcome: Saved, said: str = "") -> HttpResponse:
    """After a change: the fresh parts for htmx, else 303 to the pad. Says what was saved."""
    said = said or what_was_saved(outcome)
    if outcome.replayed:
        said = f"Already saved. {said}"
    if by_htmx(request):
        return show_pad(request, holder, outcome.now, said=said)
    messages.success(request, said)
    response = redirect("scorepads:pad", public_id=holder.pad.public_id)
    response.status_code = 303
    return response


def what_was_saved(outcome: Saved) -> str:
    """The saved change in the words that are read out at the table."""
    now, change = outcome.now, outcome.change
    if change is None:
        return "Nothing was changed."
    title = pages.change_title(now, change)
    if not is_complete(change.facts):
        return f"{title}. {pages.describe(now, change.facts)}." if change.facts else f"{title}."
    number = now.number_of(change.line)
    if number is None:
        return f"{title}, and taken out again since."
    line = now.ledger.lines[number - 1] if number and number <= len(now.ledger.lines) else None
    if line is None:
        return f"{title}: after the end, not scored."
    if change.kind != change.Kind.RECORD:
        return f"{title}. {standing_totals(now)}"
    return announcement(now.rules, now.names_in_words, line)


def standing_totals(now: Scorepad) -> str:
    """Where every side stands now, and who has won, as it is read out."""
    totals = zip(now.names_in_words, now.ledger.totals, strict=True)
    stand = ", ".join(f"{name} {pages.figure(total).text}" for name, total in totals)
    over = winner_sentence(now.rules, now.names_in_words, now.ledger)
    return f"Now {stand}." + (f" {over}" if over else "")


def what_changed(now: Scorepad, holder: Holder) -> str:
    """The newest change as another phone is told of it: by whom, and what it did."""
    if not now.rows:
        return ""
    newest = now.rows[-1]
    by = "" if newest.phone == holder.phone else f"Phone {newest.phone}: "
    return by + what_was_saved(Saved(now, newest))
