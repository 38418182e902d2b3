"""Hints beside the fields of a hand: who gets a point, and how the auction goes."""

from __future__ import annotations

from dataclasses import dataclass

from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.house_rules.records import HOUSE_RULES
from scorepads.rules.preset import Point
from scorepads.rules.terms import Basis, GameBy, GameTie, upper_first


@dataclass(frozen=True, slots=True)
class Hint:
    """A sentence or two, and what they rest on."""

    text: str
    basis: Basis


SHORT_DECK = HOUSE_RULES["short_deck"].summary


def point_hint(rules: Rules, point: Point) -> Hint:
    """Who gets the point: as the preset says, or as this table agreed."""
    agreed = rules.house_rules
    if point.key == "low" and (rules.short_deck or "low_to" in agreed):
        text = point.hint
        if rules.low_to and "low_to" in agreed:
            text = f"{upper_first(rules.low_to.summary)}."
        deck = f" {SHORT_DECK}" if rules.short_deck else ""
        return Hint(text + deck, Basis.HOUSE_RULE)
    if point.key == "game" and "game_by" in agreed and rules.game_by is GameBy.TEN:
        return Hint("The side that wins the trick with the ten of trump.", Basis.HOUSE_RULE)
    if point.key == "game" and rules.game_tie is GameTie.PITCHER:
        pips = "Most pips in tricks: ten 10, ace 4, king 3, queen 2, jack 1."
        return Hint(f"{pips} A tie goes to the pitcher's side.", Basis.HOUSE_RULE)
    return Hint(point.hint, point.basis)


def auction_hint(rules: Rules) -> Hint:
    """How the auction goes: the preset's words, and what this table does differently."""
    cite = rules.preset.cites["auction"]
    agreed = agreed_on_bids(rules)
    if not agreed:
        return Hint(cite.text, cite.basis)
    return Hint(f"{cite.text} At this table: {' '.join(agreed)}", Basis.HOUSE_RULE)


def agreed_on_bids(rules: Rules) -> list[str]:
    """Sentences for every difference from the preset's auction, direct or through another rule."""
    agreed = []
    if "dealer_steal" in rules.house_rules:
        may = "may" if rules.dealer_steal else "may not"
        agreed.append(f"The dealer {may} take the bid at the same number.")
    if "dealer_forced" in rules.house_rules or rules.dealer_forced != rules.preset.dealer_forced:
        forced = rules.dealer_forced
        agreed.append(
            f"If all the others pass, the dealer must bid {forced}."
            if forced
            else "All may pass: then the hand is not played."
        )
    if rules.lowest_bid != rules.preset.lowest_bid:
        agreed.append(f"The lowest bid is {rules.lowest_bid}.")
    if rules.total != rules.preset.total:
        agreed.append(f"The highest bid is {rules.total}.")
    if "redeal" in rules.house_rules and rules.can_be_passed_out:
        agreed.append(f"If all pass, the {rules.redeal.label}.")
    if rules.short_deck:
        agreed.append(SHORT_DECK)
    return agreed
