"""Versions of the game side by side: what each says about every aspect, and where they differ.

Aspects are compared by what the rules do, not by the words that say it; where the data holds
words alone (how an auction goes round), the row is shown as such and called no difference.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.house_rules.record import HouseRule, OwnAspect
from scorepads.rules.house_rules.records import HOUSE_RULES
from scorepads.rules.preset import Cite
from scorepads.rules.rulesets import Ruleset, span
from scorepads.rules.terms import Basis, GameBy, Redeal, upper_first
from scorepads.rules.wording.naming import house_rule_names


@dataclass(frozen=True, slots=True)
class AspectCell:
    """What one version says about one aspect.

    Two cells with an equal `value` are the same rule, however it is worded. A `value` of
    None means that the version has no such rule. `general` words it for all that have it,
    where `says` is in a preset's own words.
    """

    says: str
    value: object
    basis: Basis = Basis.SOURCE
    note: str = ""
    general: str = ""


@dataclass(frozen=True, slots=True)
class Aspect:
    """One question that versions answer, by its key and as people ask it.

    Where answers are `in_words` alone, nothing tells whether other words are another rule.
    """

    key: str
    label: str
    asked_of: Callable[[Ruleset, Rules], AspectCell]
    in_words: bool = False


@dataclass(frozen=True, slots=True)
class AspectRow:
    """One aspect with a cell for every version, in their order.

    `groups` numbers the rules in the row: cells with the same number are the same rule.
    """

    aspect: Aspect
    cells: tuple[AspectCell, ...]
    groups: tuple[int, ...]

    @property
    def label(self) -> str:
        return self.aspect.label

    @property
    def ways(self) -> int:
        return max(self.groups) + 1

    @property
    def differs(self) -> bool:
        return self.ways > 1 and not self.aspect.in_words

    @property
    def worded(self) -> bool:
        """Whether the words differ and nothing tells whether the rule does."""
        return self.ways > 1 and self.aspect.in_words

    @property
    def bases(self) -> list[tuple[Basis, list[int]]]:
        """What the row rests on where that is not the source: each with its versions."""
        found: dict[Basis, list[int]] = {}
        for number, cell in enumerate(self.cells):
            if cell.basis is not Basis.SOURCE:
                found.setdefault(cell.basis, []).append(number)
        return list(found.items())


def side_by_side(
    versions: Sequence[Ruleset], aspects: Sequence[Aspect] | None = None
) -> list[AspectRow]:
    """A row for each of these aspects, or of all there are, that one of the versions speaks of."""
    bent_rules = [(version, version.rules()) for version in versions]
    rows = []
    for aspect in all_aspects() if aspects is None else aspects:
        cells = tuple(aspect.asked_of(version, rules) for version, rules in bent_rules)
        if any(cell.value is not None for cell in cells):
            rows.append(AspectRow(aspect, cells, _groups(cells)))
    return rows


def _groups(cells: Sequence[AspectCell]) -> tuple[int, ...]:
    seen: list[object] = []
    for cell in cells:
        if cell.value not in seen:
            seen.append(cell.value)
    return tuple(seen.index(cell.value) for cell in cells)


def bids_text(rules: Rules) -> str:
    """The bids there are: “2 to 4, and smudge above them”."""
    if not rules.auction:
        return "nobody bids"
    least, most = rules.lowest_bid, rules.total
    smudge = ", and smudge above them" if rules.has_smudge_bid else ""
    return f"{least}{smudge}" if least == most else f"{least} to {most}{smudge}"


def points_text(rules: Rules) -> str:
    """The points in the order in which they count, with what is worth more than one."""
    return ", ".join(
        point.label if point.worth == 1 else f"{point.label} ({point.worth})"
        for point in rules.points
    )


def _is_house_rule(rules: Rules, aspect: str) -> bool:
    """Whether a house rule that was chosen changes the aspect of that key."""
    return any(aspect in HOUSE_RULES[key].aspects for key in rules.house_rules)


def _basis(rules: Rules, aspect: str, otherwise: Basis = Basis.SOURCE) -> Basis:
    return Basis.HOUSE_RULE if _is_house_rule(rules, aspect) else otherwise


def _cited(rules: Rules, cite: str, aspect: str, value: object, general: str = "") -> AspectCell:
    """The preset's own words on a rule, or `general` where a house rule changes the aspect."""
    if _is_house_rule(rules, aspect):
        return AspectCell(general, value, Basis.HOUSE_RULE)
    stated: Cite = rules.preset.cites[cite]
    return AspectCell(stated.says, value, stated.basis, stated.note, general=general)


