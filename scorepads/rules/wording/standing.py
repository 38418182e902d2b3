"""The standing of each side in a sentence."""

from __future__ import annotations

from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.standing import Standing
from scorepads.rules.terms import SMUDGE_BID, signed
from scorepads.rules.wording.sentences import say


def standing_sentence(rules: Rules, name: str, standing: Standing) -> str:
    """The standing in words, such as “Us: 17, 4 to go, can go out with a bid of 4.”"""
    total, way = signed(standing.total), way_out(rules, standing)
    if standing.needs is None:
        return say("standing.no_target", name=name, total=total)
    if standing.needs:
        return say("standing.needs", name=name, total=total, needs=standing.needs, way=way)
    key = "standing.at" if standing.total == rules.target else "standing.over"
    return say(key, name=name, total=total, target=rules.target, way=way)


def way_out(rules: Rules, standing: Standing) -> str:
    """How the side can go out on the next hand, as a part of the sentence."""
    least, without = standing.least_bid, standing.without_bid
    if least is None:
        return way_without_bid(rules, standing)
    if without is None and only_smudge_wins(rules, standing):
        return say("way_out.winning_smudge", bid=least)
    if without is not None and least == rules.bids[0]:
        return say("way_out.any_bid")
    if least == SMUDGE_BID:  # more than all points, so no other side's bid is enough
        return say("way_out.own_smudge")
    if least == rules.bids[-1]:
        return say(
            "way_out.own_highest_bid" if without is None else "way_out.highest_bid", bid=least
        )
    return say("way_out.own_bid" if without is None else "way_out.bid", bid=least)


def way_without_bid(rules: Rules, standing: Standing) -> str:
    if standing.without_bid is None:
        return say("way_out.none")
    return say("way_out.others_bid" if rules.auction else "way_out.no_auction")


def only_smudge_wins(rules: Rules, standing: Standing) -> bool:
    """Whether only a smudge that wins by itself takes the side out: the points would not do."""
    return rules.smudge.wins_by_itself and (standing.needs or 0) > rules.total
