"""What changes pads. Each function is one short transaction and raises what went wrong.

Every change of a ledger goes through `_change`: the entry key first (a form sent twice is
saved once), then the revision (another phone may have been faster), then the facts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from scorepads.changes import facts_before
from scorepads.links import Holder, make_link
from scorepads.models import HandEntry, OwnVersion, Pad, PadLink
from scorepads.models import Side as SideRow
from scorepads.rules.explain import tell_apart
from scorepads.rules.hand import Entry, Side, as_facts, read_entry
from scorepads.rules.house_rules import Rules
from scorepads.rules.terms import Refused
from scorepads.selectors import Scorepad, read_pad, scorepad

MOST_HANDS = 500
MOST_CHANGES = 5000

Facts = dict[str, Any]


class StalePad(Exception):
    """The pad was changed since the form was made: look at what is there now."""


class PadClosed(Exception):
    """The game is over; no hand can be added until one is corrected or struck."""


class PadFull(Exception):
    """The pad has as many hands, or as many changes, as a pad can hold."""


class NothingToUndo(Exception):
    """There is no change to take back, or none to bring back."""


class NoSuchHand(Exception):
    """There is no such line in the ledger (any more)."""


class AlreadyOpened(Exception):
    """The form that would open a pad has opened `pad` before."""

    def __init__(self, pad: Pad) -> None:
        super().__init__(str(pad))
        self.pad = pad


HandRefused = Refused
"""The facts are not those of a hand under this pad's rules; `problems` says why."""


@dataclass(frozen=True, slots=True)
class Sent:
    """What every form of a pad carries: who sent it, its key, and the revision it saw.

    `read` is the pad as it has been read for this request, if it has.
    """

    by: Holder
    entry_key: UUID
    seen: int
    read: Scorepad | None = None

    @property
    def pad(self) -> Pad:
        return self.by.pad


@dataclass(frozen=True, slots=True)
class Saved:
    """The pad as it stands with the change saved; `replayed` if this very form had saved it.

    `change` is None where the form changed nothing.
    """

    now: Scorepad
    change: HandEntry | None
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class _Draft:
    line: int
    kind: str
    facts: Facts | None
    reverses: HandEntry | None = None


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
) -> tuple[Pad, PadLink]:
    """A new pad pinned to its rules, and the pencil link of whoever opened it.

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
    )
    try:
        with transaction.atomic():
            _refuse_opened(open_key)
            return pad, _store(pad, _told_apart(sides), start)
    except IntegrityError:
        # PostgreSQL lets twins of one form get this far together; one has opened the pad now.
        _refuse_opened(open_key)
        raise


def _refuse_opened(open_key: UUID) -> None:
    if opened := Pad.objects.filter(open_key=open_key).first():
        raise AlreadyOpened(opened)


def _store(pad: Pad, sides: Sequence[Side], start: Sequence[int]) -> PadLink:
    pad.save(force_insert=True)
    SideRow.objects.bulk_create(
        SideRow(pad=pad, number=number, name=side.name, players=list(side.players), start=score)
        for number, (side, score) in enumerate(zip(sides, start, strict=True))
    )
    link, _ = make_link(pad, PadLink.Access.PENCIL)
    return link


def play_again(before: Scorepad, *, open_key: UUID) -> tuple[Pad, PadLink]:
    """A new pad with the same sides and rules; the deal passes on from where it was.

    Raises `AlreadyOpened` like `open_pad`. The pad before stays as it is.
    """
    return open_pad(
        rules=before.rules,
        sides=before.sides,
        start=[0] * len(before.sides),
        first_dealer=before.dealer,
        follows=before.pad,
        own_version=before.pad.own_version if before.rules == before.opened_under else None,
        open_key=open_key,
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
    count as following it: the evening has one game, told twice. Raises `AlreadyOpened` like
    `open_pad`, or `HandRefused`.
    """
    facts = [
        as_facts(read_entry(as_facts(entry), rules, before.sides, last=number == len(entries)))
        for number, entry in enumerate(entries, start=1)
    ]
    with transaction.atomic():
        pad, link = open_pad(
            rules=rules,
            sides=before.sides,
            start=before.start,
            first_dealer=before.pad.first_dealer,
            note=before.pad.note,
            own_version=own_version,
            open_key=open_key,
        )
        HandEntry.objects.bulk_create(
            HandEntry(
                pad=pad, line=number, version=1, revision=number, kind=HandEntry.Kind.RECORD,
                facts=line, entry_key=uuid4(), phone=1,  # the one that opens it comes first
            )
            for number, line in enumerate(facts, start=1)
        )  # fmt: skip
        pad.revision = len(facts)
        pad.save(update_fields=["revision"])
    return pad, link


