"""What a pad is scored by, on one card: its preset, and what its house rules changed of it."""

from __future__ import annotations

from dataclasses import dataclass

from scorepads.core.scorepad import Scorepad
from scorepads.rules.comparing.aspects import AspectRow, side_by_side
from scorepads.rules.rulesets import house_ruleset, preset_ruleset
from scorepads.rules.terms import Basis


@dataclass(frozen=True, slots=True)
class RuleOnCard:
    """One rule that a pad is scored by; `usual` is what its preset says, where it differs."""

    label: str
    says: str
    tag: str
    usual: str


def rules_card(scorepad: Scorepad) -> list[RuleOnCard]:
    """All that a pad is scored by, in the order in which rulesets are compared."""
    rules = scorepad.rules
    played = house_ruleset(rules.preset, rules.house_rules)
    rows = side_by_side([played, preset_ruleset(rules.preset)])
    return [_on_card(row) for row in rows if row.cells[0].value is not None or row.differs]


def _on_card(row: AspectRow) -> RuleOnCard:
    here, usual = row.cells
    tag = "" if here.basis is Basis.SOURCE else str(here.basis)
    differs = row.differs and usual.value is not None
    return RuleOnCard(row.label, here.text, tag, usual.text if differs else "")
