"""One hand to be tried under several rulesets; asked for by GET, so that it can be sent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms

from scorepads.core.fields import Choices, OneOf, whole_number
from scorepads.opening.forms import default_name
from scorepads.rules.house_rules.apply import MAX_SCORE, Rules
from scorepads.rules.rulesets import Ruleset
from scorepads.rules.terms import SMUDGE_BID

NOBODY = "none"
MIN_SIDES = 2


@dataclass(frozen=True, slots=True)
class PointRow:
    """One point to be owned: its key, what the rulesets call it, and what was tapped."""

    key: str
    label: str
    others: str
    choices: Choices
    value: str


class TrialForm(forms.Form):
    """Sides, the scores before, the bid, and an owner for each point of the rulesets' points."""

    def __init__(self, rulesets: Sequence[Ruleset], data: Any) -> None:
        self.rules: list[Rules] = [ruleset.rules() for ruleset in rulesets]
        self.most = max([ruleset.max_sides for ruleset in rulesets] + [MIN_SIDES])
        self.count = _count(data.get("sides", ""), self.most)
        self.names = [default_name(number, self.count) for number in range(self.count)]
        super().__init__(data)
        self.fields["sides"] = OneOf((n, str(n)) for n in range(MIN_SIDES, self.most + 1))
        for number in range(self.count):
            self.fields[f"before-{number}"] = whole_number(-MAX_SCORE, MAX_SCORE, required=False)
        self.fields["who"] = OneOf(enumerate(self.names))
        self.fields["bid"] = OneOf((bid, str(bid).capitalize()) for bid in self._bids())
        self.fields["tricks"] = OneOf([("yes", "Yes"), ("no", "No")])
        for key in self._labels():
            self.fields[key] = OneOf([*enumerate(self.names), (NOBODY, "Nobody")])

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
    def points(self) -> list[PointRow]:
        return [
            PointRow(
                key=key,
                label=labels[0],
                others=", ".join(labels[1:]),
                choices=self.fields[key].choices,  # type: ignore[attr-defined]
                value=str(self[key].value() or ""),
            )
            for key, labels in self._labels().items()
        ]

    @property
    def scores(self) -> Iterable[tuple[str, forms.BoundField]]:
        return [(name, self[f"before-{number}"]) for number, name in enumerate(self.names)]

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


def _count(text: str, most: int) -> int:
    """How many sides play; two where nothing sensible was said."""
    if text.isascii() and text.isdigit() and len(text) == 1:
        return min(max(int(text), MIN_SIDES), most)
    return MIN_SIDES
