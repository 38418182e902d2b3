"""One hand to be tried under several rulesets; asked for by GET, so that it can be sent."""

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
    """Sides, the scores before, the bid, and an owner for each point of the rulesets' points."""

    def __init__(self, rulesets: Sequence[Ruleset], data: Any) -> None:
        self.rules: list[Rules] = [ruleset.rules() for ruleset in rulesets]
        self.most = max([ruleset.max_sides for ruleset in rulesets] + [MIN_SIDES])
        self.count = _count(data.get("sides", ""), self.most)
        self.names = [default_name(number, self.count) for number in range(self.count)]
        super().__init__(data)
        layout = layout_of_sides(self.count)
        self.fields["sides"] = OneOf(
            ((n, str(n)) for n in range(MIN_SIDES, self.most + 1)),
            widget=Segments("nums", usual=str(self.count)),
        )
        for number, name in enumerate(self.names):
            self.fields[f"before-{number}"] = whole_number(
                -MAX_SCORE, MAX_SCORE, name, required=False, placeholder="0"
            )
        self.fields["who"] = OneOf(enumerate(self.names), "Who bid?", widget=Segments(layout))
        self.fields["bid"] = OneOf(
            ((bid, str(bid).capitalize()) for bid in self._bids()),
            "How much?",
            widget=Segments("nums", css={SMUDGE_BID: "word"}),
        )
        self.fields["tricks"] = OneOf(
            [("yes", "Yes"), ("no", "No")],
            _with_others("All six tricks?", ["for Pagat's smudge"]),
            widget=Segments(frame="owner"),
        )
        for key, labels in self._labels().items():
            self.fields[key] = OneOf(
                [*enumerate(self.names), (NOBODY, "Nobody")],
                _with_others(labels[0], labels[1:]),
                widget=Segments(layout, css={NOBODY: "none"}, frame="owner"),
            )

    def _bids(self) -> list[int | str]:
        bids = {bid for rules in self.rules for bid in rules.bids}
        numbers = sorted(bid for bid in bids if isinstance(bid, int))
        return [*numbers, *([SMUDGE_BID] if SMUDGE_BID in bids else [])]

    def _labels(self) -> dict[str, list[str]]:
        """Every point that one of the rulesets has, with all that it is called."""
        labels: dict[str, list[str]] = {}
        for rules in self.rules:
            for point in rules.points:
                called = labels.setdefault(point.key, [])
                if point.label not in called:
                    called.append(point.label)
        return labels

    @property
    def points(self) -> list[forms.BoundField]:
        """The fields that ask who won each point."""
        return [self[key] for key in self._labels()]

    @property
    def scores(self) -> list[forms.BoundField]:
        """The fields of the scores before the hand."""
        return [self[f"before-{number}"] for number in range(self.count)]

    @property
    def asks_tricks(self) -> bool:
        return SMUDGE_BID in self._bids()

    @property
    def has_hand(self) -> bool:
        """Whether anything of the hand itself was tapped, so that there is something to judge."""
        return any(self.data.get(name) for name in ("who", "bid", *self._labels()))

    def before(self) -> list[int]:
        return [self.cleaned_data.get(f"before-{number}") or 0 for number in range(self.count)]

    def facts(self) -> dict[str, Any]:
        """What was tapped, as plain facts; what was not, is not among them."""
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
            for key in self._labels()
            if chosen.get(key)
        }
        return facts


def _with_others(label: str, others: Sequence[str]) -> str:
    """A label, and smaller what else the point is called."""
    return format_html("{} <small>{}</small>", label, ", ".join(others)) if others else label


def _count(text: str, most: int) -> int:
    """How many sides play; two where nothing sensible was said."""
    if text.isascii() and text.isdigit() and len(text) == 1:
        return min(max(int(text), MIN_SIDES), most)
    return MIN_SIDES
