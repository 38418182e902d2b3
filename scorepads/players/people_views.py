"""The page “Players”: who plays, under which names, and since which hand."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from scorepads.core.access import PENCIL, Holder, with_pad
from scorepads.core.http import Notice
from scorepads.core.limits import limited
from scorepads.core.scorepad import Scorepad, read_pad
from scorepads.entry import prompts
from scorepads.entry.responses import (
    answer_saved,
    correction_context,
    read_submission,
    submission_fields,
)
from scorepads.entry.services import NotSaved, StalePad, Submission, find_duplicate, save_people
from scorepads.entry.views import show_not_saved
from scorepads.players.people_form import PeopleForm, exchanged, merged


@limited("writes", "pad")
@require_http_methods(["GET", "POST"])
@with_pad(PENCIL)
def change_people(request: HttpRequest, holder: Holder) -> HttpResponse:
    """Names put right, somebody else in a seat, partners in each other's: one Save for all."""
    scorepad = read_pad(holder.pad)
    if request.method == "GET":
        return show_people(request, holder, PeopleForm(scorepad))
    submission = read_submission(request, holder, scorepad)
    if before := find_duplicate(submission):
        return answer_saved(request, holder, before)
    if submission.seen != scorepad.revision:
        return show_stale(request, submission)
    form = PeopleForm(scorepad, request.POST)
    if swap := request.POST.get("swap"):
        swapped = PeopleForm(scorepad, exchanged(form, request.POST, swap))
        return show_people(request, holder, swapped)
    if not form.is_valid():
        return show_people(request, holder, form, status=422)
    try:
        saved = save_people(submission, form.seatings)
    except StalePad:
        return show_stale(request, replace(submission, scorepad=read_pad(holder.pad)))
    except NotSaved as why:
        return show_not_saved(request, holder, why)
    return answer_saved(request, holder, saved)


def show_stale(request: HttpRequest, submission: Submission) -> HttpResponse:
    """What another phone did meanwhile, and on top of that what was typed here."""
    scorepad = submission.scorepad
    before = PeopleForm(as_it_was(scorepad, submission.seen))
    data = merged(before, PeopleForm(scorepad), request.POST)
    meanwhile = prompts.meanwhile(scorepad, submission.by.phone)
    text = f"{meanwhile} What you typed is still here. Save it again."
    notice = Notice("Not saved yet: the game went on", text)
    form = PeopleForm(scorepad, data)
    form.is_valid()
    return show_people(request, submission.by, form, notice=notice, status=409)


def as_it_was(scorepad: Scorepad, revision: int) -> Scorepad:
    """The pad at this revision."""
    return scorepad.with_rows(row for row in scorepad.rows if row.revision <= revision)


def show_people(
    request: HttpRequest,
    holder: Holder,
    form: PeopleForm,
    *,
    notice: Notice | None = None,
    status: int = 200,
) -> HttpResponse:
    scorepad = form.scorepad
    context = {
        **correction_context(holder, scorepad),
        "form": form,
        "notice": notice,
        **submission_fields(holder, scorepad, request.POST.get("key")),
    }
    return render(request, "players/people.html", context, status=status)
