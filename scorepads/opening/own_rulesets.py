"""A table's own rulesets: named sets of house rules, kept by phones and sent by link.

`own:<family>@2` is the address of the second version of a family. A family belongs to the
phone that made it; a phone that gets it by link may use it, and makes a family of its own by
changing it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.http import HttpRequest

from scorepads.core import devices
from scorepads.models import KeptRuleset, OwnVersion
from scorepads.rules import catalog
from scorepads.rules.catalog import UnknownPreset
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.rulesets import Ruleset, UnknownRuleset, find_published, house_ruleset
from scorepads.rules.terms import Refused

OWN = "own:"


def find_ruleset(address: str) -> Ruleset:
    """The preset, recipe or own ruleset that has this address; raises `UnknownRuleset`.

    The address alone is enough to read a table's own rules.
    """
    name = address.strip().replace(" ", "+")  # in an address a plus may arrive as a space
    own = find_own(name)
    return ruleset_of(own) if own else find_published(name)


def find_own(address: str) -> OwnVersion | None:
    """The table's own rules of that address; None where it names a preset or a recipe.

    Raises `UnknownRuleset`.
    """
    if not address.startswith(OWN):
        return None
    family, _, version = address.removeprefix(OWN).partition("@")
    try:
        return find_version(UUID(family), int(version))
    except ValueError:
        raise UnknownRuleset(address) from None


def ruleset_of(own: OwnVersion) -> Ruleset:
    """A table's own rules as a ruleset; raises `UnknownRuleset` where nobody can play them now."""
    address = f"{OWN}{own.family}@{own.version}"
    try:
        return house_ruleset(
            catalog.find_preset(own.pin),
            own.house_rules,
            address=address,
            name=str(own),
            summary="A table's own rules.",
        )
    except UnknownPreset:
        raise UnknownRuleset(address) from None
    except Refused as refusal:
        raise UnknownRuleset(address, refusal) from refusal


def keep_ruleset(request: HttpRequest, name: str, rules: Rules) -> OwnVersion:
    """Keep these rules under `name` on this phone: a new family, or its next version.

    The same rules under the same name are kept once.
    """
    try:
        kept = save_version(request, name, rules)
    except IntegrityError:
        kept = save_version(request, name, rules)  # a duplicate was faster
    device = devices.device_to_keep(request)
    KeptRuleset.objects.update_or_create(
        device=device, family=kept.family, defaults={"is_mine": True}
    )
    return kept


@transaction.atomic
def save_version(request: HttpRequest, name: str, rules: Rules) -> OwnVersion:
    newest = find_mine_by_name(request, name, rules.preset.key)
    if newest and same_rules(newest, rules):
        return newest
    made = OwnVersion(
        version=newest.version + 1 if newest else 1,
        name=name,
        preset_key=rules.preset.key,
        preset_version=rules.preset.version,
        house_rules=dict(rules.house_rules),
    )
    if newest:
        made.family = newest.family
    made.save(force_insert=True)
    return made


def accept_ruleset(request: HttpRequest, own: OwnVersion) -> None:
    """Keep a version that another phone sent by link; a family made here stays marked as mine."""
    device = devices.device_to_keep(request)
    KeptRuleset.objects.get_or_create(device=device, family=own.family, defaults={"is_mine": False})


def forget_family(request: HttpRequest, family: UUID) -> None:
    """Remove a family from this phone's list; pads and other phones keep it."""
    kept_rulesets(request).filter(family=family).delete()


def is_kept(request: HttpRequest, family: UUID) -> bool:
    """Whether this phone has the family on its list."""
    return kept_rulesets(request).filter(family=family).exists()


def kept_rulesets(request: HttpRequest) -> QuerySet[KeptRuleset]:
    """The families on this phone's list."""
    digest = devices.find_visitor(request).digest
    return (
        KeptRuleset.objects.filter(device__digest=digest) if digest else KeptRuleset.objects.none()
    )


def family_versions(family: UUID) -> list[OwnVersion]:
    """Every version of a family, the newest first."""
    return list(OwnVersion.objects.filter(family=family).order_by("-version"))


def kept_here(request: HttpRequest) -> list[OwnVersion]:
    """The newest version of every family that this phone keeps, by name.

    One that nobody can play now, since its preset is gone, is left out.
    """
    families = list(kept_rulesets(request).values_list("family", flat=True))
    if not families:
        return []
    versions = OwnVersion.objects.filter(family__in=families).order_by("version")
    newest = {own.family: own for own in versions if is_playable(own)}
    return sorted(newest.values(), key=lambda own: own.name.casefold())


def rulesets_kept_here(request: HttpRequest) -> list[Ruleset]:
    """What `kept_here` finds, to be compared and played."""
    return [ruleset_of(own) for own in kept_here(request)]


def find_version(family: UUID, version: int | None = None) -> OwnVersion:
    """A version of a family, the newest if none is named; raises `UnknownRuleset`."""
    versions = OwnVersion.objects.filter(family=family).order_by("-version")
    if version is not None:
        versions = versions.filter(version=version)
    own = versions.first()
    if own is None:
        raise UnknownRuleset(f"{OWN}{family}@{version}")
    ruleset_of(own)
    return own


def is_playable(own: OwnVersion) -> bool:
    try:
        ruleset_of(own)
    except UnknownRuleset:
        return False
    return True


def same_rules(own: OwnVersion, rules: Rules) -> bool:
    """Whether a pad opened under `rules` plays by this very version."""
    chosen: Mapping[str, Any] = own.house_rules
    return own.pin == rules.preset.pin and chosen == dict(rules.house_rules)


def find_mine_by_name(request: HttpRequest, name: str, preset_key: str) -> OwnVersion | None:
    mine = list(kept_rulesets(request).filter(is_mine=True).values_list("family", flat=True))
    named = OwnVersion.objects.filter(family__in=mine, name=name, preset_key=preset_key)
    last = named.order_by("-made_at", "-pk").first()
    if last is None:
        return None
    return OwnVersion.objects.filter(family=last.family).order_by("-version").first()
