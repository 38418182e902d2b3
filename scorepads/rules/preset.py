"""A preset: one version of one table's rules, read from data, and the words on it.

`presets/<key>/<version>.toml` holds what changes a score and never changes itself. A pad pins
`key@version` and the fingerprint of that file's data, so that what a table agreed on can be
proven unchanged years later. `presets/<key>/words.toml` holds all prose, sources and addresses;
it serves every version, and may be mended at any time.
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

Data = Mapping[str, Any]

REQUIRED_RULES = {
    "target", "lowest_bid", "smudge", "going_out", "trump", "dealer_steal", "redeal", "game_by",
}  # fmt: skip
OPTIONAL_RULES = {"dealer_forced", "low_to", "optional_point"}


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
class Citation:
    """A rule in our words, with its basis and source."""

    text: str
    basis: Basis
    source: Source | None = None
    note: str = ""


TEXTS = ("known_as", "tips", "short", "rules", "examples")


@dataclass(frozen=True, slots=True)
class Preset:
    """One published version of a game: its rules, and the words on it.

    `texts` has what only pages say: `known_as`, how players name the game who never heard of our
    names, and of the rules page `tips`, `short`, `rules` and `examples`.
    """

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
    cites: Mapping[str, Citation]
    texts: Data
    fingerprint: str

    @property
    def pin(self) -> str:
        """`key@version`, as ledgers and pads name it."""
        return f"{self.key}@{self.version}"

    @property
    def total(self) -> int:
        return sum(point.worth for point in self.points)


def rules_fingerprint(rules: Data) -> str:
    """SHA-256 over the canonical JSON of a rules file's data: layout and comments do not count."""
    canonical = json.dumps(rules, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(canonical.encode()).hexdigest()


def parse_preset(rules: str, words: str) -> Preset:
    """The preset of two TOML texts; `ValueError`, `KeyError` or `TypeError` if they are not one."""
    return read_preset(tomllib.loads(rules), tomllib.loads(words))


def read_preset(data: Data, words: Data) -> Preset:
    """The preset of a rules file's data and the words on all versions of its key."""
    refuse_unknown_keys(data)
    said = words_of_version(words, data["version"])
    rules, sides = data["rules"], data["sides"]
    sources = {name: Source(**entry) for name, entry in said["sources"].items()}
    low_to = rules.get("low_to")
    return Preset(
        key=data["key"],
        version=data["version"],
        name=said["name"],
        tagline=said["tagline"],
        players=said["players"],
        changes=said["changes"],
        least_sides=sides["least"],
        most_sides=sides["most"],
        usual_sides=sides["usual"],
        points=tuple(read_point(entry, said) for entry in data["points"]),
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
        cites={name: read_citation(entry, sources) for name, entry in said["cites"].items()},
        texts={name: said.get(name, ()) for name in TEXTS},
        fingerprint=rules_fingerprint(data),
    )


def words_of_version(words: Data, version: int) -> Data:
    """The words on one version: those in `[versions.N]`, else those that all versions share."""
    shared = {name: value for name, value in words.items() if name != "versions"}
    return merge_tables(shared, words_under(words, "versions", version))


def words_under(words: Data, group: str, name: object) -> Data:
    if str(name) not in words[group]:
        raise ValueError(f"words.toml has no [{group}.{name}]")
    version_words: Data = words[group][str(name)]
    return version_words


def merge_tables(shared: Data, changes: Data) -> Data:
    """The shared data with `changes` in place of its values; tables are merged key by key."""
    return dict(shared) | {
        name: merge_tables(shared[name], value)
        if isinstance(value, dict) and isinstance(shared.get(name), dict)
        else value
        for name, value in changes.items()
    }


def refuse_unknown_keys(data: Data) -> None:
    """Raise `ValueError` at an unknown key, so that no prose gets into the fingerprint."""
    known = [
        ("", data, {"key", "version", "sides", "rules", "points"}),
        ("sides.", data["sides"], {"least", "most", "usual"}),
        ("rules.", data["rules"], REQUIRED_RULES | OPTIONAL_RULES),
        *(("points.", entry, {"key", "worth", "nobody"}) for entry in data["points"]),
    ]
    for place, table, keys in known:
        for name in table:
            if name not in keys:
                raise ValueError(f"{place}{name} is no rule; prose belongs into words.toml")


def read_point(entry: Data, words: Data) -> Point:
    said = words_under(words, "points", entry["key"])
    return Point(**entry, **{**said, "basis": Basis(said["basis"])})


def read_citation(entry: Data, sources: Mapping[str, Source]) -> Citation:
    return Citation(
        text=entry["says"],
        basis=Basis(entry["basis"]),
        source=sources[entry["source"]],
        note=entry.get("note", ""),
    )
