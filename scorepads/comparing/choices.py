"""The rulesets that an address names for comparison, and those that the page offers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from django.http import HttpRequest, QueryDict

from scorepads.opening import own_rulesets
from scorepads.rules import catalog
from scorepads.rules.preset import Preset
from scorepads.rules.rulesets import (
    RECIPE,
    Recipe,
    Ruleset,
    UnknownRuleset,
    all_recipes,
    newest_presets,
    plain_recipes,
    preset_ruleset,
)

MIN_COMPARED, MAX_COMPARED = 2, 6
MAX_NAMES = 40
"""The most names that are read from an address."""


@dataclass(frozen=True, slots=True)
class RulesetChoice:
    """The rulesets that an address names, and messages on the names that were not found."""

    rulesets: tuple[Ruleset, ...]
    refused: tuple[str, ...] = ()

    @property
    def query(self) -> str:
        return compare_query(self.rulesets)


def read_choice(names: Iterable[str]) -> RulesetChoice:
    """The rulesets of these addresses without duplicates, `MAX_COMPARED` at most."""
    found: dict[str, Ruleset] = {}
    refused = []
    for name in list(names)[:MAX_NAMES]:
        try:
            ruleset = own_rulesets.find_ruleset(name)
        except UnknownRuleset as trouble:
            refused.append(str(trouble))
        else:
            found.setdefault(ruleset.address, ruleset)
    if len(found) > MAX_COMPARED:
        refused.append(f"Up to {MAX_COMPARED} versions can be compared; these are the first.")
    return RulesetChoice(tuple(found.values())[:MAX_COMPARED], tuple(refused))


def compare_query(rulesets: Iterable[Ruleset]) -> str:
    """The query string that names these rulesets; readable, since people share the address."""
    return "&".join(f"v={quote(ruleset.address, safe='@:+')}" for ruleset in rulesets)


def with_partner(rulesets: Iterable[Ruleset]) -> tuple[Ruleset, ...]:
    """These rulesets, or the single one beside the one that it is most naturally compared with.

    House rules are compared with the preset that they change, a preset with the first other.
    """
    chosen = tuple(rulesets)
    if len(chosen) != 1:
        return chosen
    [lone] = chosen
    partners = [preset_ruleset(lone.preset), *newest_presets()]
    return (lone, next(each for each in partners if each.address != lone.address))


def canonical_query(asked: QueryDict) -> str:
    """The query of the choice that a form sent: options join their recipes, columns their order.

    Empty where nothing was chosen by options or pickers, so that the query is canonical already.
    """
    if not asked.keys() & {"with", "first", "second"}:
        return ""
    names = with_options(asked.getlist("v"), asked.getlist("with"))
    names = in_columns(names, asked.get("first", ""), asked.get("second", ""))
    return f"?{read_choice(names).query}"


def in_columns(names: Iterable[str], first: str, second: str) -> list[str]:
    """The addresses with `first` and `second` in the first two columns.

    One that stands in another column already changes places with what stood there; any other
    takes its place.
    """
    columns = list(dict.fromkeys(names))
    for place, picked in enumerate((first, second)):
        if not picked or picked in columns[:place]:
            continue
        if picked in columns:
            there = columns.index(picked)
            columns[place], columns[there] = columns[there], columns[place]
        else:
            columns[place : place + 1] = [picked]
    return columns


@dataclass(frozen=True, slots=True)
class Picker:
    """The choice of what stands in one column: its name in the address, and what may stand there.

    `groups` has the label of each group with its offers; the one that stands there is chosen.
    """

    name: str
    label: str
    groups: tuple[tuple[str, tuple[Offer, ...]], ...]


def list_pickers(chosen: Sequence[Ruleset], request: HttpRequest) -> tuple[Picker, ...]:
    """A picker for each of the first two columns."""
    groups = picker_groups(chosen, request)
    labels = ("first", "First version"), ("second", "Second version")
    return tuple(
        Picker(name, label, tuple((group, pick(offers, there)) for group, offers in groups))
        for (name, label), there in zip(labels, chosen, strict=False)
    )


def pick(rulesets: Iterable[Ruleset], picked: Ruleset) -> tuple[Offer, ...]:
    return tuple(
        Offer(each.address, each.short_name, each.address == picked.address) for each in rulesets
    )


def picker_groups(
    chosen: Sequence[Ruleset], request: HttpRequest
) -> list[tuple[str, list[Ruleset]]]:
    """Everything that a column can show, by kind; those chosen that are no offer come last."""
    groups = [
        ("Presets", newest_presets()),
        ("House rules on this phone", own_rulesets.rulesets_kept_here(request)),
        ("Popular variations", plain_recipes()),
    ]
    offered = {ruleset.address for _, rulesets in groups for ruleset in rulesets}
    others = [ruleset for ruleset in chosen if ruleset.address not in offered]
    return [(label, found) for label, found in [*groups, ("In this link", others)] if found]


@dataclass(frozen=True, slots=True)
class Offer:
    """A checkbox: the address and name of a ruleset or option, and whether it is chosen."""

    address: str
    name: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class RecipeOffer:
    """The checkbox of a recipe, and those of its options."""

    offer: Offer
    options: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class Offers:
    """All checkboxes: presets, own house rules, recipes, and others named in the address."""

    presets: tuple[Offer, ...]
    owns: tuple[Offer, ...]
    recipes: tuple[RecipeOffer, ...]
    others: tuple[Offer, ...]


def list_offers(chosen: Iterable[Ruleset], request: HttpRequest) -> Offers:
    """All rulesets that this phone can compare; those in `chosen` are ticked."""
    by_address = {ruleset.address: ruleset for ruleset in chosen}
    plain = tuple(preset_offer(preset, by_address) for preset in catalog.current)
    ready = tuple(recipe_offer(recipe, by_address) for recipe in all_recipes())
    owns = tuple(
        Offer(ruleset.address, ruleset.name, ruleset.address in by_address)
        for ruleset in own_rulesets.rulesets_kept_here(request)
    )
    shown = {offer.address for offer in (*plain, *owns)} | {ticked_address(each) for each in ready}
    others = tuple(
        Offer(address, ruleset.name, chosen=True)
        for address, ruleset in by_address.items()
        if address not in shown
    )
    return Offers(plain, owns, ready, others)


def preset_offer(preset: Preset, chosen: Collection[str]) -> Offer:
    older = catalog.current.newest(preset.key) != preset
    name = f"{preset.name}, version {preset.version}" if older else preset.name
    return Offer(preset.pin, name, preset.pin in chosen)


def recipe_offer(recipe: Recipe, chosen: Collection[str]) -> RecipeOffer:
    plain = RECIPE + recipe.key
    address = next((name for name in chosen if name.partition("+")[0] == plain), "")
    taken = address.split("+")[1:]
    return RecipeOffer(
        Offer(plain, recipe.name, bool(address)),
        tuple(
            Offer(f"{recipe.key}+{option.key}", option.label, option.key in taken)
            for option in recipe.options
        ),
    )


def ticked_address(each: RecipeOffer) -> str:
    options = [option.address.partition("+")[2] for option in each.options if option.chosen]
    return "+".join([each.offer.address, *options])


def with_options(names: Iterable[str], options: Iterable[str]) -> list[str]:
    """The ticked addresses, each recipe extended by its ticked options.

    An option that is ticked without its recipe selects the recipe too.
    """
    taken: dict[str, list[str]] = {}
    for option in options:
        key, _, name = option.replace(" ", "+").partition("+")
        taken.setdefault(RECIPE + key, []).append(name)
    ticked = list(dict.fromkeys([*names, *taken]))
    return ["+".join([name, *taken.get(name, [])]) for name in ticked]
