"""The rule card of a version, and the tally cards of a club night."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scorepads.printing.measures import CARDS_A_PAGE, TALLY_GAMES
from scorepads.printing.of_pad import played_by, source_lines
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.preset import Point
from scorepads.rules.terms import Basis
from scorepads.rules.wording.naming import RULES, house_rule_names


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

_OVERRULES = {
    "auction": ("going_out",),
    "no_junk": ("others",),
    "going_out": ("going_out",),
    "smudge": ("smudge",),
}
"""What a preset says that a house rule puts something else in place of."""

_ADDS_TO = {
    "tie_plays_on": "going_out",
    "outright_at": "going_out",
    "sinks_at": "going_out",
    "failed_smudge_loses": "smudge",
    "dealer_steal": "auction",
    "dealer_forced": "auction",
    "redeal": "passed_out",
}
"""What a house rule adds to or changes in what a preset says; such a rule stands after it."""

_TOLD_WHOLE = ("auction", "no_junk", "tie_plays_on", "outright_at", "sinks_at")
"""House rules whose effect is told beside their name."""


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
    chosen = rules.house_rules
    instead = [_told(rules, house) for house, keys in _OVERRULES.items() if key in keys]
    added = [_told(rules, house) for house, to in _ADDS_TO.items() if key == to and house in chosen]
    cite = rules.preset.cites[key]
    own = "" if any(instead) else cite.says
    told = " ".join(filter(None, [*instead, *added]))
    basis = cite.basis if own and cite.basis is not Basis.SOURCE else ""
    return Stated(about, own, str(basis), told)


def _told(rules: Rules, house: str) -> str:
    """A house rule in words; nothing where it is not in force."""
    if house not in rules.house_rules:
        return ""
    named = house_rule_names(rules.preset, {house: rules.house_rules[house]})
    says = f" {RULES[house].says}" if house in _TOLD_WHOLE else ""
    return "".join(f"{name[:1].upper()}{name[1:]}.{says}" for name in named)


def _of_the_card(rules: Rules, point: Point) -> Point:
    """A point with the house rules that say who gets it."""
    keys = {"low": ("low_to",), "game": ("game_by", "game_tie")}.get(point.key, ())
    told = " ".join(filter(None, (_told(rules, key) for key in keys)))
    if not told:
        return point
    own = "" if {"low_to", "game_by"} & set(rules.house_rules) & set(keys) else point.hint
    return replace(point, hint=f"{own} {told}".strip(), basis=Basis.HOUSE_RULE)


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
