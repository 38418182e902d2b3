"""The rules to read: public, the same for everybody, changed by a release alone; and a pad's."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_GET, require_safe

from scorepads.core.access import WATCH, Holder, with_pad
from scorepads.core.scorepad import read_pad
from scorepads.opening import preset_cards
from scorepads.reading import differences
from scorepads.reading.rulebook import bids, rulebook, short_fingerprint
from scorepads.reading.rules_card import rules_card
from scorepads.rules import catalog
from scorepads.rules.catalog import UnknownPreset
from scorepads.rules.preset import Preset
from scorepads.rules.rulesets import newest_presets, plain_recipes

TEN_MINUTES = 600
"""So long a page may be shown without asking; then a 304 says that it still holds."""

View = Callable[..., HttpResponse]


def public(view: View) -> View:
    """A page without a grant that any cache may keep; its ETag is that of what it shows."""
    cached: View = cache_control(public=True, max_age=TEN_MINUTES)(view)
    conditional: View = conditional_page(cached)
    return require_safe(conditional)


@public
def index(request: HttpRequest) -> HttpResponse:
    """The presets and the recipes to read about."""
    presets = catalog.current.latest()
    context = {
        "cards": [(preset, preset_cards.card(preset)) for preset in presets],
        "recipes": plain_recipes(),
    }
    return render(request, "reading/index.html", context)


@public
def where_sources_differ(request: HttpRequest) -> HttpResponse:
    context = {
        "topics": differences.topics([*newest_presets(), *plain_recipes()]),
        "others": differences.others(catalog.current.latest()),
    }
    return render(request, "reading/differences.html", context)


@public
def preset(request: HttpRequest, key: str, version: int | None = None) -> HttpResponse:
    """The rules of a preset: its newest version, or the one named."""
    shown = _find(key, version)
    versions = list(reversed(catalog.current.versions(key)))
    context = {
        "book": rulebook(shown),
        "preset": shown,
        "card": preset_cards.card(shown),
        "newest": versions[0],
        "versions": [(each, short_fingerprint(each)) for each in versions],
    }
    return render(request, "reading/preset.html", context)


@public
def card(request: HttpRequest, key: str, version: int | None = None) -> HttpResponse:
    """The quick rule card, to be printed."""
    shown = _find(key, version)
    context = {"book": rulebook(shown), "preset": shown, "bids": bids(shown)}
    return render(request, "reading/card.html", context)


def _find(key: str, version: int | None) -> Preset:
    try:
        if version is None:
            return catalog.current.newest(key)
        return catalog.current.get(f"{key}@{version}")
    except UnknownPreset:
        raise Http404 from None


@require_GET
@with_pad(WATCH)
def of_pad(request: HttpRequest, holder: Holder) -> HttpResponse:
    """What this table plays by on one card, with what its house rules changed."""
    scorepad = read_pad(holder.pad)
    context = {"holder": holder, "scorepad": scorepad, "card": rules_card(scorepad)}
    return render(request, "reading/pad_rules.html", context)
