"""A game followed by a stream: that there is news, as soon as there is (`keeper.streams`)."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from keeper.streams import Followed, follow
from scorepads.core.access import WATCH, Holder, all_open_grants, find_grant, with_pad
from scorepads.models import news_of


@require_GET
@with_pad(WATCH)
def events(request: HttpRequest, holder: Holder) -> HttpResponse:
    """A stream of the game's news, which ends when this phone may not look any more."""
    grant = find_grant(request, holder.pad.public_id)
    assert grant, "the guard of the view has found it"
    return follow(request, Followed(grant.pk, holder.pad.news, grant.device_id))


def read_news(grants: list[int]) -> dict[int, str]:
    """The news of the games that these grants still open, by grant."""
    asked = all_open_grants().filter(pk__in=grants)
    found = asked.values_list("pk", "pad__revision", "pad__followups")
    return {grant: news_of(revision, followups) for grant, revision, followups in found}
