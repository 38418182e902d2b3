"""What the rules pages say: all of a preset's data, each rule with what it rests on."""

from __future__ import annotations

import dataclasses
import re
import string

import pytest

from scorepads.reading import differences
from scorepads.reading.rulebook import CITED, TITLES, make_rulebook, work_out_example
from scorepads.rules.catalog import current
from scorepads.rules.preset import CITES, Preset
from scorepads.rules.rulesets import Ruleset, all_recipes, preset_ruleset
from scorepads.rules.terms import Basis
from tests.material import some
from tests.preset_files import the_six

PRESETS = current.latest()
each_preset = pytest.mark.parametrize("preset", PRESETS, ids=[preset.key for preset in PRESETS])


def said(preset: Preset) -> list[str]:
    return [cite.text for section in make_rulebook(preset).sections for cite in section.statements]


def test_every_cite_of_a_preset_belongs_to_a_section() -> None:
    assert sorted(name for names in CITED.values() for name in names) == sorted(CITES)


@each_preset
def test_a_rulebook_states_every_cite_and_every_point(preset: Preset) -> None:
    book = make_rulebook(preset)
    assert {cite.text for cite in preset.cites.values()} <= set(said(preset))
    assert [point for point, _ in book.find_section("points").points] == list(preset.points)


@each_preset
def test_every_statement_names_its_basis(preset: Preset) -> None:
    for section in some(make_rulebook(preset).sections):
        assert section.statements
        for cite in section.statements:
            assert cite.basis in (Basis.SOURCE, Basis.OUR_READING)
            assert cite.source in preset.sources.values()


@each_preset
def test_the_short_version_leads_to_sections_and_ends_with_winning(preset: Preset) -> None:
    steps = make_rulebook(preset).short
    assert {step.to for step in steps} <= set(TITLES)
    assert steps[-1].to == "going-out"
    assert str(preset.target) in steps[-1].says


@each_preset
def test_a_reader_is_done_with_the_short_version_in_half_a_minute(preset: Preset) -> None:
    words = " ".join(step.says for step in make_rulebook(preset).short).split()
    assert len(words) <= 130


@each_preset
def test_every_example_is_judged_and_shows_who_goes_out(preset: Preset) -> None:
    for told in preset.texts["examples"]:
        assert work_out_example(preset, told), told["title"]
    examples = make_rulebook(preset).find_section("going-out").examples
    assert any(" won" in hand.reasons[-1].text for each in examples for hand in each.hands)


def test_an_example_follows_the_preset_and_not_the_text() -> None:
    """To 9 the same facts begin and end two points further on."""
    to_seven = current.get("bicycle@1")
    to_nine = dataclasses.replace(to_seven, version=2, target=9)
    first = make_rulebook(to_nine).find_section("going-out").examples[0]
    assert first.before == "Ann 7, Bo 8, Cy 5"
    assert first.hands[0].totals == "Ann 9, Bo 9, Cy 6"
    assert first.hands[0].reasons[-1].text == (
        "Ann won with 9 in a game to 9: the pitcher is counted first."
    )


def test_an_example_that_a_version_cannot_judge_is_left_out() -> None:
    preset = current.get("oklahoma@1")
    without = tuple(point for point in preset.points if point.key != "trey")
    assert (
        not make_rulebook(dataclasses.replace(preset, points=without))
        .find_section("setback")
        .examples
    )


def test_a_preset_without_texts_still_has_its_rules() -> None:
    bare = dict.fromkeys(("tips", "short", "rules", "examples"), ())
    unknown = dataclasses.replace(current.get("wikipedia@1"), texts=bare)
    book = make_rulebook(unknown)
    assert not book.short and not book.tips
    assert {cite.text for cite in unknown.cites.values()} <= set(said(unknown))


@each_preset
def test_texts_name_what_exists(preset: Preset) -> None:
    for told in preset.texts["rules"]:
        assert Basis(told["basis"])
        assert told["about"] in TITLES
        assert told.get("source", next(iter(preset.sources))) in preset.sources
    assert_known_blanks(preset.texts)


