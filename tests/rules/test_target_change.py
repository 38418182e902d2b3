"""A target changed while the game goes on: judged at once, as the last hand would have been."""

from __future__ import annotations

from typing import Any

import pytest

from scorepads.rules.interchange import read_ledger, score_document, write_ledger

OWNERS = ("high", "low", "jack", "game")


def hand(pitcher: int, bid: int | str, owners: tuple[int | None, ...]) -> dict[str, Any]:
    return {"pitcher": pitcher, "bid": bid, "points": dict(zip(OWNERS, owners, strict=True))}


def ledger(preset: str, start: tuple[int, ...], *hands: dict[str, Any], **more: Any) -> Any:
    sides = [{"name": f"Side {number}"} for number in range(len(start))]
    return {
        "format": "pitch-ledger/1", "preset": f"{preset}@1", "sides": sides,
        "start": list(start), "hands": list(hands), **more,
    }  # fmt: skip


def test_a_shorter_target_ends_the_game_for_whom_the_version_says() -> None:
    """Pagat: Side 0 has more, but Side 1 made the last bid."""
    told = score_document(
        ledger("pagat-partnership", (12, 9), hand(0 + 1, 3, (1, 1, 1, 0)), {"target": 11})
    )
    assert told["ending"] == {"hand": 2, "winner": 1, "how": "reached-target"}
    assert told["hands"][1]["change"] == [0, 0]
    assert told["hands"][1]["made"] is None


def test_a_side_that_stood_there_before_the_last_hand_wins_if_the_pitcher_is_not_there() -> None:
    told = score_document(ledger("wikipedia", (9, 0), hand(1, 2, (1, 1, 0, None)), {"target": 8}))
    assert told["ending"]["winner"] == 0


def test_a_target_nobody_has_reached_changes_only_what_is_played_for() -> None:
    hands = [hand(0, 3, (0, 0, 0, 1)), {"target": 15}]
    told = score_document(ledger("wikipedia", (6, 6), *hands, hand(0, 2, (0, 0, 1, 1))))
    assert told["ending"] is None
    assert told["totals"] == [11, 9]


def test_without_a_played_hand_nobody_goes_out() -> None:
    told = score_document(ledger("wikipedia", (6, 2), {"target": 5}))
    assert told["ending"] is None


def test_the_new_target_holds_from_there_on() -> None:
    told = score_document(
        ledger("wikipedia", (0, 0), hand(0, 2, (0, 0, 1, 1)), {"target": 4},
               hand(0, 2, (0, 0, 1, 1)))
    )  # fmt: skip
    assert told["ending"] == {"hand": 3, "winner": 0, "how": "reached-target"}


def test_after_the_end_a_new_target_is_kept_but_changes_nothing() -> None:
    told = score_document(ledger("wikipedia", (9, 0), hand(0, 2, (0, 0, 1, 1)), {"target": 21}))
    assert told["ending"]["hand"] == 1
    assert len(told["hands"]) == 1


@pytest.mark.parametrize(
    ("line", "at"),
    [
        ({"target": 0}, "hands[0].target"),
        ({"target": 501}, "hands[0].target"),
        ({"target": True}, "hands[0].target"),
        ({"target": "11"}, "hands[0].target"),
        ({"target": 11, "bid": 2}, "hands[0].bid"),
    ],
)
def test_what_is_no_target_is_refused(line: dict[str, Any], at: str) -> None:
    assert [
        problem["at"] for problem in score_document(ledger("wikipedia", (0, 0), line))["problems"]
    ] == [at]


def test_a_target_stays_below_the_number_that_wins_outright() -> None:
    raw = ledger("wikipedia", (0, 0), {"target": 15}, house_rules={"outright_at": 15})
    assert score_document(raw)["problems"][0]["at"] == "hands[0].target"


def test_it_travels_in_the_interchange_format() -> None:
    given = read_ledger(ledger("wikipedia", (0, 0), {"target": 15, "note": "late", "dealer": 1}))
    written = write_ledger(given.rules, given.seatings, given.start, given.entries)
    assert written["hands"] == [{"target": 15, "dealer": 1, "note": "late"}]
