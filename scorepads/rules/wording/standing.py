"""The standing of each side in a sentence, and in a word or two for its place on the score board.

What is said as certain holds for every legal hand, what a side “can” do for some of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.next_hands import OwnBid
from scorepads.rules.standing import Standing
from scorepads.rules.terms import MOON_BID
from scorepads.rules.wording.sentences import say
from scorepads.rules.wording.sides import as_subject, is_plural

TWO_SIDES = 2


def standing_sentences(
    rules: Rules, names: Sequence[str], standings: Sequence[Standing]
) -> list[str]:
    """A sentence for each side; none at all while no side can go out on the next hand.

    A smudge that wins is not told of then: in some games it can from the first hand on.
    """
    if not any(standing.can_go_out for standing in standings):
        return []
    return [standing_sentence(rules, names[each.side], each) for each in standings]


def standing_sentence(rules: Rules, name: str, standing: Standing) -> str:
    """The standing in words, such as “We win by making any bid and taking 3.”"""
    own, other = standing.own_bid, standing.other_bid
    return say(
        sentence_key(rules, standing),
        name=as_subject(name),
        plural=is_plural(name),
        certain=(own is None or own.always_wins) and standing.always_wins_then,
        needs=standing.needs,
        points=points_text(other or 0),
        way=way_by_own_bid(rules, own) if own else way_by_other_bid(rules, other or 0),
        other=way_by_other_bid(rules, other or 0),
    )


def sentence_key(rules: Rules, standing: Standing) -> str:
    own, other = standing.own_bid, standing.other_bid
    if own is None and other is None:
        return "standing.cannot" if standing.needs else "standing.cannot_there"
    if not standing.can_go_out:
        if own is not None and own.bid == MOON_BID:
            return "standing.only_moon"
        by_moon_too = own is not None and own.moon_wins
        return "standing.only_smudge_or_moon" if by_moon_too else "standing.only_smudge"
    if not rules.auction:
        return "standing.no_auction" if other else "standing.any_hand"
    if own is None or other is None:
        return "standing.one_way"
    if own.always_wins and not standing.always_wins_then:
        return "standing.sure_or_not"
    return "standing.anyones_bid" if is_same_on_any_bid(standing) else "standing.two_ways"


def is_same_on_any_bid(standing: Standing) -> bool:
    """Whether it goes out with so many points, whoever bids."""
    own = standing.own_bid
    if own is None or own.takes_everything or not own.needs_making:
        return False
    return own.take == standing.other_bid


def way_by_own_bid(rules: Rules, own: OwnBid) -> str:
    if own.takes_everything:
        return say("way.moon" if own.bid == MOON_BID else "way.smudge")
    if not own.needs_making:
        return say("way.even_set", bid=own.bid)
    key = "way.any_bid" if own.take <= rules.lowest_bid else "way.any_bid_taking"
    return say(key, take=own.take)


def way_by_other_bid(rules: Rules, points: int) -> str:
    two = rules.sides == TWO_SIDES
    if not points:
        return say("way.other_side_anyhow" if two else "way.other_sides_anyhow")
    return say("way.other_side" if two else "way.other_sides", points=points_text(points))


def points_text(points: int) -> str:
    return say("points.one") if points == 1 else say("points.many", many=points)


def score_cell_note(rules: Rules, standing: Standing) -> str:
    """What stands under the side's total: “needs 3”, or with a star how it can go out this hand."""
    own, other = standing.own_bid, standing.other_bid
    if standing.needs is None and not standing.can_go_out:
        return ""
    if not standing.can_go_out:
        return say("board.needs", needs=standing.needs) if standing.needs else say("board.there")
    if other is not None:
        return say("board.out_with", take=other)
    assert own is not None
    if own.take <= rules.lowest_bid:
        return say("board.any_bid")
    return say("board.bid_and_take", take=own.take)
