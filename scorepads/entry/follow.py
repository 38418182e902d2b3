"""A game followed by a stream: its revision as soon as there is another (`keeper.streams`)."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from keeper.streams import Followed, follow
from scorepads.core.access import WATCH, Holder, all_open_grants, find_grant, with_pad


@require_GET
@with_pad(WATCH)
def events(request: HttpRequest, holder: Holder) -> HttpResponse:
    """A stream of the game's revisions, which ends when this phone may not look any more."""
    grant = find_grant(request, holder.pad.public_id)
    assert grant, "the guard of the view has found it"
    return follow(request, Followed(grant.pk, holder.pad.revision, grant.device_id))


def read_revisions(grants: list[int]) -> dict[int, int]:
    """The revisions of the games that these grants still open, by grant."""
    return dict(all_open_grants().filter(pk__in=grants).values_list("pk", "pad__revision"))
