"""A pad's facts under another version, and a new pad that plays on from them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scorepads import links, pages, replays, services, versions
from scorepads.decorators import PENCIL, WATCH, with_pad
from scorepads.links import Holder
from scorepads.replays import Result
from scorepads.rules.version import Version
from scorepads.selectors import Scorepad, read_pad
from scorepads.services import AlreadyOpened
from scorepads.versions import UnknownVersion, find_version
from scorepads.views.showing import ONCE_MORE, Notice, sending, sent_from

WENT_ON = Notice(
    "Not opened yet: the pad went on",
    "Another hand was written meanwhile. Look at what it comes to now, and tap once more.",
)


@require_http_methods(["GET", "HEAD", "POST"])
def replay(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Look at a replay, or play on under its rules."""
    view = play_on if request.method == "POST" else look
    return view(request, public_id=public_id)


@with_pad(WATCH)
def look(request: HttpRequest, holder: Holder) -> HttpResponse:
    return show_replay(request, holder, request.GET.get("under", ""))


@with_pad(PENCIL)
def play_on(request: HttpRequest, holder: Holder) -> HttpResponse:
    """A new pad with the same facts under the other rules; the old one stays as it was."""
    under, sent = request.POST.get("under", ""), sent_from(request, holder)
    now, (version, _) = read_pad(holder.pad), _version(request, under)
    if version is None:
        return show_replay(request, holder, under, status=422)
    replayed = replays.replay_pad(now, version)
    if replays.is_own(now, version) or not replayed.can_be_played_on:
        return show_replay(request, holder, under, status=409)
    if sent.seen != now.revision:
        return show_replay(request, holder, under, notice=WENT_ON, status=409)
    try:
        _, link = services.play_on(
            now,
            rules=version.rules(len(now.sides)),
            entries=replays.entries_to_play_on(now, replayed),
            own_version=versions.own_behind(version),
            open_key=sent.entry_key,
        )
    except AlreadyOpened as opened:
        found = links.opening_link(opened.pad)
        if found is None:
            return redirect("scorepads:home")
        link = found
    links.grant(request, link)
    response = redirect("scorepads:pad", public_id=link.pad.public_id)
    response.status_code = 303
    return response


@with_pad(PENCIL)
def once_more(request: HttpRequest, holder: Holder) -> HttpResponse:
    """A form that was not trusted any more: the replay again, to tap once more."""
    under = request.POST.get("under", "")
    return show_replay(request, holder, under, notice=ONCE_MORE, status=403)


def show_replay(
    request: HttpRequest,
    holder: Holder,
    under: str,
    *,
    notice: Notice | None = None,
    status: int = 200,
) -> HttpResponse:
    """The results under every version, and the one that is asked for line by line."""
    now = read_pad(holder.pad)
    version, trouble = _version(request, under)
    context: dict[str, Any] = {
        "holder": holder,
        "pad": now.pad,
        "now": now,
        "title": now.title,
        "own": replays.own_verdict(now),
        "results": replays.results(now, [*versions.every_newest(), *versions.every_own(request)]),
        "recipes": replays.results(now, versions.every_recipe()),
        "trouble": trouble,
        "notice": notice,
        **sending(holder, now, request.POST.get("key")),
    }
    if found := replays.results(now, [version] if version else []):
        context |= _shown(now, found[0])
    elif version:
        context |= {"trouble": "This is how the pad is played. Choose another."}
    return render(request, "replays/replay.html", context, status=status)


def _version(request: HttpRequest, under: str) -> tuple[Version | None, str]:
    """The version asked for, or what is wrong with asking for it; neither where none is."""
    if not under:
        return None, ""
    try:
        return find_version(under, request), ""
    except UnknownVersion as trouble:
        return None, str(trouble)


def _shown(now: Scorepad, result: Result) -> dict[str, Any]:
    replayed, version = result.replay, result.version
    lines = replays.both(now, replayed) if replayed.ledger else []
    return {
        "under": version,
        "result": result,
        "replay": replayed,
        "lines": lines,
        "not_judged": len(lines) < len(pages.rows(now)),
        "parting": next((line for line in lines if line.parts), None),
        "afterwards": replays.afterwards(replayed),
        "pictures": replays.pictures(now, replayed, version.short),
    }
