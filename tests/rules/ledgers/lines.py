"""A valid ledger: sides, scores to begin with, and what they play."""

from __future__ import annotations

from random import Random

from tests.rules.ledgers.tables import Json, Table, shuffled

SUITS = ("spades", "hearts", "diamonds", "clubs")
ACE = "\N{PLAYING CARD ACE OF SPADES}"
NAMES = (
    "Us", "Them", "Ann", "Bo", " Cy ", "O'Brien & <b>Al</b>", "Zoë 👩‍👩‍👧 🃏", "نحن", "0", "x" * 40,
    ACE * 40,
)  # fmt: skip
NOTES = ("revoke", "", "a misdeal, played again", "“house” rule\nagreed", "n" * 200, ACE * 200)


def draw_ledger(rng: Random, table: Table, scene: list[int] | None = None) -> Json:
    """A pad that begins afresh, from any scores, or from a scene, with the last side to bid."""
    names = rng.sample(NAMES, table.sides)
    ledger: Json = {
        "format": "pitch-ledger/1",
        "preset": f"{table.preset['key']}@{table.preset['version']}",
        "sides": [draw_side(rng, name) for name in names],
    }
    if table.chosen or rng.random() < 0.3:
        ledger["house_rules"] = dict(table.chosen)
    afresh = scene is None and rng.random() < 0.25
    start = scene or ([0] * table.sides if afresh else draw_start(rng, table))
    if not afresh or rng.random() < 0.3:
        ledger["start"] = start
    ledger["hands"] = draw_lines(rng, table, ledger["sides"], start, 14 if afresh else 5)
    if scene:
        ledger["hands"].insert(0, draw_hand(rng, table, ledger["sides"], table.sides - 1))
    return ledger


def draw_side(rng: Random, name: str) -> Json:
    if rng.random() < 0.3:
        return {"name": name}
    return {"name": name, "players": [rng.choice(NAMES) for _ in range(rng.randint(0, 4))]}


def draw_start(rng: Random, table: Table) -> list[int]:
    """Scores near a place where the rules differ; all sides near the same one, or each its own."""
    sides = range(table.sides)
    way = rng.random()
    if way < 0.2:
        level = draw_score(rng, table)
        scores = [level + rng.choice((0, 0, 0, 1, -1)) for _ in sides]
    elif way < 0.4:
        scores = [table.target + rng.randint(-3, 3) for _ in sides]
    elif way < 0.6:
        scores = [table.target - rng.randint(0, table.total) for _ in sides]
    elif way < 0.65 and "sinks_at" in table.chosen:
        scores = [table.chosen["sinks_at"] + rng.randint(-2, table.total) for _ in sides]
    else:
        scores = [draw_score(rng, table) for _ in sides]
    return [max(-500, min(500, score)) for score in scores]


def draw_score(rng: Random, table: Table) -> int:
    places: list[int] = [
        table.target + rng.randint(-2, 2),
        table.target - rng.randint(0, table.total + 1),
        table.target - 7 + rng.randint(-1, 1),
        table.chosen.get("outright_at", table.target) - rng.randint(0, table.total),
        table.chosen.get("sinks_at", -table.total) + rng.randint(-1, table.total),
        rng.randint(-1, 1),
        rng.choice((-500, 500, rng.randint(-30, 60))),
    ]
    return rng.choice(places)


def draw_lines(
    rng: Random, table: Table, sides: list[Json], start: list[int], most: int
) -> list[Json]:
    """The lines of a pad; nothing stops them at the end of the game."""
    lines = []
    for number in range(rng.randint(0 if rng.random() < 0.1 else 1, most)):
        way = rng.random()
        if way < 0.1 + 0.1 * (number == 0):
            lines.append(draw_adjustment(rng, table, start, number))
        elif way < 0.3 and table.can_be_passed_out:
            lines.append({"passed_out": True})
        elif 0.3 < way < 0.36:
            lines.append({"target": draw_target(rng, table)})
        else:
            lines.append(draw_hand(rng, table, sides))
    if table.auction and rng.random() < 0.12:
        hand = draw_hand(rng, table, sides)
        lines.append({key: hand[key] for key in hand if key not in ("points", "all_tricks")})
    for line in lines:
        add_remarks(rng, sides, line)
    return lines


