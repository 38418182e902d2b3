"""A preset: one version of one table's rules, read from data and never changed.

Presets live in `presets/*.toml`, one file a version. A pad pins `key@version` and the
fingerprint, so that what a table agreed on can be proven unchanged years later.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorepads.rules.terms import Basis, GameBy, GoingOut, LowTo, Redeal, Smudge

CITES = (
    "made", "set_back", "others", "smudge", "going_out", "auction", "passed_out", "trump",
)  # fmt: skip
"""The rules that lines and rules pages refer to; every preset says what each rests on."""


@dataclass(frozen=True, slots=True)
class Point:
    """One thing to be won in a hand, `worth` so many points of score.

    `nobody` says whether it may belong to nobody: it was not in play, or Game was tied.
    """

    key: str
    label: str
    short: str
    worth: int
    hint: str
    basis: Basis
    nobody: bool = False


@dataclass(frozen=True, slots=True)
class Source:
    """A page that rules were taken from, and how far it was read."""

    title: str
    url: str
    read: str


@dataclass(frozen=True, slots=True)
class Cite:
    """What a rule says, in our words, and what that rests on."""

    says: str
    basis: Basis
    source: Source | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Preset:
    """One published version of a game; the pure data of its TOML file."""

    key: str
    version: int
    name: str
    tagline: str
    players: str
    changes: str
    least_sides: int
    most_sides: int
    usual_sides: int
    points: tuple[Point, ...]
    target: int
    lowest_bid: int
    smudge: Smudge
    going_out: GoingOut
    trump: str
    dealer_steal: bool
    dealer_forced: int | None
    redeal: Redeal
    low_to: LowTo | None
    game_by: GameBy
    optional_point: str | None
    sources: Mapping[str, Source]
    cites: Mapping[str, Cite]
    fingerprint: str

    @property
    def pin(self) -> str:
        """`key@version`, as ledgers and pads name it."""
        return f"{self.key}@{self.version}"

    @property
    def total(self) -> int:
        return sum(point.worth for point in self.points)


def fingerprint(data: Mapping[str, Any]) -> str:
    """SHA-256 over the canonical JSON of a preset's data: layout and comments do not count."""
    canonical = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(canonical.encode()).hexdigest()


def parse_preset(text: str) -> Preset:
    """The preset that a TOML text holds; `ValueError` (or `KeyError`) when it is not one."""
    data = tomllib.loads(text)
    sources = {name: Source(**entry) for name, entry in data["sources"].items()}
    rules, sides = data["rules"], data["sides"]
    low_to = rules.get("low_to")
    return Preset(
        key=data["key"],
        version=data["version"],
        name=data["name"],
        tagline=data["tagline"],
        players=data["players"],
        changes=data["changes"],
        least_sides=sides["least"],
        most_sides=sides["most"],
        usual_sides=sides["usual"],
        points=tuple(_point(entry) for entry in data["points"]),
        target=rules["target"],
        lowest_bid=rules["lowest_bid"],
        smudge=Smudge(rules["smudge"]),
        going_out=GoingOut(rules["going_out"]),
        trump=rules["trump"],
        dealer_steal=rules["dealer_steal"],
        dealer_forced=rules.get("dealer_forced"),
        redeal=Redeal(rules["redeal"]),
        low_to=None if low_to is None else LowTo(low_to),
        game_by=GameBy(rules["game_by"]),
        optional_point=rules.get("optional_point"),
        sources=sources,
        cites={name: _cite(entry, sources) for name, entry in data["cites"].items()},
        fingerprint=fingerprint(data),
    )


def _point(entry: Mapping[str, Any]) -> Point:
    return Point(**{**entry, "basis": Basis(entry["basis"])})


def _cite(entry: Mapping[str, Any], sources: Mapping[str, Source]) -> Cite:
    return Cite(
        says=entry["says"],
        basis=Basis(entry["basis"]),
        source=sources[entry["source"]],
        note=entry.get("note", ""),
    )
