"""Views of the rules pages, public and changed only by a release, and of a pad's own rules."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_GET, require_safe

from scorepads.core.access import WATCH, Holder, with_pad
from scorepads.core.scorepad import read_pad
from scorepads.opening import preset_cards
from scorepads.reading import differences, questions
from scorepads.reading.rulebook import bids_in_words, make_rulebook, short_fingerprint
from scorepads.reading.rules_card import pad_rules_card
from scorepads.reading.variations import find_variation_page
from scorepads.rules import catalog
from scorepads.rules.catalog import UnknownPreset
from scorepads.rules.preset import Preset
from scorepads.rules.rulesets import newest_presets, plain_recipes

TEN_MINUTES = 600
"""How long a cache may show a page before it asks the server, which may answer 304."""

View = Callable[..., HttpResponse]


def public_page(view: View) -> View:
    """Decorate a view as public: any cache may keep the page, with an ETag of its content."""
    cached: View = cache_control(public=True, max_age=TEN_MINUTES)(view)
    conditional: View = conditional_page(cached)
    return require_safe(conditional)


@public_page
def rules_index(request: HttpRequest) -> HttpResponse:
    """List the presets, the recipes and the questions."""
    presets = catalog.current.latest()
    context = {
        "cards": [(preset, preset_cards.preset_card(preset)) for preset in presets],
        "recipes": plain_recipes(),
        "questions": questions.all_questions(),
    }
    return render(request, "reading/index.html", context)


@public_page
def how_to_play(request: HttpRequest) -> HttpResponse:
    return render(request, "reading/how_to_play.html")


@public_page
def show_questions(request: HttpRequest) -> HttpResponse:
    return render(request, "reading/questions.html", {"questions": questions.all_questions()})


@public_page
def show_glossary(request: HttpRequest) -> HttpResponse:
    return render(request, "reading/glossary.html", {"terms": questions.all_terms()})


@public_page
def where_sources_differ(request: HttpRequest) -> HttpResponse:
    context = {
        "topics": differences.differing_topics([*newest_presets(), *plain_recipes()]),
        "others": differences.unscored_games(catalog.current.latest()),
    }
    return render(request, "reading/differences.html", context)


@public_page
def variation_rules(request: HttpRequest, key: str) -> HttpResponse:
    """Render the rules of a variation: a preset with house rules that has a name of its own."""
    page = find_variation_page(key)
    if page is None:
        raise Http404
    return render(request, "reading/variation.html", {"page": page, "ruleset": page.ruleset})


@public_page
def preset_rules(request: HttpRequest, key: str, version: int | None = None) -> HttpResponse:
    """Render the rules of a preset: its newest version, or the one named."""
    shown = find_preset(key, version)
    versions = list(reversed(catalog.current.versions(key)))
    context = {
        "book": make_rulebook(shown),
        "preset": shown,
        "card": preset_cards.preset_card(shown),
        "newest": versions[0],
        "versions": [(each, short_fingerprint(each)) for each in versions],
    }
    return render(request, "reading/preset.html", context)


@public_page
def rule_card(request: HttpRequest, key: str, version: int | None = None) -> HttpResponse:
    """Render the short rule card of a preset, to be printed."""
    shown = find_preset(key, version)
    context = {"book": make_rulebook(shown), "preset": shown, "bids": bids_in_words(shown)}
    return render(request, "reading/card.html", context)


def find_preset(key: str, version: int | None) -> Preset:
    try:
        if version is None:
            return catalog.current.newest(key)
        return catalog.current.get(f"{key}@{version}")
    except UnknownPreset:
        raise Http404 from None


@require_GET
@with_pad(WATCH)
def pad_rules(request: HttpRequest, holder: Holder) -> HttpResponse:
    """Render the rules of a pad on one card, with what its house rules changed."""
    scorepad = read_pad(holder.pad)
    context = {"holder": holder, "scorepad": scorepad, "card": pad_rules_card(scorepad)}
    return render(request, "reading/pad_rules.html", context)