def draw_adjustment(rng: Random, table: Table, start: list[int], number: int) -> Json:
    side = rng.randrange(table.sides)
    place = rng.choice((table.target, table.target, table.chosen.get("sinks_at", table.target)))
    to_place = place - start[side] + rng.randint(-1, 2)
    if number == 0 and 0 < abs(to_place) <= 100 and rng.random() < 0.7:
        return {"adjust": side, "by": to_place}
    return {"adjust": side, "by": rng.choice((-1, 1)) * rng.choice((1, 2, 3, 4, 7, 100))}


def draw_target(rng: Random, table: Table) -> int:
    """Another target from here on, mostly near the one before; below what wins outright."""
    most = min(500, table.chosen.get("outright_at", 501) - 1)
    near = table.target + rng.randint(-6, 6)
    return max(1, min(most, rng.choice((near, rng.randint(1, 12), rng.randint(1, most)))))


def draw_hand(rng: Random, table: Table, sides: list[Json], pitcher: int | None = None) -> Json:
    if not table.auction:
        return {"points": draw_points(rng, table, rng.randrange(table.sides), rng.random() < 0.1)}
    pitcher = rng.randrange(table.sides) if pitcher is None else pitcher
    bid = draw_bid(rng, table)
    swept = rng.random() < (0.55 if bid in (table.total, "smudge", "moon") else 0.12)
    hand: Json = {"pitcher": pitcher, "bid": bid}
    if table.called and rng.random() < 0.8:
        others = [side for side in range(table.sides) if side != pitcher]
        hand["with"] = rng.sample(others, rng.randint(0, table.sides // 2 - 1))
    hand["points"] = draw_points(rng, table, pitcher, swept)
    if rng.random() < (0.85 if bid in ("smudge", "moon") else 0.08):
        alone = all(owner in (None, pitcher) for owner in hand["points"].values())
        hand["all_tricks"] = alone and rng.random() < 0.8
    players = sides[pitcher].get("players", [])
    if players and rng.random() < 0.3:
        hand["player"] = rng.randrange(len(players))
    return hand


def draw_bid(rng: Random, table: Table) -> int | str:
    if table.smudge == "all-tricks-five" and rng.random() < 0.4:
        return "smudge"
    if table.moon and rng.random() < 0.4:
        return "moon"
    way = rng.random()
    if way < 0.25:
        return table.lowest_bid
    return table.total if way < 0.45 else rng.randint(table.lowest_bid, table.total)


def draw_points(rng: Random, table: Table, pitcher: int, swept: bool) -> Json:
    """An owner for each point, in any order; `swept` leaves none to the other sides."""
    others = [side for side in range(table.sides) if side != pitcher]
    some = rng.sample(others, rng.choice((1, rng.randint(1, len(others)))))
    pool = [pitcher] if swept else [*some, *([pitcher] * rng.choice((0, 0, 1, 1, 2)))]
    unclaimed = rng.choice((0.0, 0.1, 0.1, 0.3)) * (0.5 if swept else 1)
    owners = {
        point.key: None if point.nobody and rng.random() < unclaimed else rng.choice(pool)
        for point in table.points
    }
    return shuffled(rng, owners) if rng.random() < 0.2 else owners


def add_remarks(rng: Random, sides: list[Json], line: Json) -> None:
    """What a line may carry and what changes no score."""
    if rng.random() < 0.15:
        seats = [
            player * len(sides) + side
            for side, facts in enumerate(sides)
            for player in range(len(facts.get("players", [])) or 4)
        ]
        line["dealer"] = rng.choice(seats)
    if rng.random() < 0.1:
        line["note"] = rng.choice(NOTES)
    if is_hand(line) and rng.random() < 0.1:
        line["trump"] = rng.choice(SUITS)


def is_hand(line: Json) -> bool:
    return not {"adjust", "passed_out", "target"} & line.keys()
