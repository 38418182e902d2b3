"""A worked example for every house rule, right for the preset that it is offered with.

The record of each house rule builds its example. Numbers and outcomes are not written by hand:
a hand is scored under the preset with the house rule applied.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorepads.rules.hand import Hand
from scorepads.rules.house_rules.apply import Rules, apply_house_rules
from scorepads.rules.house_rules.records import HOUSE_RULES
from scorepads.rules.ledger import Line, fold
from scorepads.rules.preset import Preset
from scorepads.rules.terms import Bid
from scorepads.rules.wording.explain import line_in_words
from scorepads.rules.wording.sides import as_subject


def worked_example(preset: Preset, key: str) -> str:
    """What the house rule does at a table that plays by this preset, in a sentence or two."""
    return HOUSE_RULES[key].example(ExampleTable(preset))


@dataclass(frozen=True, slots=True)
class ExampleTable:
    """A table of two or three sides (Us, Them, You) that plays one hand of an example."""

    preset: Preset

    @property
    def names(self) -> tuple[str, ...]:
        return ("Us", "Them", "You")

    @property
    def example_bid(self) -> int:
        """A bid for the examples: two, or what the preset begins with."""
        return max(self.preset.lowest_bid, 2)

    def rules_with(self, **chosen: Any) -> Rules:
        """The preset with these house rules; raises `Refused`."""
        return apply_house_rules(self.preset, chosen, self.preset.usual_sides)

    def play_hand(
        self,
        chosen: Mapping[str, Any],
        pitcher: int | None,
        owners: Mapping[str, int | None],
        start: Sequence[int] = (0, 0),
        bid: Bid | None = None,
    ) -> Line:
        """One hand: points go to the pitcher (or Us) save those in `owners`."""
        rules = apply_house_rules(self.preset, chosen, len(start))
        taker = 0 if pitcher is None else pitcher
        points = {point.key: owners.get(point.key, taker) for point in rules.points}
        wanted = (bid or rules.lowest_bid) if rules.auction else None
        return fold(rules, start, [Hand(pitcher=pitcher, bid=wanted, points=points)]).lines[0]

    def play_called(self, chosen: Mapping[str, Any], bid: Bid | None = None) -> Line:
        """A hand of four, in which Us have called You and take all but High."""
        rules = apply_house_rules(self.preset, chosen, 4)
        points = {point.key: 1 if point.key == "high" else 0 for point in rules.points}
        hand = Hand(pitcher=0, bid=bid or rules.lowest_bid, points=points, partners=(2,))
        return fold(rules, (0, 0, 0, 0), [hand]).lines[0]

    def subject(self, side: int) -> str:
        """The side as a subject within a sentence: we, they, you."""
        return as_subject(self.names[side], begins=False)

    def line_text(self, line: Line) -> str:
        """The hand in a sentence."""
        return line_in_words(line.rules, self.names[: len(line.totals)], line)
