"""Which links of a game its holders may take back, and with what effect."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from scorepads.core.access import Holder
from scorepads.models import Grant, Pad, PadLink


def active_links(pad: Pad) -> list[PadLink]:
    """The links of a pad that are not revoked, oldest first."""
    return list(PadLink.objects.filter(pad=pad, revoked_at=None).order_by("pk"))


def may_revoke(holder: Holder, link: PadLink) -> bool:
    """Whether the holder may take this link back: the opener any, a guest those it gave out.

    Nobody takes back the link that the phone itself came in by.
    """
    gave_out = holder.is_opener or link.made_by_phone == holder.phone
    return holder.has_pencil and gave_out and link.pk != holder.link.pk


@transaction.atomic
def revoke_link(holder: Holder, link: int) -> list[PadLink]:
    """Take a link back, and with it all that phones gave out which came in by it.

    So are the links by which those phones went along to later games, and what they gave out there.
    At once for everyone who came in by them. The link asked for comes first; nothing is revoked
    where there is no such link any more or the holder may not.
    """
    active = {each.pk: each for each in active_links(holder.pad)}
    asked = active.get(link)
    if asked is None or not may_revoke(holder, asked):
        return []
    revoked = [asked]
    for each in revoked:  # grows while it is walked
        phones = Grant.objects.filter(link=each).values_list("phone", flat=True)
        given = Q(pad=each.pad_id, made_by_phone__in=set(phones))
        came = PadLink.objects.filter(given | Q(carried_from=each), revoked_at=None)
        revoked += [made for made in came if made not in revoked and made.pk != holder.link.pk]
    PadLink.objects.filter(pk__in=[each.pk for each in revoked]).update(revoked_at=timezone.now())
    return revoked
