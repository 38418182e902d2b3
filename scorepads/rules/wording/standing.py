"""The standing of each side in a sentence."""

from __future__ import annotations

from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.standing import Standing
from scorepads.rules.terms import SMUDGE_BID, Bid, signed
from scorepads.rules.wording.explain import bid_text


def sentence(rules: Rules, name: str, standing: Standing) -> str:
    """The standing in words, such as “Us: 17, 4 to go, can go out with a bid of 4.”"""
    return f"{_place(rules, name, standing)}, {_way_out(rules, standing)}."


def _place(rules: Rules, name: str, standing: Standing) -> str:
    if standing.needs:
        return f"{name}: {signed(standing.total)}, {standing.needs} to go"
    over = "at" if standing.total == rules.target else "over"
    return f"{name}: {signed(standing.total)}, {over} {rules.target}"


def _way_out(rules: Rules, standing: Standing) -> str:
    least, without = standing.least_bid, standing.without_bid
    if least is None and without is None:
        return "cannot go out on the next hand"
    if not rules.auction:
        return "can go out on the next hand"
    if least is None:
        return "can only go out on another side's bid"
    if without is None and _by_smudge(rules, standing):
        return f"can only go out by a smudge, a made bid of {least}"
    if without is None:
        return f"can only go out on its own bid, {_or_more(rules, least)}"
    if least == rules.bids[0]:
        return "can go out on any bid"
    how = "a smudge" if least == SMUDGE_BID else f"a bid of {_or_more(rules, least)}"
    return f"can go out with {how}"


def _by_smudge(rules: Rules, standing: Standing) -> bool:
    """Whether only a smudge that wins by itself takes the side out: the points would not do."""
    return rules.smudge.wins_by_itself and standing.needs > rules.total


def _or_more(rules: Rules, least: Bid) -> str:
    if least == SMUDGE_BID:
        return "a smudge"
    return bid_text(least) if least == rules.bids[-1] else f"{least} or more"