def _told_apart(sides: Sequence[Side]) -> list[Side]:
    names = tell_apart([side.name for side in sides])
    players = iter(tell_apart([player for side in sides for player in side.players]))
    return [
        Side(name, tuple(next(players) for _ in side.players))
        for name, side in zip(names, sides, strict=True)
    ]


def record_hand(sent: Sent, facts: Mapping[str, Any]) -> Saved:
    """Add a hand, a passed-out hand, an adjustment, or the bid of a hand still in play.

    A hand completes the one in play, if there is one. Raises `StalePad`, `PadClosed`,
    `PadFull` or `HandRefused`.
    """

    def draft(now: Scorepad) -> _Draft:
        if now.ledger.is_over:
            raise PadClosed
        checked = _checked(now, facts)
        if now.in_play and "pitcher" in checked:
            return _Draft(now.lines[-1].line, HandEntry.Kind.RECORD, checked)
        if len(now.lines) >= MOST_HANDS:
            raise PadFull
        line = 1 + max((row.line for row in now.rows), default=0)
        return _Draft(line, HandEntry.Kind.RECORD, checked)

    return _change(sent, draft)


def saved_before(sent: Sent) -> Saved | None:
    """What this very form has saved already; None where it is its first tap."""
    earlier = _earlier(sent)
    return Saved(read_pad(sent.pad), earlier, replayed=True) if earlier else None


def amend_hand(sent: Sent, line: int, facts: Mapping[str, Any]) -> Saved:
    """Put corrected facts in place of a line's; the same facts change nothing.

    Raises `StalePad`, `NoSuchHand`, `PadFull` or `HandRefused`.
    """

    def draft(now: Scorepad) -> _Draft | None:
        number = _number(now, line)
        still_open = now.in_play is not None and number == len(now.lines)
        checked = _checked(now, facts, last=still_open)
        if checked == now.lines[number - 1].facts:
            return None
        return _Draft(line, HandEntry.Kind.AMEND, checked)

    return _change(sent, draft)


def strike_hand(sent: Sent, line: int) -> Saved:
    """Take a line out of the ledger; its facts stay in the history.

    Raises `StalePad`, `NoSuchHand` or `PadFull`.
    """

    def draft(now: Scorepad) -> _Draft:
        _number(now, line)
        return _Draft(line, HandEntry.Kind.STRIKE, None)

    return _change(sent, draft)


def undo(sent: Sent) -> Saved:
    """Take back the last change that stands. Raises `StalePad`, `NothingToUndo`, `PadFull`."""

    def draft(now: Scorepad) -> _Draft:
        if now.can_undo is None:
            raise NothingToUndo
        change = now.can_undo
        before = facts_before(now.rows, change)
        return _Draft(change.line, HandEntry.Kind.UNDO, before, reverses=change)

    return _change(sent, draft)


def redo(sent: Sent) -> Saved:
    """Bring back what was undone last. Raises `StalePad`, `NothingToUndo`, `PadFull`."""

    def draft(now: Scorepad) -> _Draft:
        if now.can_redo is None:
            raise NothingToUndo
        change = now.can_redo
        return _Draft(change.line, HandEntry.Kind.REDO, change.facts, reverses=change)

    return _change(sent, draft)


def _change(sent: Sent, draft: Callable[[Scorepad], _Draft | None]) -> Saved:
    with transaction.atomic():
        if earlier := _earlier(sent):
            return Saved(read_pad(sent.pad), earlier, replayed=True)
        if not _claim_revision(sent):
            # PostgreSQL waits here for a twin of this form; it has been saved by now.
            if earlier := _earlier(sent):
                return Saved(read_pad(sent.pad), earlier, replayed=True)
            raise StalePad
        now = _as_claimed(sent)
        wanted = draft(now)
        if wanted is None:
            transaction.set_rollback(True)
            return Saved(now, None)
        if len(now.rows) >= MOST_CHANGES:
            raise PadFull
        change = _insert(sent, now, wanted)
    return Saved(scorepad(sent.pad, list(sent.pad.sides.all()), [*now.rows, change]), change)


def _earlier(sent: Sent) -> HandEntry | None:
    return HandEntry.objects.filter(pad=sent.pad, entry_key=sent.entry_key).first()


def _claim_revision(sent: Sent) -> bool:
    claimed = Pad.objects.filter(pk=sent.pad.pk, revision=sent.seen).update(
        revision=F("revision") + 1, changed_at=timezone.now()
    )
    return claimed == 1


def _as_claimed(sent: Sent) -> Scorepad:
    """The pad at the revision just claimed; no row of it has changed since it had that revision."""
    if sent.read and sent.read.revision == sent.seen:
        return sent.read
    return read_pad(sent.pad)


