"""The rule card of a ruleset, and the tally cards of a club night."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scorepads.printing.measures import CARDS_A_PAGE, TALLY_GAMES
from scorepads.printing.of_pad import played_by, source_lines
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.house_rules.kinds import ChoiceKind
from scorepads.rules.house_rules.record import HouseRule
from scorepads.rules.house_rules.records import HOUSE_RULES
from scorepads.rules.preset import Point
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
    "trump": "Trumps",
    "made": "Bid made",
    "set_back": "Set back",
    "others": "The others",
    "smudge": "Smudge",
    "going_out": "Going out",
}


@dataclass(frozen=True, slots=True)
class RuleCard:
    """The rules of a ruleset on one page, with the house rules in force."""

    name: str
    played: str
    points: tuple[Point, ...]
    statements: tuple[CardStatement, ...]
    house_rules: tuple[str, ...]
    sources: tuple[str, ...]


def rule_card(name: str, rules: Rules) -> RuleCard:
    """The rule card of these rules."""
    return RuleCard(
        name=name,
        played=played_by(rules),
        points=tuple(point_on_card(rules, point) for point in rules.points),
        statements=tuple(
            card_statement(rules, key, about)
            for key, about in CARD_TOPICS.items()
            if rules.auction or key in ("trump", "going_out")
        ),
        house_rules=tuple(house_rule_names(rules.preset, rules.house_rules)),
        sources=source_lines(rules.preset),
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


# --- The tally card of a club night -------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TallyPage:
    """A page of tally cards to cut apart; an empty name is written by hand."""

    names: tuple[str, ...]

    @property
    def game_numbers(self) -> range:
        return range(1, TALLY_GAMES + 1)


def tally_pages(names: Sequence[str], copies: int) -> tuple[TallyPage, ...]:
    """The pages of tally cards: `copies` for each name, or without names `copies` pages."""
    if not names:
        return (TallyPage(("",) * CARDS_A_PAGE),) * copies
    wanted = [name for name in names for _ in range(copies)]
    pages = [wanted[at : at + CARDS_A_PAGE] for at in range(0, len(wanted), CARDS_A_PAGE)]
    return tuple(TallyPage(tuple(page)) for page in pages)
