"""Versions of the game side by side: what each says about every aspect, and where they differ.

Aspects are compared by what the rules do, not by the words that say it; where the data holds
words alone (how an auction goes round), the row is shown as such and called no difference.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.preset import Cite
from scorepads.rules.rulesets import Ruleset as Version
from scorepads.rules.rulesets import span
from scorepads.rules.terms import Basis, GameBy, GameTie, GoingOut, LowTo, Redeal, Smudge, signed
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
    asked_of: Callable[[Version, Rules], AspectCell]
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
    versions: Sequence[Version], aspects: Sequence[Aspect] | None = None
) -> list[AspectRow]:
    """A row for each of these aspects, or of all there are, that one of the versions speaks of."""
    bent_rules = [(version, version.rules()) for version in versions]
    rows = []
    for aspect in ASPECTS if aspects is None else aspects:
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


def _house(rules: Rules, *keys: str) -> bool:
    return any(key in rules.house_rules for key in keys)


def _basis(rules: Rules, *keys: str, otherwise: Basis = Basis.SOURCE) -> Basis:
    return Basis.HOUSE_RULE if _house(rules, *keys) else otherwise


def _cited(rules: Rules, cite: str, value: object, *keys: str, general: str = "") -> AspectCell:
    """The preset's own words on a rule, or `general` where one of the house rules bends it."""
    if _house(rules, *keys):
        return AspectCell(general, value, Basis.HOUSE_RULE)
    stated: Cite = rules.preset.cites[cite]
    return AspectCell(stated.says, value, stated.basis, stated.note, general=general)


def _point_basis(rules: Rules, key: str) -> Basis:
    return next((p.basis for p in rules.preset.points if p.key == key), Basis.SOURCE)


def _has(rules: Rules, point: str) -> bool:
    return any(each.key == point for each in rules.points)


def _sides(version: Version, rules: Rules) -> AspectCell:
    sides = (version.min_sides, version.max_sides)
    as_published = sides == (version.preset.least_sides, version.preset.most_sides)
    players = version.preset.players
    says = players if as_published and not version.house_rules else f"{span(*sides)} sides"
    return AspectCell(says[:1].upper() + says[1:], sides)


def _points(_: Version, rules: Rules) -> AspectCell:
    value = tuple((point.key, point.worth) for point in rules.points)
    return AspectCell(points_text(rules), value, _basis(rules, "values", "trey"))


def _total(_: Version, rules: Rules) -> AspectCell:
    return AspectCell(str(rules.total), rules.total, _basis(rules, "values", "trey"))


def _nobody(_: Version, rules: Rules) -> AspectCell:
    free = [point for point in rules.points if point.nobody]
    says = ", ".join(point.label for point in free) or "None: all are always in play"
    return AspectCell(says, tuple(point.key for point in free), _basis(rules, "values", "trey"))


def _bids(_: Version, rules: Rules) -> AspectCell:
    text = bids_text(rules)
    keys = ("lowest_bid", "values", "trey", "smudge", "auction")
    return AspectCell(text[:1].upper() + text[1:], rules.bids, _basis(rules, *keys))


def _target(_: Version, rules: Rules) -> AspectCell:
    return AspectCell(str(rules.target), rules.target, _basis(rules, "target"))


def _setback(_: Version, rules: Rules) -> AspectCell:
    general = "Nobody bids, so nobody is set back."
    return _cited(rules, "set_back", rules.auction, "auction", general=general)


def _others(_: Version, rules: Rules) -> AspectCell:
    if not rules.auction:
        return AspectCell("Every side keeps what it took.", "kept", Basis.HOUSE_RULE)
    general = "It counts for nothing: only the pitcher's side can score."
    value = "nothing" if rules.no_junk else "kept"
    return _cited(rules, "others", value, "no_junk", general=general)