def _point_basis(rules: Rules, key: str) -> Basis:
    return next((p.basis for p in rules.preset.points if p.key == key), Basis.SOURCE)


def _has(rules: Rules, point: str) -> bool:
    return any(each.key == point for each in rules.points)


def _sides(version: Ruleset, rules: Rules) -> AspectCell:
    sides = (version.min_sides, version.max_sides)
    as_published = sides == (version.preset.least_sides, version.preset.most_sides)
    players = version.preset.players
    says = players if as_published and not version.house_rules else f"{span(*sides)} sides"
    return AspectCell(upper_first(says), sides)


def _points(_: Ruleset, rules: Rules) -> AspectCell:
    value = tuple((point.key, point.worth) for point in rules.points)
    return AspectCell(points_text(rules), value, _basis(rules, "points"))


def _total(_: Ruleset, rules: Rules) -> AspectCell:
    return AspectCell(str(rules.total), rules.total, _basis(rules, "total"))


def _nobody(_: Ruleset, rules: Rules) -> AspectCell:
    free = [point for point in rules.points if point.nobody]
    says = ", ".join(point.label for point in free) or "None: all are always in play"
    return AspectCell(says, tuple(point.key for point in free), _basis(rules, "nobody"))


def _bids(_: Ruleset, rules: Rules) -> AspectCell:
    return AspectCell(upper_first(bids_text(rules)), rules.bids, _basis(rules, "bids"))


def _target(_: Ruleset, rules: Rules) -> AspectCell:
    return AspectCell(str(rules.target), rules.target, _basis(rules, "target"))


def _setback(_: Ruleset, rules: Rules) -> AspectCell:
    general = "Nobody bids, so nobody is set back."
    return _cited(rules, "set_back", "setback", rules.auction, general)


def _others(_: Ruleset, rules: Rules) -> AspectCell:
    if not rules.auction:
        return AspectCell("Every side keeps what it took.", "kept", Basis.HOUSE_RULE)
    general = "It counts for nothing: only the pitcher's side can score."
    value = "nothing" if rules.no_junk else "kept"
    return _cited(rules, "others", "others", value, general)


def _smudge(_: Ruleset, rules: Rules) -> AspectCell:
    return _cited(rules, "smudge", "smudge", rules.smudge, rules.smudge.summary)


def _going_out(_: Ruleset, rules: Rules) -> AspectCell:
    value = (rules.going_out, rules.tie_plays_on)
    says = rules.going_out.summary
    if rules.tie_plays_on:
        says = (
            "The pitcher is counted first; of several others there the highest total wins, "
            "and equal totals play one more hand."
        )
    return _cited(rules, "going_out", "going-out", value, says)


def _auction(_: Ruleset, rules: Rules) -> AspectCell:
    if not rules.auction:
        return AspectCell("Nobody bids.", None, Basis.HOUSE_RULE)
    stated = rules.preset.cites["auction"]
    return AspectCell(stated.says, stated.says, stated.basis, stated.note)


def _steal(_: Ruleset, rules: Rules) -> AspectCell:
    if not rules.auction:
        return AspectCell("Nobody bids", None, Basis.HOUSE_RULE)
    says = "The dealer may" if rules.dealer_steal else "The dealer may not"
    return AspectCell(says, rules.dealer_steal, _basis(rules, "steal"))


def _forced(_: Ruleset, rules: Rules) -> AspectCell:
    basis = _basis(rules, "forced")
    if not rules.auction:
        return AspectCell("Nobody bids", None, basis)
    forced = rules.dealer_forced
    says = "The dealer may pass too" if forced is None else f"The dealer must bid {forced}"
    return AspectCell(says, forced or 0, basis)


def _passed_out(_: Ruleset, rules: Rules) -> AspectCell:
    if not rules.auction:
        return AspectCell("Nobody bids, so every hand is played.", None, Basis.HOUSE_RULE)
    general = (
        "When everybody passes, the hand is not played and nobody scores."
        if rules.can_be_passed_out
        else "A hand cannot be passed out, since the dealer must bid."
    )
    return _cited(rules, "passed_out", "all-pass", rules.can_be_passed_out, general)


