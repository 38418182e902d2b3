"""The content of the rules page of a preset: its sections, statements and worked examples.

Every statement is a `Citation`: a rule in words with its basis. Numbers are taken from the rules,
so the page of a new version of a preset needs no changes here.
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
    "trump": "Trump",
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
"""The keys of the preset's cites in each section."""


@dataclass(frozen=True, slots=True)
class Step:
    """One line of “Pitch in 30 seconds”, and the section with the details."""

    name: str
    to: str
    says: str


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand of a worked example: its facts in words, the reasons of its score, the totals."""

    facts_in_words: str
    reasons: tuple[Reason, ...]
    totals: str


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example: the words file has only the facts, and the rules score them."""

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

    def find_section(self, key: str) -> Section:
        return next(section for section in self.sections if section.key == key)

    @property
    def short_fingerprint(self) -> str:
        return short_fingerprint(self.preset)


def make_rulebook(preset: Preset) -> Rulebook:
    """The rules page of this version of a preset."""
    texts, numbers = preset.texts, blank_values(preset)
    return Rulebook(
        preset=preset,
        short=tuple(
            Step(**{**step, "says": step["says"].format_map(numbers)}) for step in texts["short"]
        ),
        sections=tuple(make_section(preset, key) for key in TITLES),
        tips=tuple(tip.format_map(numbers) for tip in texts["tips"]),
    )


def short_fingerprint(preset: Preset) -> str:
    """The first characters of the fingerprint, which people compare by eye."""
    return preset.fingerprint[:SHORT_FINGERPRINT]


def bids_in_words(preset: Preset) -> str:
    """The bids of a preset, such as “2 to 4, and smudge”."""
    smudge = ", and smudge" if preset.smudge is Smudge.ALL_TRICKS_FIVE else ""
    return f"{preset.lowest_bid} to {preset.total}{smudge}"


def blank_values(preset: Preset) -> Mapping[str, Any]:
    """The values of the named blanks that texts may have in braces."""
    return {"target": preset.target, "lowest": preset.lowest_bid, "total": preset.total}


def make_section(preset: Preset, key: str) -> Section:
    return Section(
        key=key,
        title=TITLES[key],
        statements=(
            *state_numbers(preset, key),
            *(preset.cites[name] for name in CITED.get(key, ())),
            *state_redeal(preset, key),
            *state_own_rules(preset, key),
        ),
        points=tuple(
            (point, Citation(point.hint, point.basis, main_source(preset)))
            for point in preset.points
        )
        if key == "points"
        else (),
        examples=tuple(
            example
            for raw in preset.texts["examples"]
            if raw["about"] == key and (example := work_out_example(preset, raw))
        ),
    )


def main_source(preset: Preset) -> Source:
    return next(iter(preset.sources.values()))


def cite_main_source(preset: Preset, says: str) -> Citation:
    return Citation(says, Basis.SOURCE, main_source(preset))


def state_numbers(preset: Preset, key: str) -> list[Citation]:
    """The statements of a section that are made from numbers and words of the rules."""
    if key == "points":
        return [
            cite_main_source(preset, f"{preset.total} points can be won in a hand, in this order.")
        ]
    if key == "auction":
        return [cite_main_source(preset, f"Bids run from {bids_in_words(preset)}.")]
    if key == "going-out":
        return [cite_main_source(preset, f"The game is to {preset.target}.")]
    if key == "play":
        return [cite_main_source(preset, f"For {preset.players}.")]
    if key == "setback":
        says = "A score may fall below zero (in the hole), and it may pass the target."
        return [cite_main_source(preset, says)]
    return []


def state_redeal(preset: Preset, key: str) -> list[Citation]:
    """The statement on who deals after a passed-out hand, where the preset's cite omits it."""
    can = preset.dealer_forced is None and preset.redeal is Redeal.NEXT_DEALER
    if key != "auction" or not can:
        return []
    says = "After a passed-out hand the deal moves on to the next player."
    return [Citation(says, Basis.OUR_READING, main_source(preset))]


def state_own_rules(preset: Preset, key: str) -> list[Citation]:
    """Further statements on a section, from the words file; each names its basis."""
    numbers = blank_values(preset)
    return [
        Citation(
            text=raw["says"].format_map(numbers),
            basis=Basis(raw["basis"]),
            source=preset.sources.get(raw.get("source", ""), main_source(preset)),
            note=raw.get("note", ""),
        )
        for raw in preset.texts["rules"]
        if raw["about"] == key
    ]


def work_out_example(preset: Preset, raw: Mapping[str, Any]) -> Example | None:
    """An example with its hands scored; None where this version cannot score such facts."""
    start = raw.get("start") or [preset.target - lacks for lacks in raw["needs"]]
    try:
        rules = apply_house_rules(preset, {}, len(raw["sides"]))
        return score_example(rules, {**raw, "start": start})
    except Refused:
        return None


def score_example(rules: Rules, raw: Mapping[str, Any]) -> Example:
    """An example with its hands scored under these rules; raises `Refused`."""
    names, start = raw["sides"], raw["start"]
    sides = [Side(name) for name in names]
    entries = [
        read_entry(example_facts(hand, names), rules, sides, last=False) for hand in raw["hands"]
    ]
    return Example(
        title=raw["title"].format_map(blank_values(rules.preset)),
        before=totals_in_words(names, start),
        hands=tuple(played_hand(rules, names, line) for line in fold(rules, start, entries).lines),
    )


def example_facts(hand: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """The facts of a hand, in the interchange format, from a text that names the sides."""
    facts = dict(hand)
    if "pitcher" in hand:
        facts["pitcher"] = names.index(hand["pitcher"])
    if "with" in hand:
        facts["with"] = [names.index(name) for name in hand["with"]]
    facts["points"] = {
        key: None if owner == NOBODY else names.index(owner)
        for key, owner in hand["points"].items()
    }
    return facts


def played_hand(rules: Rules, names: Sequence[str], line: Line) -> PlayedHand:
    hand = line.entry
    assert isinstance(hand, Hand) and hand.points is not None
    owners = ", ".join(
        f"{point.label} to {NOBODY if owner is None else names[owner]}"
        for point in rules.points
        for owner in [hand.points[point.key]]
    )
    bid = ""
    if hand.pitcher is not None:
        called = "".join(f" with {names[partner]}" for partner in hand.partners)
        bid = f"{names[hand.pitcher]}{called} bid {bid_text(hand.bid or 0)}. "
    tricks = " All six tricks." if hand.all_tricks else ""
    return PlayedHand(
        facts_in_words=f"{bid}{owners}.{tricks}",
        reasons=tuple(line_reasons(rules, names, line)),
        totals=totals_in_words(names, line.totals),
    )


def totals_in_words(names: Sequence[str], totals: Iterable[int]) -> str:
    return ", ".join(f"{name} {signed(total)}" for name, total in zip(names, totals, strict=True))
