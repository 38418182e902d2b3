"""The worked examples of house rules: true for every preset that offers the rule."""

from __future__ import annotations

import pytest

from scorepads.opening.house_rules_form import offered_rules
from scorepads.rules import catalog
from scorepads.rules.house_rules.records import HOUSE_RULES
from scorepads.rules.wording.examples import worked_example
from tests.factories import PRESETS


def of(preset: str, key: str) -> str:
    return worked_example(catalog.current.newest(preset), key)


def test_every_house_rule_has_an_example() -> None:
    for preset in catalog.current.latest():
        for key in (*offered_rules(preset), "target"):
            assert worked_example(preset, key).endswith("."), (preset.key, key)
    assert of("oklahoma", "trey") == "A side that takes everything scores 7 and not 10."


def test_what_is_offered_makes_sense_for_the_preset() -> None:
    everything = HOUSE_RULES.keys() - {"target", "trey", "sides"}
    senseless = {
        key: everything - offered_rules(catalog.current.newest(key)).keys() for key in PRESETS
    }
    assert senseless == {
        "bicycle": set(),
        "wikipedia": set(),
        "pagat-partnership": set(),
        "five-point": {"tie_plays_on"},  # for three sides or more
        "oklahoma": set(),
        "pedro": {"tie_plays_on", "game_tie", "game_by", "short_deck"},
    }


# Worked by hand, for a game of four points, for one with more, and for one from seven.
LOW_PEDRO = catalog.current.newest("pedro").points[-1].label

WORKED = {
    ("wikipedia", "target"): "To 15: with 11 you play on.",
    ("pedro", "target"): "To 66: with 62 you play on.",
    ("wikipedia", "values"): "Game 2: 5 points to a hand, and 5 is the highest bid.",
    ("oklahoma", "values"): "Game 2: 11 points to a hand, and 11 is the highest bid.",
    ("pedro", "values"): f"{LOW_PEDRO} 2: 11 points to a hand, and 11 is the highest bid.",
    ("pagat-partnership", "values"): (
        "Game 0 and Joker 1: 4 points to a hand, and 4 is the highest bid."
    ),
    ("bicycle", "lowest_bid"): "From 3: a bid of 2 is refused.",
    ("pedro", "lowest_bid"): "From 8: a bid of 7 is refused.",
    ("wikipedia", "no_junk"): (
        "They take High, and that counts for nothing. We bid 2, took 3: made, +3, 0 to 3."
    ),
    ("pedro", "no_junk"): (
        "They take High, and that counts for nothing. We bid 7, took 13: made, +13, 0 to 13."
    ),
    ("bicycle", "going_out"): (
        "Level at 6, we make our bid and they take High. Points in order: they win. Otherwise "
        "we win. Level there, they are set back and we take everything. Only on a made bid: "
        "nobody has won yet. Otherwise we win."
    ),
    ("wikipedia", "outright_at"): (
        "At 15, where only a made bid goes out: we take High on their bid, 14 to 15, and win."
    ),
    ("wikipedia", "sinks_at"): "At 6: they, at −4, are set back 2 and have lost.",
    ("pedro", "sinks_at"): "At 21: they, at −14, are set back 7 and have lost.",
    ("five-point", "smudge"): (
        "At 2, we bid 5 and take everything: where that wins, we have won; with none it is just +5."
    ),
    ("pagat-partnership", "failed_smudge_loses"): (
        "We bid a smudge, and they take High: they have won."
    ),
    ("wikipedia", "failed_smudge_loses"): (
        "Where there is a smudge: we bid 4, and they take High: they have won."
    ),
    ("five-point", "moon"): (
        "We bid a moon and take all 5: where that wins, we have won. They take High: us −5."
    ),
    ("oklahoma", "auction"): "We take all but High: us +9, them +1.",
    ("wikipedia", "tie_plays_on"): (
        "On our bid they and you both reach 11: one more hand is played."
    ),
    ("oklahoma", "tie_plays_on"): (
        "On our bid they and you both reach 21, where the pitcher goes out first: one more hand "
        "is played."
    ),
    ("pedro", "dealer_steal"): (
        "Ann bids 8, and Bo deals. A dealer who may takes it at 8; one who may not has to bid 9."
    ),
}


@pytest.mark.parametrize("case", WORKED, ids="-".join)
def test_the_example_is_the_one_worked_by_hand(case: tuple[str, str]) -> None:
    assert of(*case) == WORKED[case]
