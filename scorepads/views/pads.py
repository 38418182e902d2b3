"""The pads of this phone: the list, opening one, and the pad itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import UUID, uuid4

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from scorepads import links, own_versions, pages, services
from scorepads.decorators import PENCIL, WATCH, posted, with_pad
from scorepads.forms import OpenForm
from scorepads.links import Holder
from scorepads.models import OwnVersion, Pad, PadLink
from scorepads.rules import catalog
from scorepads.rules.catalog import UnknownPreset
from scorepads.rules.preset import Preset
from scorepads.rules.recipes import Option, Recipe, UnknownRecipe, find_recipe, recipes
from scorepads.selectors import newest_first, read_pad, read_pads
from scorepads.services import AlreadyOpened
from scorepads.views.kept import shelved
from scorepads.views.own import found_or_404
from scorepads.views.showing import Notice, show_pad

PADS_A_PAGE = 20
NOT_YET_OPENED = Notice(
    "One more tap",
    "This page had been open for so long that it was no longer trusted. Nothing is lost: "
    "tap Start again.",
)


@never_cache
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    return show_home(request)


def show_home(request: HttpRequest, *, pasted: str = "", status: int = 200) -> HttpResponse:
    """The pads that this phone holds, newest first; and a pasted link that opened nothing."""
    page = Paginator(newest_first(links.held_pads(request)), PADS_A_PAGE).get_page(
        request.GET.get("page")
    )
    shown = list(page.object_list)
    now = read_pads(shown)
    lost = [pad for pad in shown if pad.pk not in {read.pad.pk for read in now}]
    listed = [(read, pages.board(read), pages.state(read)) for read in now]
    context = {"listed": listed, "lost": lost, "page": page, "pasted": pasted}
    return render(request, "home.html", {**context, "wrong": status != 200}, status=status)


@require_GET
def about(request: HttpRequest) -> HttpResponse:
    return render(request, "about.html", {"presets": catalog.current.latest()})


@never_cache
@require_GET
def presets(request: HttpRequest) -> HttpResponse:
    """The six cards to choose from, this phone's own versions, and the recipes."""
    context = {
        "cards": [(preset, pages.card(preset)) for preset in catalog.current.latest()],
        "owns": [(own, catalog.find(own.pin)) for own in own_versions.kept_here(request)],
        "recipes": [(recipe, catalog.current.newest(recipe.preset)) for recipe in recipes()],
    }
    return render(request, "pads/presets.html", context)


@dataclass(frozen=True, slots=True)
class Offer:
    """What a pad may be opened by: a preset, and the house rules to begin with.

    `heading` is the preset's name, the recipe's, or that of a table's own version.
    """

    preset: Preset
    heading: str
    given: Mapping[str, Any]
    recipe: Recipe | None = None
    taken: tuple[str, ...] = ()
    own: OwnVersion | None = None


@never_cache
@require_http_methods(["GET", "POST"])
def open_pad(request: HttpRequest, key: str) -> HttpResponse:
    """The opening form of a preset, or with `?recipe=` of a recipe on it."""
    return _open(request, _offer(request, key))


@never_cache
@require_http_methods(["GET", "POST"])
def open_own(request: HttpRequest, family: UUID) -> HttpResponse:
    """The opening form of a table's own rules, in their newest version."""
    return _open(request, _own_offer(found_or_404(family)))


def open_once_more(request: HttpRequest, key: str) -> HttpResponse:
    """An opening whose form was not trusted any more: shown again with all that was typed."""
    return _open_once_more(request, _offer(request, key))


def open_own_once_more(request: HttpRequest, family: UUID) -> HttpResponse:
    return _open_once_more(request, _own_offer(found_or_404(family)))


def _open(request: HttpRequest, offer: Offer) -> HttpResponse:
    if request.method == "GET":
        return _show_opening(request, offer, OpenForm(offer.preset, given=offer.given))
    form = OpenForm(offer.preset, request.POST, given=offer.given)
    keep_only = request.POST.get("do") == "keep"
    if form.is_valid() and keep_only and not form.cleaned_data["own-name"]:
        form.add_error("own-name", "Give the rules a name to keep them by.")
    if not form.is_valid():
        return _show_opening(request, offer, form, status=422)
    own = _kept(request, offer, form)
    if keep_only and own:
        return _see_own(own)
    try:
        _, link = services.open_pad(
            rules=form.rules,
            sides=form.sides(),
            start=form.start(),
            first_dealer=form.first_dealer(),
            note=form.cleaned_data["note"],
            own_version=own,
            open_key=_open_key(request),
        )
    except AlreadyOpened as opened:
        return _already_opened(request, opened.pad)
    return _granted(request, link)


