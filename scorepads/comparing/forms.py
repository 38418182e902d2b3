"""The form for one hand under several rulesets; sent by GET, so that people can share it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from scorepads.core.fields import Form, OneOf, Segments, whole_number
from scorepads.core.side_marks import short_names
from scorepads.entry.hand_rows import NOBODY_CELL
from scorepads.entry.rows import ALONE, NOBODY, Cell, Row, partner_field, point_field, side_cells
from scorepads.opening.forms import default_name
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.house_rules.sides import MIN_CALLING
from scorepads.rules.rulesets import Ruleset
from scorepads.rules.scoring import asks_for_tricks
from scorepads.rules.terms import MAX_SCORE, Bid, is_whole
from scorepads.rules.wording.explain import bid_text

MIN_SIDES = 2


class TrialForm(Form):
    """Sides, scores before the hand, the bid, and the owner of each point of the rulesets.

    The hand is asked for in the rows of a game's own page.
    """

    def __init__(self, rulesets: Sequence[Ruleset], data: Any) -> None:
        self.rules: list[Rules] = [ruleset.rules() for ruleset in rulesets]
        self.max_sides = max([ruleset.max_sides for ruleset in rulesets] + [MIN_SIDES])
        self.side_count = read_side_count(data.get("sides", ""), self.max_sides)
        self.names = [default_name(number, self.side_count) for number in range(self.side_count)]
        super().__init__(data)
        self.fields["sides"] = OneOf(
            ((n, str(n)) for n in range(MIN_SIDES, self.max_sides + 1)),
            widget=Segments("nums", usual=str(self.side_count)),
        )
        for number, name in enumerate(self.names):
            self.fields[f"before-{number}"] = whole_number(
                -MAX_SCORE, MAX_SCORE, name, required=False, placeholder="0"
            )
        for row in [*self.auction_rows, *self.point_rows, *filter(None, [self.tricks_row])]:
            self.fields[row.name] = OneOf([(cell.value, cell.name) for cell in row.cells])

    # ---- Its rows

    @property
    def auction_rows(self) -> list[Row]:
        """Who bid, how much, and whom the pitcher called where some ruleset has partners called."""
        if not self.bids:
            return []
        bids = [Cell(str(b), bid_text(b).capitalize(), css=bid_css(b)) for b in self.bids]
        who = self._row("who", "Bid by", self.side_cells)
        return [who, self._row("bid", "Bid", bids, css=f"bids of{len(bids)}"), *self.partner_rows]

    @property
    def partner_rows(self) -> list[Row]:
        if self.side_count < MIN_CALLING or not any(rules.calls_partners for rules in self.rules):
            return []
        alone = Cell(ALONE, "Alone", css="tight")
        return [self._row(partner_field(1), "With", [*self.side_cells, alone])]

    @property
    def point_rows(self) -> list[Row]:
        """A row for every point that one of the rulesets has, with all its names."""
        owners = [*self.side_cells, NOBODY_CELL]
        return [
            self._row(point_field(key), labels[0], owners, css="point", also=", ".join(labels[1:]))
            for key, labels in self.point_labels().items()
        ]

    @property
    def tricks_row(self) -> Row | None:
        """Whether the pitcher won every trick, where some ruleset asks for it."""
        if not any(asks_for_tricks(rules) for rules in self.rules):
            return None
        cells = [Cell("yes", "Yes"), Cell("no", "No")]
        return self._row("tricks", "All the tricks?", cells, css="tricks")

    @property
    def side_cells(self) -> list[Cell]:
        shorts = self.names if self.side_count == MIN_SIDES else short_names(self.names)
        return side_cells(self.names, shorts)

    def _row(self, name: str, label: str, cells: list[Cell], **more: Any) -> Row:
        return Row(name, label, cells, self.data.get(name, ""), **more)

    # ---- Taken from the rulesets

    @property
    def bids(self) -> list[Bid]:
        """Every bid of one of the rulesets: the numbers, then those with a name."""
        found = dict.fromkeys(bid for rules in self.rules for bid in rules.bids)
        numbers = sorted(bid for bid in found if is_whole(bid))
        return [*numbers, *(bid for bid in found if not is_whole(bid))]

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
    def score_fields(self) -> list[forms.BoundField]:
        """The fields of the scores before the hand."""
        return [self[f"before-{number}"] for number in range(self.side_count)]

    # ---- What was entered

    @property
    def has_hand(self) -> bool:
        """Whether anything of the hand was entered, so that it can be scored."""
        asked = [row.name for row in (*self.auction_rows, *self.point_rows)]
        return any(self.data.get(name) for name in asked)

    def scores_before(self) -> list[int]:
        return [self.cleaned_data.get(f"before-{number}") or 0 for number in range(self.side_count)]

    def hand_facts(self) -> dict[str, Any]:
        """The facts that were entered; those left open are missing."""
        chosen = self.cleaned_data
        facts: dict[str, Any] = {}
        if chosen.get("who"):
            facts["pitcher"] = int(chosen["who"])
        if bid := chosen.get("bid"):
            facts["bid"] = int(bid) if bid.isdigit() else bid
        called = chosen.get(partner_field(1))
        if called and called != ALONE:
            facts["with"] = [int(called)]
        if chosen.get("tricks"):
            facts["all_tricks"] = chosen["tricks"] == "yes"
        owners = {key: chosen.get(point_field(key)) for key in self.point_labels()}
        facts["points"] = {
            key: None if owner == NOBODY else int(owner) for key, owner in owners.items() if owner
        }
        return facts


def bid_css(bid: Bid) -> str:
    return "" if is_whole(bid) else "word"


def read_side_count(text: str, most: int) -> int:
    """The number of sides; two where the text is not a single digit."""
    if text.isascii() and text.isdigit() and len(text) == 1:
        return min(max(int(text), MIN_SIDES), most)
    return MIN_SIDES
