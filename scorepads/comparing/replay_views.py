"""Views of a pad replayed under another ruleset, and of a new pad that plays on from there."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scorepads.comparing import replays
from scorepads.comparing.replays import Result
from scorepads.core import access, presenters
from scorepads.core.access import PENCIL, WATCH, Holder, with_pad
from scorepads.core.http import Notice
from scorepads.core.limits import limited
from scorepads.core.scorepad import Scorepad, read_pad
from scorepads.entry.responses import read_submission, submission_fields
from scorepads.opening import own_rulesets
from scorepads.opening import services as opening_services
from scorepads.opening.services import AlreadyOpened
from scorepads.rules.rulesets import Ruleset, UnknownRuleset, newest_presets, plain_recipes

WENT_ON = Notice(
    "Not started yet: the game went on",
    "Another hand was saved meanwhile. See what it comes to now, then tap again.",
)


@limited("openings", "pad")
@require_http_methods(["GET", "HEAD", "POST"])
def show_or_play_on(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show a replay (GET), or play on under its rules (POST)."""
    view = play_on if request.method == "POST" else show_requested_replay
    return view(request, public_id=public_id)


@with_pad(WATCH)
def show_requested_replay(request: HttpRequest, holder: Holder) -> HttpResponse:
    return show_replay(request, holder, request.GET.get("under", ""))


@with_pad(PENCIL)
def play_on(request: HttpRequest, holder: Holder) -> HttpResponse:
    """Open a new pad with the same facts under the other rules; the old one is unchanged."""
    under, scorepad = request.POST.get("under", ""), read_pad(holder.pad)
    sent, (ruleset, _) = read_submission(request, holder, scorepad), find_requested(under)
    if ruleset is None:
        return show_replay(request, holder, under, status=422)
    replayed = replays.replay_pad(scorepad, ruleset)
    if replays.is_own(scorepad, ruleset) or not replayed.can_be_played_on:
        return show_replay(request, holder, under, status=409)
    if sent.seen != scorepad.revision:
        return show_replay(request, holder, under, notice=WENT_ON, status=409)
    try:
        _, link = opening_services.play_on(
            scorepad,
            rules=ruleset.rules(len(scorepad.sides)),
            entries=replays.entries_to_play_on(scorepad, replayed),
            own_version=own_rulesets.find_own(ruleset.address),
            open_key=access.submission_key(request),
        )
    except AlreadyOpened as opened:
        found = access.opening_link(opened.pad)
        if found is None:
            return redirect("scorepads:home")
        link = found
    access.grant_access(request, link)
    response = redirect("scorepads:pad", public_id=link.pad.public_id)
    response.status_code = 303
    return response


def show_replay(
    request: HttpRequest,
    holder: Holder,
    under: str,
    *,
    notice: Notice | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render the results under every ruleset, and line by line under the requested one."""
    scorepad = read_pad(holder.pad)
    ruleset, trouble = find_requested(under)
    context: dict[str, Any] = {
        "holder": holder,
        "pad": scorepad.pad,
        "scorepad": scorepad,
        "title": scorepad.title,
        "own": replays.own_verdict(scorepad),
        "results": replays.replay_results(
            scorepad, [*newest_presets(), *own_rulesets.rulesets_kept_here(request)]
        ),
        "recipes": replays.replay_results(scorepad, plain_recipes()),
        "trouble": trouble,
        "notice": notice,
        **submission_fields(holder, scorepad, request.POST.get("key")),
    }
    if found := replays.replay_results(scorepad, [ruleset] if ruleset else []):
        context |= result_context(scorepad, found[0])
    elif ruleset:
        context |= {"trouble": "This game is played by these rules. Choose others."}
    return render(request, "comparing/replay.html", context, status=status)


def find_requested(under: str) -> tuple[Ruleset | None, str]:
    """The requested ruleset, or a message that it is unknown; neither where none is requested."""
    if not under:
        return None, ""
    try:
        return own_rulesets.find_ruleset(under), ""
    except UnknownRuleset as trouble:
        return None, str(trouble)


def result_context(scorepad: Scorepad, result: Result) -> dict[str, Any]:
    replayed, ruleset = result.replay, result.ruleset
    lines = replays.compare_lines(scorepad, replayed) if replayed.ledger else []
    return {
        "under": ruleset,
        "result": result,
        "replay": replayed,
        "lines": lines,
        "not_judged": len(lines) < len(presenters.rows(scorepad)),
        "parting": next((line for line in lines if line.is_first_difference), None),
        "afterwards": replays.lines_after_the_end(replayed),
        "pictures": replays.compared_charts(scorepad, replayed, ruleset.short_name),
    }
