"""Comparison of rulesets, aspect by aspect: the answer of each, and which answers differ.

Answers are compared by their values, not by their words. An aspect that has only words (how an
auction goes) is shown, but is never marked as a difference.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.house_rules.record import AddedAspect, HouseRule
from scorepads.rules.house_rules.records import HOUSE_RULES
from scorepads.rules.preset import Citation
from scorepads.rules.rulesets import Ruleset, span_text
from scorepads.rules.terms import Basis, GameBy, Redeal, upper_first
from scorepads.rules.wording.naming import house_rule_names
from scorepads.rules.wording.who_wins import going_out_citation


@dataclass(frozen=True, slots=True)
class AspectCell:
    """The answer of one ruleset to one aspect.

    Two cells with an equal `value` are the same rule, whatever their `text`. A `value` of None
    means that the ruleset has no such rule. `general` is the text for every ruleset with this
    rule, where `text` is in one preset's words.
    """

    text: str
    value: object
    basis: Basis = Basis.SOURCE
    note: str = ""
    general: str = ""


@dataclass(frozen=True, slots=True)
class Aspect:
    """One question that every ruleset answers: its key, its label and how a cell is made.

    Where it `has_only_words`, answers cannot be compared: other words may be the same rule.
    """

    key: str
    label: str
    make_cell: Callable[[Ruleset, Rules], AspectCell]
    has_only_words: bool = False


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
    def way_count(self) -> int:
        return max(self.groups) + 1

    @property
    def differs(self) -> bool:
        return self.way_count > 1 and not self.aspect.has_only_words

    @property
    def differs_in_words(self) -> bool:
        """Whether the words differ and nothing tells whether the rule does."""
        return self.way_count > 1 and self.aspect.has_only_words

    @property
    def other_bases(self) -> list[tuple[Basis, list[int]]]:
        """Each basis other than a source, with the numbers of the rulesets that rest on it."""
        found: dict[Basis, list[int]] = {}
        for number, cell in enumerate(self.cells):
            if cell.basis is not Basis.SOURCE:
                found.setdefault(cell.basis, []).append(number)
        return list(found.items())


def side_by_side(
    versions: Sequence[Ruleset], aspects: Sequence[Aspect] | None = None
) -> list[AspectRow]:
    """The rows of a comparison: all aspects, or those given, for which a ruleset has a value."""
    versions_with_rules = [(version, version.rules()) for version in versions]
    rows = []
    for aspect in all_aspects() if aspects is None else aspects:
        cells = tuple(aspect.make_cell(version, rules) for version, rules in versions_with_rules)
        if any(cell.value is not None for cell in cells):
            rows.append(AspectRow(aspect, cells, group_equal_cells(cells)))
    return rows


def group_equal_cells(cells: Sequence[AspectCell]) -> tuple[int, ...]:
    seen: list[object] = []
    for cell in cells:
        if cell.value not in seen:
            seen.append(cell.value)
    return tuple(seen.index(cell.value) for cell in cells)


def bids_text(rules: Rules) -> str:
    """Every possible bid in words: “2 to 4, and smudge above them”."""
    if not rules.auction:
        return "nobody bids"
    least, most = rules.lowest_bid, rules.total
    smudge = ", and smudge above them" if rules.has_smudge_bid else ""
    smudge += ", and a moon above them" if rules.moon else ""
    return f"{least}{smudge}" if least == most else f"{least} to {most}{smudge}"


def points_text(rules: Rules) -> str:
    """The points in the order in which they count, with what is worth more than one."""
    return ", ".join(
        point.label if point.worth == 1 else f"{point.label} ({point.worth})"
        for point in rules.points
    )


def is_changed_by_house_rule(rules: Rules, aspect: str) -> bool:
    """Whether a house rule that was chosen changes the aspect of that key."""
    return any(aspect in HOUSE_RULES[key].aspects for key in rules.house_rules)


def aspect_basis(rules: Rules, aspect: str, otherwise: Basis = Basis.SOURCE) -> Basis:
    return Basis.HOUSE_RULE if is_changed_by_house_rule(rules, aspect) else otherwise


def cited_cell(
    rules: Rules, cite: str, aspect: str, value: object, general: str = ""
) -> AspectCell:
    """The preset's own words on a rule, or `general` where a house rule changes the aspect."""
    if is_changed_by_house_rule(rules, aspect):
        return AspectCell(general, value, Basis.HOUSE_RULE)
    stated: Citation = rules.preset.cites[cite]
    return AspectCell(stated.text, value, stated.basis, stated.note, general=general)


def point_basis(rules: Rules, key: str) -> Basis:
    return next((p.basis for p in rules.preset.points if p.key == key), Basis.SOURCE)


