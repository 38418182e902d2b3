"""What a table of rules says where a house rule changes an aspect, or takes it away."""

from __future__ import annotations

from typing import Any

import pytest

from scorepads.rules.catalog import current
from scorepads.rules.comparing.aspects import AspectCell, AspectRow, side_by_side
from scorepads.rules.rulesets import Ruleset, house_ruleset, preset_ruleset
from scorepads.rules.terms import Basis

PLAIN = preset_ruleset(current.newest("wikipedia"))


def bent(preset: str = "wikipedia", **house_rules: Any) -> Ruleset:
    return house_ruleset(current.newest(preset), house_rules, name="bent")


def beside_plain(**house_rules: Any) -> dict[str, AspectRow]:
    """The rows of the plain preset beside the same with these house rules."""
    rows = side_by_side([PLAIN, bent(**house_rules)])
    return {row.aspect.key: row for row in rows}


def bent_cell(aspect: str, **house_rules: Any) -> AspectCell:
    return beside_plain(**house_rules)[aspect].cells[1]


@pytest.mark.parametrize(
    ("house_rules", "aspect", "says"),
    [
        ({"values": {"low": 0}}, "low", "There is no Low"),
        ({"values": {"game": 0}}, "game", "There is no Game"),
        ({"values": {"game": 0}}, "tied-game", "There is no Game"),
        ({"game_by": "ten"}, "game", "The ten of trump"),
        ({"game_by": "ten"}, "tied-game", "No tie: there is one ten of trump"),
        ({"game_tie": "pitcher"}, "tied-game", "The pitcher"),
        ({"low_to": "trick"}, "low", "The side that wins the trick it falls in"),
        ({"target": 15}, "target", "15"),
        ({"smudge": "four-wins"}, "smudge", "A made bid of all the points wins the game."),
        ({"dealer_steal": True}, "steal", "The dealer may"),
        ({"dealer_forced": 2}, "forced", "The dealer must bid 2"),
        (
            {"dealer_forced": 2},
            "all-pass",
            "A hand cannot be passed out, since the dealer must bid.",
        ),
        ({"redeal": "next-dealer"}, "redeal", "The next dealer"),
        (
            {"no_junk": True},
            "others",
            "It counts for nothing: only the pitcher's side can score.",
        ),
        (
            {"tie_plays_on": True},
            "going-out",
            "The pitcher is counted first; of several others at the target the highest total wins, "
            "and in a tie one more hand is played.",
        ),
    ],
)
def test_a_house_rule_is_said_and_differs_from_the_preset(
    house_rules: dict[str, Any], aspect: str, says: str
) -> None:
    row = beside_plain(**house_rules)[aspect]
    assert (row.cells[1].text, row.cells[1].basis) == (says, Basis.HOUSE_RULE)
    assert row.cells[0].text != says
    assert row.differs and not row.differs_in_words


@pytest.mark.parametrize(
    ("aspect", "says"),
    [
        ("bids", "Nobody bids"),
        ("setback", "Nobody bids, so nobody is set back."),
        ("others", "Every side keeps what it took."),
        ("auction", "Nobody bids."),
        ("steal", "Nobody bids"),
        ("forced", "Nobody bids"),
        ("all-pass", "Nobody bids, so every hand is played."),
    ],
)
def test_without_an_auction_every_aspect_of_it_says_so(aspect: str, says: str) -> None:
    cell = bent_cell(aspect, auction=False)
    assert (cell.text, cell.basis) == (says, Basis.HOUSE_RULE)


def test_without_an_auction_the_first_card_makes_trump() -> None:
    row = beside_plain(auction=False)["trump"]
    assert row.cells[1].text == "The suit of the first card led is trump."
    assert not row.differs
    named = side_by_side([preset_ruleset(current.newest("pedro")), bent("pedro", auction=False)])
    assert next(row for row in named if row.aspect.key == "trump").differs


@pytest.mark.parametrize("house_rules", [{"auction": False}, {"dealer_forced": 2}])
def test_where_no_hand_can_be_passed_out_nobody_deals_after_it(
    house_rules: dict[str, Any],
) -> None:
    row = beside_plain(**house_rules)["redeal"]
    assert row.cells[1].text == "It cannot happen"
    assert row.differs


def test_a_preset_cites_its_source_on_how_the_auction_goes() -> None:
    row = beside_plain()["auction"]
    cite = PLAIN.preset.cites["auction"]
    assert row.cells[0] == AspectCell(cite.text, cite.text, cite.basis, cite.note)
    assert (row.way_count, row.differs, row.differs_in_words) == (1, False, False)


def test_the_basis_is_told_with_the_rulesets_that_rest_on_it() -> None:
    rows = {row.aspect.key: row for row in side_by_side([PLAIN, bent(target=15), bent(target=20)])}
    assert rows["target"].other_bases == [(Basis.HOUSE_RULE, [1, 2])]
    assert rows["target"].groups == (0, 1, 2)


def test_a_rule_that_only_a_house_rule_brings_has_a_row_where_it_is_chosen() -> None:
    assert "outright" not in {row.aspect.key for row in side_by_side([PLAIN, bent(target=15)])}
    added = [
        row
        for row in side_by_side([PLAIN, bent(going_out="bidding-side-only", outright_at=30)])
        if row.label == "Wins outright at"
    ]
    assert [(row.cells[0].value, row.cells[1].basis) for row in added] == [(None, Basis.HOUSE_RULE)]
    assert added[0].cells[1].text and added[0].cells[1].value == added[0].cells[1].text