def _insert(sent: Sent, now: Scorepad, wanted: _Draft) -> HandEntry:
    versions = sum(row.line == wanted.line for row in now.rows)
    return HandEntry.objects.create(
        pad=sent.pad,
        line=wanted.line,
        version=versions + 1,
        revision=sent.seen + 1,
        kind=wanted.kind,
        facts=wanted.facts,
        reverses=wanted.reverses,
        entry_key=sent.entry_key,
        phone=sent.by.phone,
    )


def _checked(now: Scorepad, facts: Mapping[str, Any], *, last: bool = True) -> Facts:
    """The facts in their stored form; raises `HandRefused`."""
    return as_facts(read_entry(facts, now.rules, now.sides, last=last))


def _number(now: Scorepad, line: int) -> int:
    number = now.number_of(line)
    if number is None:
        raise NoSuchHand
    return number


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a pad from a file; `reverses` counts the changes before it from 0."""

    line: int
    kind: str
    facts: Facts | None
    reverses: int | None = None
    phone: int = 1
    made_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Brought:
    """A pad from a file: checked facts. `follows` counts the pads of the file from 0."""

    rules: Rules
    sides: Sequence[Side]
    start: Sequence[int]
    first_dealer: int
    changes: Sequence[Change]
    note: str = ""
    opened_at: datetime | None = None
    changed_at: datetime | None = None
    follows: int | None = None


def import_pads(brought: Sequence[Brought], *, open_key: UUID) -> list[PadLink]:
    """New pads from a file, all or none, and the pencil links of whoever brought them.

    Equal names are told apart like those of any pad that is opened. Raises `AlreadyOpened`
    when the form with this `open_key` has brought the pads before (see `brought_before`).
    """
    links: list[PadLink] = []
    with transaction.atomic():
        for key, each in zip(import_keys(open_key, len(brought)), brought, strict=True):
            follows = None if each.follows is None else links[each.follows].pad
            pad, link = open_pad(
                rules=each.rules,
                sides=each.sides,
                start=each.start,
                first_dealer=each.first_dealer,
                note=each.note,
                follows=follows,
                open_key=key,
            )
            _bring_changes(pad, each)
            links.append(link)
    return links


def brought_before(open_key: UUID, pads: int) -> list[PadLink]:
    """What the form with this key has brought before: the links of those that still open."""
    keys = import_keys(open_key, pads)
    found = PadLink.objects.select_related("pad").filter(
        pad__open_key__in=keys,
        access=PadLink.Access.PENCIL,
        made_by_phone=0,
        revoked_at=None,
    )
    return list(found.order_by("pk"))


def following(brought: Brought, place: Mapping[int, int]) -> Brought:
    """The pad as one of a shorter list; `place` has the new numbers of those still in it."""
    follows = None if brought.follows is None else place.get(brought.follows)
    return replace(brought, follows=follows)


def import_keys(open_key: UUID, pads: int) -> list[UUID]:
    """The opening keys of the pads that one form brings."""
    return [open_key, *(uuid5(open_key, str(number)) for number in range(1, pads))][:pads]


def _bring_changes(pad: Pad, brought: Brought) -> None:
    """The pad's changes and its dates, as the file has them; no date lies in the future."""
    now = timezone.now()
    versions: dict[int, int] = {}
    rows = []
    for revision, change in enumerate(brought.changes, start=1):
        versions[change.line] = versions.get(change.line, 0) + 1
        row = HandEntry(
            pad=pad,
            line=change.line,
            version=versions[change.line],
            revision=revision,
            kind=change.kind,
            facts=change.facts,
            entry_key=uuid4(),
            phone=change.phone,
        )
        rows.append(row)
    HandEntry.objects.bulk_create(rows)
    # The clock stamps a row when it is made, and a row can name another only once that has a
    # number; so what the file knows better is put in afterwards.
    _restore(rows, brought.changes, now)
    pad.revision = len(rows)
    pad.phones = max((change.phone for change in brought.changes if change.made_at), default=0)
    pad.opened_at = min(brought.opened_at or now, now)
    pad.changed_at = min(brought.changed_at or brought.opened_at or now, now)
    pad.save(update_fields=["revision", "phones", "opened_at", "changed_at"])


def _restore(rows: Sequence[HandEntry], changes: Sequence[Change], now: datetime) -> None:
    told = [
        (row, change)
        for row, change in zip(rows, changes, strict=True)
        if change.made_at or change.reverses is not None
    ]
    for row, change in told:
        row.made_at = min(change.made_at or now, now)
        row.reverses = None if change.reverses is None else rows[change.reverses]
    HandEntry.objects.bulk_update([row for row, _ in told], ["made_at", "reverses"])


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
    )
