"""Archive, leave or delete a game, and the page of those that were archived or deleted."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorepads.core import access
from scorepads.core.access import PENCIL, WATCH, Holder, posted, with_pad
from scorepads.core.devices import find_visitor
from scorepads.core.http import go_to, see_home, see_other
from scorepads.core.limits import limited
from scorepads.core.scorepad import newest_first, read_pad, read_pads
from scorepads.entry.responses import correction_context
from scorepads.holding import services
from scorepads.opening.home import PAGE_SIZE, listed_game
from scorepads.rules.hand import Hand


@require_GET
@with_pad(WATCH)
def manage_game(request: HttpRequest, holder: Holder) -> HttpResponse:
    """What this phone may do with the game: archive it, leave it, delete it for everyone."""
    grant = access.find_grant(request, holder.pad.public_id)
    context = holding_context(holder) | {"is_archived": bool(grant and grant.archived_at)}
    return render(request, "holding/manage.html", context)


@limited("writes")
@posted
@with_pad(WATCH)
def archive_game(request: HttpRequest, holder: Holder) -> HttpResponse:
    """Put the game away from this phone's list; with `do=restore`, back into it."""
    archived = request.POST.get("do") != "restore"
    services.archive(find_visitor(request).digest, holder, archived=archived)
    if archived:
        say_undoable(request, "Archived.", "scorepads:archive", holder.pad.public_id)
    else:
        messages.success(request, "Back in the list.")
    return see_home()


def say_undoable(request: HttpRequest, text: str, undo: str, public_id: UUID) -> None:
    """Say what was done, on the list of games beside a button that posts to the address `undo`."""
    messages.success(request, text, extra_tags=resolve_url(undo, public_id=public_id))


@limited("writes")
@posted
@with_pad(PENCIL)
def discard_game(request: HttpRequest, holder: Holder) -> HttpResponse:
    """Delete an empty game that was opened here by mistake; any other asks first."""
    if not services.discard_empty(find_visitor(request).digest, holder):
        return see_other("scorepads:delete", public_id=holder.pad.public_id)
    say_undoable(request, "Empty game removed.", "scorepads:undelete", holder.pad.public_id)
    return see_home()


@limited("writes")
@require_http_methods(["GET", "POST"])
@with_pad(WATCH)
def leave_game(request: HttpRequest, holder: Holder) -> HttpResponse:
    """Ask whether to leave the game on this phone; posting leaves it."""
    if request.method == "GET":
        context = holding_context(holder) | {"others": services.other_phones(holder)}
        return render(request, "holding/leave.html", context)
    services.leave(find_visitor(request).digest, holder)
    messages.success(request, "This phone has left the game.")
    return go_to(request, "scorepads:home")


@limited("writes")
@require_http_methods(["GET", "POST"])
@with_pad(PENCIL)
def delete_game(request: HttpRequest, holder: Holder) -> HttpResponse:
    """Ask whether to delete the game for everyone; posting does, for the phone that opened it."""
    if not holder.is_opener:
        return render(request, "holding/not_opener.html", {"holder": holder}, status=403)
    if request.method == "GET":
        context = holding_context(holder) | {"others": services.other_phones(holder)}
        return render(request, "holding/delete.html", context)
    services.delete(holder)
    messages.success(request, f"Deleted. You can undo that for {services.KEPT_DAYS} days.")
    return go_to(request, "scorepads:archived")


@limited("writes")
@never_cache
@require_POST
def undelete_game(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Open a deleted game again, to everyone who held it."""
    if not services.undelete(find_visitor(request).digest, public_id):
        raise Http404
    messages.success(request, "The game is back, on every phone that had it.")
    return see_home()


@never_cache
@require_GET
def show_archive(request: HttpRequest) -> HttpResponse:
    """The games that this phone has archived, and those that it deleted and can take back."""
    device = find_visitor(request).digest
    pads = newest_first(services.archived_pads(device))
    page = Paginator(pads, PAGE_SIZE).get_page(request.GET.get("page"))
    deleted = services.deleted_pads(device).select_related("own_version")[:PAGE_SIZE]
    archived = read_pads(page.object_list)
    read = {each.pad.pk for each in archived}
    context = {
        "archived": [listed_game(each) for each in archived],
        "lost": [pad for pad in page.object_list if pad.pk not in read],
        "deleted": [
            (listed_game(each), each.pad.deleted_at + timedelta(days=services.KEPT_DAYS))
            for each in read_pads(deleted)
            if each.pad.deleted_at
        ],
        "page": page,
    }
    return render(request, "holding/archive.html", context)


def holding_context(holder: Holder) -> dict[str, Any]:
    """What the pages about one game share."""
    scorepad = read_pad(holder.pad)
    return {
        **correction_context(holder, scorepad),
        "ticket": access.sign_ticket(holder),
        "kept_days": services.KEPT_DAYS,
        "hands": sum(isinstance(entry, Hand) for entry in scorepad.entries),
    }