def test_notes_on_differences_name_what_exists() -> None:
    texts = differences.read_texts()
    for told in (*texts["notes"], *(rule for other in texts["others"] for rule in other["rules"])):
        assert Basis(told["basis"])
    for told in texts["notes"]:
        assert told["topic"] in set(differences.SECTIONS)
        if told["basis"] == Basis.SOURCE:
            assert told["source"] in current.newest(told["preset"]).sources
    assert_known_blanks(texts)


def assert_known_blanks(texts: object) -> None:
    assert set(re.findall(r"{(\w+)}", str(texts))) <= {"target", "lowest", "total"}


@each_preset
def test_every_number_is_filled_in(preset: Preset) -> None:
    book = make_rulebook(preset)
    texts = [*said(preset), *book.tips, *(step.says for step in book.short)]
    assert not [text for text in texts if [f for _, f, _, _ in string.Formatter().parse(text) if f]]


FOUR = ("standard-pitch", "points-in-order", "eleven-on-a-bid", "tie-plays-on")
"""The recipes of the first release; what is said of them holds whatever else is added."""


def the_four() -> list[Ruleset]:
    return [recipe.ruleset() for recipe in all_recipes() if recipe.key in FOUR]


def answers(topic: str) -> dict[str, list[str]]:
    compared = [*map(preset_ruleset, the_six()), *the_four()]
    found = next(each for each in differences.differing_topics(compared) if each.key == topic)
    return {
        answer.says: [
            ruleset.recipe.key if ruleset.recipe else ruleset.preset.key
            for ruleset, _ in answer.rulesets
        ]
        for answer in found.answers
    }


def test_lowest_bids_differ_as_the_sources_do() -> None:
    assert answers("lowest-bid") == {
        "2": ["bicycle", "pagat-partnership", "oklahoma", "eleven-on-a-bid"],
        "1": ["wikipedia", "five-point"],
        "7": ["pedro"],
        "Nobody bids": ["standard-pitch"],
    }


def test_targets_differ_as_the_sources_do() -> None:
    assert answers("target") == {
        "7": ["bicycle"],
        "11": ["wikipedia"],
        "21": ["pagat-partnership", "oklahoma"],
        "12": ["five-point"],
        "62": ["pedro"],
    }


def test_low_and_tied_game_differ_as_the_sources_do() -> None:
    low = list(answers("low").values())
    assert low == [
        ["bicycle"],
        ["wikipedia", "oklahoma", "pedro"],
        ["pagat-partnership", "five-point", "eleven-on-a-bid"],
    ]
    assert answers("tied-game")["No tie: there is one ten of trump"] == ["pedro"]


def test_a_recipe_is_named_only_where_it_parts_from_its_preset() -> None:
    going_out = [key for keys in answers("going-out").values() for key in keys]
    assert set(going_out) >= set(FOUR)
    assert "tie-plays-on" not in [key for keys in answers("target").values() for key in keys]


def test_a_rule_that_only_one_game_has_names_that_game_alone() -> None:
    assert answers("outright") == {"15, whoever bid": ["eleven-on-a-bid"]}
    assert answers("redeal") == {
        "The next dealer": ["bicycle", "five-point", "oklahoma", "eleven-on-a-bid"],
        "The same dealer": ["wikipedia"],
    }


def test_what_is_our_reading_is_marked_so() -> None:
    compared = [preset_ruleset(preset) for preset in the_six()]
    topic = next(each for each in differences.differing_topics(compared) if each.key == "going-out")
    bases = {
        ruleset.preset.key: basis for each in topic.answers for ruleset, basis in each.rulesets
    }
    assert bases["bicycle"] == bases["five-point"] == Basis.OUR_READING
    assert bases["wikipedia"] == bases["pedro"] == Basis.SOURCE
