"""The rules pages: a preset's rules and words, put in order for reading.

Every statement is a `Citation`: what a rule says and what that rests on. Nothing that the rules
hold is typed again here or in the words, so a new version of a preset brings its own page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorepads.rules.hand import Hand, Side, read_entry
from scorepads.rules.house_rules.apply import Rules, apply_house_rules
from scorepads.rules.ledger import Line, fold
from scorepads.rules.preset import Citation, Point, Preset, Source
from scorepads.rules.terms import Basis, Redeal, Refused, Smudge, signed
from scorepads.rules.wording.explain import Reason, bid_text, line_reasons

NOBODY = "nobody"
SHORT_FINGERPRINT = 12

TITLES = {
    "points": "Points",
    "auction": "The auction",
    "trump": "Trumps",
    "setback": "Setback",
    "smudge": "Smudge",
    "going-out": "Who goes out, and when",
    "play": "Dealing and play",
}
"""The sections of a rules page, by the anchors that other pages link to."""

CITED = {
    "auction": ("auction", "passed_out"),
    "trump": ("trump",),
    "setback": ("made", "set_back", "others"),
    "smudge": ("smudge",),
    "going-out": ("going_out",),
}
"""Which of a preset's cites each section states."""


@dataclass(frozen=True, slots=True)
class Step:
    """One line of “Pitch in 30 seconds”, and the section that tells the whole of it."""

    name: str
    to: str
    says: str


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand of a worked example: what happened, what the rules make of it, the totals."""

    told: str
    reasons: tuple[Reason, ...]
    totals: str


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example: typed are the facts alone; the rules package judges them."""

    title: str
    before: str
    hands: tuple[PlayedHand, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """One section of a rules page; only the one on points has points."""

    key: str
    title: str
    statements: tuple[Citation, ...]
    points: tuple[tuple[Point, Citation], ...] = ()
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The whole rules page of one version of a preset."""

    preset: Preset
    short: tuple[Step, ...]
    sections: tuple[Section, ...]
    tips: tuple[str, ...]

    def section(self, key: str) -> Section:
        return next(section for section in self.sections if section.key == key)

    @property
    def short_fingerprint(self) -> str:
        return short_fingerprint(self.preset)


def rulebook(preset: Preset) -> Rulebook:
    """The rules page of this version of a preset."""
    texts, numbers = preset.texts, _numbers(preset)
    return Rulebook(
        preset=preset,
        short=tuple(
            Step(**{**step, "says": step["says"].format_map(numbers)}) for step in texts["short"]
        ),
        sections=tuple(_section(preset, key) for key in TITLES),
        tips=tuple(tip.format_map(numbers) for tip in texts["tips"]),
    )


def short_fingerprint(preset: Preset) -> str:
    """As much of the fingerprint as people compare by eye."""
    return preset.fingerprint[:SHORT_FINGERPRINT]


def bids(preset: Preset) -> str:
    """The bids of a preset, such as “2 to 4, and smudge”."""
    smudge = ", and smudge" if preset.smudge is Smudge.ALL_TRICKS_FIVE else ""
    return f"{preset.lowest_bid} to {preset.total}{smudge}"


def _numbers(preset: Preset) -> Mapping[str, Any]:
    """What a text may name in braces."""
    return {"target": preset.target, "lowest": preset.lowest_bid, "total": preset.total}


def _section(preset: Preset, key: str) -> Section:
    return Section(
        key=key,
        title=TITLES[key],
        statements=(
            *_from_data(preset, key),
            *(preset.cites[name] for name in CITED.get(key, ())),
            *_redeal(preset, key),
            *_own(preset, key),
        ),
        points=tuple((point, _point_cite(preset, point)) for point in preset.points)
        if key == "points"
        else (),
        examples=tuple(
            example
            for told in preset.texts["examples"]
            if told["about"] == key and (example := work_out(preset, told))
        ),
    )


def _main_source(preset: Preset) -> Source:
    return next(iter(preset.sources.values()))


def _stated(preset: Preset, says: str) -> Citation:
    return Citation(says, Basis.SOURCE, _main_source(preset))


def _from_data(preset: Preset, key: str) -> list[Citation]:
    """What a section says that the preset holds as a number or a word."""
    if key == "points":
        return [_stated(preset, f"{preset.total} points can be won in a hand, in this order.")]
    if key == "auction":
        return [_stated(preset, f"Bids run from {bids(preset)}.")]
    if key == "going-out":
        return [_stated(preset, f"The game is to {preset.target}.")]
    if key == "play":
        return [_stated(preset, f"For {preset.players}.")]
    if key == "setback":
        says = "A score may fall below zero (in the hole), and it may pass the target."
        return [_stated(preset, says)]
    return []


def _redeal(preset: Preset, key: str) -> list[Citation]:
    """Who deals after a passed-out hand, where the cite on it leaves that open."""
    can = preset.dealer_forced is None and preset.redeal is Redeal.NEXT_DEALER
    if key != "auction" or not can:
        return []
    says = "After a passed-out hand the deal moves on to the next player."
    return [Citation(says, Basis.OUR_READING, _main_source(preset))]


def _own(preset: Preset, key: str) -> list[Citation]:
    """Our own further statements on a section; each names its basis."""
    numbers = _numbers(preset)
    return [
        Citation(
            text=told["says"].format_map(numbers),
            basis=Basis(told["basis"]),
            source=preset.sources.get(told.get("source", ""), _main_source(preset)),
            note=told.get("note", ""),
        )
        for told in preset.texts["rules"]
        if told["about"] == key
    ]


def _point_cite(preset: Preset, point: Point) -> Citation:
    """What a point's hint rests on; the hint itself says what there is to say."""
    return Citation(point.hint, point.basis, _main_source(preset))


def work_out(preset: Preset, told: Mapping[str, Any]) -> Example | None:
    """The facts of an example, judged; None where this version does not know such facts."""
    names = told["sides"]
    sides = [Side(name) for name in names]
    start = told.get("start") or [preset.target - lacks for lacks in told["needs"]]
    try:
        rules = apply_house_rules(preset, {}, len(sides))
        entries = [
            read_entry(_facts(hand, names), rules, sides, last=False) for hand in told["hands"]
        ]
    except Refused:
        return None
    lines = fold(rules, start, entries).lines
    return Example(
        title=told["title"].format_map(_numbers(preset)),
        before=_totals(names, start),
        hands=tuple(_played(rules, names, line) for line in lines),
    )


def _facts(hand: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """A hand as texts have it, with sides by name, as the facts of the interchange format."""
    facts = dict(hand) | {"pitcher": names.index(hand["pitcher"])}
    facts["points"] = {
        key: None if owner == NOBODY else names.index(owner)
        for key, owner in hand["points"].items()
    }
    return facts


def _played(rules: Rules, names: Sequence[str], line: Line) -> PlayedHand:
    hand = line.entry
    assert isinstance(hand, Hand) and hand.points is not None
    assert hand.pitcher is not None and hand.bid is not None
    owners = ", ".join(
        f"{point.label} to {NOBODY if owner is None else names[owner]}"
        for point in rules.points
        for owner in [hand.points[point.key]]
    )
    tricks = " All six tricks." if hand.all_tricks else ""
    return PlayedHand(
        told=f"{names[hand.pitcher]} bid {bid_text(hand.bid)}. {owners}.{tricks}",
        reasons=tuple(line_reasons(rules, names, line)),
        totals=_totals(names, line.totals),
    )


def _totals(names: Sequence[str], totals: Iterable[int]) -> str:
    return ", ".join(f"{name} {signed(total)}" for name, total in zip(names, totals, strict=True))