def _redeal(_: Ruleset, rules: Rules) -> AspectCell:
    if not rules.can_be_passed_out:
        return AspectCell("It cannot happen", None)
    otherwise = Basis.SOURCE if rules.redeal is Redeal.SAME_DEALER else Basis.OUR_READING
    says = upper_first(rules.redeal.summary)
    return AspectCell(says, rules.redeal, _basis(rules, "redeal", otherwise))


TRUMP_SAYS = {
    "first-card": "The suit of the first card led is trumps.",
    "named": "The pitcher names the trump suit.",
}


def _trump(_: Ruleset, rules: Rules) -> AspectCell:
    if not rules.auction:
        return AspectCell(TRUMP_SAYS["first-card"], "first-card")
    return _cited(rules, "trump", "trump", rules.preset.trump, TRUMP_SAYS[rules.preset.trump])


def _low(_: Ruleset, rules: Rules) -> AspectCell:
    basis = _basis(rules, "low", _point_basis(rules, "low"))
    if not _has(rules, "low"):
        return AspectCell("There is no Low", None, Basis.HOUSE_RULE)
    if rules.low_to is None:
        return AspectCell("Its pages differ: agree before you play", "to be agreed", basis)
    return AspectCell(upper_first(rules.low_to.summary), rules.low_to, basis)


def _game_by(_: Ruleset, rules: Rules) -> AspectCell:
    if not _has(rules, "game"):
        return AspectCell("There is no Game", None, Basis.HOUSE_RULE)
    basis = _basis(rules, "game", _point_basis(rules, "game"))
    return AspectCell(upper_first(rules.game_by.summary), rules.game_by, basis)


def _game_tie(_: Ruleset, rules: Rules) -> AspectCell:
    if not _has(rules, "game"):
        return AspectCell("There is no Game", None, Basis.HOUSE_RULE)
    if rules.game_by is GameBy.TEN:
        return AspectCell("No tie: there is one ten of trumps", "no tie", _basis(rules, "game"))
    basis = _basis(rules, "tied-game", _point_basis(rules, "game"))
    return AspectCell(upper_first(rules.game_tie.summary), rules.game_tie, basis)


def _house_rules(_: Ruleset, rules: Rules) -> AspectCell:
    names = house_rule_names(rules.preset, rules.house_rules)
    if not names:
        return AspectCell("None", None)
    return AspectCell(upper_first(", ".join(names)), tuple(names), Basis.HOUSE_RULE)


_OF_PRESETS = (
    Aspect("house-rules", "House rules", _house_rules),
    Aspect("sides", "Who plays", _sides),
    Aspect("target", "Game to", _target),
    Aspect("points", "Points, in the order they count", _points),
    Aspect("total", "Points in a hand", _total),
    Aspect("bids", "Bids", _bids),
    Aspect("smudge", "Smudge", _smudge),
    Aspect("setback", "Setback", _setback),
    Aspect("others", "What the others took", _others),
    Aspect("going-out", "Who goes out", _going_out),
    Aspect("auction", "How the auction goes", _auction, in_words=True),
    Aspect("steal", "Taking the bid at the same number", _steal),
    Aspect("forced", "When all the others pass", _forced),
    Aspect("all-pass", "When everybody passes", _passed_out),
    Aspect("redeal", "Who deals after that", _redeal),
    Aspect("trump", "Trumps", _trump),
    Aspect("low", "Who gets Low", _low),
    Aspect("game", "Game is given for", _game_by),
    Aspect("tied-game", "A tied Game goes to", _game_tie),
    Aspect("nobody", "Points that may go to nobody", _nobody),
)
"""What every preset has an answer to; house rules add to it."""


def all_aspects() -> tuple[Aspect, ...]:
    """Every aspect, in the order in which it is compared: after each, what house rules add."""
    own: dict[str, list[Aspect]] = {}
    for rule in HOUSE_RULES.values():
        if rule.aspect:
            own.setdefault(rule.aspect.after, []).append(_of_house_rule(rule, rule.aspect))
    found = []
    for aspect in _OF_PRESETS:
        found += [aspect, *own.get(aspect.key, [])]
    return (*found, *own.get("", []))


def _of_house_rule(rule: HouseRule, own: OwnAspect) -> Aspect:
    def ask(_: Ruleset, rules: Rules) -> AspectCell:
        says = own.says(rules)
        if rules.value(rule.key):
            return AspectCell(says, says, Basis.HOUSE_RULE)
        return AspectCell(says, None)

    return Aspect(own.key, own.label, ask)
