"""The smallest pads, hands and phones that are valid; a test says only what it is about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID, uuid4

from django.test import Client

from scorepads.core import access as core_access
from scorepads.core.access import Holder
from scorepads.core.scorepad import Scorepad, read_pad
from scorepads.entry import services as entry_services
from scorepads.entry.services import Saved, Submission
from scorepads.models import HandEntry, Pad, PadLink
from scorepads.opening import services as opening_services
from scorepads.rules import catalog
from scorepads.rules.hand import Side, read_entry
from scorepads.rules.house_rules.apply import Rules, apply_house_rules
from scorepads.rules.seatings import Seat, rename_people, seat_people

PRESETS = ("bicycle", "wikipedia", "pagat-partnership", "five-point", "oklahoma", "pedro")
FOUR_POINTS = ("high", "low", "jack", "game")
PENCIL, WATCH = PadLink.Access.PENCIL, PadLink.Access.WATCH

Facts = dict[str, Any]


def make_rules(preset: str = "wikipedia", sides: int = 2, **house_rules: Any) -> Rules:
    return apply_house_rules(catalog.current.newest(preset), house_rules, sides)


def make_sides(names: Sequence[str], players: Sequence[Sequence[str]] = ()) -> list[Side]:
    seated = [tuple(row) for row in players] or [()] * len(names)
    return [Side(name, row) for name, row in zip(names, seated, strict=True)]


def make_pad(
    preset: str = "wikipedia",
    names: Sequence[str] = ("Us", "Them"),
    *,
    players: Sequence[Sequence[str]] = (),
    start: Sequence[int] = (),
    first_dealer: int = 0,
    note: str = "",
    **house_rules: Any,
) -> Pad:
    pad, _ = opening_services.open_pad(
        rules=make_rules(preset, len(names), **house_rules),
        sides=make_sides(names, players),
        start=start or [0] * len(names),
        first_dealer=first_dealer,
        note=note,
    )
    return pad


def bid(pitcher: int = 0, amount: int | str = 2, **more: Any) -> Facts:
    """The bid of a hand that is still being played."""
    return {"pitcher": pitcher, "bid": amount, **more}


def hand(
    pitcher: int = 0,
    amount: int | str = 2,
    *,
    points: Iterable[str] = FOUR_POINTS,
    owner: int | None = None,
    owners: Mapping[str, int | None] | None = None,
    **more: Any,
) -> Facts:
    """A played hand: every point to `owner` (the pitcher), save those in `owners`."""
    taker = pitcher if owner is None else owner
    won = dict.fromkeys(points, taker) | dict(owners or {})
    return {"pitcher": pitcher, "bid": amount, "points": won, **more}


def hand_under(rules: Rules, pitcher: int = 0, **more: Any) -> Facts:
    """A played hand with the lowest bid of these rules, every point to the pitcher."""
    keys = [point.key for point in rules.points]
    return hand(pitcher, rules.lowest_bid, points=keys, **more)


PASSED: Facts = {"passed_out": True}


def adjustment(side: int = 0, by: int = 1, **more: Any) -> Facts:
    return {"adjust": side, "by": by, **more}


def hold(pad: Pad, access: str = PENCIL, phone: int = 1) -> Holder:
    link, _ = core_access.make_link(pad, access)
    return Holder(pad, link, phone)


def sent(by: Holder, *, seen: int | None = None, key: UUID | None = None) -> Submission:
    """A form of the pad as it stands, or as it stood at revision `seen`."""
    current = Pad.objects.values_list("revision", flat=True).get(pk=by.pad.pk)
    return Submission(by, reread(by.pad), key or uuid4(), seen=current if seen is None else seen)


def save_facts(form: Submission, facts: Facts) -> Saved:
    """Validate the facts against the pad that the form saw, as forms do, and save them."""
    entry = read_entry(facts, form.scorepad.rules, form.scorepad.sides)
    return entry_services.save_hand(form, entry)


def correct_facts(form: Submission, line: int, facts: Facts) -> Saved:
    """Validate the facts as forms do, and put them in place of the line's."""
    entry = read_entry(facts, form.scorepad.rules, form.scorepad.sides)
    return entry_services.correct_hand(form, line, entry)