SMUDGE_SAYS = {
    Smudge.NONE: "There is no smudge.",
    Smudge.FOUR_WINS: "A made bid of all the points wins the game.",
    Smudge.FOUR_WINS_UNLESS_IN_THE_HOLE: (
        "A made bid of all the points wins the game, unless the pitcher began in the hole."
    ),
    Smudge.ALL_TRICKS_FIVE: (
        "A bid of its own for all the points and all six tricks: five when made, five lost "
        "when not. It does not win the game by itself."
    ),
}


def _smudge(_: Version, rules: Rules) -> AspectCell:
    return _cited(
        rules, "smudge", rules.smudge, "smudge", "auction", general=SMUDGE_SAYS[rules.smudge]
    )


def _failed_smudge(_: Version, rules: Rules) -> AspectCell:
    if rules.failed_smudge_loses:
        return AspectCell("Loses the game at once", True, Basis.HOUSE_RULE)
    return AspectCell("Costs the bid" if rules.smudge is not Smudge.NONE else "There is none", None)


GOING_OUT_SAYS = {
    GoingOut.PITCHER_FIRST: (
        "The pitcher is counted first; then the others' points in their order."
    ),
    GoingOut.BIDDING_SIDE_ONLY: "Only a pitcher that made its bid goes out.",
    GoingOut.BIDDER_GOES_OUT: (
        "The first side there wins; if both began within seven of it, the bidder goes out by "
        "making its bid. If both get there together, one more hand is played."
    ),
    GoingOut.POINT_ORDER: (
        "The points are counted one by one, the pitcher's like the others'; the first side "
        "there wins, and what is left counts for nothing."
    ),
}


def _going_out(_: Version, rules: Rules) -> AspectCell:
    value = (rules.going_out, rules.tie_plays_on)
    says = GOING_OUT_SAYS[rules.going_out]
    if rules.tie_plays_on:
        says = (
            "The pitcher is counted first; of several others there the highest total wins, "
            "and equal totals play one more hand."
        )
    return _cited(rules, "going_out", value, "going_out", "tie_plays_on", "auction", general=says)


def _outright(_: Version, rules: Rules) -> AspectCell:
    if rules.outright_at is None:
        return AspectCell("No such number", None)
    return AspectCell(f"{rules.outright_at}, whoever bid", rules.outright_at, Basis.HOUSE_RULE)


def _sinks(_: Version, rules: Rules) -> AspectCell:
    if rules.sinks_at is None:
        return AspectCell("Nobody loses by falling", None)
    return AspectCell(f"{signed(rules.sinks_at)} or lower", rules.sinks_at, Basis.HOUSE_RULE)


def _auction(_: Version, rules: Rules) -> AspectCell:
    if not rules.auction:
        return AspectCell("Nobody bids.", None, Basis.HOUSE_RULE)
    stated = rules.preset.cites["auction"]
    return AspectCell(stated.says, stated.says, stated.basis, stated.note)


def _steal(_: Version, rules: Rules) -> AspectCell:
    if not rules.auction:
        return AspectCell("Nobody bids", None, Basis.HOUSE_RULE)
    says = "The dealer may" if rules.dealer_steal else "The dealer may not"
    return AspectCell(says, rules.dealer_steal, _basis(rules, "dealer_steal"))


def _forced(_: Version, rules: Rules) -> AspectCell:
    basis = _basis(rules, "dealer_forced", "auction")
    if not rules.auction:
        return AspectCell("Nobody bids", None, basis)
    forced = rules.dealer_forced
    says = "The dealer may pass too" if forced is None else f"The dealer must bid {forced}"
    return AspectCell(says, forced or 0, basis)


def _passed_out(_: Version, rules: Rules) -> AspectCell:
    if not rules.auction:
        return AspectCell("Nobody bids, so every hand is played.", None, Basis.HOUSE_RULE)
    general = (
        "When everybody passes, the hand is not played and nobody scores."
        if rules.can_be_passed_out
        else "A hand cannot be passed out, since the dealer must bid."
    )
    return _cited(rules, "passed_out", rules.can_be_passed_out, "dealer_forced", general=general)


