"""House rules that change no score, but hints, the Game counter or who deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorepads.rules.house_rules.kinds import EnumChoice, Flag, ForcedBid, YesOrNo
from scorepads.rules.house_rules.record import (
    AddedAspect,
    Group,
    HouseRule,
    name_from_label,
    name_if_true,
)
from scorepads.rules.preset import Preset
from scorepads.rules.terms import GameBy, GameTie, LowTo, Redeal

if TYPE_CHECKING:
    from scorepads.rules.house_rules.apply import Rules
    from scorepads.rules.wording.examples import ExampleTable

_THREES_AND_FIVES = {"trey", "five", "pedro", "low_pedro"}


def idle_without_auction(rules: Rules) -> str:
    return "" if rules.auction else "nobody bids here, so there is nothing to agree on"


def idle_without_point(rules: Rules, key: str, label: str) -> str:
    left_out = all(point.key != key for point in rules.points)
    return f"{label} is left out here" if left_out else ""


def has_pips(preset: Preset) -> bool:
    return preset.game_by is not GameBy.TEN


def steal_example(table: ExampleTable) -> str:
    bid = table.preset.lowest_bid + 1
    return (
        f"Ann bids {bid}, and Bo deals. A dealer who may takes it at {bid}; "
        f"one who may not has to bid {bid + 1}."
    )


DEALER_STEAL = HouseRule(
    key="dealer_steal",
    group=Group.AGREEMENTS,
    kind=YesOrNo(),
    label="Dealer takes the bid",
    asks="Can the dealer steal the bid?",
    summary="The dealer may take the bid at the same number, without bidding more.",
    name=name_if_true("dealer may take the bid", "dealer may not take the bid"),
    example=steal_example,
    idle=idle_without_auction,
    adds_to="auction",
    aspects=("steal",),
)


def forced_conflict(rules: Rules) -> str:
    least, most, forced = rules.lowest_bid, rules.total, rules.dealer_forced
    if forced is None or least <= forced <= most:
        return ""
    return f"the forced bid lies between {least} and {most}"


DEALER_FORCED = HouseRule(
    key="dealer_forced",
    group=Group.AGREEMENTS,
    kind=ForcedBid(),
    label="Dealer must bid",
    asks="Is the dealer stuck with a bid?",
    summary="What the dealer must bid when all the others pass, or that everyone may pass.",
    name=lambda _, bid: "all may pass" if bid is False else f"dealer must bid {bid}",
    example=lambda table: (
        f"All the others pass: a dealer who must bid {table.preset.lowest_bid} plays for that; "
        "where all may pass, the hand scores nothing."
    ),
    conflict=forced_conflict,
    idle=idle_without_auction,
    adds_to="auction",
    aspects=("forced", "all-pass"),
)


def redeal_idle(rules: Rules) -> str:
    if rules.auction and rules.dealer_forced is not None:
        return "the dealer must bid here, so no hand is passed out"
    return idle_without_auction(rules)


REDEAL = HouseRule(
    key="redeal",
    group=Group.AGREEMENTS,
    kind=EnumChoice(Redeal),
    label="After a passed-out hand",
    asks="Everyone passed: who deals next?",
    summary="The same dealer again, or the next one.",
    name=name_from_label(Redeal),
    example=lambda _: "Ann deals and all pass: Ann deals again, or the next one does.",
    idle=redeal_idle,
    adds_to="passed_out",
    aspects=("redeal",),
)

LOW_TO = HouseRule(
    key="low_to",
    group=Group.AGREEMENTS,
    kind=EnumChoice(LowTo),
    label="Low goes to",
    asks="Who gets Low?",
    summary="The side that was dealt it, or the side that wins it in a trick.",
    name=name_from_label(LowTo),
    example=lambda _: (
        "We are dealt the lowest trump, and they win the trick it falls in: "
        "to the holder it is a point for us, to the trick a point for them."
    ),
    idle=lambda rules: idle_without_point(rules, "low", "Low"),
    replaces="low",
    aspects=("low",),
)

GAME_TIE = HouseRule(
    key="game_tie",
    group=Group.AGREEMENTS,
    kind=EnumChoice(GameTie, default=GameTie.NOBODY),
    label="Tied Game",
    asks="Who gets a tied Game?",
    summary="Who gets Game when both sides count the same.",
    name=name_from_label(GameTie),
    example=lambda _: "We bid, and both sides count 31: Game goes to nobody, or else to us.",
    offered_for=has_pips,
    idle=lambda rules: (
        idle_without_point(rules, "game", "Game")
        or ("by the ten of trump Game is never tied" if rules.game_by is GameBy.TEN else "")
    ),
    adds_to="game",
    aspects=("tied-game",),
)

GAME_BY = HouseRule(
    key="game_by",
    group=Group.AGREEMENTS,
    kind=EnumChoice(GameBy),
    label="Game is given for",
    asks="What wins Game?",
    summary="Most pips in tricks, or the ten of trump.",
    name=name_from_label(GameBy),
    example=lambda _: (
        "They take the ten of trump and we have more pips: by the ten Game is a point for them, "
        "and nothing is counted."
    ),
    offered_for=has_pips,
    idle=lambda rules: idle_without_point(rules, "game", "Game"),
    replaces="game",
    aspects=("game",),
)


def short_deck_idle(rules: Rules) -> str:
    gone = [point.label for point in rules.points if point.key in _THREES_AND_FIVES]
    return f"without threes and fives nobody can win {', '.join(gone)}" if gone else ""


SHORT_DECK = HouseRule(
    key="short_deck",
    group=Group.AGREEMENTS,
    kind=Flag(),
    label="Short deck",
    summary="Played without threes, fours and fives.",
    name=name_if_true("short deck"),
    example=lambda _: "The next trump above the two is the six.",
    offered_for=lambda preset: all(
        point.key not in ("pedro", "low_pedro")  # the pedros are fives
        for point in preset.points
    ),
    idle=short_deck_idle,
    added_aspect=AddedAspect(
        "deck",
        "The deck",
        lambda rules: (
            "Without threes, fours and fives"
            if rules.short_deck
            else "Nothing is taken out by agreement"
        ),
    ),
)

RECORDS = (
    DEALER_STEAL,
    DEALER_FORCED,
    REDEAL,
    LOW_TO,
    GAME_TIE,
    GAME_BY,
    SHORT_DECK,
)
