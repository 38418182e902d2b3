"""Opening a pad: choosing a preset, the opening form, and playing again."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorepads.core import access, devices
from scorepads.core.access import PENCIL, Holder, posted, with_pad
from scorepads.core.http import see_other, see_pad
from scorepads.core.limits import limited
from scorepads.core.scorepad import read_pad
from scorepads.models import MATCH_LENGTHS, OwnVersion, Pad, PadLink
from scorepads.opening import own_rulesets
from scorepads.opening import services as opening_services
from scorepads.opening.forms import OpenForm
from scorepads.opening.own_views import found_or_404
from scorepads.opening.preset_cards import preset_card
from scorepads.opening.remembered import forget_names, remembered_names, usual_rules
from scorepads.opening.services import AlreadyOpened
from scorepads.rules import catalog
from scorepads.rules.rulesets import (
    Ruleset,
    UnknownRuleset,
    find_by_key,
    house_ruleset,
    plain_recipes,
)
from scorepads.rules.terms import Refused


@never_cache
@require_GET
def choose_preset(request: HttpRequest) -> HttpResponse:
    """The six cards to choose from, this phone's own rulesets, and the recipes."""
    context = {
        "usual": usual_rules(devices.find_visitor(request).digest),
        "cards": [(preset, preset_card(preset)) for preset in catalog.current.latest()],
        "owns": [(own, catalog.find_preset(own.pin)) for own in own_rulesets.kept_here(request)],
        "recipes": plain_recipes(),
    }
    return render(request, "opening/presets.html", context)


@limited("openings")
@never_cache
@require_http_methods(["GET", "POST"])
def open_pad(request: HttpRequest, key: str) -> HttpResponse:
    """The opening form of a preset, or with `?recipe=` of a recipe on it."""
    return handle_opening_form(request, offered_ruleset(request, key))


@limited("openings")
@never_cache
@require_http_methods(["GET", "POST"])
def open_own(request: HttpRequest, family: UUID) -> HttpResponse:
    """The opening form of a table's own rules, in their newest version."""
    own = found_or_404(family)
    return handle_opening_form(request, own_rulesets.ruleset_of(own), own)


@never_cache
@require_GET
def summarize(request: HttpRequest, key: str) -> HttpResponse:
    """What the rules chosen on the opening form come to, as text, while they are chosen."""
    return send_summary(request, offered_ruleset(request, key))


@never_cache
@require_GET
def summarize_own(request: HttpRequest, family: UUID) -> HttpResponse:
    return send_summary(request, own_rulesets.ruleset_of(found_or_404(family)))


def send_summary(request: HttpRequest, ruleset: Ruleset) -> HttpResponse:
    summary = opening_form(ruleset, request.GET).summary
    return HttpResponse(summary, content_type="text/plain; charset=utf-8")


def handle_opening_form(
    request: HttpRequest, ruleset: Ruleset, own: OwnVersion | None = None
) -> HttpResponse:
    """Show the opening form, or open a pad by what was posted."""
    if request.method == "GET":
        return show_opening_form(request, ruleset, own, opening_form(ruleset))
    if "take" in request.POST and ruleset.recipe:
        return toggle_option(request, ruleset)
    form = opening_form(ruleset, request.POST)
    keep_only = request.POST.get("do") == "keep"
    if form.is_valid() and keep_only and not form.cleaned_data["own-name"]:
        form.add_error("own-name", "Give your house rules a name.")
    if not form.is_valid():
        return show_opening_form(request, ruleset, own, form, status=422)
    kept = kept_version(request, own, form)
    if keep_only and kept:
        return see_other("scorepads:own", family=kept.family, version=kept.version)
    try:
        _, link = opening_services.open_pad(
            rules=form.rules,
            sides=form.sides(),
            start=form.start(),
            first_dealer=form.first_dealer(),
            note=form.cleaned_data["note"],
            best_of=int(form.cleaned_data["best_of"] or 0),
            own_version=kept,
            open_key=access.submission_key(request),
        )
    except AlreadyOpened as opened:
        return show_opened_pad(request, opened.pad)
    return grant_and_show(request, link)


def kept_version(request: HttpRequest, own: OwnVersion | None, form: OpenForm) -> OwnVersion | None:
    """The own version that the pad is opened with: saved now by its name, or the given one."""
    name = form.cleaned_data["own-name"]
    if own and name in ("", own.name) and own_rulesets.same_rules(own, form.rules):
        return own
    return own_rulesets.keep_ruleset(request, name, form.rules) if name else None