def _redeal(_: Version, rules: Rules) -> AspectCell:
    if not rules.can_be_passed_out:
        return AspectCell("It cannot happen", None)
    same = rules.redeal is Redeal.SAME_DEALER
    says = "The same dealer" if same else "The next dealer"
    otherwise = Basis.SOURCE if same else Basis.OUR_READING
    return AspectCell(says, rules.redeal, _basis(rules, "redeal", otherwise=otherwise))


TRUMP_SAYS = {
    "first-card": "The suit of the first card led is trumps.",
    "named": "The pitcher names the trump suit.",
}


def _trump(_: Version, rules: Rules) -> AspectCell:
    if not rules.auction:
        return AspectCell(TRUMP_SAYS["first-card"], "first-card")
    return _cited(rules, "trump", rules.preset.trump, general=TRUMP_SAYS[rules.preset.trump])


def _low(_: Version, rules: Rules) -> AspectCell:
    basis = _basis(rules, "low_to", otherwise=_point_basis(rules, "low"))
    if not _has(rules, "low"):
        return AspectCell("There is no Low", None, Basis.HOUSE_RULE)
    if rules.low_to is None:
        return AspectCell("Its pages differ: agree before you play", "to be agreed", basis)
    says = {
        LowTo.HOLDER: "The side that was dealt it",
        LowTo.TRICK: "The side that wins the trick it falls in",
    }[rules.low_to]
    return AspectCell(says, rules.low_to, basis)


def _game_by(_: Version, rules: Rules) -> AspectCell:
    if not _has(rules, "game"):
        return AspectCell("There is no Game", None, Basis.HOUSE_RULE)
    says = "The ten of trumps" if rules.game_by is GameBy.TEN else "Most pips in tricks"
    otherwise = _point_basis(rules, "game")
    return AspectCell(says, rules.game_by, _basis(rules, "game_by", otherwise=otherwise))


def _game_tie(_: Version, rules: Rules) -> AspectCell:
    if not _has(rules, "game"):
        return AspectCell("There is no Game", None, Basis.HOUSE_RULE)
    if rules.game_by is GameBy.TEN:
        return AspectCell("No tie: there is one ten of trumps", "no tie", _basis(rules, "game_by"))
    says = "The pitcher" if rules.game_tie is GameTie.PITCHER else "Nobody"
    otherwise = _point_basis(rules, "game")
    return AspectCell(says, rules.game_tie, _basis(rules, "game_tie", otherwise=otherwise))


def _short_deck(_: Version, rules: Rules) -> AspectCell:
    if rules.short_deck:
        return AspectCell("Without threes, fours and fives", True, Basis.HOUSE_RULE)
    return AspectCell("Nothing is taken out by agreement", None)


def _house_rules(_: Version, rules: Rules) -> AspectCell:
    names = house_rule_names(rules.preset, rules.house_rules)
    if not names:
        return AspectCell("None", None)
    text = ", ".join(names)
    return AspectCell(text[:1].upper() + text[1:], tuple(names), Basis.HOUSE_RULE)


ASPECTS = (
    Aspect("house-rules", "House rules", _house_rules),
    Aspect("sides", "Who plays", _sides),
    Aspect("target", "Game to", _target),
    Aspect("points", "Points, in the order they count", _points),
    Aspect("total", "Points in a hand", _total),
    Aspect("bids", "Bids", _bids),
    Aspect("smudge", "Smudge", _smudge),
    Aspect("failed-smudge", "A failed smudge", _failed_smudge),
    Aspect("setback", "Setback", _setback),
    Aspect("others", "What the others took", _others),
    Aspect("going-out", "Who goes out", _going_out),
    Aspect("outright", "Wins outright at", _outright),
    Aspect("sinks", "Loses at", _sinks),
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
    Aspect("deck", "The deck", _short_deck),
)
"""Every aspect, in the order in which it is compared."""