def _kept(request: HttpRequest, offer: Offer, form: OpenForm) -> OwnVersion | None:
    """The own version that the pad is opened by: kept now under a name, or the one offered."""
    if name := form.cleaned_data["own-name"]:
        return own_versions.keep(request, name, form.rules)
    if offer.own and own_versions.same_rules(offer.own, form.rules):
        return offer.own
    return None


def _open_once_more(request: HttpRequest, offer: Offer) -> HttpResponse:
    form = OpenForm(offer.preset, request.POST, given=offer.given)
    form.is_valid()
    return _show_opening(request, offer, form, status=403, notice=NOT_YET_OPENED)


def _offer(request: HttpRequest, key: str) -> Offer:
    preset = _preset(key)
    if "recipe" not in request.GET:
        return Offer(preset, preset.name, {})
    try:
        recipe = find_recipe(request.GET["recipe"])
    except UnknownRecipe:
        raise Http404 from None
    if recipe.preset != key:
        raise Http404
    taken = tuple(request.GET.getlist("with"))
    return Offer(preset, recipe.name, recipe.chosen(taken), recipe, taken)


def _own_offer(own: OwnVersion) -> Offer:
    return Offer(catalog.find(own.pin), own.name, own.house_rules, own=own)


def _recipe_options(offer: Offer) -> list[tuple[Option, str, bool]]:
    """The recipe's options: each with the address that takes it, or leaves it again."""
    if offer.recipe is None:
        return []
    listed = []
    for option in offer.recipe.options:
        on = option.key in offer.taken
        taken = [key for key in offer.taken if key != option.key] + ([] if on else [option.key])
        query = urlencode({"recipe": offer.recipe.key, "with": taken}, doseq=True)
        listed.append((option, f"?{query}", on))
    return listed


def _see_own(own: OwnVersion) -> HttpResponse:
    response = redirect("scorepads:own", family=own.family, version=own.version)
    response.status_code = 303
    return response


@require_GET
@with_pad(WATCH)
def pad(request: HttpRequest, holder: Holder) -> HttpResponse:
    return shelved(request, holder) or show_pad(request, holder, read_pad(holder.pad))


@posted
@with_pad(PENCIL)
def play_again(request: HttpRequest, holder: Holder) -> HttpResponse:
    """A new pad with the same sides; the deal passes on."""
    try:
        _, link = services.play_again(read_pad(holder.pad), open_key=_open_key(request))
    except AlreadyOpened as opened:
        return _already_opened(request, opened.pad)
    return _granted(request, link)


def _preset(key: str) -> Preset:
    try:
        return catalog.current.newest(key)
    except UnknownPreset:
        raise Http404 from None


def _open_key(request: HttpRequest) -> UUID:
    """The form's key; a form that lost it opens one pad more rather than none."""
    try:
        return UUID(request.POST.get("key", ""))
    except ValueError:
        return uuid4()


def _granted(request: HttpRequest, link: PadLink) -> HttpResponse:
    links.grant(request, link)
    return _see(request, link.pad)


def _already_opened(request: HttpRequest, opened: Pad) -> HttpResponse:
    """Start tapped twice: the pad that the first tap opened.

    Only the form knew its key, so whoever sends it again opened the pad, also where the first
    answer never came and its session with it.
    """
    if link := links.opening_link(opened):
        return _granted(request, link)
    return redirect("scorepads:home")


def _see(request: HttpRequest, seen: Pad) -> HttpResponse:
    response = redirect("scorepads:pad", public_id=seen.public_id)
    response.status_code = 303
    return response


def _show_opening(
    request: HttpRequest,
    offer: Offer,
    form: OpenForm,
    *,
    status: int = 200,
    notice: Notice | None = None,
) -> HttpResponse:
    context = {
        "preset": offer.preset,
        "heading": offer.heading,
        "recipe": offer.recipe,
        "recipe_options": _recipe_options(offer),
        "own": offer.own,
        "own_name": request.POST.get("own-name", offer.own.name if offer.own else ""),
        "form": form,
        "key": request.POST.get("key") or uuid4(),
        "notice": notice,
    }
    return render(request, "pads/open.html", context, status=status)
