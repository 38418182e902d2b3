"""Where the sources differ: every game side by side, topic by topic, from the rules' data.

A game is a preset or a recipe. What each says is worked out from its rules, so the page
cannot fall behind the presets; only what no preset holds is text (texts/differences.toml).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from scorepads.rulebook import read_texts
from scorepads.rules.house_rules import Rules, bend
from scorepads.rules.naming import house_rule_names
from scorepads.rules.preset import Cite, Preset
from scorepads.rules.recipes import Recipe
from scorepads.rules.terms import Basis, GameBy, GameTie, GoingOut, LowTo, Smudge, signed


@dataclass(frozen=True, slots=True)
class Game:
    """A preset, or a recipe on top of one, with the rules that it comes to."""

    name: str
    rules: Rules
    recipe: Recipe | None = None

    @property
    def preset(self) -> Preset:
        return self.rules.preset

    @property
    def unbent(self) -> Rules:
        """The rules of the preset alone."""
        return bend(self.preset, {}, self.rules.sides)

    def basis(self, rests_on: str) -> Basis:
        """What the game's answer rests on: a cite or a point of the preset, by its name."""
        if self.recipe:
            return Basis.HOUSE_RULE
        if rests_on in self.preset.cites:
            return self.preset.cites[rests_on].basis
        points = {point.key: point.basis for point in self.preset.points}
        return points.get(rests_on, Basis.SOURCE)


@dataclass(frozen=True, slots=True)
class Answer:
    """What some games have in common on a topic, and which games those are."""

    says: str
    games: tuple[tuple[Game, Basis], ...]


@dataclass(frozen=True, slots=True)
class Topic:
    """One question that the sources answer differently; `to` is the section that it is in."""

    key: str
    title: str
    to: str
    answers: tuple[Answer, ...]
    notes: tuple[Cite, ...] = ()


@dataclass(frozen=True, slots=True)
class Bent:
    """A recipe for the list: its preset, and its house rules and options by name."""

    recipe: Recipe
    preset: Preset
    house_rules: tuple[str, ...]


def games(presets: Sequence[Preset], recipes: Iterable[Recipe]) -> list[Game]:
    """Every preset with its usual sides, and every recipe with the fewest that it takes."""
    by_key = {preset.key: preset for preset in presets}
    plain = [Game(each.name, bend(each, {}, each.usual_sides)) for each in presets]
    return plain + [
        Game(each.name, bend(by_key[each.preset], each.house_rules, each.least_sides), each)
        for each in recipes
        if each.preset in by_key
    ]


def bent(presets: Sequence[Preset], recipes: Iterable[Recipe]) -> list[Bent]:
    """The recipes, each with what it bends."""
    by_key = {preset.key: preset for preset in presets}
    return [
        Bent(recipe, preset, tuple(house_rule_names(preset, recipe.house_rules)))
        for recipe in recipes
        if (preset := by_key.get(recipe.preset))
    ]


def topics(compared: Sequence[Game]) -> list[Topic]:
    """Every topic with its answers; the games that agree stand together.

    A recipe is named only where it parts from its preset.
    """
    notes = _notes([game.preset for game in compared])
    return [
        Topic(key, title, to, _answers(compared, says, rests_on), tuple(notes.get(key, ())))
        for key, title, to, says, rests_on in TOPICS
    ]


def others(presets: Sequence[Preset]) -> list[tuple[str, list[Cite]]]:
    """Games that the sources describe and the keeper does not score, each with its title."""
    texts = read_texts("differences") or {}
    by_key = {preset.key: preset for preset in presets}
    return [
        (other["title"], [_cite(by_key[other["preset"]], told) for told in other["rules"]])
        for other in texts.get("others", ())
        if other["preset"] in by_key
    ]


def _answers(
    compared: Sequence[Game], says: Callable[[Rules], str], rests_on: str
) -> tuple[Answer, ...]:
    found: dict[str, list[tuple[Game, Basis]]] = {}
    for game in compared:
        answer = says(game.rules)
        if game.recipe is None or answer != says(game.unbent):
            found.setdefault(answer, []).append((game, game.basis(rests_on)))
    return tuple(Answer(text, tuple(those)) for text, those in found.items())


