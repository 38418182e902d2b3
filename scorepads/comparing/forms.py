"""The form for one hand under several rulesets; sent by GET, so that people can share it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.html import format_html

from scorepads.core.fields import Form, OneOf, Segments, layout_of_sides, whole_number
from scorepads.opening.forms import default_name
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.rulesets import Ruleset
from scorepads.rules.terms import MAX_SCORE, SMUDGE_BID

NOBODY = "none"
MIN_SIDES = 2


class TrialForm(Form):
    """Sides, scores before the hand, the bid, and the owner of each point of the rulesets."""

    def __init__(self, rulesets: Sequence[Ruleset], data: Any) -> None:
        self.rules: list[Rules] = [ruleset.rules() for ruleset in rulesets]
        self.max_sides = max([ruleset.max_sides for ruleset in rulesets] + [MIN_SIDES])
        self.side_count = read_side_count(data.get("sides", ""), self.max_sides)
        self.names = [default_name(number, self.side_count) for number in range(self.side_count)]
        super().__init__(data)
        layout = layout_of_sides(self.side_count)
        self.fields["sides"] = OneOf(
            ((n, str(n)) for n in range(MIN_SIDES, self.max_sides + 1)),
            widget=Segments("nums", usual=str(self.side_count)),
        )
        for number, name in enumerate(self.names):
            self.fields[f"before-{number}"] = whole_number(
                -MAX_SCORE, MAX_SCORE, name, required=False, placeholder="0"
            )
        self.fields["who"] = OneOf(enumerate(self.names), "Bid by", widget=Segments(layout))
        self.fields["bid"] = OneOf(
            ((bid, str(bid).capitalize()) for bid in self.bid_values()),
            "Bid",
            widget=Segments("nums", css={SMUDGE_BID: "word"}),
        )
        self.fields["tricks"] = OneOf(
            [("yes", "Yes"), ("no", "No")],
            label_with_others("All six tricks?", ["for a smudge bid"]),
            widget=Segments(frame="owner"),
        )
        for key, labels in self.point_labels().items():
            self.fields[key] = OneOf(
                [*enumerate(self.names), (NOBODY, "Nobody")],
                label_with_others(labels[0], labels[1:]),
                widget=Segments(layout, css={NOBODY: "none"}, frame="owner"),
            )

    def bid_values(self) -> list[int | str]:
        bids = {bid for rules in self.rules for bid in rules.bids}
        numbers = sorted(bid for bid in bids if isinstance(bid, int))
        return [*numbers, *([SMUDGE_BID] if SMUDGE_BID in bids else [])]

    def point_labels(self) -> dict[str, list[str]]:
        """Every point that one of the rulesets has, by key, with all its labels."""
        labels: dict[str, list[str]] = {}
        for rules in self.rules:
            for point in rules.points:
                called = labels.setdefault(point.key, [])
                if point.label not in called:
                    called.append(point.label)
        return labels

    @property
    def point_fields(self) -> list[forms.BoundField]:
        """The fields that ask who won each point."""
        return [self[key] for key in self.point_labels()]

    @property
    def score_fields(self) -> list[forms.BoundField]:
        """The fields of the scores before the hand."""
        return [self[f"before-{number}"] for number in range(self.side_count)]

    @property
    def asks_tricks(self) -> bool:
        return SMUDGE_BID in self.bid_values()

    @property
    def has_hand(self) -> bool:
        """Whether anything of the hand was entered, so that it can be scored."""
        return any(self.data.get(name) for name in ("who", "bid", *self.point_labels()))

    def scores_before(self) -> list[int]:
        return [self.cleaned_data.get(f"before-{number}") or 0 for number in range(self.side_count)]

    def hand_facts(self) -> dict[str, Any]:
        """The facts that were entered; those left open are missing."""
        chosen = self.cleaned_data
        facts: dict[str, Any] = {}
        if chosen.get("who"):
            facts["pitcher"] = int(chosen["who"])
        if bid := chosen.get("bid"):
            facts["bid"] = bid if bid == SMUDGE_BID else int(bid)
        if chosen.get("tricks"):
            facts["all_tricks"] = chosen["tricks"] == "yes"
        facts["points"] = {
            key: None if chosen[key] == NOBODY else int(chosen[key])
            for key in self.point_labels()
            if chosen.get(key)
        }
        return facts


def label_with_others(label: str, others: Sequence[str]) -> str:
    """A label followed by the point's other labels in small type."""
    return format_html("{} <small>{}</small>", label, ", ".join(others)) if others else label


def read_side_count(text: str, most: int) -> int:
    """The number of sides; two where the text is not a single digit."""
    if text.isascii() and text.isdigit() and len(text) == 1:
        return min(max(int(text), MIN_SIDES), most)
    return MIN_SIDES
