"""Presets are published, not edited: pinned by fingerprint, and corrected by a new version."""

from __future__ import annotations

import json
import shutil
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from scorepads.rules import catalog
from scorepads.rules.catalog import ORDER, PRESETS, Catalog, UnknownPreset
from scorepads.rules.house_rules.apply import apply_house_rules
from scorepads.rules.interchange import score
from scorepads.rules.preset import CITES, fingerprint, parse_preset
from scorepads.rules.terms import Basis, GoingOut, Smudge

Shelf = Path


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shelf:
    """A copy of the published presets, in use in place of the real ones."""
    folder = tmp_path / "presets"
    shutil.copytree(PRESETS, folder)
    monkeypatch.setattr(catalog, "current", Catalog(folder))
    return folder


def second_bicycle(tmp_path: Path) -> Path:
    """A version 2 of Bicycle's game, to nine and without a smudge."""
    text = (PRESETS / "bicycle-1.toml").read_text("utf-8")
    text = text.replace("version = 1", "version = 2").replace("target = 7", "target = 9")
    text = text.replace('smudge = "four-wins-unless-in-the-hole"', 'smudge = "none"')
    file = tmp_path / "bicycle.toml"
    file.write_text(text, "utf-8")
    return file


def publish(file: Path) -> str:
    out = StringIO()
    call_command("publish_preset", str(file), stdout=out)
    return out.getvalue()


def smudged(pin: str) -> dict[str, object]:
    points = {"high": 0, "low": 0, "jack": 0, "game": 0}
    return score({
        "format": "pitch-ledger/1", "preset": pin, "sides": [{"name": "Us"}, {"name": "Them"}],
        "hands": [{"pitcher": 0, "bid": 4, "points": points}],
    })  # fmt: skip


def test_the_published_presets_are_as_they_were_published() -> None:
    assert catalog.current.altered() == {}


def test_there_are_the_six_in_their_order() -> None:
    assert [preset.key for preset in Catalog().latest()] == list(ORDER)


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
        assert all(cite.says.endswith(".") and cite.source for cite in preset.cites.values())
        assert Basis.HOUSE_RULE not in {cite.basis for cite in preset.cites.values()}


def test_layout_and_comments_do_not_count_but_every_value_does() -> None:
    text = (PRESETS / "pedro-1.toml").read_text("utf-8")
    pinned = parse_preset(text).fingerprint
    assert parse_preset(f"# a remark\n{text}\n\n").fingerprint == pinned
    assert (
        parse_preset(text.replace("Partners, fourteen", "Partners: fourteen")).fingerprint != pinned
    )
    assert fingerprint({"a": 1, "b": 2}) == fingerprint({"b": 2, "a": 1})


def test_an_altered_file_is_found(shelf: Shelf) -> None:
    file = shelf / "pedro-1.toml"
    file.write_text(file.read_text("utf-8").replace("target = 62", "target = 52"), "utf-8")
    assert list(Catalog(shelf).altered()) == ["pedro@1"]


def test_a_missing_file_is_found(shelf: Shelf) -> None:
    (shelf / "pedro-1.toml").unlink()
    assert "missing" in Catalog(shelf).altered()["pedro@1"]


def test_a_file_that_was_never_published_is_found(shelf: Shelf, tmp_path: Path) -> None:
    shutil.copy(second_bicycle(tmp_path), shelf / "bicycle-2.toml")
    assert "not published" in Catalog(shelf).altered()["bicycle@2"]


def test_an_unknown_preset_is_named() -> None:
    with pytest.raises(UnknownPreset, match="poker@1"):
        catalog.current.get("poker@1")
    with pytest.raises(UnknownPreset, match="poker"):
        catalog.current.newest("poker")


def test_beside_version_two_old_pads_score_as_before(shelf: Shelf, tmp_path: Path) -> None:
    before = smudged("bicycle@1")
    assert before["ending"] == {"hand": 1, "winner": 0, "how": "smudge"}

    publish(second_bicycle(tmp_path))
    catalog.current = Catalog(shelf)  # put back by the fixture

    assert smudged("bicycle@1") == before
    assert smudged("bicycle@2")["ending"] is None
    assert catalog.current.newest("bicycle").pin == "bicycle@2"
    assert [preset.version for preset in catalog.current.versions("bicycle")] == [1, 2]
    assert catalog.current.altered() == {}


def test_publishing_adds_and_touches_nothing_else(shelf: Shelf, tmp_path: Path) -> None:
    before = {path.name: path.read_bytes() for path in shelf.glob("*.toml")}
    pins = json.loads((shelf / "published.json").read_text("utf-8"))

    assert "bicycle@2" in publish(second_bicycle(tmp_path))

    after = {path.name: path.read_bytes() for path in shelf.glob("*.toml")}
    assert after.pop("bicycle-2.toml") == second_bicycle(tmp_path).read_bytes()
    assert after == before
    published = json.loads((shelf / "published.json").read_text("utf-8"))
    assert list(published) == [*pins, "bicycle@2"]
    assert published | pins == published


def test_a_new_key_begins_with_version_one(shelf: Shelf, tmp_path: Path) -> None:
    file = second_bicycle(tmp_path)
    file.write_text(file.read_text("utf-8").replace('"bicycle"\nversion = 2', '"mine"\nversion = 1')
                    .replace('key = "bicycle"', 'key = "mine"'), "utf-8")  # fmt: skip
    publish(file)
    assert Catalog(shelf).get("mine@1").target == 9


@pytest.mark.parametrize(
    ("was", "now", "named"),
    [
        ("version = 2", "version = 1", "version: 1, but the next version of bicycle is 2"),
        ("version = 2", "version = 3", "version: 3, but the next version of bicycle is 2"),
        ("version = 2", 'version = "2"', "version: '2'"),
        ('key = "bicycle"', 'key = "../bicycle"', "key: "),
        ("[cites.smudge]", "[cites.smudges]", "cites.smudge: is missing"),
        ("target = 9", "target = 0", "target: "),
        ("lowest_bid = 2", "lowest_bid = 5", "lowest_bid: "),
        ("most = 7", "most = 1", "sides: "),
        ('key = "low"', 'key = "high"', "points: "),
        ('smudge = "none"', 'smudge = "often"', "'often' is not a valid Smudge"),
        ('name = "Auction', 'title = "Auction', "there is no 'name'"),
        ('short = "L"', 'brief = "L"', "is no preset"),
        ("target = 9", "target is 9", "is no preset"),
    ],
)
def test_what_cannot_be_published_is_refused_by_name(
    shelf: Shelf, tmp_path: Path, was: str, now: str, named: str
) -> None:
    file = second_bicycle(tmp_path)
    text = file.read_text("utf-8")
    assert was in text
    file.write_text(text.replace(was, now, 1), "utf-8")
    before = sorted((path.name, path.read_bytes()) for path in shelf.iterdir())

    with pytest.raises(CommandError) as refusal:
        publish(file)

    assert named in str(refusal.value)
    assert sorted((path.name, path.read_bytes()) for path in shelf.iterdir()) == before


def test_a_file_in_the_way_is_never_overwritten(shelf: Shelf, tmp_path: Path) -> None:
    (shelf / "bicycle-2.toml").write_text("somebody's work", "utf-8")
    with pytest.raises(CommandError, match="is there already"):
        publish(second_bicycle(tmp_path))
    assert (shelf / "bicycle-2.toml").read_text("utf-8") == "somebody's work"


def test_a_file_that_is_not_there_is_said_to_be_unreadable(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        publish(tmp_path / "nothing.toml")
