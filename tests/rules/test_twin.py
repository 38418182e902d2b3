"""The rules on the phone (`scoring.js`, `words.js`) equal those of the server.

The phone gets what the server sends: the rules with the house rules applied, the starting scores
and the facts of every line. Every case and game that is written down, and twenty thousand
generated ledgers: the same hands, totals and ending, and the same sentences.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from scorepads.entry.client_data import judging
from scorepads.entry.prompts import still_to_tap
from scorepads.rules.catalog import current
from scorepads.rules.hand import seats
from scorepads.rules.house_rules.records import HOUSE_RULES
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

SCORE = """
  const { fold } = await import("@/rules/scoring.js");
  answer(given.map(({ hands, start, rules }) => {
    const { lines, totals, out } = fold(hands, start, rules);
    return {
      hands: lines.map(({ number, change, totals, made }) => ({ number, change, totals, made })),
      totals,
      ending: out && { hand: lines.length, winner: out.winner, how: out.how },
    };
  }));
"""

SAY = """
  const { fold } = await import("@/rules/scoring.js");
  const { dealerOf } = await import("@/entry/judge.js");
  const { atStake, ending, result, standings, stillToTap } = await import("@/rules/words.js");
  answer(given.map(({ hands, start, rules: opened, players, names, labels, tapped, stays }) => {
    const { lines, totals, rules, inPlay, out } = fold(hands, start, opened);
    const game = { names, labels };
    return {
      results: lines.map((row) => result(game, row)),
      standing: out ? [] : standings(game, rules, totals).map(({ text, can }) => [text, can]),
      stake: inPlay && inPlay.bid ? atStake(rules, inPlay) : null,
      end: out ? ending(game, lines.at(-1)) : null,
      dealer: dealerOf({ dealer: 1, stays, lines: hands, players }),
      still: tapped.map((chosen) => stillToTap(game, rules, chosen)),
    };
  }));
"""


def sent(ledger: Json) -> Json:
    """What the phone gets of a ledger."""
    given = read_ledger(ledger)
    return {"hands": ledger["hands"], "start": given.start, "rules": judging(given.rules)}


def plain(ledger: Json) -> Json:
    """The server's answer without its reasons."""
    answer = score(ledger)
    hands = [{key: row[key] for key in row if key != "why"} for row in answer["hands"]]
    return {"hands": hands, "totals": answer["totals"], "ending": answer["ending"]}


def assert_equal(ledgers: Iterable[Json]) -> list[Json]:
    listed = list(ledgers)
    ours = [plain(ledger) for ledger in listed]
    compared = list(zip(listed, ours, ask_node(SCORE, [*map(sent, listed)]), strict=True))
    differ = [triple for triple in compared if triple[1] != triple[2]]
    assert not differ, f"{len(differ)} of {len(compared)}, first: {json.dumps(differ[0])}"
    return ours


def test_every_written_case_and_game_scores_the_same() -> None:
    ledgers = [case["ledger"] for case in CASES if "problems" not in case["expect"]]
    ledgers += [game["ledger"] for game in GAMES]
    assert len(assert_equal(ledgers)) > 250


@pytest.fixture(scope="module")
def generated() -> list[Sample]:
    return list(samples(GENERATED, SEED))


def test_twenty_thousand_generated_ledgers_score_the_same(
    generated: list[Sample], record_property: Any
) -> None:
    valid = [sample.ledger for sample in generated if sample.kind is None]
    answers = assert_equal(valid)
    endings = Counter(answer["ending"]["how"] for answer in answers if answer["ending"])
    hands = sum(len(answer["hands"]) for answer in answers)
    record_property("compared", f"{len(valid)}, {hands} lines, endings {dict(endings)}")
    assert hands > 20_000
    assert len(endings) == 6


def test_every_broken_ledger_is_refused_where_it_was_broken(generated: list[Sample]) -> None:
    broken = [sample for sample in generated if sample.kind]
    assert len(broken) > 2000
    for sample in broken:
        problems = {problem["at"] for problem in score(sample.ledger)["problems"]}
        assert problems == {sample.at}, sample


def test_every_preset_and_house_rule_is_among_them(generated: list[Sample]) -> None:
    valid = [sample.ledger for sample in generated if sample.kind is None]
    used = Counter(key for ledger in valid for key in ledger.get("house_rules", {}))
    lines = Counter(
        key
        for ledger in valid
        for line in ledger["hands"]
        for key in (*line, *line.get("points", {}))
    )
    assert {ledger["preset"] for ledger in valid} == {preset.pin for preset in current}
    assert used.keys() == HOUSE_RULES.keys()
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
            **sent(ledger),
            "players": [list(side.players) for side in each.sides],
            "names": each.names,
            "labels": {point.key: point.label for point in each.rules.points},
            "tapped": tapped(each),
            "stays": each.rules.redeal == "same-dealer",
        }
        for ledger, each in zip(valid, given, strict=True)
    ]
    answers = ask_node(SAY, asked)
    for ledger, each, answer in zip(valid, given, answers, strict=True):
        assert answer == spoken(each), ledger


def test_the_twin_is_small_and_holds_no_preset() -> None:
    source = (SCRIPTS / "rules" / "scoring.js").read_bytes()
    assert len(gzip.compress(source, mtime=0)) < 4 * KB
    for preset in current:
        assert preset.name.encode() not in source
        assert f'"{preset.key}"'.encode() not in source
