"""Rulesets by name, and why one cannot be had."""

from __future__ import annotations

import pytest

from scorepads.rules import catalog
from scorepads.rules.comparing.replay import CannotJudge, read_hand
from scorepads.rules.hand import Side
from scorepads.rules.rulesets import (
    Ruleset,
    UnknownRuleset,
    find_by_key,
    find_published,
    house_ruleset,
    newest_presets,
    preset_ruleset,
)
from scorepads.rules.terms import Refused
from tests.factories import PRESETS, make_rules
from tests.preset_files import Shelf

WIKIPEDIA = catalog.current.newest("wikipedia")


def bent(sides: range | None = None, **house_rules: object) -> Ruleset:
    return house_ruleset(WIKIPEDIA, house_rules, name="bent", sides=sides)


def test_an_older_version_says_so_in_its_short_name(shelf: Shelf) -> None:
    shelf.publish_next("bicycle", ("target = 7", "target = 9"))
    names = [find_published(f"bicycle@{version}").short_name for version in (1, 2)]
    assert names == ["Bicycle, version 1", "Bicycle"]
    assert find_by_key("bicycle").address == "bicycle@2"
    assert [ruleset.address for ruleset in newest_presets()] == [
        "bicycle@2", *(f"{key}@1" for key in PRESETS[1:]),
    ]  # fmt: skip


def test_a_preset_is_a_ruleset_for_its_sides_with_nothing_changed() -> None:
    plain = preset_ruleset(WIKIPEDIA)
    assert (plain.min_sides, plain.max_sides, plain.usual_sides) == (2, 9, 2)
    assert (plain.house_rules, plain.house_rules_in_words, plain.options) == ({}, [], ())
    assert plain.with_options(["no-junk"]) is plain


def test_the_usual_number_of_sides_is_one_that_can_play() -> None:
    assert bent(range(2, 5)).usual_sides == 2
    assert bent(range(4, 6)).usual_sides == 4
    assert bent(range(4, 6)).rules().sides == 4


def test_what_is_wrong_with_house_rules_is_said_as_they_say_it_themselves() -> None:
    with pytest.raises(Refused, match="lies between 1 and the total, 4"):
        bent(lowest_bid=5)
    with pytest.raises(Refused, match="these house rules fit no number of sides"):
        bent(range(3, 5), sinks_at=-6)
    assert bent(range(2, 5), sinks_at=-6).max_sides == 2


def test_a_ruleset_refuses_a_number_of_sides_that_cannot_play() -> None:
    for sides, says in ((1, "it is for 2 to 9 sides"), (10, "it is for 2 to 9 sides")):
        with pytest.raises(Refused, match=says):
            preset_ruleset(WIKIPEDIA).rules(sides)
    with pytest.raises(Refused, match="it is for 2 sides"):
        bent(sinks_at=-6).rules(3)


def test_a_recipe_takes_its_options_into_name_address_and_rules() -> None:
    plain = find_by_key("points-in-order")
    taken = plain.with_options({"no-junk", "nonsense"})
    assert (taken.address, taken.taken) == ("recipe:points-in-order+no-junk", ("no-junk",))
    assert taken.name == f"{plain.name}, No junk"
    assert taken.rules().no_junk and not plain.rules().no_junk
    assert taken.with_options([]) == plain
    assert (taken.source, taken.summary) == (plain.source, plain.summary)


def test_options_that_are_explained_are_named_without_the_explanation() -> None:
    explained = [
        (recipe.ruleset([option.key]), recipe.name, option.label)
        for recipe in (find_by_key(key).recipe for key in ("points-in-order", "tie-plays-on"))
        if recipe
        for option in recipe.options
    ]
    assert explained
    for ruleset, name, label in explained:
        assert ruleset.name == f"{name}, {label.partition(':')[0]}"


def test_an_address_that_goes_together_only_in_part_is_told_with_what_is_wrong() -> None:
    with pytest.raises(UnknownRuleset, match="There is no version"):
        find_published("recipe:points-in-order+nonsense")


def test_a_hand_that_cannot_be_judged_says_why_in_one_line() -> None:
    sides = [Side("Us"), Side("Them")]
    with pytest.raises(CannotJudge) as trouble:
        read_hand(make_rules("bicycle"), sides, {"bid": 2, "points": {"high": 0}})
    assert trouble.value.reasons == (
        "who bid, and what, wasn't recorded",
        "Low, Jack and Game weren't recorded",
    )
    assert str(trouble.value) == "; ".join(trouble.value.reasons)