def record(by: Holder, *hands: Facts) -> Saved:
    """These lines, one after the other; what saving the last one answered."""
    for facts in hands:
        saved = save_facts(sent(by), facts)
    return saved


def rename(by: Holder, **names: str) -> Saved:
    """People called otherwise in the whole game, from old names to new."""
    form = sent(by)
    return entry_services.save_people(form, rename_people(form.scorepad.seatings, names))


def sit_down(by: Holder, hand: int, changed: Mapping[Seat, str]) -> Saved:
    """Other people in these seats from the hand with this ledger number on."""
    form = sent(by)
    lines, after = form.scorepad.lines, 0
    if hand > 1:
        after = lines[hand - 2].completed or 0
    return entry_services.save_people(form, seat_people(form.scorepad.seatings, after, changed))


def reread(pad: Pad) -> Scorepad:
    return read_pad(Pad.objects.get(pk=pad.pk))


def facts_now(scorepad: Scorepad) -> list[Facts]:
    return [line.facts for line in scorepad.lines]


def fill(pad: Pad, lines: Iterable[Facts], *, versions: int = 1) -> None:
    """Many lines at once, without a transaction each: for pads that are nearly full."""
    rows = []
    for number, facts in enumerate(lines, start=1):
        for version in range(1, versions + 1):
            kind = HandEntry.Kind.RECORD if version == 1 else HandEntry.Kind.AMEND
            rows.append(
                HandEntry(
                    pad=pad,
                    line=number,
                    version=version,
                    revision=len(rows) + 1,
                    kind=kind,
                    facts=facts,
                    entry_key=uuid4(),
                    phone=1,
                )
            )
    HandEntry.objects.bulk_create(rows)
    Pad.objects.filter(pk=pad.pk).update(revision=len(rows))


def make_phone(pad: Pad | None = None, access: str = PENCIL, **options: Any) -> Client:
    """A browser that came in by a link to `pad`; without one, a stranger's."""
    phone = Client(**options)
    if pad is not None:
        let_in(phone, pad, access)
    return phone


def make_guest(pad: Pad, access: str = PENCIL, *, by: int = 1) -> Client:
    """A browser that came in by a link which phone `by` of the pad gave out."""
    phone = Client()
    let_in(phone, pad, access, made_by=by)
    return phone


def let_in(phone: Client, pad: Pad, access: str = PENCIL, made_by: int = 0) -> PadLink:
    """Let this browser hold the pad by a new link."""
    link, secret = core_access.make_link(pad, access, made_by)
    came = phone.post(f"/join/{secret}/", headers={"Origin": "http://testserver"})
    assert came.status_code == 303
    return link


def posted(pad: Pad, **fields: Any) -> dict[str, Any]:
    """What a form of the pad as it stands sends, besides `fields`."""
    seen = Pad.objects.values_list("revision", flat=True).get(pk=pad.pk)
    return {"key": str(uuid4()), "seen": str(seen), **fields}


def all_ids() -> list[str]:
    """The public ids of all pads, for a phone that holds them all."""
    return [str(pad.public_id) for pad in Pad.objects.all()]


def at(pad: Pad, rest: str = "") -> str:
    """An address of the pad."""
    return f"/games/{pad.public_id}/{rest}"


def tapped(facts: Facts, **more: str) -> dict[str, str]:
    """The fields of the hand form for these facts."""
    who = str(facts["pitcher"]) if "pitcher" in facts else ""
    if "player" in facts:
        who += f".{facts['player']}"
    fields = {"who": who, "bid": str(facts.get("bid", ""))}
    if facts.get("bid") == "smudge":
        fields["all_tricks"] = "yes" if facts.get("all_tricks") else "no"
    fields |= {key: str(facts[key]) for key in ("trump", "dealer", "note") if key in facts}
    for point, owner in facts.get("points", {}).items():
        fields[point] = "none" if owner is None else str(owner)
    return fields | more
