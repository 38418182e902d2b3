"""The rules on the phone (`scoring.js`, `words.js`, `judge.js`) equal those of the server.

Each ledger is handed over as a phone gets it, by `client_data.game` and `client_data.known`, with
all of its lines or only the last; then both say the same hands, totals, ending, dealer and
sentences. Compared are all cases and games that are written down, and generated ledgers.
TWIN_LEDGERS=20000, which `bench/twin` sets, makes a long run of it.
"""

from __future__ import annotations

import gzip
import json
import os
import re
from collections import Counter
from functools import cached_property
from types import SimpleNamespace
from typing import Any

import pytest

from scorepads.entry.client_data import game, known
from scorepads.entry.prompts import still_to_tap
from scorepads.rules.catalog import current
from scorepads.rules.hand import Hand, as_facts, count_seats
from scorepads.rules.interchange import GivenLedger, read_ledger
from scorepads.rules.ledger import Ledger, dealer_seats
from scorepads.rules.scoring import needs_all_tricks
from scorepads.rules.standing import side_standings
from scorepads.rules.terms import EndingKind
from scorepads.rules.wording.explain import at_stake, ending_reason, line_in_words
from scorepads.rules.wording.sentences import SENTENCES
from scorepads.rules.wording.standing import length_note, score_cell_note, standing_lines
from tests.node import SCRIPTS, ask_node
from tests.rules.ledgers import samples
from tests.rules.test_golden_pads import GAMES
from tests.rules.test_worked_cases import CASES

Json = dict[str, Any]

pytestmark = pytest.mark.node

GENERATED, SEED = int(os.environ.get("TWIN_LEDGERS", "2000")), 2026
FIRST_DEALER = 1
ALL_HANDS = 1000
KB = 1024

ON_THE_PHONE = """
  const { fold } = await import("@/rules/scoring.js");
  const { dealerOf, knownPad } = await import("@/entry/judge.js");
  const { lengthNote, standings } = await import("@/rules/standing.js");
  const { atStake, ending, result, stillToTap } = await import("@/rules/words.js");
  answer(given.map(({ game, known, tapped }) => {
    const pad = knownPad(game, known);
    const { lines, totals, rules, inPlay, left, out } = fold(pad.lines, pad.start, pad.rules);
    const rows = lines.slice(known.before);
    return {
      hands: rows.map(({ number, change, totals, made }) => ({ number, change, totals, made })),
      totals,
      ending: out && { winner: out.winner, how: out.how },
      results: rows.map((row) => result(pad, row)),
      standing: out ? null : standings(pad, rules, totals, left),
      length: lengthNote(out ? null : left),
      stake: inPlay?.bid ? atStake(rules, inPlay, totals) : null,
      end: out ? ending(pad, lines.at(-1)) : null,
      dealer: dealerOf(pad),
      still: tapped.map((chosen) => stillToTap(pad, rules, chosen)),
    };
  }));
"""


class Pad:
    """As much of a scorepad as a phone is told of, and as the sentences look at."""

    def __init__(self, given: GivenLedger) -> None:
        self.given = given
        self.opened_under, self.sides, self.start = given.rules, given.sides, given.start
        self.names_in_words = given.names
        self.entries = given.entries
        self.lines = [SimpleNamespace(facts=as_facts(entry)) for entry in given.entries]
        self.dealers = list(
            dealer_seats(given.rules, count_seats(given.sides), FIRST_DEALER, given.entries)
        )

    @cached_property
    def ledger(self) -> Ledger:
        return self.given.fold_ledger()

    @property
    def rules(self) -> Any:
        return self.ledger.rules


def tapped(given: GivenLedger) -> list[Json]:
    """The last played hand of a ledger as it is tapped, one field after the other."""
    played = [entry for entry in given.entries if isinstance(entry, Hand) and entry.points]
    if not played:
        return [{}, {"bid": "pass"}]
    hand = played[-1]
    fields = {} if hand.pitcher is None else {"who": str(hand.pitcher), "bid": str(hand.bid)}
    if given.rules.calls_partners:
        fields["with-1"] = str(hand.partners[0]) if hand.partners else "alone"
    fields |= {key: tapped_owner(given, hand, owner) for key, owner in hand.points.items()}
    if needs_all_tricks(given.rules, hand.bid):
        fields["all_tricks"] = "yes" if hand.all_tricks else "no"
    names = list(fields)
    steps = [{name: fields[name] for name in names[:many]} for many in range(len(names) + 1)]
    return [*steps, {"bid": "pass"}] if given.rules.can_be_passed_out else steps


def tapped_owner(given: GivenLedger, hand: Hand, owner: int | None) -> str:
    """How the owner of a point is tapped: a side, or where partners are called, the team."""
    if owner is None:
        return "none"
    if not given.rules.calls_partners:
        return str(owner)
    return "team" if owner in hand.team else "others"