def has_point(rules: Rules, point: str) -> bool:
    return any(each.key == point for each in rules.points)


def sides_cell(version: Ruleset, rules: Rules) -> AspectCell:
    """How many play, and whether alone or with partners: in the words of the preset if it is so."""
    sides, preset = (version.min_sides, version.max_sides), version.preset
    as_published = sides == (preset.least_sides, preset.most_sides) and not rules.calls_partners
    text = preset.players if as_published else f"{span_text(*sides)} sides"
    value = (*sides, rules.partners, preset.players if as_published else "")
    return AspectCell(upper_first(text), value, aspect_basis(rules, "sides"))


def points_cell(_: Ruleset, rules: Rules) -> AspectCell:
    value = tuple((point.key, point.worth) for point in rules.points)
    return AspectCell(points_text(rules), value, aspect_basis(rules, "points"))


def total_cell(_: Ruleset, rules: Rules) -> AspectCell:
    return AspectCell(str(rules.total), rules.total, aspect_basis(rules, "total"))


def nobody_cell(_: Ruleset, rules: Rules) -> AspectCell:
    free = [point for point in rules.points if point.nobody]
    text = ", ".join(point.label for point in free) or "None: all are always in play"
    return AspectCell(text, tuple(point.key for point in free), aspect_basis(rules, "nobody"))


def bids_cell(_: Ruleset, rules: Rules) -> AspectCell:
    return AspectCell(upper_first(bids_text(rules)), rules.bids, aspect_basis(rules, "bids"))


def target_cell(_: Ruleset, rules: Rules) -> AspectCell:
    text = "No target" if rules.target is None else str(rules.target)
    return AspectCell(text, rules.target or 0, aspect_basis(rules, "target"))


def setback_cell(_: Ruleset, rules: Rules) -> AspectCell:
    general = "Nobody bids, so nobody is set back."
    if rules.auction:
        general = "A failed bid is lost by the pitcher, and its partner scores nothing."
    value = (rules.auction, rules.partner_pays)
    return cited_cell(rules, "set_back", "setback", value, general)


def others_cell(_: Ruleset, rules: Rules) -> AspectCell:
    if not rules.auction:
        return AspectCell("Every side keeps what it took.", "kept", Basis.HOUSE_RULE)
    general = "It counts for nothing: only the pitcher's side can score."
    value = "nothing" if rules.no_junk else "kept"
    return cited_cell(rules, "others", "others", value, general)


def smudge_cell(_: Ruleset, rules: Rules) -> AspectCell:
    return cited_cell(rules, "smudge", "smudge", rules.smudge, rules.smudge.summary)


def going_out_cell(_: Ruleset, rules: Rules) -> AspectCell:
    value = (rules.going_out, rules.tie_plays_on)
    text = rules.going_out.summary
    if rules.tie_plays_on:
        text = (
            "The pitcher is counted first; of several others at the target the highest total "
            "wins, and in a tie one more hand is played."
        )
    if is_changed_by_house_rule(rules, "going-out"):
        return AspectCell(text, value, Basis.HOUSE_RULE)
    stated = going_out_citation(rules)
    return AspectCell(stated.text, value, stated.basis, stated.note, general=text)


def auction_cell(_: Ruleset, rules: Rules) -> AspectCell:
    if not rules.auction:
        return AspectCell("Nobody bids.", None, Basis.HOUSE_RULE)
    stated = rules.preset.cites["auction"]
    return AspectCell(stated.text, stated.text, stated.basis, stated.note)


def steal_cell(_: Ruleset, rules: Rules) -> AspectCell:
    if not rules.auction:
        return AspectCell("Nobody bids", None, Basis.HOUSE_RULE)
    text = "The dealer may" if rules.dealer_steal else "The dealer may not"
    return AspectCell(text, rules.dealer_steal, aspect_basis(rules, "steal"))


def forced_cell(_: Ruleset, rules: Rules) -> AspectCell:
    basis = aspect_basis(rules, "forced")
    if not rules.auction:
        return AspectCell("Nobody bids", None, basis)
    forced = rules.dealer_forced
    text = "The dealer may pass too" if forced is None else f"The dealer must bid {forced}"
    return AspectCell(text, forced or 0, basis)


def passed_out_cell(_: Ruleset, rules: Rules) -> AspectCell:
    if not rules.auction:
        return AspectCell("Nobody bids, so every hand is played.", None, Basis.HOUSE_RULE)
    general = (
        "When everyone passes, the hand is not played and nobody scores."
        if rules.can_be_passed_out
        else "A hand cannot be passed out, since the dealer must bid."
    )
    return cited_cell(rules, "passed_out", "all-pass", rules.can_be_passed_out, general)


