"""Archiving, leaving and deleting games, and taking that back.

Archived and left is what one phone does for itself, and stands in its grant. Deleted is deleted for
everyone, by whoever opened the game, and can be taken back for `KEPT_DAYS` days; `prune_pads`
removes it for good after that.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from scorepads.core.access import Holder, open_grants
from scorepads.models import Grant, Pad, PadLink

KEPT_DAYS = 30


def archive(device: str, holder: Holder, *, archived: bool) -> None:
    """Put the game away from the list of this phone, or back into it."""
    grants = open_grants(device).filter(pad=holder.pad)
    grants.update(archived_at=timezone.now() if archived else None)


def leave(device: str, holder: Holder) -> None:
    """Give the game up on this phone; only a link brings it back."""
    open_grants(device).filter(pad=holder.pad).update(left_at=timezone.now())


def other_phones(holder: Holder) -> int:
    """How many other phones hold the game."""
    held = Grant.objects.filter(pad=holder.pad, left_at=None, link__revoked_at=None)
    return held.exclude(phone=holder.phone).count()


def delete(holder: Holder) -> None:
    """Close the game to everyone. Only whoever opened it may."""
    assert holder.is_opener
    Pad.objects.filter(pk=holder.pad.pk, deleted_at=None).update(deleted_at=timezone.now())


def undelete(device: str, public_id: UUID) -> bool:
    """Open a deleted game again to all who held it; whether this phone could."""
    return bool(deleted_pads(device).filter(public_id=public_id).update(deleted_at=None))


def deleted_pads(device: str) -> QuerySet[Pad]:
    """The games that this phone deleted and may still take back, the last deleted first."""
    opened_here = Grant.objects.filter(
        device__digest=device,
        left_at=None,
        link__revoked_at=None,
        link__made_by_phone=0,
        link__access=PadLink.Access.PENCIL,
    )
    deleted = Pad.objects.filter(pk__in=opened_here.values("pad"), deleted_at__gte=end_of_keeping())
    return deleted.order_by("-deleted_at", "-pk")


def archived_pads(device: str) -> Sequence[str]:
    """The public ids of the games that this phone has put away."""
    grants = open_grants(device).exclude(archived_at=None)
    return [str(each) for each in grants.values_list("pad__public_id", flat=True)]


def end_of_keeping() -> datetime:
    """What was deleted before this moment is gone for good."""
    return timezone.now() - timedelta(days=KEPT_DAYS)