def on_the_server(pad: Pad, before: int) -> Json:
    """What the server makes of a ledger, and says of it and of the lines after those."""
    given, ledger, names = pad.given, pad.ledger, pad.given.names
    out, playing = ledger.out, ledger.in_play
    return {
        "hands": [
            {
                "number": line.number,
                "change": list(line.change),
                "totals": list(line.totals),
                "made": line.made,
            }
            for line in ledger.lines[before:]
        ],
        "totals": list(ledger.totals),
        "ending": out and {"winner": out.winner, "how": out.how.value},
        "results": [line_in_words(line.rules, names, line) for line in ledger.lines[before:]],
        "standing": standing_told(ledger, names),
        "length": length_note(None if ledger.is_over else ledger.lines_left),
        "stake": at_stake(ledger.rules, playing, ledger.totals)
        if playing and not ledger.is_over
        else None,
        "end": ending_reason(ledger.rules, names, ledger.lines[-1]).text
        if ledger.is_over
        else None,
        "dealer": pad.dealers[-1],
        "still": [
            still_to_tap(pad, chosen, int(chosen["who"]) if "who" in chosen else None)
            for chosen in tapped(given)
        ],
    }


def standing_told(ledger: Ledger, names: list[str]) -> Json | None:
    if ledger.is_over:
        return None
    standings = side_standings(ledger.rules, ledger)
    told = standing_lines(ledger.rules, names, standings, ledger.lines_left)
    return {
        "notes": [score_cell_note(ledger.rules, one) for one in standings],
        "told": [{"text": text, "can": can} for can, text in told],
    }


def compare(ledgers: list[Json], hands: int = ALL_HANDS) -> list[Json]:
    """What both make of each ledger, of which the phone knows at least the last `hands`.

    Fails where they differ.
    """
    pads = [Pad(read_ledger(ledger)) for ledger in ledgers]
    asked = [
        {
            "game": game(pad),
            "known": known(pad, hands),
            "tapped": tapped(pad.given),
        }
        for pad in pads
    ]
    answers = [
        on_the_server(pad, one["known"]["before"]) for pad, one in zip(pads, asked, strict=True)
    ]
    for ledger, server, phone in zip(ledgers, answers, ask_node(ON_THE_PHONE, asked), strict=True):
        assert phone == server, json.dumps(ledger)
    return answers


@pytest.fixture(scope="module")
def written() -> list[Json]:
    """What both make of the cases and games that are written down."""
    ledgers = [case["ledger"] for case in CASES if "problems" not in case["expect"]]
    return compare(ledgers + [game["ledger"] for game in GAMES])


@pytest.fixture(scope="module")
def ledgers() -> list[Json]:
    return list(samples(GENERATED, SEED))


@pytest.fixture(scope="module")
def generated(ledgers: list[Json]) -> list[Json]:
    """What both make of the generated ledgers."""
    return compare(ledgers)


def test_every_written_case_and_game_is_the_same(written: list[Json]) -> None:
    assert len(written) > 250


def test_generated_ledgers_are_the_same(generated: list[Json], record_property: Any) -> None:
    endings = Counter(answer["ending"]["how"] for answer in generated if answer["ending"])
    hands = sum(len(answer["hands"]) for answer in generated)
    record_property("compared", f"{len(generated)}: {hands} lines, endings {dict(endings)}")
    assert hands > GENERATED
    assert set(endings) == set(EndingKind)


@pytest.mark.parametrize("hands", [1, 3])
def test_a_phone_that_knows_only_the_last_hands_says_the_same(
    ledgers: list[Json], hands: int
) -> None:
    compare(ledgers[: GENERATED // 4], hands)


def test_every_preset_and_house_rule_is_among_them(ledgers: list[Json]) -> None:
    used = Counter(key for ledger in ledgers for key in ledger.get("house_rules", {}))
    lines = Counter(
        key
        for ledger in ledgers
        for line in ledger["hands"]
        for key in (*line, *line.get("points", {}))
    )
    assert {ledger["preset"] for ledger in ledgers} == {preset.pin for preset in current}
    assert used.keys() >= {"values", "sinks_at", "outright_at", "failed_smudge_loses", "trey"}
    assert all(lines[key] > 50 for key in ("target", "joker", "five", "last", "passed_out"))


COMPARED = ("line", "ending", "stake", "entry", "standing", "way", "points", "length", "board")
SAID = [f"{group}.{key}" for group in COMPARED for key in SENTENCES[group]]


@pytest.fixture(scope="module")
def said(written: list[Json], generated: list[Json]) -> set[str]:
    """Every text that both say somewhere in the ledgers."""
    return {text for answer in written + generated for text in texts(answer)}


@pytest.mark.parametrize("key", SAID)
def test_every_sentence_is_said_by_both(key: str, said: set[str]) -> None:
    """With all of its blanks filled, somewhere in the ledgers."""
    group, _, name = key.partition(".")
    parts = re.split(r"\{[^}]+\}", SENTENCES[group][name])
    assert any(has_parts(text, parts) for text in said)


def has_parts(text: str, parts: list[str]) -> bool:
    """Whether these parts stand in a text one after the other, with something between any two."""
    end = -1
    for part in parts:
        start = text.find(part, end + 1)
        if start < 0:
            return False
        end = start + len(part)
    return True


def texts(answer: Json) -> list[str]:
    stands = answer["standing"] or {"notes": [], "told": []}
    standing = [*stands["notes"], *(line["text"] for line in stands["told"]), answer["length"]]
    alone = [answer[key] for key in ("stake", "end") if answer[key]]
    return [*answer["results"], *answer["still"], *standing, *alone]


def test_the_twin_is_small_and_holds_no_preset() -> None:
    source = (SCRIPTS / "rules" / "scoring.js").read_bytes()
    assert len(gzip.compress(source, mtime=0)) < 5 * KB
    for preset in current:
        assert preset.name.encode() not in source
        assert f'"{preset.key}"'.encode() not in source
