"""The game that a table plays next, for the phones that hold the one before.

A phone that holds a game may go along to the one that followed it, by the link that it has: a
link of the new game is made from it, with the same access, and goes when the first is revoked. A
game is offered only while the phone that opened it holds the pencil of the one before, so what a
revoked guest invents is offered to nobody; and it counts for nobody who has not gone along.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.http import HttpRequest

from scorepads.core import access
from scorepads.core.access import Holder
from scorepads.models import Grant, Pad, PadLink
from scorepads.statistics.evening import MAX_PAUSE, linked_pad_ids

OPENER = 1
"""The number of the phone that opened a pad."""


@dataclass(frozen=True, slots=True)
class NextGame:
    """The newest game that followed: the games on the way there, and its number in the evening.

    The number is 0 where the table paused so long that it is another evening.
    """

    way: tuple[Pad, ...]
    number: int

    @property
    def name(self) -> str:
        return f"game {self.number}" if self.number else "the new game"

    @property
    def sentence(self) -> str:
        return f"{self.name[0].upper()}{self.name[1:]} has begun."


def find_next_game(holder: Holder) -> NextGame | None:
    """The game that the holder may go along to; no query where nobody played again."""
    pad = holder.pad
    if not pad.followups:
        return None
    family = {each.pk: each for each in Pad.objects.filter(pk__in=linked_pad_ids(pad))}
    following = Following(family)
    way: list[Pad] = []
    link: PadLink | None = holder.link
    here = pad
    while child := following.newest_after(here, link):
        link = following.carried.get((child.pk, link.pk)) if link else None
        way.append(child)
        here = child
    if not way:
        return None
    return NextGame(tuple(way), game_number(family, here))


class Following:
    """Which pads of a family may be offered after which, in three queries."""

    def __init__(self, family: dict[int, Pad]) -> None:
        self.children: dict[int, list[Pad]] = defaultdict(list)
        for pad in sorted(family.values(), key=lambda pad: -pad.pk):
            if pad.follows_id and pad.deleted_at is None:
                self.children[pad.follows_id].append(pad)
        pencils = Grant.objects.filter(pad__in=family, link__access=PadLink.Access.PENCIL)
        self.openers = by_pad(pencils.filter(link__made_by_phone=0))
        self.holders = by_pad(pencils.filter(link__revoked_at=None))
        carried = PadLink.objects.filter(pad__in=family).exclude(carried_from=None)
        self.carried = {(link.pad_id, link.carried_from_id): link for link in carried}

    def newest_after(self, pad: Pad, link: PadLink | None) -> Pad | None:
        """The newest pad after this one, unless the link was taken along and revoked there."""
        for child in self.children[pad.pk]:
            taken = self.carried.get((child.pk, link.pk)) if link else None
            is_revoked = taken is not None and taken.revoked_at is not None
            if not is_revoked and self.openers[child.pk] & self.holders[pad.pk]:
                return child
        return None


def by_pad(grants: QuerySet[Grant]) -> dict[int, set[int]]:
    """The devices of these grants, by pad."""
    found: dict[int, set[int]] = defaultdict(set)
    for pad, device in grants.values_list("pad", "device"):
        found[pad].add(device)
    return found


def game_number(family: dict[int, Pad], pad: Pad) -> int:
    """Which game of the evening it is; 0 for the first after a long pause."""
    number, before = 1, family.get(pad.follows_id or 0)
    while before is not None and pad.opened_at - before.changed_at <= MAX_PAUSE:
        number, pad = number + 1, before
        before = family.get(pad.follows_id or 0)
    return number if number > 1 else 0


def go_along(request: HttpRequest, holder: Holder, following: NextGame) -> Holder | None:
    """Let this phone hold the next game as it holds this one; None where its link was revoked."""
    link = holder.link
    for pad in following.way:
        held = access.find_holder(request, pad.public_id)
        link = held.link if held else carry_link(link, pad)
        if link.revoked_at is not None:
            return None
    return access.grant_access(request, link)


def carry_link(link: PadLink, pad: Pad) -> PadLink:
    """The link of the following pad that was made from this one; it is made where there is none.

    Nobody knows its secret: it opens the pad for phones that go along, and for nobody else.
    """
    found = PadLink.objects.select_related("pad__own_version").filter(pad=pad, carried_from=link)
    if known := found.first():
        return known
    try:
        with transaction.atomic():
            made, _ = access.make_link(pad, link.access, OPENER, carried_from=link)
            return made
    except IntegrityError:
        return found.get()  # another phone with the same link was faster
