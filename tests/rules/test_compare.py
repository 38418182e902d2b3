"""The same facts under other rules, and rulesets side by side; expectations worked by hand."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from scorepads.rules import rulesets
from scorepads.rules.catalog import current
from scorepads.rules.comparing.aspects import AspectRow, all_aspects, side_by_side
from scorepads.rules.comparing.replay import (
    Judgment,
    Replay,
    first_difference,
    judge_hand,
    note_real_dealers,
    replay_under,
    replay_verdict,
)
from scorepads.rules.hand import PassedOut
from scorepads.rules.interchange import GivenLedger, read_ledger
from scorepads.rules.ledger import dealer_seats
from scorepads.rules.rulesets import (
    Recipe,
    Ruleset,
    UnknownRuleset,
    all_recipes,
    find_by_key,
    find_published,
    house_ruleset,
    plain_recipes,
    preset_ruleset,
    short_names,
)
from scorepads.rules.terms import Basis, Refused, value_text
from tests.material import some
from tests.preset_files import GOLDEN, the_six

Facts = dict[str, Any]

FOUR = ("high", "low", "jack", "game")
PRESETS = {preset.key: preset for preset in the_six()}
LEDGERS = {path.stem: read_ledger(json.loads(path.read_text("utf-8"))["ledger"]) for path in GOLDEN}


def ruleset(key: str, *options: str, **house_rules: Any) -> Ruleset:
    if house_rules:
        return house_ruleset(PRESETS[key], house_rules, name="bent")
    if key in PRESETS:
        return preset_ruleset(PRESETS[key])
    return find_by_key(key).with_options(options)


def hand(pitcher: int, bid: int | str, owners: Sequence[int | None], **more: Any) -> Facts:
    return {
        "pitcher": pitcher, "bid": bid, "points": dict(zip(FOUR, owners, strict=True)), **more,
    }  # fmt: skip


PASSED: Facts = {"passed_out": True}


def pad(preset: str, *hands: Facts, names: str = "Us Them", **more: Any) -> GivenLedger:
    sides = [{"name": name} for name in names.split()]
    return read_ledger(
        {"format": "pitch-ledger/1", "preset": f"{preset}@1", "sides": sides,
         "hands": list(hands), **more}
    )  # fmt: skip


def under(given: GivenLedger, other: Ruleset) -> Replay:
    return replay_under(other, given.rules, given.sides, given.start, given.entries)


def totals(replayed: Replay) -> list[tuple[int, ...]]:
    assert replayed.ledger is not None
    return [line.totals for line in replayed.ledger.lines]


def told(given: GivenLedger, other: Ruleset) -> str:
    return replay_verdict(given.names, under(given, other), given.fold_ledger())


# --- a replay that is judged to its end ---------------------------------------------------


def test_a_made_smudge_of_bicycle_is_a_plain_four_for_wikipedia() -> None:
    game = LEDGERS["bicycle-smudge-from-zero"]
    replayed = under(game, ruleset("wikipedia"))
    assert totals(replayed) == [(3, 1), (4, 4), (0, 4), (0, 4), (3, 2), (0, 5), (4, 5)]
    assert first_difference(game.fold_ledger(), replayed) == 7
    assert told(game, ruleset("wikipedia")) == "Still going: Ann & Bo 4, Cy & Di 5."


def test_a_ruleset_that_ends_sooner_keeps_what_was_played_after() -> None:
    """Bicycle is to 7: with both at 8 on hand 4, Us, the pitcher, has won there."""
    given = pad(
        "wikipedia",
        hand(0, 3, (0, 0, 0, 1)),  # 3 1
        hand(0, 2, (0, 0, 1, 1)),  # 5 3
        hand(1, 3, (1, 1, 1, 0)),  # 6 6
        hand(0, 2, (0, 1, 0, 1)),  # 8 8
        hand(1, 4, (1, 1, 1, 1)),  # 8 12
    )
    replayed = under(given, ruleset("bicycle"))
    assert replayed.ledger is not None
    assert told(given, ruleset("bicycle")) == "Different winner: Us, on hand 4."
    assert len(replayed.ledger.after_the_end) == 1
    assert first_difference(given.fold_ledger(), replayed) == 4


def test_the_same_winner_on_the_same_hand_is_no_parting() -> None:
    given = pad("bicycle", hand(0, 2, (0, 0, 0, 0)), hand(0, 3, (0, 0, 0, 1)))
    longer = ruleset("bicycle", target=7, tie_plays_on=True)
    assert told(given, longer) == "Same winner: Us, on hand 2."
    assert first_difference(given.fold_ledger(), under(given, longer)) is None


def test_without_an_auction_a_set_pitcher_keeps_what_it_took() -> None:
    given = pad("wikipedia", hand(0, 4, (0, 0, 0, 1)))
    replayed = under(given, ruleset("standard-pitch"))
    assert totals(replayed) == [(3, 1)]
    assert first_difference(given.fold_ledger(), replayed) == 1
    assert any("Nobody bids there" in caution for caution in replayed.cautions)


def test_starting_scores_and_adjustments_are_points_on_the_paper() -> None:
    given = pad("bicycle", {"adjust": 1, "by": -2}, hand(0, 2, (0, 0, 1, 1)), start=[5, 0])
    assert totals(under(given, ruleset("pagat-partnership"))) == [(5, -2), (7, 0)]
    assert told(given, ruleset("pagat-partnership")) == "Still going: Us 7, Them 0."


def test_a_game_that_goes_on_under_both_says_so() -> None:
    given = pad("bicycle", hand(0, 2, (0, 0, 1, 1)))
    assert told(given, ruleset("wikipedia")) == "Still going: Us 2, Them 2."


# --- a replay that stops ------------------------------------------------------------------


def stopped(given: GivenLedger, other: Ruleset) -> tuple[int, str]:
    stop = under(given, other).stop
    assert stop is not None
    return stop.number, "; ".join(stop.reasons)


def test_a_bid_that_is_not_there_stops_it() -> None:
    given = pad("wikipedia", hand(0, 2, (0, 0, 1, 1)), hand(1, 1, (1, 0, 0, 0)))
    assert stopped(given, ruleset("bicycle")) == (2, "bids there are 2 to 4, not 1")
    stops = "Can't go on: bids there are 2 to 4, not 1 (hand 2). Until then: Us 2, Them 2."
    assert told(given, ruleset("bicycle")) == stops


@pytest.mark.parametrize("key", ["bicycle", "wikipedia"])
def test_the_smudge_of_pagat_stops_it_elsewhere(key: str) -> None:
    number, why = stopped(LEDGERS["pagat-two-teams"], ruleset(key))
    assert number == 2
    assert "not smudge" in why


def test_a_point_that_was_not_written_down_stops_it() -> None:
    given = pad("wikipedia", PASSED, hand(0, 2, (0, 0, 1, 1)))
    assert stopped(given, ruleset("five-point")) == (2, "Left wasn't recorded")


def test_points_that_are_not_there_are_left_aside_until_a_bid_is_too_high() -> None:
    """Five Point, all five: hand 4 is a bid of five."""
    game = LEDGERS["five-point-all-five"]
    replayed = under(game, ruleset("wikipedia"))
    assert totals(replayed) == [(3, 1), (3, -3), (4, -1)]
    assert first_difference(game.fold_ledger(), replayed) == 1
    assert stopped(game, ruleset("wikipedia")) == (4, "bids there are 1 to 4, not 5")
    assert "Left counts for nothing there." in replayed.cautions


def test_a_point_that_always_has_an_owner_there_stops_it() -> None:
    values = {"pedro": 0, "low_pedro": 0}
    four_points = ruleset("pedro", values=values, lowest_bid=2)
    given = pad("wikipedia", hand(0, 2, (0, 0, None, None)))
    assert stopped(given, four_points) == (
        1, "Jack and Game (ten) went to nobody, and always belong to a side there",
    )  # fmt: skip


def test_too_many_sides_cannot_begin() -> None:
    game = LEDGERS["wikipedia-five-players"]
    assert stopped(game, ruleset("oklahoma")) == (0, "it is for 2 to 3 sides, and this game has 5")
    assert under(game, ruleset("oklahoma")).ledger is None
    assert told(game, ruleset("five-point")).startswith("Can't be played: it is for 2 sides")


def test_without_an_auction_there_is_no_bid_to_judge() -> None:
    given = pad(
        "wikipedia",
        {"points": dict.fromkeys(FOUR, 0)},
        house_rules={"auction": False},
    )
    assert stopped(given, ruleset("bicycle")) == (1, "who bid, and what, wasn't recorded")


def test_what_cannot_be_judged_does_not_matter_after_the_end() -> None:
    given = pad(
        "wikipedia",
        hand(0, 4, (0, 0, 0, 0)),  # Bicycle: a smudge, and the game is over
        hand(1, 1, (1, 0, 0, 0)),
    )
    replayed = under(given, ruleset("bicycle"))
    assert replayed.stop is None
    assert told(given, ruleset("bicycle")) == "Winner: Us, on hand 1."
    assert not replayed.can_be_played_on


# --- cautions -----------------------------------------------------------------------------


def test_low_held_or_won_is_a_caution_and_no_refusal() -> None:
    given = pad("wikipedia", hand(0, 2, (0, 0, 1, 1)))
    replayed = under(given, ruleset("pagat-partnership"))
    assert replayed.stop is None
    assert [each for each in replayed.cautions if "Low" in each] == [
        "There Low goes to the side that wins the trick it falls in; here, to the side that "
        "was dealt it. It is taken as recorded."
    ]
    assert not under(given, ruleset("tie-plays-on")).cautions


def test_a_passed_out_hand_that_cannot_be_scores_nothing_and_goes_on() -> None:
    given = pad("bicycle", PASSED, hand(0, 2, (0, 0, 1, 1)))
    replayed = under(given, ruleset("pagat-partnership"))
    assert totals(replayed) == [(0, 0), (2, 2)]
    assert any("cannot be passed out" in caution for caution in replayed.cautions)
    assert replayed.refused == ("hand 1 cannot be passed out there",)


def test_game_by_the_ten_and_tied_game_are_cautions() -> None:
    hands = hand(0, 2, (0, 0, 1, 1))
    by_ten = under(pad("wikipedia", hands, house_rules={"game_by": "ten"}), ruleset("bicycle"))
    tied = under(pad("wikipedia", hands), ruleset("wikipedia", game_tie="pitcher"))
    assert any("most pips in tricks; here, for the ten" in caution for caution in by_ten.cautions)
    assert any("tied Game goes to the pitcher" in caution for caution in tied.cautions)


def test_a_four_that_becomes_a_smudge_is_a_caution() -> None:
    given = pad("wikipedia", hand(0, 4, (0, 0, 0, 1)))
    assert any("is a smudge there" in each for each in under(given, ruleset("bicycle")).cautions)
    less = pad("wikipedia", hand(0, 3, (0, 0, 0, 1)))
    assert not any("smudge" in each for each in under(less, ruleset("bicycle")).cautions)


def test_a_game_that_began_beyond_the_target_is_a_caution() -> None:
    given = pad("wikipedia", hand(0, 2, (0, 0, 1, 1)), start=[7, 0])
    began = "The game began with a side at 7, and there it is played to 7."
    assert began in under(given, ruleset("bicycle")).cautions
    assert began not in under(given, ruleset("pagat-partnership")).cautions


def test_a_changed_target_is_left_aside_and_the_lines_keep_their_numbers() -> None:
    given = pad("bicycle", hand(0, 4, (0, 0, 0, 1)), {"target": 3}, hand(1, 2, (1, 1, 1, 1)))
    replayed = under(given, ruleset("wikipedia"))
    assert replayed.ledger is not None
    assert [line.number for line in replayed.ledger.lines] == [1, 3]
    assert any("there it is played to 11" in caution for caution in replayed.cautions)


def test_a_game_ended_by_a_changed_target_parts_there() -> None:
    given = pad("wikipedia", hand(0, 3, (0, 0, 0, 1)), {"target": 3})
    assert given.fold_ledger().is_over
    assert first_difference(given.fold_ledger(), under(given, ruleset("bicycle"))) == 2


# --- playing on ---------------------------------------------------------------------------


def test_who_dealt_is_carried_over_where_the_deal_would_have_passed_otherwise() -> None:
    """After a passed-out hand Bicycle passes the deal on; Wikipedia has the same dealer again."""
    given = pad("bicycle", hand(0, 2, (0, 0, 1, 1)), PASSED, hand(1, 2, (0, 0, 1, 1)))
    other = ruleset("wikipedia").rules()
    *dealt, _ = dealer_seats(given.rules, 2, 0, given.entries)
    noted = note_real_dealers(other, 2, 0, given.entries, dealt)
    assert [entry.dealer for entry in noted] == [None, None, 0]
    assert list(dealer_seats(other, 2, 0, noted))[:3] == dealt == [0, 1, 0]


# --- the golden games under everything ----------------------------------------------------

EVERYTHING = [*(preset_ruleset(preset) for preset in current), *plain_recipes()]


@pytest.mark.parametrize("name", LEDGERS)
@pytest.mark.parametrize("other", EVERYTHING, ids=[each.address for each in EVERYTHING])
def test_every_golden_game_is_judged_as_far_as_it_goes(name: str, other: Ruleset) -> None:
    game = LEDGERS[name]
    replayed = under(game, other)
    assert replay_verdict(game.names, replayed, game.fold_ledger()).endswith(".")
    if replayed.ledger is None:
        return
    judged = len(replayed.ledger.lines) + len(replayed.ledger.after_the_end)
    assert replayed.ledger.is_over or judged == (
        replayed.stop.number - 1 if replayed.stop else len(game.entries)
    )


@pytest.mark.parametrize("name", LEDGERS)
def test_under_its_own_rules_a_game_parts_nowhere(name: str) -> None:
    game = LEDGERS[name]
    own = house_ruleset(game.rules.preset, game.rules.house_rules)
    replayed = under(game, own)
    assert replayed.ledger is not None
    assert replayed.ledger.lines == game.fold_ledger().lines
    assert first_difference(game.fold_ledger(), replayed) is None
    assert replayed.can_be_played_on and not replayed.cautions


STOPS = {
    "bicycle-smudge-from-zero": {"five-point": 1, "oklahoma": 1, "pedro": 1},
    "wikipedia-two-sides": {
        "bicycle": 1, "pagat-partnership": 1, "five-point": 1, "oklahoma": 1, "pedro": 1,
    },
    "wikipedia-five-players": {
        "bicycle": 2, "pagat-partnership": 2, "five-point": 0, "oklahoma": 0, "pedro": 0,
    },
    "five-point-all-five": {
        "bicycle": 4, "wikipedia": 4, "pagat-partnership": 4, "oklahoma": 1, "pedro": 1,
    },
    "pedro-extra-hand": {
        "bicycle": 1, "wikipedia": 1, "pagat-partnership": 1, "five-point": 1, "oklahoma": 1,
    },
}  # fmt: skip


@pytest.mark.parametrize("name", STOPS)
def test_where_golden_games_stop(name: str) -> None:
    game = LEDGERS[name]
    stops = {
        key: replayed.stop.number for key in PRESETS if (replayed := under(game, ruleset(key))).stop
    }
    assert stops == STOPS[name]


# --- one hand under all rulesets ----------------------------------------------------------


def judged(key: str, facts: Mapping[str, Any], before: Sequence[int] = (4, 5)) -> Judgment:
    return judge_hand(ruleset(key), before, facts)


EVERY_POINT = {
    **dict.fromkeys(FOUR, 0), "off_jack": 1, "high_joker": None, "low_joker": None, "trey": 1,
}  # fmt: skip


@pytest.mark.parametrize(
    ("key", "after", "winner"),
    [
        ("bicycle", (8, 5), 0),  # a made smudge, not from in the hole
        ("wikipedia", (8, 5), None),
        ("pagat-partnership", (8, 5), None),
        ("five-point", (8, 6), None),  # Left is theirs
        ("oklahoma", (8, 9), None),  # and so is the trey, worth three
    ],
)
def test_one_hand_of_four_points_under_each(
    key: str, after: tuple[int, int], winner: int | None
) -> None:
    line = judged(key, {"pitcher": 0, "bid": 4, "points": EVERY_POINT}).line
    assert line is not None
    assert line.totals == after
    assert (line.out.winner if line.out else None) == winner


def test_a_ruleset_says_what_it_lacks() -> None:
    facts = {"pitcher": 0, "bid": 4, "points": EVERY_POINT}
    pedro, low_pedro = (point.label for point in PRESETS["pedro"].points[-2:])
    assert judged("pedro", facts).cannot == (
        "bids there are 7 to 14, not 4",
        f"{pedro} and {low_pedro} weren't recorded",
    )
    assert judged("bicycle", {}).cannot == (
        "who bid, and what, wasn't recorded",
        "High, Low, Jack and Game weren't recorded",
    )
    assert judged("five-point", facts, before=(0, 0, 0)).cannot == ("it is for 2 sides",)


def test_all_six_tricks_are_asked_for_by_pagats_smudge_alone() -> None:
    smudge = {"pitcher": 0, "bid": "smudge", "points": EVERY_POINT, "all_tricks": True}
    line = judged("pagat-partnership", smudge).line
    assert line is not None and line.totals == (9, 5)
    won_by_others = {**hand(0, 2, (0, 0, 1, 1)), "all_tricks": True}
    assert judged("pagat-partnership", won_by_others).line is not None
    assert judged("pagat-partnership", won_by_others | {"bid": "smudge"}).cannot == (
        "a side that won all the tricks leaves no point to another",
    )


# --- side by side -------------------------------------------------------------------------


def rows(*compared: Ruleset) -> dict[str, AspectRow]:
    return {row.label: row for row in side_by_side(compared)}


def test_all_six_side_by_side() -> None:
    found = rows(*map(preset_ruleset, PRESETS.values()))
    assert [label for label, row in found.items() if row.way_count == 1] == [
        "Setback", "What the others took",
    ]  # fmt: skip
    assert found["Smudge"].groups == (0, 1, 2, 1, 1, 1)
    assert found["Who goes out"].groups == (0, 0, 1, 0, 1, 2)
    assert found["Game to"].groups == (0, 1, 2, 3, 2, 4)
    assert found["Who gets Low"].groups == (0, 1, 2, 2, 1, 1)


def test_what_no_ruleset_has_is_no_row() -> None:
    found = rows(ruleset("bicycle"), ruleset("wikipedia"))
    assert not found.keys() & {"House rules", "Loses at", "Wins outright at", "The deck"}
    assert len(found) < len(all_aspects())


def test_words_alone_are_no_difference() -> None:
    auction = rows(ruleset("wikipedia"), ruleset("oklahoma"))["How the auction goes"]
    assert auction.differs_in_words and not auction.differs


def test_a_bent_ruleset_says_what_is_a_house_rule() -> None:
    found = rows(ruleset("wikipedia"), ruleset("eleven-on-a-bid"))
    differing = {label for label, row in found.items() if row.differs}
    assert differing == {
        "House rules", "Who plays", "Bids", "Who goes out", "Wins outright at", "Loses at",
        "Who gets Low", "Who deals after that",
    }  # fmt: skip
    assert found["Bids"].cells[1].basis is Basis.HOUSE_RULE
    assert found["Game to"].cells[1].basis is Basis.SOURCE


@pytest.mark.parametrize("other", EVERYTHING, ids=[each.address for each in EVERYTHING])
def test_a_ruleset_beside_itself_differs_nowhere(other: Ruleset) -> None:
    assert all(row.way_count == 1 for row in some(side_by_side([other, other])))
    assert all(cell.text for row in side_by_side([other]) for cell in row.cells)


def test_equal_short_names_are_told_apart() -> None:
    assert short_names([ruleset("bicycle"), ruleset("bicycle")]) == ["Bicycle", "Bicycle 2"]


def test_house_rules_limit_the_sides() -> None:
    assert ruleset("tie-plays-on", "all-or-nothing").max_sides == 9
    assert ruleset("tie-plays-on").min_sides == 3
    assert ruleset("points-in-order").max_sides == 6
    assert ruleset("oklahoma", sides=6).min_sides == ruleset("oklahoma", sides=6).max_sides == 6
    called = ruleset("oklahoma", partners="called")
    assert (called.min_sides, called.max_sides) == (4, 8)
    assert ruleset("wikipedia", sinks_at=-6).max_sides == 2


def test_a_ruleset_that_fits_nobody_is_refused() -> None:
    with pytest.raises(Refused):
        ruleset("wikipedia", sinks_at=3)


# --- looked up by address -----------------------------------------------------------------

TAKEN = [
    (recipe, {option.key for option in options})
    for recipe in all_recipes()
    for count in range(len(recipe.options) + 1)
    for options in combinations(recipe.options, count)
]


@pytest.mark.parametrize(("recipe", "keys"), TAKEN)
def test_all_options_of_a_recipe_go_together_and_have_an_address(
    recipe: Recipe, keys: set[str]
) -> None:
    found = recipe.ruleset(keys)
    assert set(found.taken) == keys
    assert find_published(found.address) == found == find_by_key(recipe.key).with_options(keys)


@pytest.mark.parametrize("other", EVERYTHING, ids=[each.address for each in EVERYTHING])
def test_every_ruleset_is_found_by_its_address(other: Ruleset) -> None:
    assert find_published(other.address) == other


@pytest.mark.parametrize(
    "address", ["", "bicycle", "bicycle@99", "recipe:", "recipe:bicycle", "own:x@1",
                "recipe:points-in-order+partners+nonsense", "points-in-order"],
)  # fmt: skip
def test_an_unknown_address_is_named(address: str) -> None:
    with pytest.raises(
        UnknownRuleset, match=f"There is no version {re.escape(value_text(address))}."
    ):
        find_published(address)


def test_a_recipe_whose_parts_do_not_go_together_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    impossible = replace(all_recipes()[0], key="impossible", house_rules={"sinks_at": 3})
    monkeypatch.setattr(rulesets, "all_recipes", lambda: (impossible,))
    with pytest.raises(UnknownRuleset, match=r"impossible.* does not go together: "):
        find_published("recipe:impossible")


def test_a_passed_out_hand_is_kept_as_it_was() -> None:
    given = pad("bicycle", {**PASSED, "note": "rain", "dealer": 1})
    replayed = under(given, ruleset("wikipedia"))
    assert replayed.entries == {1: PassedOut(dealer=1, note="rain")}
