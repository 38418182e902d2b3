"""Opening pads: anew, again, or on under other rules."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.db.models import F

from scorepads.core.access import make_link
from scorepads.core.history import PEOPLE_LINE
from scorepads.core.scorepad import Scorepad
from scorepads.models import HandEntry, OwnVersion, Pad, PadLink, PadSide
from scorepads.rules.hand import Entry, Side, as_facts, read_entry
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.seatings import seatings_facts
from scorepads.rules.wording.explain import tell_apart


class AlreadyOpened(Exception):
    """The form that would open a pad has opened `pad` before."""

    def __init__(self, pad: Pad) -> None:
        super().__init__(str(pad))
        self.pad = pad


def open_pad(
    *,
    rules: Rules,
    sides: Sequence[Side],
    start: Sequence[int],
    first_dealer: int = 0,
    note: str = "",
    follows: Pad | None = None,
    own_version: OwnVersion | None = None,
    open_key: UUID | None = None,
    best_of: int = 0,
) -> tuple[Pad, PadLink]:
    """A new pad pinned to its rules, and the opener's pencil link.

    Equal names, of sides and of players, are told apart by a number. Raises
    `AlreadyOpened` when the form with this `open_key` has opened a pad before.
    """
    open_key = open_key or uuid4()
    pad = Pad(
        open_key=open_key,
        preset_key=rules.preset.key,
        preset_version=rules.preset.version,
        fingerprint=rules.preset.fingerprint,
        house_rules=dict(rules.house_rules),
        first_dealer=first_dealer,
        note=note,
        follows=follows,
        own_version=own_version,
        best_of=best_of,
    )
    try:
        with transaction.atomic():
            refuse_opened_key(open_key)
            return pad, store_pad(pad, distinct_sides(sides), start)
    except IntegrityError:
        # In PostgreSQL, duplicates of one form can get this far; one of them has opened the pad.
        refuse_opened_key(open_key)
        raise


def refuse_opened_key(open_key: UUID) -> None:
    """Raise `AlreadyOpened` where the form with this key has opened a pad."""
    if opened := Pad.objects.filter(open_key=open_key).first():
        raise AlreadyOpened(opened)


def store_pad(pad: Pad, sides: Sequence[Side], start: Sequence[int]) -> PadLink:
    pad.save(force_insert=True)
    if pad.follows_id:
        Pad.objects.filter(pk=pad.follows_id).update(followups=F("followups") + 1)
    PadSide.objects.bulk_create(
        PadSide(pad=pad, number=number, name=side.name, players=list(side.players), start=score)
        for number, (side, score) in enumerate(zip(sides, start, strict=True))
    )
    link, _ = make_link(pad, PadLink.Access.PENCIL)
    return link


def play_again(
    before: Scorepad, *, open_key: UUID, best_of: int | None = None
) -> tuple[Pad, PadLink]:
    """A new pad with the same sides and rules; the deal passes on from where it was.

    Raises `AlreadyOpened` like `open_pad`. The pad before stays as it is; with `best_of`, it is the
    first of a match of so many games.
    """
    if best_of is not None and best_of != before.pad.best_of:
        Pad.objects.filter(pk=before.pad.pk).update(best_of=best_of)
    return open_pad(
        rules=before.rules,
        sides=before.sides,
        start=[0] * len(before.sides),
        first_dealer=before.dealer,
        follows=before.pad,
        own_version=before.pad.own_version if before.rules == before.opened_under else None,
        open_key=open_key,
        best_of=before.pad.best_of if best_of is None else best_of,
    )


def play_on(
    before: Scorepad,
    *,
    rules: Rules,
    entries: Sequence[Entry],
    open_key: UUID,
    own_version: OwnVersion | None = None,
) -> tuple[Pad, PadLink]:
    """A new pad under other `rules` with these entries; the pad before stays as it is.

    Names, starting scores, first dealer and note are those of the pad before. It does not
    count as following it, for the evening had one game only: it takes the place in the evening
    and in the match of a game that is not over. Raises `AlreadyOpened` like `open_pad`, or
    `Refused`.
    """
    takes_place = not before.ledger.is_over
    facts = [
        as_facts(read_entry(as_facts(entry), rules, before.sides, last=number == len(entries)))
        for number, entry in enumerate(entries, start=1)
    ]
    with transaction.atomic():
        pad, link = open_pad(
            rules=rules,
            sides=before.seatings_by_line[0].sides,
            start=before.start,
            first_dealer=before.pad.first_dealer,
            note=before.pad.note,
            follows=before.pad.follows if takes_place else None,
            own_version=own_version,
            open_key=open_key,
            best_of=before.pad.best_of if takes_place else 0,
        )
        HandEntry.objects.bulk_create(
            HandEntry(
                pad=pad, line=number, version=1, revision=number, kind=HandEntry.Kind.RECORD,
                facts=line, entry_key=uuid4(), phone=1,  # the one that opens it comes first
            )
            for number, line in enumerate(facts, start=1)
        )  # fmt: skip
        pad.revision = len(facts) + store_seatings(pad, before, len(facts))
        pad.save(update_fields=["revision"])
    return pad, link


def store_seatings(pad: Pad, before: Scorepad, lines: int) -> int:
    """Who sat down in the first lines of the pad before, as one change more; how many it makes."""
    seatings = tuple(each for each in before.seatings_by_line if each.after <= lines)
    if len(seatings) == 1:
        return 0
    HandEntry.objects.create(
        pad=pad, line=PEOPLE_LINE, version=1, revision=lines + 1, kind=HandEntry.Kind.PEOPLE,
        facts=seatings_facts(seatings), entry_key=uuid4(), phone=1,
    )  # fmt: skip
    return 1


def distinct_sides(sides: Sequence[Side]) -> list[Side]:
    """The sides with a number added to equal names, of sides and of players."""
    names = tell_apart([side.name for side in sides])
    players = iter(tell_apart([player for side in sides for player in side.players]))
    return [
        Side(name, tuple(next(players) for _ in side.players))
        for name, side in zip(names, sides, strict=True)
    ]


def swap_and_play_again(
    before: Scorepad, sides: Sequence[Side], first_dealer: int, *, open_key: UUID
) -> tuple[Pad, PadLink]:
    """Play again with other partners or in another order.

    Raises `AlreadyOpened` like `open_pad`. The pad before stays as it is.
    """
    return open_pad(
        rules=before.rules,
        sides=sides,
        start=[0] * len(sides),
        first_dealer=first_dealer,
        follows=before.pad,
        own_version=before.pad.own_version if before.rules == before.opened_under else None,
        open_key=open_key,
        best_of=before.pad.best_of,
    )
