"""Broken in one of its lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tests.rules.ledgers.breaks import (
    BREAKS,
    LONE_SURROGATE,
    NOT_FLAGS,
    NOT_RECORDS,
    NOT_TEXTS,
    NOT_WHOLE,
    NOT_WORDS,
    Break,
    breaks,
)
from tests.rules.ledgers.lines import (
    ACE,
    SUITS,
    is_adjustment,
    is_any,
    is_hand,
    is_passed_out,
    is_scored,
    is_target,
    was_bid,
)
from tests.rules.ledgers.tables import FURTHER_POINTS, Json, Table

Lines = Callable[[Json], bool]


def pick(rng: Random, ledger: Json, lines: Lines) -> tuple[str, Json] | None:
    """A line of that kind, and its path."""
    found = [(f"hands[{i}]", line) for i, line in enumerate(ledger["hands"]) if lines(line)]
    return rng.choice(found) if found else None


def forget_the_rest(line: Json) -> None:
    """Takes away what is judged by the pitcher and the points."""
    line.pop("player", None)
    line.pop("all_tricks", None)


def bad_value(key: str, lines: Lines, wrong: Callable[[Table, Json], Sequence[Any]]) -> Break:
    """A line's value that does not fit."""

    def break_it(rng: Random, ledger: Json, table: Table) -> str | None:
        picked = pick(rng, ledger, lines)
        if picked is None:
            return None
        at, line = picked
        if key != "all_tricks":
            forget_the_rest(line)
        line[key] = rng.choice(wrong(table, line))
        return f"{at}.{key}"

    return break_it


def no_side(table: Table, line: Json) -> Sequence[Any]:
    return (table.sides, -1, 100, *NOT_WHOLE)


def no_note(table: Table, line: Json) -> Sequence[Any]:
    return (*NOT_TEXTS, "n" * 201, ACE * 201, *[LONE_SURROGATE] * 3)


def no_adjustment(table: Table, line: Json) -> Sequence[Any]:
    return (0, 0, 0, 101, -101, *NOT_WHOLE)


def no_seat(table: Table, line: Json) -> Sequence[Any]:
    return (-1, 4 * table.sides, 1000, *NOT_WHOLE)


BREAKS |= {
    "hand: pitcher": bad_value("pitcher", was_bid, no_side),
    "hand: bid": bad_value(
        "bid",
        was_bid,
        lambda table, line: (
            *[table.lowest_bid - 1, table.total + 1] * 3, -table.total, "Smudge", str(table.total),
            *(() if table.smudge == "all-tricks-five" else ("smudge", "smudge")), *NOT_WHOLE,
        ),
    ),
    "hand: all_tricks": bad_value("all_tricks", was_bid, lambda table, line: NOT_FLAGS),
    "hand: points, no object": bad_value("points", is_scored, lambda table, line: NOT_RECORDS),
    "hand: trump": bad_value("trump", is_hand, lambda table, line: NOT_WORDS),
    "line: dealer": bad_value("dealer", is_any, no_seat),
    "line: note": bad_value("note", is_any, no_note),
    "adjustment: side": bad_value("adjust", is_adjustment, no_side),
    "adjustment: by": bad_value("by", is_adjustment, no_adjustment),
    "target: no such number": bad_value(
        "target", is_target,
        lambda table, line: (0, -1, *[table.chosen.get("outright_at", 501)] * 4, 501, *NOT_WHOLE),
    ),
    "target: unknown key": bad_value("trump", is_target, lambda table, line: SUITS),
    "passed out: not true": bad_value(
        "passed_out", is_passed_out, lambda table, line: (False, *NOT_FLAGS)
    ),
    "hand: unknown key": bad_value("bidder", is_hand, lambda table, line: (0, None)),
    "adjustment: unknown key": bad_value("trump", is_adjustment, lambda table, line: SUITS),
    "passed out: unknown key": bad_value("trump", is_passed_out, lambda table, line: SUITS),
}  # fmt: skip


@breaks("line: not an object")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    if not ledger["hands"]:
        return None
    number = rng.randrange(len(ledger["hands"]))
    ledger["hands"][number] = rng.choice(NOT_RECORDS)
    return f"hands[{number}]"


@breaks("hand: missing key")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    picked = pick(rng, ledger, was_bid)
    if picked is None:
        return None
    at, line = picked
    forget_the_rest(line)
    key = rng.choice(("pitcher", "bid"))
    del line[key]
    return f"{at}.{key}"


