"""Rules are published, not edited: pinned by fingerprint, and corrected by a new version."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError

from scorepads.rules import catalog
from scorepads.rules.catalog import UnknownPreset
from scorepads.rules.house_rules.apply import apply_house_rules
from scorepads.rules.interchange import score_document
from scorepads.rules.preset import CITES, Preset, merge_tables, read_preset, rules_fingerprint
from scorepads.rules.terms import Basis, GoingOut, Smudge
from tests.preset_files import RULES_FILES, SIX, Shelf, edit

Leaf = tuple[str | int, ...]

TO_NINE = (("target = 7", "target = 9"), ('"four-wins-unless-in-the-hole"', '"none"'))
"""What a second version of Bicycle's game changes: it is to nine, and without a smudge."""


def smudged(pin: str) -> dict[str, object]:
    points = {"high": 0, "low": 0, "jack": 0, "game": 0}
    return score_document({
        "format": "pitch-ledger/1", "preset": pin, "sides": [{"name": "Us"}, {"name": "Them"}],
        "hands": [{"pitcher": 0, "bid": 4, "points": points}],
    })  # fmt: skip


def data_of(file: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The rules and the words of a preset, as its files hold them."""
    words = file.with_name("words.toml")
    return tomllib.loads(file.read_text("utf-8")), tomllib.loads(words.read_text("utf-8"))


def leaves(data: Any, path: Leaf = ()) -> Iterator[Leaf]:
    """The path of every single value."""
    inner = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in inner:
        if isinstance(value, dict | list):
            yield from leaves(value, (*path, key))
        else:
            yield (*path, key)


def value_at(data: Any, path: Leaf) -> Any:
    for key in path:
        data = data[key]
    return data


def with_value(data: dict[str, Any], path: Leaf, value: object) -> dict[str, Any]:
    """The data with another value in one place."""
    changed = deepcopy(data)
    value_at(changed, path[:-1])[path[-1]] = value
    return changed


EVERY_RULE = [
    pytest.param(data, path, id=f"{data['key']} {'.'.join(map(str, path))}")
    for data in (data_of(file)[0] for file in RULES_FILES)
    for path in leaves(data)
]
each_rules_file = pytest.mark.parametrize(
    "file", RULES_FILES, ids=[f"{file.parent.name}@{file.stem}" for file in RULES_FILES]
)


def test_the_published_presets_are_as_they_were_published() -> None:
    assert catalog.current.find_problems() == {}


def test_the_first_six_are_offered_in_their_order() -> None:
    keys = [preset.key for preset in catalog.current.latest()]
    assert keys[:6] == list(SIX)


@pytest.mark.parametrize(
    ("key", "sides", "total", "bids", "target", "smudge", "going_out"),
    [
        ("bicycle", (2, 7), 4, (2, 4), 7, Smudge.FOUR_WINS_UNLESS_IN_THE_HOLE,
         GoingOut.PITCHER_FIRST),
        ("wikipedia", (2, 9), 4, (1, 4), 11, Smudge.NONE, GoingOut.PITCHER_FIRST),
        ("pagat-partnership", (2, 7), 4, (2, "smudge"), 21, Smudge.ALL_TRICKS_FIVE,
         GoingOut.BIDDING_SIDE_ONLY),
        ("five-point", (2, 2), 5, (1, 5), 12, Smudge.NONE, GoingOut.PITCHER_FIRST),
        ("oklahoma", (2, 3), 10, (2, 10), 21, Smudge.NONE, GoingOut.BIDDING_SIDE_ONLY),
        ("pedro", (2, 2), 14, (7, 14), 62, Smudge.NONE, GoingOut.BIDDER_GOES_OUT),
    ],
)  # fmt: skip
def test_a_preset_says_what_its_source_says(
    key: str,
    sides: tuple[int, int],
    total: int,
    bids: tuple[object, object],
    target: int,
    smudge: Smudge,
    going_out: GoingOut,
) -> None:
    preset = catalog.current.get(f"{key}@1")
    rules = apply_house_rules(preset, {}, 2)
    assert (preset.least_sides, preset.most_sides) == sides
    assert (rules.total, rules.target) == (total, target)
    assert (rules.bids[0], rules.bids[-1]) == bids
    assert (rules.smudge, rules.going_out) == (smudge, going_out)


def test_every_preset_says_what_each_rule_rests_on() -> None:
    for preset in catalog.current:
        assert set(CITES) <= set(preset.cites)
        assert all(cite.text.endswith(".") and cite.source for cite in preset.cites.values())
        assert Basis.HOUSE_RULE not in {cite.basis for cite in preset.cites.values()}


# --- What the fingerprint covers


@pytest.mark.parametrize(("data", "path"), EVERY_RULE)
def test_every_value_of_the_rules_is_under_the_fingerprint(
    data: dict[str, Any], path: Leaf
) -> None:
    was = value_at(data, path)
    other = not was if isinstance(was, bool) else was + 1 if isinstance(was, int) else f"{was}s"
    assert rules_fingerprint(with_value(data, path, other)) != rules_fingerprint(data)


def mended(words: dict[str, Any], path: Leaf) -> dict[str, Any]:
    """The words with another text or number in one place, of a kind that can stand there."""
    was = value_at(words, path)
    bases = {"source": "our reading", "our reading": "source"}
    other = was + 1 if isinstance(was, int) else bases.get(was, f"{was} Mended")
    return with_value(words, path, other)


@each_rules_file
def test_words_can_be_mended_without_another_fingerprint(file: Path) -> None:
    data, words = data_of(file)
    pinned = read_preset(data, words).fingerprint
    others = words["versions"].keys() - {file.stem}
    prose = [
        path
        for path in leaves(words)
        if path[-1] != "source" and not others.intersection(path)  # a source's name; other versions
    ]
    assert len(prose) > 100
    for path in prose:
        preset = read_preset(data, mended(words, path))
        assert preset.fingerprint == pinned, path
        assert preset != read_preset(data, words), f"nobody reads {path}"


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        (("tagline",), lambda preset: preset.tagline),
        (("points", "high", "label"), lambda preset: preset.points[0].label),
        (("points", "high", "hint"), lambda preset: preset.points[0].hint),
        (("sources", "pagat", "url"), lambda preset: preset.sources["pagat"].url),
        (("cites", "smudge", "says"), lambda preset: preset.cites["smudge"].text),
        (("tips", 0), lambda preset: preset.texts["tips"][0]),
    ],
    ids=["tagline", "label", "hint", "address", "cite", "tip"],
)
def test_a_word_of_one_version_is_its_own(path: Leaf, shown: Callable[[Preset], str]) -> None:
    data, words = data_of(catalog.PRESETS / "pedro" / "1.toml")
    second = data | {"version": 2}
    own: Any = "Said of the second."
    for key in reversed(path):
        own = [own] if isinstance(key, int) else {key: own}
    words["versions"]["2"] = {"changes": "Another way."} | own
    assert shown(read_preset(second, words)) == "Said of the second."
    assert shown(read_preset(data, words)) == value_at(words, path)


def test_layout_comments_and_order_do_not_count(shelf: Shelf) -> None:
    file = shelf.rules("pedro@1")
    file.write_text(f"# a remark\n\n{file.read_text('utf-8')}\n\n", "utf-8")
    assert shelf.reread().find_problems() == {}
    assert rules_fingerprint({"a": 1, "b": 2}) == rules_fingerprint({"b": 2, "a": 1})


@pytest.mark.parametrize(
    ("was", "now", "named"),
    [
        ("version = 1", 'version = 1\ntagline = "Short"', "tagline is no rule"),
        ("usual = 2", 'usual = 2\nsays = "Two"', "sides.says is no rule"),
        ("target = 62", 'target = 62\nhint = "Far"', "rules.hint is no rule"),
        ("worth = 1", 'worth = 1\nlabel = "Ace"', "points.label is no rule"),
    ],
)
def test_prose_cannot_slip_under_the_fingerprint(
    shelf: Shelf, was: str, now: str, named: str
) -> None:
    edit(shelf.rules("pedro@1"), was, now)
    with pytest.raises(ValueError, match=named):
        shelf.reread().find_problems()


# --- What became of the files


def test_an_altered_file_is_found(shelf: Shelf) -> None:
    edit(shelf.rules("pedro@1"), "target = 62", "target = 52")
    assert list(shelf.reread().find_problems()) == ["pedro@1"]


def test_a_missing_file_is_found(shelf: Shelf) -> None:
    shelf.rules("pedro@1").unlink()
    assert "missing" in shelf.reread().find_problems()["pedro@1"]


def test_a_file_that_was_never_published_is_found(shelf: Shelf) -> None:
    shelf.write_next("bicycle", *TO_NINE)
    assert "not published" in shelf.reread().find_problems()["bicycle@2"]


def test_an_unknown_preset_is_named() -> None:
    with pytest.raises(UnknownPreset, match="poker@1"):
        catalog.current.get("poker@1")
    with pytest.raises(UnknownPreset, match="poker"):
        catalog.current.newest("poker")


# --- Publishing


def test_beside_version_two_old_pads_score_as_before(shelf: Shelf) -> None:
    before = smudged("bicycle@1")
    assert before["ending"] == {"hand": 1, "winner": 0, "how": "smudge"}

    shelf.publish_next("bicycle", *TO_NINE)

    assert smudged("bicycle@1") == before
    assert smudged("bicycle@2")["ending"] is None
    assert catalog.current.newest("bicycle").pin == "bicycle@2"
    assert [preset.version for preset in catalog.current.versions("bicycle")] == [1, 2]
    assert catalog.current.find_problems() == {}


def test_publishing_adds_a_pin_and_touches_nothing_else(shelf: Shelf) -> None:
    pin = shelf.write_next("bicycle", *TO_NINE)
    before = contents(shelf)
    pins = json.loads(before.pop(shelf.pins))

    assert pin in shelf.publish("bicycle")

    after = contents(shelf)
    published = json.loads(after.pop(shelf.pins))
    assert after == before
    assert list(published) == [*pins, pin]
    assert published | pins == published


def contents(shelf: Shelf) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in shelf.folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("file", "was", "now", "named"),
    [
        ("2.toml", "version = 2", "version = 1", "version: 1, but its file is 2.toml"),
        ("2.toml", "version = 2", 'version = "2"', "version: '2'"),
        ("2.toml", 'key = "bicycle"', 'key = "../bicycle"', "key: '../bicycle'"),
        ("2.toml", "target = 9", "target = 0", "target: "),
        ("2.toml", "lowest_bid = 2", "lowest_bid = 5", "lowest_bid: "),
        ("2.toml", "most = 7", "most = 1", "sides: "),
        ("2.toml", 'key = "low"', 'key = "high"', "points: "),
        ("2.toml", 'key = "low"', 'key = "lowest"', "words.toml has no [points.lowest]"),
        ("2.toml", 'smudge = "none"', 'smudge = "often"', "'often' is not a valid Smudge"),
        ("2.toml", "target = 9", "target is 9", "is no preset"),
        ("words.toml", "[cites.smudge]", "[cites.smudges]", "cites.smudge: is missing"),
        ("words.toml", 'name = "Auction', 'title = "Auction', "no 'name'"),
        ("words.toml", "[versions.2]", "[versions.3]", "words.toml has no [versions.2]"),
        ("words.toml", 'short = "L"', 'brief = "L"', "is no preset"),
    ],
)
def test_what_cannot_be_published_is_refused_by_name(
    shelf: Shelf, file: str, was: str, now: str, named: str
) -> None:
    shelf.write_next("bicycle", *TO_NINE)
    edit(shelf.folder / "bicycle" / file, was, now)
    before = contents(shelf)

    with pytest.raises(CommandError) as refusal:
        shelf.publish("bicycle")

    assert named in str(refusal.value)
    assert contents(shelf) == before


@pytest.mark.parametrize(
    ("key", "named"),
    [
        ("bicycle", "bicycle/2.toml cannot be read"),  # version 1 is published
        ("mine", "mine/1.toml cannot be read"),
        ("../bicycle", "key: "),
        ("Bicycle", "key: "),
    ],
)
def test_what_is_not_there_is_not_published(shelf: Shelf, key: str, named: str) -> None:
    with pytest.raises(CommandError, match=named):
        shelf.publish(key)


def test_rules_without_words_are_not_published(shelf: Shelf) -> None:
    shelf.write_next("bicycle", *TO_NINE)
    shelf.words("bicycle").unlink()
    with pytest.raises(CommandError, match=r"bicycle/words\.toml cannot be read"):
        shelf.publish("bicycle")


def test_the_words_of_a_version_go_over_the_shared_ones_table_by_table() -> None:
    shared = {"name": "Pitch", "cites": {"low": "a", "jack": "b"}, "ways": "none"}
    changes = {"cites": {"low": "c"}, "ways": {"first": 1}, "new": {"of": 2}}
    assert merge_tables(shared, changes) == {
        "name": "Pitch", "cites": {"low": "c", "jack": "b"}, "ways": {"first": 1}, "new": {"of": 2},
    }  # fmt: skip
