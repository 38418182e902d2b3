"""The rule card of a version, and the tally cards of a club night."""

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


@dataclass(frozen=True, slots=True)
class Stated:
    """A rule on the card: what about, what it says, what that rests on, and house rules on it."""

    about: str
    says: str
    basis: str
    house: str = ""


_ABOUT = {
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
    """The rules of a version on one page, with the house rules in force."""

    name: str
    played: str
    points: tuple[Point, ...]
    stated: tuple[Stated, ...]
    house_rules: tuple[str, ...]
    sources: tuple[str, ...]


def rule_card(name: str, rules: Rules) -> RuleCard:
    """The rule card of these rules."""
    return RuleCard(
        name=name,
        played=played_by(rules),
        points=tuple(_of_the_card(rules, point) for point in rules.points),
        stated=tuple(
            _stated(rules, key, about)
            for key, about in _ABOUT.items()
            if rules.auction or key in ("trump", "going_out")
        ),
        house_rules=tuple(house_rule_names(rules.preset, rules.house_rules)),
        sources=source_lines(rules.preset),
    )


def _stated(rules: Rules, key: str, about: str) -> Stated:
    cite = rules.preset.cites[key]
    is_replaced, told = _house_rules_on(rules, key)
    own = "" if is_replaced else cite.text
    basis = cite.basis if own and cite.basis is not Basis.SOURCE else ""
    return Stated(about, own, str(basis), told)


def _of_the_card(rules: Rules, point: Point) -> Point:
    """A point with the house rules that say who gets it."""
    is_replaced, told = _house_rules_on(rules, point.key)
    if not told:
        return point
    own = "" if is_replaced else point.hint
    return replace(point, hint=f"{own} {told}".strip(), basis=Basis.HOUSE_RULE)


def _house_rules_on(rules: Rules, about: str) -> tuple[bool, str]:
    """Whether house rules stand in place of what a preset says there, and all that they say."""
    chosen = [rule for key, rule in HOUSE_RULES.items() if key in rules.house_rules]
    instead = [_told(rules, rule) for rule in chosen if rule.replaces == about]
    added = [_told(rules, rule) for rule in chosen if rule.adds_to == about]
    return any(instead), " ".join(filter(None, [*instead, *added]))


def _told(rules: Rules, rule: HouseRule) -> str:
    """A chosen house rule in words; nothing where its value changes nothing.

    The name of a choice says enough; what a tick or a number does is told beside it.
    """
    name = rule.name(rules.preset, rules.house_rules[rule.key])
    if not name:
        return ""
    summary = "" if isinstance(rule.kind, ChoiceKind) else f" {rule.summary}"
    return f"{upper_first(name)}.{summary}"


# --- The tally card of a club night -------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TallyPage:
    """Cards to be cut apart; an empty name is left to be written."""

    names: tuple[str, ...]

    @property
    def games(self) -> range:
        return range(1, TALLY_GAMES + 1)


def tally_pages(names: Sequence[str], copies: int) -> tuple[TallyPage, ...]:
    """A card for each player named; without names, as many pages of cards as copies."""
    if not names:
        return (TallyPage(("",) * CARDS_A_PAGE),) * copies
    wanted = [name for name in names for _ in range(copies)]
    pages = [wanted[at : at + CARDS_A_PAGE] for at in range(0, len(wanted), CARDS_A_PAGE)]
    return tuple(TallyPage(tuple(page)) for page in pages)
