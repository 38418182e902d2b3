"""Broken before the first line: the ledger itself, its sides, its scores and its house rules."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.rules.ledgers.breaks import (
    BREAKS,
    NOT_FLAGS,
    NOT_LISTS,
    NOT_NAMES,
    NOT_RECORDS,
    NOT_TEXTS,
    NOT_WHOLE,
    NOT_WORDS,
    Break,
    breaks,
)
from tests.rules.ledgers.tables import FURTHER_POINTS, WORDS, Json, Table

FLAGS = ("no_junk", "failed_smudge_loses", "auction", "tie_plays_on", "dealer_steal", "short_deck")
NUMBERS = {"target": (0, -7, 501), "sinks_at": (0, 6, -501), "outright_at": (501, 1000)}


@breaks("ledger: unknown key")
def _(rng: Random, ledger: Json, table: Table) -> str:
    key = rng.choice(("totals", "winner", "Format", "rules"))
    ledger[key] = rng.choice((None, 1, []))
    return key


@breaks("ledger: missing key")
def _(rng: Random, ledger: Json, table: Table) -> str:
    key = rng.choice(("format", "preset", "sides", "hands"))
    del ledger[key]
    return key


@breaks("ledger: wrong format")
def _(rng: Random, ledger: Json, table: Table) -> str:
    ledger["format"] = rng.choice(("pitch-ledger/2", "pitch-score/1", "", 1, None, []))
    return "format"


@breaks("ledger: unknown preset")
def _(rng: Random, ledger: Json, table: Table) -> str:
    key = table.preset["key"]
    wrong = (key, f"{key}@0", f"{key}@2", f"{key}@01", key.upper() + "@1", "constructor")
    ledger["preset"] = rng.choice((*wrong, *NOT_TEXTS))
    return "preset"


@breaks("ledger: wrong type")
def _(rng: Random, ledger: Json, table: Table) -> str:
    key = rng.choice(("house_rules", "sides", "start", "hands"))
    ledger[key] = rng.choice(NOT_RECORDS if key == "house_rules" else NOT_LISTS)
    return key


@breaks("sides: too few or too many")
def _(rng: Random, ledger: Json, table: Table) -> str:
    least, most = table.preset["sides"]["least"], table.preset["sides"]["most"]
    count = rng.choice((0, least - 1, most + 1, 12))
    ledger |= {"sides": [{"name": str(side)} for side in range(count)], "hands": []}
    ledger.pop("start", None)
    ledger.pop("house_rules", None)
    return "sides"


@breaks("sides: not an object")
def _(rng: Random, ledger: Json, table: Table) -> str:
    side = rng.randrange(table.sides)
    ledger["sides"][side] = rng.choice(NOT_RECORDS)
    ledger["hands"] = []
    return f"sides[{side}]"


@breaks("sides: unknown key")
def _(rng: Random, ledger: Json, table: Table) -> str:
    side = rng.randrange(table.sides)
    ledger["sides"][side]["score"] = 0
    return f"sides[{side}].score"


@breaks("sides: name")
def _(rng: Random, ledger: Json, table: Table) -> str:
    side = rng.randrange(table.sides)
    ledger["sides"][side]["name"] = rng.choice(NOT_NAMES)
    if rng.random() < 0.2:
        del ledger["sides"][side]["name"]
    return f"sides[{side}].name"


@breaks("sides: players")
def _(rng: Random, ledger: Json, table: Table) -> str:
    side = rng.randrange(table.sides)
    ledger["sides"][side]["players"] = rng.choice((*NOT_LISTS, ["a", "b", "c", "d", "e"]))
    ledger["hands"] = []
    return f"sides[{side}].players"


@breaks("sides: a player's name")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    named = [side for side in range(table.sides) if ledger["sides"][side].get("players")]
    if not named:
        return None
    side = rng.choice(named)
    players = ledger["sides"][side]["players"]
    player = rng.randrange(len(players))
    players[player] = rng.choice(NOT_NAMES)
    return f"sides[{side}].players[{player}]"


@breaks("start: length")
def _(rng: Random, ledger: Json, table: Table) -> str:
    ledger["start"] = [0] * rng.choice((0, table.sides - 1, table.sides + 1))
    return "start"


@breaks("start: score")
def _(rng: Random, ledger: Json, table: Table) -> str:
    side = rng.randrange(table.sides)
    ledger["start"] = [0] * table.sides
    ledger["start"][side] = rng.choice((501, -501, 1000, *NOT_WHOLE))
    return f"start[{side}]"


# House rules. What leans on the broken rule goes with it, so that only one thing is wrong.

LEANS_ON = {
    "target": ("outright_at",),
    "going_out": ("tie_plays_on",),
    "smudge": ("failed_smudge_loses",),
    "lowest_bid": ("dealer_forced",),
    "values": ("lowest_bid", "dealer_forced", "smudge", "failed_smudge_loses"),
    "trey": ("lowest_bid", "dealer_forced", "smudge", "failed_smudge_loses", "values"),
}


def break_house_rule(ledger: Json, key: str, value: Any) -> str:
    rules = ledger.setdefault("house_rules", {})
    gone = [rules.pop(other, None) for other in (key, *LEANS_ON.get(key, ()))]
    if any(rule is not None for rule in gone):
        ledger["hands"] = []
    rules[key] = value
    return f"house_rules.{key}"


@breaks("house rule: unknown")
def _(rng: Random, ledger: Json, table: Table) -> str:
    key = rng.choice(("Target", "misdeal", "points", "version"))
    return break_house_rule(ledger, key, rng.choice((True, False, 7, None)))


def bad_word(key: str) -> Break:
    def break_it(rng: Random, ledger: Json, table: Table) -> str | None:
        if key == "going_out" and not table.auction:
            return None
        if key == "smudge" and (not table.auction or table.total != 4):
            return None
        wrong = [word for word in (*NOT_WORDS, WORDS[key][0].upper()) if word not in WORDS[key]]
        return break_house_rule(ledger, key, rng.choice(wrong))

    return break_it


def bad_flag(key: str) -> Break:
    def break_it(rng: Random, ledger: Json, table: Table) -> str | None:
        if not table.auction:
            return None
        return break_house_rule(ledger, key, rng.choice(NOT_FLAGS))

    return break_it


def bad_number(key: str) -> Break:
    def break_it(rng: Random, ledger: Json, table: Table) -> str:
        return break_house_rule(ledger, key, rng.choice((*NUMBERS[key], *NOT_WHOLE)))

    return break_it


BREAKS |= {f"house rule: {key}, no such word": bad_word(key) for key in WORDS}
BREAKS |= {f"house rule: {key}, no flag": bad_flag(key) for key in FLAGS}
BREAKS |= {f"house rule: {key}, no such number": bad_number(key) for key in NUMBERS}


@breaks("house rule: trey, no flag")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    if "optional_point" not in table.preset["rules"]:
        return None
    ledger["hands"] = []
    return break_house_rule(ledger, "trey", rng.choice(NOT_FLAGS))


@breaks("house rule: trey where there is none")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    if "optional_point" in table.preset["rules"]:
        return None
    ledger.setdefault("house_rules", {})["trey"] = rng.random() < 0.5
    return "house_rules.trey"


@breaks("house rule: lowest_bid, no such number")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    if not table.auction:
        return None
    wrong = (0, -1, *[table.total + 1] * 6, 500, *NOT_WHOLE)
    return break_house_rule(ledger, "lowest_bid", rng.choice(wrong))


@breaks("house rule: dealer_forced, no such number")
def _(rng: Random, ledger: Json, table: Table) -> str:
    wrong = [value for value in NOT_WHOLE if value is not False]
    wrong += [0, -1, *[table.lowest_bid - 1, table.total + 1] * 3]
    return break_house_rule(ledger, "dealer_forced", rng.choice(wrong))


@breaks("house rule: outright_at, not above the target")
def _(rng: Random, ledger: Json, table: Table) -> str:
    at = rng.choice((table.target, table.target, rng.randint(1, table.target)))
    return break_house_rule(ledger, "outright_at", at)


@breaks("house rule: values, no object")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    if table.smudge == "all-tricks-five":
        return None
    return break_house_rule(ledger, "values", rng.choice(NOT_RECORDS))


@breaks("house rule: values, unknown point")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    own = [point["key"] for point in table.preset["points"]]
    others = ("pedro", "trey", "off_jack", "High", "ten", "right")
    key = rng.choice([other for other in others if other not in own])
    break_house_rule(ledger, "values", {key: rng.choice((0, 1, 5))})
    return f"house_rules.values.{key}"


@breaks("house rule: values, no such value")
def _(rng: Random, ledger: Json, table: Table) -> str:
    own = [point["key"] for point in table.preset["points"]]
    key = rng.choice([*own, *FURTHER_POINTS])
    break_house_rule(ledger, "values", {key: rng.choice((-1, 21, 100, *NOT_WHOLE))})
    return f"house_rules.values.{key}"


@breaks("house rule: values, nothing left to play for")
def _(rng: Random, ledger: Json, table: Table) -> str:
    nothing = {point["key"]: 0 for point in table.preset["points"]}
    ledger["hands"] = []
    return break_house_rule(ledger, "values", nothing)


@breaks("house rule: values, not four with Pagat's own smudge")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    own = table.preset["rules"]["smudge"] == "all-tricks-five" and "smudge" not in table.chosen
    if not own or not table.auction:
        return None
    key = rng.choice([*(point["key"] for point in table.preset["points"]), "last"])
    ledger["hands"] = []
    return break_house_rule(ledger, "values", {key: rng.choice((0, 2, 3)) if key != "last" else 1})


@breaks("house rule: smudge, all-tricks-five without a total of four")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    if not table.auction or table.total == 4:
        return None
    ledger["house_rules"] = {**table.chosen, "smudge": "all-tricks-five"}
    return "house_rules.smudge"


@breaks("house rule: tie_plays_on without pitcher first")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    if table.going_out == "pitcher-first" or not table.auction:
        return None
    return break_house_rule(ledger, "tie_plays_on", True)


@breaks("house rule: failed_smudge_loses without a smudge")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    if table.smudge != "none" or table.sides != 2 or not table.auction:
        return None
    return break_house_rule(ledger, "failed_smudge_loses", True)


@breaks("house rule: sinks_at with more than two sides")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    return break_house_rule(ledger, "sinks_at", -6) if table.sides > 2 else None


@breaks("house rule: failed_smudge_loses with more than two sides")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    if table.sides == 2 or table.smudge == "none":
        return None
    return break_house_rule(ledger, "failed_smudge_loses", True)


@breaks("house rule: bidder-goes-out with more than two sides")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    if table.sides == 2 or not table.auction:
        return None
    return break_house_rule(ledger, "going_out", "bidder-goes-out")


@breaks("house rule: it needs an auction")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    if table.auction:
        return None
    rules = ledger.setdefault("house_rules", {})
    several: Json = {"no_junk": True, "lowest_bid": 1, "tie_plays_on": True, "smudge": "four-wins"}
    several |= {"failed_smudge_loses": True} if table.sides == 2 else {}
    several["going_out"] = rng.choice(("pitcher-first", "bidding-side-only"))
    key = rng.choice(sorted(several))
    rules[key] = several[key]
    return f"house_rules.{key}"