def _notes(presets: Iterable[Preset]) -> dict[str, list[Cite]]:
    """What is known beyond the data, by topic; left out where its preset is not there."""
    by_key = {preset.key: preset for preset in presets}
    found: dict[str, list[Cite]] = {}
    for told in (read_texts("differences") or {}).get("notes", ()):
        if told["preset"] in by_key:
            found.setdefault(told["topic"], []).append(_cite(by_key[told["preset"]], told))
    return found


def _cite(preset: Preset, told: dict[str, Any]) -> Cite:
    source = preset.sources.get(told.get("source", ""))
    return Cite(told["says"], Basis(told["basis"]), source, told.get("note", ""))


def _target(rules: Rules) -> str:
    return signed(rules.target)


def _lowest_bid(rules: Rules) -> str:
    return signed(rules.lowest_bid) if rules.auction else "Nobody bids"


def _points(rules: Rules) -> str:
    return f"{rules.total}: {', '.join(point.label for point in rules.points)}"


def _low(rules: Rules) -> str:
    if rules.low_to is None:
        return "Its pages differ: agree before you play"
    return {
        LowTo.HOLDER: "To the side that was dealt it",
        LowTo.TRICK: "To the side that wins the trick",
    }[rules.low_to]


def _smudge(rules: Rules) -> str:
    return {
        Smudge.NONE: "None: a bid of everything is only a bid",
        Smudge.FOUR_WINS: "A made bid of everything wins the game",
        Smudge.FOUR_WINS_UNLESS_IN_THE_HOLE: (
            "A made bid of everything wins the game, unless from in the hole"
        ),
        Smudge.ALL_TRICKS_FIVE: "A bid of its own, all points and all tricks: five, up or down",
    }[rules.smudge]


def _going_out(rules: Rules) -> str:
    """Who goes out; for a recipe also what else ends its game."""
    more = [
        f"{name} {how}"
        for name, how in (
            (rules.outright_at, "wins whoever bid"),
            (rules.sinks_at and signed(rules.sinks_at), "loses"),
        )
        if name is not None
    ]
    if rules.tie_plays_on:
        more.append("of several others the highest, and a tie plays on")
    return "; ".join([GOES_OUT[rules.going_out], *more])


GOES_OUT = {
    GoingOut.PITCHER_FIRST: "Any side can; the pitcher is looked at first",
    GoingOut.BIDDING_SIDE_ONLY: "Only a pitcher that made its bid",
    GoingOut.BIDDER_GOES_OUT: "Any side; with both within reach, the bidder",
    GoingOut.POINT_ORDER: "Any side, point by point, the pitcher like the others",
}


def _tied_game(rules: Rules) -> str:
    if rules.game_by is GameBy.TEN:
        return "No tie: Game is the ten of trumps"
    return "To the pitcher" if rules.game_tie is GameTie.PITCHER else "To nobody"


def _trump(rules: Rules) -> str:
    if not rules.auction:
        return "The suit of the first card led"
    return {
        "first-card": "The suit of the first card led",
        "named": "The pitcher names the suit",
    }[rules.preset.trump]


def _steal(rules: Rules) -> str:
    if not rules.auction:
        return "Nobody bids"
    return "The dealer may" if rules.dealer_steal else "The dealer may not"


def _all_pass(rules: Rules) -> str:
    if not rules.auction:
        return "Nobody bids"
    if rules.dealer_forced:
        return f"Cannot be: the dealer must bid {rules.dealer_forced}"
    return "The hand is passed out"


TOPICS: tuple[tuple[str, str, str, Callable[[Rules], str], str], ...] = (
    ("target", "Game to", "going-out", _target, ""),
    ("points", "Points in a hand", "points", _points, ""),
    ("lowest-bid", "Lowest bid", "auction", _lowest_bid, ""),
    ("low", "Who gets Low", "points", _low, "low"),
    ("smudge", "Smudge", "smudge", _smudge, "smudge"),
    ("going-out", "Who goes out", "going-out", _going_out, "going_out"),
    ("tied-game", "Tied Game", "points", _tied_game, "game"),
    ("trump", "Trumps", "trump", _trump, "trump"),
    ("steal", "Taking the bid at the same number", "auction", _steal, "auction"),
    ("all-pass", "When everybody passes", "auction", _all_pass, "passed_out"),
)
"""Key, title, the section of a rules page, what a game says, and the cite that it rests on."""
