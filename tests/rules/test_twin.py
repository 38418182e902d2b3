"""The rules on the phone (`scoring.js`, `words.js`) equal those of the server.

`ledger.js` beside this file judges whole ledgers as the interchange format has it, on top of them.

Every case and game that is written down, and twenty thousand generated ledgers: the same hands,
totals and ending, refused at the same places; and the same sentences.
"""

from __future__ import annotations

import gzip
import json
import tomllib
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from scorepads.entry.client_data import judging
from scorepads.entry.prompts import still_to_tap
from scorepads.rules import catalog
from scorepads.rules.hand import seats
from scorepads.rules.interchange import Given, read_ledger, score
from scorepads.rules.ledger import dealers
from scorepads.rules.standing import standings
from scorepads.rules.wording.explain import at_stake, ending, result
from scorepads.rules.wording.standing import sentence
from tests.node import SCRIPTS, ask_node
from tests.rules.ledgers import Sample, samples
from tests.rules.test_golden_pads import GAMES
from tests.rules.test_worked_cases import CASES

Json = dict[str, Any]

pytestmark = pytest.mark.node

GENERATED, SEED = 20_000, 2026
SPOKEN = 4_000
KB = 1024

PRESETS = {
    f"{data['key']}@{data['version']}": data
    for path in sorted(catalog.PRESETS.glob("*.toml"))
    for data in [tomllib.loads(path.read_text("utf-8"))]
}

SCORE = """
  const { score } = await import("~/rules/ledger.js");
  answer(given.ledgers.map((ledger) => score(ledger, given.presets)));
"""

SAY = """
  const { checkLedger } = await import("~/rules/ledger.js");
  const { fold } = await import("@/rules/scoring.js");
  const { dealerOf } = await import("@/entry/judge.js");
  const { atStake, ending, result, standings, stillToTap } = await import("@/rules/words.js");
  answer(given.ledgers.map(({ ledger, names, labels, tapped, stays }) => {
    const { rules: opened, start } = checkLedger(ledger, given.presets);
    const { lines, totals, rules, inPlay, out } = fold(ledger.hands, start, opened);
    const game = { names, labels };
    return {
      rules: { ...opened, points: opened.points.map(({ key, worth }) => ({ key, worth })) },
      results: lines.map((row) => result(game, row)),
      standing: out ? [] : standings(game, rules, totals).map(({ text, can }) => [text, can]),
      stake: inPlay && inPlay.bid ? atStake(rules, inPlay) : null,
      end: out ? ending(game, lines.at(-1)) : null,
      dealer: dealerOf({
        dealer: 1, stays, lines: ledger.hands,
        players: ledger.sides.map((side) => side.players ?? []),
      }),
      still: tapped.map((chosen) => stillToTap(game, rules, chosen)),
    };
  }));
"""


def twins(ledgers: Iterable[Json]) -> list[tuple[Json, Json, Json]]:
    """Each ledger with the server's answer and the phone's, brought to what both say."""
    listed = list(ledgers)
    theirs = ask_node(SCORE, {"presets": PRESETS, "ledgers": listed})
    return [
        (ledger, plain(score(ledger)), plain(answer))
        for ledger, answer in zip(listed, theirs, strict=True)
    ]


def plain(answer: Json) -> Json:
    """The answer without its reasons; of problems, the places (a place may be named twice)."""
    if "problems" in answer:
        return {"problems": sorted({problem["at"] for problem in answer["problems"]})}
    hands = [{key: row[key] for key in row if key != "why"} for row in answer["hands"]]
    return {**answer, "hands": hands}


def assert_equal(ledgers: Iterable[Json]) -> list[Json]:
    compared = twins(ledgers)
    differ = [triple for triple in compared if triple[1] != triple[2]]
    assert not differ, f"{len(differ)} of {len(compared)}, first: {json.dumps(differ[0])}"
    return [ours for _, ours, _ in compared]


def test_every_written_case_and_game_scores_the_same() -> None:
    def has_one_fault_at_most(case: Json) -> bool:
        return len(case["expect"].get("problems", [])) < 2

    ledgers = [case["ledger"] for case in CASES if has_one_fault_at_most(case)]
    ledgers += [game["ledger"] for game in GAMES]
    assert len(assert_equal(ledgers)) > 400


@pytest.fixture(scope="module")
def generated() -> list[Sample]:
    return list(samples(GENERATED, SEED))


