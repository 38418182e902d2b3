"""What stands beside a field: who gets a point, and how the auction goes, as agreed."""

from __future__ import annotations

from dataclasses import dataclass

from .house_rules import Rules
from .preset import Point
from .terms import Basis, GameBy, GameTie, LowTo


@dataclass(frozen=True, slots=True)
class Hint:
    """A sentence or two, and what they rest on."""

    text: str
    basis: Basis


LOW = {
    LowTo.HOLDER: "The side that was dealt the lowest trump in play, whoever wins the trick.",
    LowTo.TRICK: "The side that wins the trick in which the lowest trump falls.",
}

SHORT_DECK = "Played without threes, fours and fives."


def point_hint(rules: Rules, point: Point) -> Hint:
    """Who gets the point: as the preset says, or as this table agreed."""
    agreed = rules.house_rules
    if point.key == "low" and rules.low_to and "low_to" in agreed:
        return Hint(LOW[rules.low_to], Basis.HOUSE_RULE)
    if point.key == "low" and rules.short_deck:
        return Hint(f"{point.hint} {SHORT_DECK}", Basis.HOUSE_RULE)
    if point.key == "game" and "game_by" in agreed and rules.game_by is GameBy.TEN:
        return Hint("The side that wins the trick with the ten of trumps.", Basis.HOUSE_RULE)
    if point.key == "game" and rules.game_tie is GameTie.PITCHER:
        pips = "Most pips in tricks: ten 10, ace 4, king 3, queen 2, jack 1."
        return Hint(f"{pips} A tie goes to the pitcher's side.", Basis.HOUSE_RULE)
    return Hint(point.hint, point.basis)


def auction_hint(rules: Rules) -> Hint:
    """How the auction goes: the preset's words, and what this table does differently."""
    cite = rules.preset.cites["auction"]
    agreed = []
    if "dealer_steal" in rules.house_rules:
        may = "may" if rules.dealer_steal else "may not"
        agreed.append(f"The dealer {may} take the bid at the same number.")
    if "dealer_forced" in rules.house_rules:
        forced = rules.dealer_forced
        agreed.append(
            f"If all the others pass, the dealer must bid {forced}."
            if forced
            else "All may pass: then the hand is not played."
        )
    if "lowest_bid" in rules.house_rules:
        agreed.append(f"The lowest bid is {rules.lowest_bid}.")
    if not agreed:
        return Hint(cite.says, cite.basis)
    return Hint(f"{cite.says} At this table: {' '.join(agreed)}", Basis.HOUSE_RULE)
