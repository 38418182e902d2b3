"""The rules card of a ruleset: the deal, the play and the score, one, two or four to a page."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorepads.printing.record_sheets import played_by, source_lines
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.house_rules.kinds import ChoiceKind
from scorepads.rules.house_rules.record import HouseRule
from scorepads.rules.house_rules.records import HOUSE_RULES
from scorepads.rules.preset import Point, Preset
from scorepads.rules.terms import Basis, upper_first
from scorepads.rules.wording.naming import house_rule_names
from scorepads.rules.wording.who_wins import is_bent, who_wins


@dataclass(frozen=True, slots=True)
class CardStatement:
    """A rule on the card: its topic, its text, its basis, and the house rules that change it."""

    about: str
    says: str
    basis: str
    house: str = ""


CARD_TOPICS = {
    "auction": "Auction",
    "passed_out": "All pass",
    "trump": "Trump",
    "made": "Bid made",
    "set_back": "Set back",
    "others": "The others",
    "smudge": "Smudge",
    "going_out": "Going out",
}


CARDS_ON_A_PAGE = (2, 4)
USUAL_CARDS = 2


@dataclass(frozen=True, slots=True)
class RuleCard:
    """The rules of a ruleset in short, with the house rules in force."""

    name: str
    played: str
    deal_and_play: tuple[CardStatement, ...]
    points: tuple[Point, ...]
    statements: tuple[CardStatement, ...]
    house_rules: tuple[str, ...]
    sources: tuple[str, ...]

    @property
    def length(self) -> int:
        """The number of characters on it, near enough."""
        stated = (*self.deal_and_play, *self.statements)
        texts = [rule.about + rule.says + rule.house for rule in stated]
        texts += [point.label + point.hint for point in self.points]
        return sum(map(len, [*texts, *self.house_rules, *self.sources, self.played]))


def rule_card(name: str, rules: Rules) -> RuleCard:
    """The rule card of these rules."""
    return RuleCard(
        name=name,
        played=played_by(rules),
        deal_and_play=deal_and_play(rules.preset),
        points=tuple(point_on_card(rules, point) for point in rules.points),
        statements=tuple(
            card_statement(rules, key, about)
            for key, about in CARD_TOPICS.items()
            if rules.auction or key in ("trump", "going_out")
        ),
        house_rules=tuple(house_rule_names(rules.preset, rules.house_rules)),
        sources=source_lines(rules.preset),
    )


def deal_and_play(preset: Preset) -> tuple[CardStatement, ...]:
    """What the rules page says on dealing and play, the shortest first."""
    numbers = {"target": preset.target, "lowest": preset.lowest_bid, "total": preset.total}
    dealt = [step["says"] for step in preset.texts["short"] if step["to"] == "play"]
    played = [rule for rule in preset.texts["rules"] if rule["about"] == "play"]
    return (
        *(CardStatement("Deal", text.format_map(numbers), "") for text in dealt),
        *(
            CardStatement(
                "" if number else "Play",
                rule["says"].format_map(numbers),
                "" if rule["basis"] == Basis.SOURCE else rule["basis"],
            )
            for number, rule in enumerate(played)
        ),
    )


def card_statement(rules: Rules, key: str, about: str) -> CardStatement:
    if key == "going_out" and is_bent(rules):
        return CardStatement(about, "", "", who_wins(rules))
    cite = rules.preset.cites[key]
    is_replaced, house_text = house_rules_about(rules, key)
    preset_text = "" if is_replaced else cite.text
    basis = cite.basis if preset_text and cite.basis is not Basis.SOURCE else ""
    return CardStatement(about, preset_text, str(basis), house_text)


def point_on_card(rules: Rules, point: Point) -> Point:
    """A point with the house rules that say who gets it."""
    is_replaced, house_text = house_rules_about(rules, point.key)
    if not house_text:
        return point
    preset_text = "" if is_replaced else point.hint
    hint = f"{preset_text} {house_text}".strip()
    return replace(point, hint=hint, basis=Basis.HOUSE_RULE)


def house_rules_about(rules: Rules, about: str) -> tuple[bool, str]:
    """Whether house rules replace what the preset says on a topic, and their own text on it."""
    chosen = [rule for key, rule in HOUSE_RULES.items() if key in rules.house_rules]
    replacing = [house_rule_text(rules, rule) for rule in chosen if rule.replaces == about]
    added = [house_rule_text(rules, rule) for rule in chosen if rule.adds_to == about]
    return any(replacing), " ".join(filter(None, [*replacing, *added]))


def house_rule_text(rules: Rules, rule: HouseRule) -> str:
    """A chosen house rule in words; empty where its value changes nothing.

    The name of a choice is enough; a tick or a number also gets the rule's summary.
    """
    name = rule.name(rules.preset, rules.house_rules[rule.key])
    if not name:
        return ""
    summary = "" if isinstance(rule.kind, ChoiceKind) else f" {rule.summary}"
    return f"{upper_first(name)}.{summary}"
