"""The pads of this phone: the list, opening one, and the pad itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode
from uuid import UUID, uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from scorepads.core import access
from scorepads.core.access import PENCIL, Holder, posted, with_pad
from scorepads.core.http import see_pad, submission_key
from scorepads.core.limits import limited
from scorepads.core.scorepad import read_pad
from scorepads.models import OwnVersion, Pad, PadLink
from scorepads.opening import own_rulesets, preset_cards
from scorepads.opening import services as opening_services
from scorepads.opening.forms import OpenForm
from scorepads.opening.own_views import found_or_404
from scorepads.opening.services import AlreadyOpened
from scorepads.rules import catalog
from scorepads.rules.catalog import UnknownPreset
from scorepads.rules.preset import Preset
from scorepads.rules.rulesets import Option, Recipe, UnknownRecipe, find_recipe, recipes


@never_cache
@require_GET
def presets(request: HttpRequest) -> HttpResponse:
    """The six cards to choose from, this phone's own versions, and the recipes."""
    context = {
        "cards": [(preset, preset_cards.card(preset)) for preset in catalog.current.latest()],
        "owns": [(own, catalog.find(own.pin)) for own in own_rulesets.kept_here(request)],
        "recipes": [(recipe, catalog.current.newest(recipe.preset)) for recipe in recipes()],
    }
    return render(request, "opening/presets.html", context)


@dataclass(frozen=True, slots=True)
class Opening:
    """What a pad may be opened by: a preset, and the house rules to begin with.

    `heading` is the preset's name, the recipe's, or that of a table's own version.
    """

    preset: Preset
    heading: str
    given: Mapping[str, Any]
    recipe: Recipe | None = None
    taken: tuple[str, ...] = ()
    own: OwnVersion | None = None

    def form(self, data: Any = None) -> OpenForm:
        """The opening form, for as many sides as a recipe and its options are for."""
        fewest, most = (self.recipe.sides(self.taken)) if self.recipe else (0, 0)
        return OpenForm(self.preset, data, given=self.given, fewest=fewest, most=most)

    @property
    def query(self) -> str:
        """The part of the address that names the recipe and its options."""
        if self.recipe is None:
            return ""
        return urlencode({"recipe": self.recipe.key, "with": self.taken}, doseq=True)


@limited("openings")
@never_cache
@require_http_methods(["GET", "POST"])
def open_pad(request: HttpRequest, key: str) -> HttpResponse:
    """The opening form of a preset, or with `?recipe=` of a recipe on it."""
    return _open(request, _offer(request, key))


@limited("openings")
@never_cache
@require_http_methods(["GET", "POST"])
def open_own(request: HttpRequest, family: UUID) -> HttpResponse:
    """The opening form of a table's own rules, in their newest version."""
    return _open(request, _own_offer(found_or_404(family)))


def _open(request: HttpRequest, offer: Opening) -> HttpResponse:
    if request.method == "GET":
        return _show_opening(request, offer, offer.form())
    if "take" in request.POST and offer.recipe:
        return _take(request, offer)
    form = offer.form(request.POST)
    keep_only = request.POST.get("do") == "keep"
    if form.is_valid() and keep_only and not form.cleaned_data["own-name"]:
        form.add_error("own-name", "Give the rules a name to keep them by.")
    if not form.is_valid():
        return _show_opening(request, offer, form, status=422)
    own = _kept(request, offer, form)
    if keep_only and own:
        return _see_own(own)
    try:
        _, link = opening_services.open_pad(
            rules=form.rules,
            sides=form.sides(),
            start=form.start(),
            first_dealer=form.first_dealer(),
            note=form.cleaned_data["note"],
            own_version=own,
            open_key=submission_key(request),
        )
    except AlreadyOpened as opened:
        return _already_opened(request, opened.pad)
    return _granted(request, link)


def _kept(request: HttpRequest, offer: Opening, form: OpenForm) -> OwnVersion | None:
    """The own version that the pad is opened by: kept now under a name, or the one offered."""
    name = form.cleaned_data["own-name"]
    if (
        offer.own
        and name in ("", offer.own.name)
        and own_rulesets.same_rules(offer.own, form.rules)
    ):
        return offer.own
    return own_rulesets.keep(request, name, form.rules) if name else None


def _take(request: HttpRequest, offer: Opening) -> HttpResponse:
    """A recipe's option taken or left: the form again, with all that was typed besides."""
    assert offer.recipe is not None
    recipe, key = offer.recipe, request.POST["take"]
    wanted = [*offer.taken, key] if key not in offer.taken else [k for k in offer.taken if k != key]
    taken = tuple(option.key for option in recipe.options if option.key in wanted)
    then = replace(offer, taken=taken, given=recipe.chosen(taken))
    typed = request.POST.copy()
    for name, value in offer.form().turned_into(then.form()).items():
        typed[name] = value
    return _show_opening(request, then, then.form(typed).unblamed())


def _offer(request: HttpRequest, key: str) -> Opening:
    preset = _preset(key)
    if "recipe" not in request.GET:
        return Opening(preset, preset.name, {})
    try:
        recipe = find_recipe(request.GET["recipe"])
    except UnknownRecipe:
        raise Http404 from None
    if recipe.preset != key:
        raise Http404
    asked = request.GET.getlist("with")
    taken = tuple(option.key for option in recipe.options if option.key in asked)
    return Opening(preset, recipe.name, recipe.chosen(taken), recipe, taken)


def _own_offer(own: OwnVersion) -> Opening:
    return Opening(catalog.find(own.pin), own.name, own.house_rules, own=own)


def _recipe_options(offer: Opening) -> list[tuple[Option, bool]]:
    """The recipe's options, each with whether it is taken."""
    options = offer.recipe.options if offer.recipe else ()
    return [(option, option.key in offer.taken) for option in options]


def _see_own(own: OwnVersion) -> HttpResponse:
    response = redirect("scorepads:own", family=own.family, version=own.version)
    response.status_code = 303
    return response


@limited("openings", "pad")
@posted
@with_pad(PENCIL)
def play_again(request: HttpRequest, holder: Holder) -> HttpResponse:
    """A new pad with the same sides; the deal passes on."""
    try:
        _, link = opening_services.play_again(
            read_pad(holder.pad), open_key=submission_key(request)
        )
    except AlreadyOpened as opened:
        return _already_opened(request, opened.pad)
    return _granted(request, link)


def _preset(key: str) -> Preset:
    try:
        return catalog.current.newest(key)
    except UnknownPreset:
        raise Http404 from None


def _granted(request: HttpRequest, link: PadLink) -> HttpResponse:
    access.grant_access(request, link)
    return see_pad(link.pad)


def _already_opened(request: HttpRequest, opened: Pad) -> HttpResponse:
    """Start tapped twice: the pad that the first tap opened.

    Only the form knew its key, so whoever sends it again opened the pad, also where the first
    answer never came and its session with it.
    """
    if link := access.opening_link(opened):
        return _granted(request, link)
    return redirect("scorepads:home")


def _show_opening(
    request: HttpRequest, offer: Opening, form: OpenForm, *, status: int = 200
) -> HttpResponse:
    context = {
        "preset": offer.preset,
        "heading": offer.heading,
        "recipe": offer.recipe,
        "recipe_options": _recipe_options(offer),
        "action": f"{request.path}?{offer.query}" if offer.query else "",
        "partners": "partners" in offer.taken,
        "own": offer.own,
        "own_name": request.POST.get("own-name", offer.own.name if offer.own else ""),
        "form": form,
        "key": request.POST.get("key") or uuid4(),
    }
    return render(request, "opening/open.html", context, status=status)
