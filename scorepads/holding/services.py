"""Archiving, leaving and deleting games, and taking that back.

Archived and left is what one phone does for itself, and stands in its grant. Deleted is deleted
for everyone, by the phone that opened the game, and can be taken back for `KEPT_DAYS` days;
`prune_pads`
removes it for good after that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
    """Close the game to everyone. Only the phone that opened it may."""
    assert holder.is_opener
    Pad.objects.filter(pk=holder.pad.pk, deleted_at=None).update(deleted_at=timezone.now())


def undelete(device: str, public_id: UUID) -> bool:
    """Open a deleted game again to all who held it; whether this phone could."""
    return bool(deleted_pads(device).filter(public_id=public_id).update(deleted_at=None))


def archive_many(device: str, pads: Iterable[UUID], *, archived: bool) -> int:
    """Put these games away from the phone's list, or back; how many of them it holds."""
    grants = open_grants(device).filter(pad__public_id__in=list(pads))
    return grants.update(archived_at=timezone.now() if archived else None)


def opened_pads(device: str) -> QuerySet[Pad]:
    """The games that this phone opened, and may delete for everyone."""
    opened_here = open_grants(device).filter(
        link__made_by_phone=0, link__access=PadLink.Access.PENCIL
    )
    return Pad.objects.filter(pk__in=opened_here.values("pad"))


def delete_many(device: str, pads: Iterable[UUID]) -> int:
    """Close those of the games to everyone that this phone opened; how many they were."""
    found = opened_pads(device).filter(public_id__in=list(pads))
    return Pad.objects.filter(pk__in=list(found.values_list("pk", flat=True))).update(
        deleted_at=timezone.now()
    )


def empty_pads(device: str, pads: Iterable[Pad]) -> set[int]:
    """The keys of those games that were opened here, that nothing was entered in, and that no
    other phone holds: they go by one tap.
    """
    untouched = [pad.pk for pad in pads if pad.revision == 0]
    if not untouched:
        return set()
    shared = Grant.objects.filter(pad__in=untouched, left_at=None, link__revoked_at=None)
    found = opened_pads(device).filter(pk__in=untouched)
    elsewhere = shared.exclude(device__digest=device).values_list("pad", flat=True)
    return set(found.values_list("pk", flat=True)) - set(elsewhere)


def discard_empty(device: str, holder: Holder) -> bool:
    """Delete a game that is one of `empty_pads`; whether it was."""
    pad = Pad.objects.get(pk=holder.pad.pk)
    if pad.pk not in empty_pads(device, [pad]):
        return False
    return bool(Pad.objects.filter(pk=pad.pk, revision=0).update(deleted_at=timezone.now()))


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
