"""What is told of a replay that goes on although the other ruleset means something else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from scorepads.rules.catalog import current
from scorepads.rules.comparing.replay import (
    Judgment,
    Replay,
    judge_hand,
    replay_under,
    replay_verdict,
)
from scorepads.rules.interchange import GivenLedger, read_ledger
from scorepads.rules.rulesets import Ruleset, find_by_key, house_ruleset, preset_ruleset

Facts = dict[str, Any]
PASSED: Facts = {"passed_out": True}


def hand(pitcher: int = 0, bid: int | str = 2, **owners: int | None) -> Facts:
    """Every point to Us, save what `owners` say."""
    points = dict.fromkeys(("high", "low", "jack", "game"), 0) | owners
    return {"pitcher": pitcher, "bid": bid, "points": points}


def pad(
    preset: str, *hands: Facts, start: tuple[int, int] = (0, 0), **house_rules: Any
) -> GivenLedger:
    sides = [{"name": "Us"}, {"name": "Them"}]
    document = {
        "format": "pitch-ledger/1", "preset": f"{preset}@1", "sides": sides,
        "start": list(start), "hands": list(hands), "house_rules": house_rules,
    }  # fmt: skip
    return read_ledger(document)


def bent(preset: str, **house_rules: Any) -> Ruleset:
    return house_ruleset(current.newest(preset), house_rules, name="bent")


def under(given: GivenLedger, other: Ruleset | str) -> Replay:
    if isinstance(other, str):
        other = find_by_key(other)
    return replay_under(other, given.rules, given.sides, given.start, given.entries)


LOW_AGREED = (
    "There Low goes to whichever side the table agrees on; here, to the side that was dealt it. "
    "It is taken as recorded."
)


@pytest.mark.parametrize(
    ("given", "other", "cautions"),
    [
        (pad("wikipedia", hand()), "bicycle", (LOW_AGREED,)),
        (pad("wikipedia", hand()), bent("wikipedia", target=15), ()),
        (
            pad("wikipedia", hand()),
            bent("wikipedia", game_tie="pitcher"),
            ("There a tied Game goes to the pitcher; here, to nobody. It is taken as recorded.",),
        ),
        (
            pad("wikipedia", hand()),
            bent("wikipedia", game_by="ten"),
            (
                "There Game is given for the ten of trump; here, for most pips in tricks. "
                "It is taken as recorded.",
            ),
        ),
        (pad("wikipedia", hand()), bent("wikipedia", values={"low": 0}), ("Low counts for",)),
        (pad("wikipedia", hand()), bent("wikipedia", values={"game": 0}), ("Game counts for",)),
        (
            pad("wikipedia", hand(joker=0, five=None), values={"joker": 1, "five": 5}),
            bent("wikipedia"),
            ("Joker and Five count for nothing there.",),
        ),
        (
            pad("wikipedia", hand(joker=0), values={"joker": 1}),
            bent("wikipedia"),
            ("Joker counts for nothing there.",),
        ),
        (
            pad("wikipedia", hand()),
            "standard-pitch",
            ("Nobody bids there: who bid here, and what, is left aside.",),
        ),
        (pad("wikipedia", hand(0, 3)), bent("wikipedia", smudge="four-wins"), ()),
        (
            pad("wikipedia", hand(0, 3), hand(1, 4)),
            bent("wikipedia", smudge="four-wins"),
            ("A bid of 4 is a smudge there; here it was a bid like the others.",),
        ),
        (pad("wikipedia", hand(0, 4), smudge="four-wins"), bent("wikipedia"), ()),
        (
            pad("wikipedia", hand(0, 4), smudge="four-wins"),
            bent("wikipedia", smudge="four-wins-unless-in-the-hole"),
            (),
        ),
        (
            pad("wikipedia", hand(), start=(7, 3)),
            bent("wikipedia", target=7),
            ("The game began with a side at 7, and there it is played to 7.",),
        ),
        (pad("wikipedia", hand(), start=(6, 6)), bent("wikipedia", target=7), ()),
        (pad("wikipedia"), "bicycle", ()),
        (pad("wikipedia", PASSED), "bicycle", ()),
        (
            pad("wikipedia", PASSED),
            bent("wikipedia", dealer_forced=2),
            ("A hand cannot be passed out there. Those that were are kept and score nothing.",),
        ),
        (
            pad("wikipedia", {"target": 15}),
            "bicycle",
            ("The change of the target was made to this game; there it is played to 7.",),
        ),
    ],
)
def test_what_means_something_else_there_is_told(
    given: GivenLedger, other: Ruleset | str, cautions: tuple[str, ...]
) -> None:
    told = under(given, other).cautions
    assert len(told) == len(cautions), told
    assert all(said.startswith(caution) for said, caution in zip(told, cautions, strict=True))


def test_between_games_without_an_auction_nothing_is_said_of_bids() -> None:
    without = {"points": hand()["points"]}
    given = pad("wikipedia", without, auction=False)
    replayed = under(given, "standard-pitch")
    assert (replayed.cautions, replayed.stop, replayed.refused) == ((), None, ())
    assert replayed.can_be_played_on


def test_a_hand_in_play_goes_on_where_it_is_bid_and_stops_where_nobody_bids() -> None:
    given = pad("wikipedia", hand(), {"pitcher": 1, "bid": 3})
    assert under(given, "bicycle").stop is None
    stop = under(given, "standard-pitch").stop
    assert stop is not None
    assert (stop.number, stop.reasons) == (2, ("the hand is still being played",))


def test_a_replay_that_stops_at_once_tells_no_score_until_then() -> None:
    given = pad("wikipedia", hand(0, 1))
    told = replay_verdict(given.names, under(given, "bicycle"), given.fold_ledger())
    assert told == "Can't go on: bids there are 2 to 4, not 1 (hand 1)."


def test_a_replay_that_stops_cannot_be_played_on_and_says_every_reason() -> None:
    given = pad("bicycle", PASSED, hand(), hand(1, 2), {"pitcher": 0, "bid": 2})
    replayed = under(given, bent("bicycle", lowest_bid=3, dealer_forced=3))
    assert replayed.refused == (
        "hand 2: bids there are 3 to 4, not 2",
        "hand 1 cannot be passed out there",
    )
    assert not replayed.can_be_played_on


def judged(facts: Mapping[str, Any], ruleset: Ruleset) -> Judgment:
    return judge_hand(ruleset, (0, 0), facts)


def test_a_side_or_a_suit_that_is_not_there_is_said() -> None:
    wikipedia = preset_ruleset(current.newest("wikipedia"))
    assert judged(hand(7), wikipedia).cannot == ("there is no side 7",)
    assert judged({**hand(), "trump": "cups"}, wikipedia).cannot
    assert judged({**hand(), "trump": "hearts", "player": None}, wikipedia).cannot


def test_a_smudge_that_is_no_bid_there_is_said_with_the_bids_there_are() -> None:
    facts = {**hand(0, "smudge"), "all_tricks": True}
    assert judged(facts, preset_ruleset(current.newest("bicycle"))).cannot == (
        "bids there are 2 to 4, not smudge",
    )


def test_without_an_auction_a_hand_needs_no_bid() -> None:
    line = judged({"points": hand(low=1)["points"]}, find_by_key("standard-pitch")).line
    assert line is not None and line.totals == (3, 1)
