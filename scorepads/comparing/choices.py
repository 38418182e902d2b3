"""The rulesets that an address names for comparison, and all that can be ticked there."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from urllib.parse import quote

from django.http import HttpRequest

from scorepads.opening import own_rulesets
from scorepads.rules import catalog
from scorepads.rules.preset import Preset
from scorepads.rules.rulesets import RECIPE, Recipe, Ruleset, UnknownRuleset, all_recipes

MIN_COMPARED, MAX_COMPARED = 2, 6
MAX_NAMES = 40
"""So many names in an address are looked at; nobody compares more by hand."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The rulesets that an address names, and what could not be found among them."""

    rulesets: tuple[Ruleset, ...]
    refused: tuple[str, ...] = ()

    @property
    def query(self) -> str:
        return query(self.rulesets)


def read_choice(names: Iterable[str]) -> Choice:
    """The rulesets of these addresses, each once and no more than can be compared."""
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
    return Choice(tuple(found.values())[:MAX_COMPARED], tuple(refused))


def query(rulesets: Iterable[Ruleset]) -> str:
    """The part of an address that names these rulesets; readable, since it is sent about."""
    return "&".join(f"v={quote(ruleset.address, safe='@:+')}" for ruleset in rulesets)


@dataclass(frozen=True, slots=True)
class Offer:
    """Something to tick: a ruleset's address and name, and whether it is chosen."""

    address: str
    name: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class RecipeOffer:
    """A recipe to tick, with what it leaves to the table."""

    offer: Offer
    options: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class Offers:
    """All that can be ticked: presets, recipes, and whatever else the address names."""

    presets: tuple[Offer, ...]
    owns: tuple[Offer, ...]
    recipes: tuple[RecipeOffer, ...]
    others: tuple[Offer, ...]


def offers(chosen: Iterable[Ruleset], request: HttpRequest) -> Offers:
    """Everything that is offered to this phone for comparison, with what is `chosen` ticked."""
    by_address = {ruleset.address: ruleset for ruleset in chosen}
    plain = tuple(_preset_offer(preset, by_address) for preset in catalog.current)
    ready = tuple(_recipe_offer(recipe, by_address) for recipe in all_recipes())
    owns = tuple(
        Offer(ruleset.address, ruleset.name, ruleset.address in by_address)
        for ruleset in own_rulesets.rulesets_kept_here(request)
    )
    shown_so = {offer.address for offer in (*plain, *owns)} | {_as_ticked(each) for each in ready}
    others = tuple(
        Offer(address, ruleset.name, chosen=True)
        for address, ruleset in by_address.items()
        if address not in shown_so
    )
    return Offers(plain, owns, ready, others)


def _preset_offer(preset: Preset, chosen: Collection[str]) -> Offer:
    older = catalog.current.newest(preset.key) != preset
    name = f"{preset.name}, version {preset.version}" if older else preset.name
    return Offer(preset.pin, name, preset.pin in chosen)


def _recipe_offer(recipe: Recipe, chosen: Collection[str]) -> RecipeOffer:
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


def _as_ticked(each: RecipeOffer) -> str:
    options = [option.address.partition("+")[2] for option in each.options if option.chosen]
    return "+".join([each.offer.address, *options])


def with_options(names: Iterable[str], options: Iterable[str]) -> list[str]:
    """The ticked names with the ticked options of recipes put to them.

    An option ticked by itself stands for its recipe.
    """
    taken: dict[str, list[str]] = {}
    for option in options:
        key, _, name = option.replace(" ", "+").partition("+")
        taken.setdefault(RECIPE + key, []).append(name)
    ticked = list(dict.fromkeys([*names, *taken]))
    return ["+".join([name, *taken.get(name, [])]) for name in ticked]