@breaks("adjustment: missing key")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    picked = pick(rng, ledger, is_adjustment)
    if picked is None:
        return None
    at, line = picked
    del line["by"]
    return f"{at}.by"


@breaks("hand: no points, and not the last line")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    picked = pick(rng, ledger, is_scored)
    if picked is None or (table.auction and picked[1] is ledger["hands"][-1]):
        return None
    at, line = picked
    forget_the_rest(line)
    del line["points"]
    return f"{at}.points"


@breaks("hand: all_tricks, though another side has a point")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    def shared(line: Json) -> bool:
        owners = line.get("points", {}).values()
        return was_bid(line) and any(owner not in (None, line["pitcher"]) for owner in owners)

    picked = pick(rng, ledger, shared)
    if picked is None:
        return None
    at, line = picked
    line["all_tricks"] = True
    return f"{at}.all_tricks"


@breaks("hand: player")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    picked = pick(rng, ledger, was_bid)
    if picked is None:
        return None
    at, line = picked
    players = ledger["sides"][line["pitcher"]].get("players", [])
    line["player"] = rng.choice((*[len(players)] * 4, -1, 4, *NOT_WHOLE))
    return f"{at}.player"


@breaks("line: dealer, a seat where nobody sits")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    picked = pick(rng, ledger, is_any)
    named = [side for side in range(table.sides) if ledger["sides"][side].get("players")]
    if picked is None or not named:
        return None
    at, line = picked
    side = rng.choice(named)
    line["dealer"] = side + table.sides * len(ledger["sides"][side]["players"])
    return f"{at}.dealer"


@breaks("hand: no points where nobody bids")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    if table.auction or not ledger["hands"] or not is_scored(ledger["hands"][-1]):
        return None
    number = len(ledger["hands"]) - 1
    del ledger["hands"][number]["points"]
    return f"hands[{number}].points"


@breaks("hand: a bid where there is no auction")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    picked = pick(rng, ledger, is_scored)
    if picked is None or table.auction:
        return None
    at, line = picked
    key = rng.choice(("pitcher", "bid", "player", "all_tricks"))
    line[key] = {"pitcher": 0, "bid": table.total, "player": 0, "all_tricks": False}[key]
    return f"{at}.{key}"


@breaks("passed out: it cannot be")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    if table.can_be_passed_out or (table.auction and rng.random() < 0.5):
        return None
    number = rng.randint(0, len(ledger["hands"]))
    if number == len(ledger["hands"]) and number and not is_scored(ledger["hands"][-1]):
        return None
    ledger["hands"].insert(number, {"passed_out": True})
    return f"hands[{number}].passed_out"


def bad_points(change: Callable[[Random, Json, Table], str | None]) -> Break:
    """One point of one hand that is not as it must be."""

    def break_it(rng: Random, ledger: Json, table: Table) -> str | None:
        picked = pick(rng, ledger, is_scored)
        if picked is None:
            return None
        at, line = picked
        forget_the_rest(line)
        key = change(rng, line["points"], table)
        return None if key is None else f"{at}.points.{key}"

    return break_it


@bad_points
def point_missing(rng: Random, points: Json, table: Table) -> str:
    key = rng.choice(table.points).key
    del points[key]
    return key


@bad_points
def point_unknown(rng: Random, points: Json, table: Table) -> str:
    own: list[str] = [point["key"] for point in table.preset["points"]]
    several = (*own, *FURTHER_POINTS, "trey", "off_jack", "pedro", "High", "ten")
    key = rng.choice([key for key in several if key not in points])
    points[key] = rng.choice((0, 1, None))
    return key


@bad_points
def point_to_nobody(rng: Random, points: Json, table: Table) -> str | None:
    owned = [point.key for point in table.points if not point.nobody]
    if not owned:
        return None
    key = rng.choice(owned)
    points[key] = None
    return key


@bad_points
def point_to_no_side(rng: Random, points: Json, table: Table) -> str:
    key = rng.choice(table.points).key
    points[key] = rng.choice([wrong for wrong in no_side(table, {}) if wrong is not None])
    return key


BREAKS |= {
    "hand: points, one missing": point_missing,
    "hand: points, one unknown": point_unknown,
    "hand: points, nobody where there is always an owner": point_to_nobody,
    "hand: points, to no side": point_to_no_side,
}