def test_twenty_thousand_generated_ledgers_score_the_same(
    generated: list[Sample], record_property: Any
) -> None:
    answers = assert_equal(sample.ledger for sample in generated)
    counted = Counter("refused" if "problems" in answer else "scored" for answer in answers)
    endings = Counter(answer["ending"]["how"] for answer in answers if answer.get("ending"))
    hands = sum(len(answer.get("hands", [])) for answer in answers)
    record_property("compared", f"{dict(counted)}, {hands} lines, endings {dict(endings)}")
    assert counted.total() == GENERATED
    assert counted["refused"] > 2000
    assert hands > 20_000
    assert len(endings) == 6
    for sample, answer in zip(generated, answers, strict=True):
        if sample.kind:
            assert answer["problems"] == [sample.at], sample


def test_every_preset_and_house_rule_is_among_them(generated: list[Sample]) -> None:
    valid = [sample.ledger for sample in generated if sample.kind is None]
    used = Counter(key for ledger in valid for key in ledger.get("house_rules", {}))
    lines = Counter(
        key
        for ledger in valid
        for line in ledger["hands"]
        for key in (*line, *line.get("points", {}))
    )
    assert {ledger["preset"] for ledger in valid} == set(PRESETS)
    assert used.keys() >= {"values", "sinks_at", "outright_at", "failed_smudge_loses", "trey"}
    assert all(lines[key] > 50 for key in ("target", "joker", "five", "last", "passed_out"))


def tapped(ledger: Given) -> list[Json]:
    """The last played hand of a ledger as it is tapped, one field after the other."""
    played = [entry for entry in ledger.entries if getattr(entry, "points", None)]
    if not played:
        return [{}]
    hand: Any = played[-1]
    fields = {} if hand.pitcher is None else {"who": str(hand.pitcher), "bid": str(hand.bid)}
    fields |= {key: "none" if owner is None else str(owner) for key, owner in hand.points.items()}
    if hand.bid == "smudge":
        fields["all_tricks"] = "yes" if hand.all_tricks else "no"
    names = list(fields)
    return [{name: fields[name] for name in names[:many]} for many in range(len(names) + 1)]


class Pad:
    """As much of a scored pad as `still_to_tap` looks at."""

    def __init__(self, given: Given) -> None:
        self.rules, self.names_in_words = given.replay().rules, given.names


def spoken(given: Given) -> Json:
    """What the server says of a ledger."""
    ledger, names = given.replay(), given.names
    fields = tapped(given)
    playing = ledger.in_play
    return {
        "rules": judging(given.rules),
        "results": [result(line.rules, names, line) for line in ledger.lines],
        "standing": [
            [
                sentence(ledger.rules, names[one.side], one),
                one.least_bid is not None or one.without_bid is not None,
            ]
            for one in standings(ledger.rules, ledger)
        ],
        "stake": at_stake(ledger.rules, playing) if playing and not ledger.is_over else None,
        "end": ending(ledger.rules, names, ledger.lines[-1]).text if ledger.is_over else None,
        "dealer": list(dealers(ledger.rules, seats(given.sides), 1, given.entries))[-1],
        "still": [
            still_to_tap(Pad(given), chosen, int(chosen["who"]) if "who" in chosen else None)
            for chosen in fields
        ],
    }


def test_the_sentences_are_those_of_the_server(generated: list[Sample]) -> None:
    valid = [sample.ledger for sample in generated if sample.kind is None][:SPOKEN]
    valid += [case["ledger"] for case in CASES if "problems" not in case["expect"]]
    given = [read_ledger(ledger) for ledger in valid]
    asked = [
        {
            "ledger": ledger,
            "names": each.names,
            "labels": {point.key: point.label for point in each.rules.points},
            "tapped": tapped(each),
            "stays": each.rules.redeal == "same-dealer",
        }
        for ledger, each in zip(valid, given, strict=True)
    ]
    answers = ask_node(SAY, {"presets": PRESETS, "ledgers": asked})
    for ledger, each, answer in zip(valid, given, answers, strict=True):
        assert answer == spoken(each), ledger


def test_the_twin_is_small_and_holds_no_preset() -> None:
    source = (SCRIPTS / "rules" / "scoring.js").read_bytes()
    assert len(gzip.compress(source, mtime=0)) < 4 * KB
    for data in PRESETS.values():
        assert data["name"].encode() not in source
        assert f'"{data["key"]}"'.encode() not in source