def toggle_option(request: HttpRequest, ruleset: Ruleset) -> HttpResponse:
    """Switch an option of a recipe: the form again, with everything else that was typed."""
    then = ruleset.with_options({*ruleset.taken} ^ {request.POST["take"]})
    typed = request.POST.copy()
    for name, value in opening_form(ruleset).changed_fields(opening_form(then)).items():
        typed[name] = value
    return show_opening_form(request, then, None, opening_form(then, typed).without_errors())


@limited("writes")
@never_cache
@require_POST
def forget_remembered(request: HttpRequest) -> HttpResponse:
    """Forget the names typed on this phone, and go back to the form that offered them."""
    forget_names(devices.find_visitor(request).digest)
    back = request.POST.get("back", "")
    is_ours = back.startswith("/open/") and url_has_allowed_host_and_scheme(back, None)
    return HttpResponseRedirect(back if is_ours else resolve_url("scorepads:presets"), status=303)


def offered_ruleset(request: HttpRequest, key: str) -> Ruleset:
    """The preset of that key, or the recipe on it that the address asks for with its options.

    With `?like=` it has the house rules of a game that this phone holds.
    """
    if "like" in request.GET:
        return ruleset_of_game(request, key)
    try:
        found = find_by_key(request.GET.get("recipe", key))
    except UnknownRuleset:
        raise Http404 from None
    if found.preset.key != key:
        raise Http404
    return found.with_options(request.GET.getlist("with"))


def ruleset_of_game(request: HttpRequest, key: str) -> Ruleset:
    """The newest version of the preset with the house rules of the game that the address names."""
    try:
        holder = access.find_holder(request, UUID(request.GET["like"]))
    except ValueError:
        holder = None
    if holder is None or holder.pad.preset_key != key:
        raise Http404
    try:
        return house_ruleset(catalog.current.newest(key), holder.pad.house_rules)
    except Refused:  # the newest version has no such rule
        return find_by_key(key)


def opening_form(ruleset: Ruleset, data: Any = None) -> OpenForm:
    """The opening form, for as many sides as a recipe and its options are for."""
    if not ruleset.recipe:
        return OpenForm(ruleset.preset, data, given=ruleset.house_rules)
    return OpenForm(
        ruleset.preset,
        data,
        given=ruleset.house_rules,
        fewest=ruleset.min_sides,
        most=ruleset.max_sides,
        usual=ruleset.usual_sides,
        players=2 if "partners" in ruleset.taken else 1,
    )


@limited("openings", "pad")
@posted
@with_pad(PENCIL)
def play_again(request: HttpRequest, holder: Holder) -> HttpResponse:
    """A new pad with the same sides; the deal passes on."""
    try:
        _, link = opening_services.play_again(
            read_pad(holder.pad),
            open_key=access.submission_key(request),
            best_of=asked_length(request),
        )
    except AlreadyOpened as opened:
        return show_opened_pad(request, opened.pad)
    return grant_and_show(request, link)


def asked_length(request: HttpRequest) -> int | None:
    """How many games the match is to have that the posted form asks for; None for none asked."""
    asked = request.POST.get("best_of", "")
    return int(asked) if asked in map(str, MATCH_LENGTHS) else None


def grant_and_show(request: HttpRequest, link: PadLink) -> HttpResponse:
    """Let this phone hold the link's pad, and go to the pad."""
    access.grant_access(request, link)
    return see_pad(link.pad)


def show_opened_pad(request: HttpRequest, opened: Pad) -> HttpResponse:
    """Show the pad that the first of two taps on Start opened.

    The key is bound to this phone, so only the phone that opened the pad can send it again, also
    where the first answer got lost with its cookie.
    """
    if link := access.opening_link(opened):
        return grant_and_show(request, link)
    return redirect("scorepads:home")


def show_opening_form(
    request: HttpRequest,
    ruleset: Ruleset,
    own: OwnVersion | None,
    form: OpenForm,
    status: int = 200,
) -> HttpResponse:
    if own:
        form.initial["own-name"] = own.name
    context = {
        "preset": ruleset.preset,
        "usual_target": ruleset.house_rules.get("target", ruleset.preset.target),
        "heading": (own or ruleset.recipe or ruleset.preset).name,
        "recipe": ruleset.recipe,
        "recipe_options": [(option, option.key in ruleset.taken) for option in ruleset.options],
        "action": recipe_address(request, ruleset),
        "known_names": remembered_names(devices.find_visitor(request).digest),
        "own": own,
        "form": form,
        "key": access.form_key(request),
    }
    return render(request, "opening/open.html", context, status=status)


def recipe_address(request: HttpRequest, ruleset: Ruleset) -> str:
    """The address of this page with the recipe and the options that are taken now, if any."""
    if ruleset.recipe is None:
        return ""
    asked = {"recipe": ruleset.recipe.key, "with": ruleset.taken}
    return f"{request.path}?{urlencode(asked, doseq=True)}"
