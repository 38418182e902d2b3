"""Versions of the game by the names that addresses give them; the one place that looks them up.

`bicycle@1` is a published preset, `recipe:points-in-order+no-junk` a recipe with options,
`own:<family>@2` the second version of a table's own rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import quote
from uuid import UUID

from django.http import HttpRequest

from scorepads.models import OwnVersion
from scorepads.opening import own_rulesets
from scorepads.opening.own_rulesets import NoSuchVersion
from scorepads.rules import catalog
from scorepads.rules.catalog import UnknownPreset
from scorepads.rules.preset import Preset
from scorepads.rules.rulesets import (
    MAX_COMPARED,
    Option,
    Recipe,
    UnknownRecipe,
    Version,
    bent,
    find_recipe,
    of_preset,
    of_recipe,
    recipes,
)
from scorepads.rules.terms import Refused, shown

RECIPE = "recipe:"
OWN = "own:"
MAX_NAMES = 40
"""So many names in an address are looked at; nobody compares more by hand."""


class UnknownVersion(LookupError):
    """There is no such version, or its parts do not go together; the message says which."""


def find_version(text: str, request: HttpRequest) -> Version:
    """The version of that name; raises `UnknownVersion`.

    Whoever knows the address of a table's own version may look at it, as at its page.
    """
    name = text.strip().replace(" ", "+")  # in an address a plus may arrive as a space
    try:
        if name.startswith(RECIPE):
            return _recipe(name.removeprefix(RECIPE))
        if name.startswith(OWN):
            return _own(name.removeprefix(OWN))
        return _preset(name)
    except (UnknownPreset, UnknownRecipe, NoSuchVersion):
        raise UnknownVersion(f"There is no version {shown(text)}.") from None
    except Refused as refusal:
        message = "; ".join(problem.message for problem in refusal.problems)
        raise UnknownVersion(f"{shown(text)} does not go together: {message}.") from refusal


def _preset(pin: str) -> Version:
    preset = catalog.find(pin)
    return of_preset(preset, newest=catalog.current.newest(preset.key) == preset)


def _own(name: str) -> Version:
    return of_own(_find_own(name))


def _find_own(name: str) -> OwnVersion:
    family, _, version = name.partition("@")
    try:
        return own_rulesets.find(UUID(family), int(version))
    except ValueError:
        raise NoSuchVersion from None


def own_behind(version: Version) -> OwnVersion | None:
    """The table's own version that this one is; None where it is a preset or a recipe."""
    if not version.address.startswith(OWN):
        return None
    return _find_own(version.address.removeprefix(OWN))


def of_own(own: OwnVersion) -> Version:
    """A table's own version, to be compared and replayed under."""
    return bent(
        address=f"{OWN}{own.family}@{own.version}",
        name=str(own),
        preset=catalog.find(own.pin),
        house_rules=own.house_rules,
        says="A table's own rules.",
    )


def _recipe(name: str) -> Version:
    key, *options = name.split("+")
    recipe = find_recipe(key)
    known = {option.key for option in recipe.options}
    if unknown := [option for option in options if option not in known]:
        raise UnknownRecipe(unknown[0])
    return of_recipe(recipe, catalog.current.newest(recipe.preset), options)


@dataclass(frozen=True, slots=True)
class Choice:
    """The versions that an address names, and what could not be found among them."""

    versions: tuple[Version, ...]
    refused: tuple[str, ...] = ()

    @property
    def query(self) -> str:
        return query(self.versions)


def read_choice(names: Iterable[str], request: HttpRequest) -> Choice:
    """The versions of these names, each once and no more than can be compared."""
    found: dict[str, Version] = {}
    refused = []
    for name in list(names)[:MAX_NAMES]:
        try:
            version = find_version(name, request)
        except UnknownVersion as trouble:
            refused.append(str(trouble))
        else:
            found.setdefault(version.address, version)
    if len(found) > MAX_COMPARED:
        refused.append(f"Up to {MAX_COMPARED} versions can be compared; these are the first.")
    return Choice(tuple(found.values())[:MAX_COMPARED], tuple(refused))


def query(versions: Iterable[Version]) -> str:
    """The part of an address that names these versions; readable, since it is sent about."""
    return "&".join(f"v={quote(version.address, safe='@:+')}" for version in versions)


def every_newest() -> list[Version]:
    """The newest version of every preset, in the order in which they are offered."""
    return [of_preset(preset) for preset in catalog.current.latest()]


def every_recipe() -> list[Version]:
    """Every recipe without its options, in the order in which they are offered."""
    return [_recipe(recipe.key) for recipe in recipes()]


@dataclass(frozen=True, slots=True)
class Offer:
    """Something to tick: a version's address and name, and whether it is chosen."""

    address: str
    name: str
    chosen: bool
    says: str = ""


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


def offers(chosen: Iterable[Version], request: HttpRequest) -> Offers:
    """Everything that is offered to this phone for comparison, with what is `chosen` ticked."""
    by_address = {version.address: version for version in chosen}
    plain = tuple(_preset_offer(preset, by_address) for preset in catalog.current)
    ready = tuple(_recipe_offer(recipe, by_address) for recipe in recipes())
    owns = tuple(_own_offer(version, by_address) for version in every_own(request))
    shown_so = {offer.address for offer in (*plain, *owns)} | {_as_ticked(each) for each in ready}
    others = tuple(
        Offer(address, version.name, chosen=True)
        for address, version in by_address.items()
        if address not in shown_so
    )
    return Offers(plain, owns, ready, others)


def every_own(request: HttpRequest) -> list[Version]:
    """The newest version of each set of own rules that this phone keeps."""
    return [of_own(own) for own in own_rulesets.kept_here(request)]


def _own_offer(version: Version, chosen: Iterable[str]) -> Offer:
    return Offer(version.address, version.name, version.address in chosen, version.says)


def _preset_offer(preset: Preset, chosen: Iterable[str]) -> Offer:
    older = catalog.current.newest(preset.key) != preset
    name = f"{preset.name}, version {preset.version}" if older else preset.name
    return Offer(preset.pin, name, preset.pin in chosen, preset.tagline)


def _recipe_offer(recipe: Recipe, chosen: Iterable[str]) -> RecipeOffer:
    plain = RECIPE + recipe.key
    address = next((name for name in chosen if name.partition("+")[0] == plain), "")
    taken = address.split("+")[1:]
    return RecipeOffer(
        Offer(plain, recipe.name, bool(address), recipe.says),
        tuple(_option_offer(recipe, option, taken) for option in recipe.options),
    )


def _option_offer(recipe: Recipe, option: Option, taken: Iterable[str]) -> Offer:
    return Offer(f"{recipe.key}+{option.key}", option.label, option.key in taken)


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
