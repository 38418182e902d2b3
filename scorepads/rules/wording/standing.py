"""The standing of each side in a sentence, and in a word or two for its place on the score board.

What is said as certain holds for every legal hand, what a side “can” do for some of them. In a game
of so many hands a sentence tells how many are left. On the last one the highest total wins, and the
sides that cannot go out are told how far they are ahead or behind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.next_hands import OwnBid
from scorepads.rules.standing import Standing
from scorepads.rules.terms import MOON_BID, signed
from scorepads.rules.wording.sentences import say
from scorepads.rules.wording.sides import as_subject, is_plural

TWO_SIDES = 2

TellingLine = tuple[bool, str]
"""A line of the standing, and whether it tells that a side can win on the next hand."""


def standing_lines(
    rules: Rules, names: Sequence[str], standings: Sequence[Standing], left: int | None = None
) -> list[TellingLine]:
    """Everything that is said before the next hand; nothing when the game is over.

    `left` is how many hands a game of so many has left, 0 in a play-off. Where no side can go out
    the totals stand in place of the sentences of the sides.
    """
    if not standings:
        return []
    told = [] if left is None else [(False, length_sentence(rules, left))]
    can = [each.own_bid is not None or each.other_bid is not None for each in standings]
    if sentences := standing_sentences(rules, names, standings, left):
        return [*told, *zip(can, sentences, strict=True)]
    return [*told, (False, nobody_sentence(standings)), *total_lines(names, standings)]


def standing_sentences(
    rules: Rules, names: Sequence[str], standings: Sequence[Standing], left: int | None = None
) -> list[str]:
    """A sentence for each side; none at all while no side can go out and it is not the last hand.

    A smudge that wins is not told of each side then: in some games it can from the first hand on.
    """
    is_last = left is not None and left <= 1
    if not is_last and not any(standing.can_go_out for standing in standings):
        return []
    totals = [each.total for each in standings]
    return [
        standing_sentence(rules, names[each.side], each)
        if each.can_go_out or not is_last
        else lead_sentence(names[each.side], each.total, totals)
        for each in standings
    ]


def nobody_sentence(standings: Sequence[Standing]) -> str:
    """That nobody can go out, and whether a smudge or a moon wins all the same."""
    own_bids = [each.own_bid for each in standings if each.own_bid]
    if not own_bids:
        return say("standing.nobody")
    smudge = any(own.bid != MOON_BID for own in own_bids)
    moon = any(own.bid == MOON_BID or own.moon_wins for own in own_bids)
    key = "way.smudge_or_moon" if smudge and moon else "way.moon" if moon else "way.smudge"
    return say("standing.nobody_but", way=say(key))


def total_lines(names: Sequence[str], standings: Sequence[Standing]) -> Iterator[TellingLine]:
    for each in standings:
        yield False, say("standing.has", name=names[each.side], total=signed(each.total))


def lead_sentence(name: str, total: int, totals: Sequence[int]) -> str:
    """How far a side is ahead or behind, such as “They are 3 points behind.”"""
    top, further = sorted(totals, reverse=True)[:2]
    subject, plural = as_subject(name), is_plural(name)
    if total < top:
        behind = points_text(top - total)
        return say("standing.behind", name=subject, plural=plural, points=behind)
    if further == top:
        return say("standing.shares", name=subject, plural=plural)
    return say("standing.leads", name=subject, plural=plural, points=points_text(top - further))


def length_sentence(rules: Rules, left: int) -> str:
    """How many hands are left, and what decides after them."""
    assert rules.ends_after is not None
    decided = say("length.highest_else" if can_end_otherwise(rules) else "length.highest")
    if left == 0:
        return say("length.play_off")
    if left == 1:
        key = "length.last_or_more" if rules.ends_after.plays_on else "length.last"
        return say(key, decided=decided)
    return say(
        "length.deals" if rules.ends_after.deals else "length.hands", left=left, decided=decided
    )


def length_note(left: int | None) -> str:
    """How many hands are left, beside the number of the hand; empty where nothing is counted."""
    if left is None:
        return ""
    if left > 1:
        return say("length.more", left=left)
    return say("length.this_one" if left else "length.played_off")


def can_end_otherwise(rules: Rules) -> bool:
    """Whether a hand can decide the game before its hands are counted."""
    by_bid = rules.smudge.wins_by_itself or rules.failed_smudge_loses
    by_moon = rules.moon is not None and (rules.moon.made is None or rules.moon.loses)
    return rules.target is not None or rules.sinks_at is not None or by_bid or by_moon


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
    """Whether it goes out with so many points on anyone's bid."""
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