def redeal_cell(_: Ruleset, rules: Rules) -> AspectCell:
    if not rules.can_be_passed_out:
        return AspectCell("It cannot happen", None)
    otherwise = Basis.SOURCE if rules.redeal is Redeal.SAME_DEALER else Basis.OUR_READING
    text = upper_first(rules.redeal.summary)
    return AspectCell(text, rules.redeal, aspect_basis(rules, "redeal", otherwise))


TRUMP_TEXTS = {
    "first-card": "The suit of the first card led is trump.",
    "named": "The pitcher names the trump suit.",
}


def trump_cell(_: Ruleset, rules: Rules) -> AspectCell:
    if not rules.auction:
        return AspectCell(TRUMP_TEXTS["first-card"], "first-card")
    return cited_cell(rules, "trump", "trump", rules.preset.trump, TRUMP_TEXTS[rules.preset.trump])


def low_cell(_: Ruleset, rules: Rules) -> AspectCell:
    basis = aspect_basis(rules, "low", point_basis(rules, "low"))
    if not has_point(rules, "low"):
        return AspectCell("There is no Low", None, Basis.HOUSE_RULE)
    if rules.low_to is None:
        return AspectCell("Its pages differ: agree before you play", "to be agreed", basis)
    return AspectCell(upper_first(rules.low_to.summary), rules.low_to, basis)


def game_by_cell(_: Ruleset, rules: Rules) -> AspectCell:
    if not has_point(rules, "game"):
        return AspectCell("There is no Game", None, Basis.HOUSE_RULE)
    basis = aspect_basis(rules, "game", point_basis(rules, "game"))
    return AspectCell(upper_first(rules.game_by.summary), rules.game_by, basis)


def game_tie_cell(_: Ruleset, rules: Rules) -> AspectCell:
    if not has_point(rules, "game"):
        return AspectCell("There is no Game", None, Basis.HOUSE_RULE)
    if rules.game_by is GameBy.TEN:
        return AspectCell(
            "No tie: there is one ten of trump", "no tie", aspect_basis(rules, "game")
        )
    basis = aspect_basis(rules, "tied-game", point_basis(rules, "game"))
    return AspectCell(upper_first(rules.game_tie.summary), rules.game_tie, basis)


def house_rules_cell(_: Ruleset, rules: Rules) -> AspectCell:
    names = house_rule_names(rules.preset, rules.house_rules)
    if not names:
        return AspectCell("None", None)
    return AspectCell(upper_first(", ".join(names)), tuple(names), Basis.HOUSE_RULE)


PRESET_ASPECTS = (
    Aspect("house-rules", "House rules", house_rules_cell),
    Aspect("sides", "Who plays", sides_cell),
    Aspect("target", "Game to", target_cell),
    Aspect("points", "Points, in the order they count", points_cell),
    Aspect("total", "Points in a hand", total_cell),
    Aspect("bids", "Bids", bids_cell),
    Aspect("smudge", "Smudge", smudge_cell),
    Aspect("setback", "Setback", setback_cell),
    Aspect("others", "What the others took", others_cell),
    Aspect("going-out", "Who goes out", going_out_cell),
    Aspect("auction", "How the auction goes", auction_cell, has_only_words=True),
    Aspect("steal", "Taking the bid at the same number", steal_cell),
    Aspect("forced", "When all the others pass", forced_cell),
    Aspect("all-pass", "When everyone passes", passed_out_cell),
    Aspect("redeal", "Who deals after that", redeal_cell),
    Aspect("trump", "Trump", trump_cell),
    Aspect("low", "Who gets Low", low_cell),
    Aspect("game", "Game is given for", game_by_cell),
    Aspect("tied-game", "A tied Game goes to", game_tie_cell),
    Aspect("nobody", "Points that may go to nobody", nobody_cell),
)
"""What every preset has an answer to; house rules add to it."""


def all_aspects() -> tuple[Aspect, ...]:
    """Every aspect, in the order in which it is compared: after each, what house rules add."""
    added: dict[str, list[Aspect]] = {}
    for rule in HOUSE_RULES.values():
        if rule.comparison_aspect:
            added.setdefault(rule.comparison_aspect.after, []).append(
                house_rule_aspect(rule, rule.comparison_aspect)
            )
    found = []
    for aspect in PRESET_ASPECTS:
        found += [aspect, *added.get(aspect.key, [])]
    return (*found, *added.get("", []))


def house_rule_aspect(rule: HouseRule, added: AddedAspect) -> Aspect:
    def added_cell(_: Ruleset, rules: Rules) -> AspectCell:
        text = added.describe(rules)
        if rules.house_rule_value(rule.key):
            return AspectCell(text, text, Basis.HOUSE_RULE)
        return AspectCell(text, None)

    return Aspect(added.key, added.label, added_cell)
