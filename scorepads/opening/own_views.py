"""A table's own rules: to look at, to keep on this phone, to send, to play by."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorepads.core.http import qr_svg
from scorepads.core.limits import limited
from scorepads.models import OwnVersion
from scorepads.opening import own_rulesets
from scorepads.rules import catalog
from scorepads.rules.house_rules.records import HOUSE_RULES
from scorepads.rules.rulesets import UnknownRuleset
from scorepads.rules.wording.naming import house_rule_names


@limited("writes")
@never_cache
@require_http_methods(["GET", "POST"])
def own(request: HttpRequest, family: UUID, version: int) -> HttpResponse:
    """One own version, for whoever has its address; posting keeps it, or takes it off again."""
    found = found_or_404(family, version)
    if request.method == "POST":
        if request.POST.get("do") == "forget":
            own_rulesets.forget(request, family)
        else:
            own_rulesets.accept(request, found)
        response = redirect("scorepads:presets")
        response.status_code = 303
        return response
    return show_own(request, found)


def show_own(request: HttpRequest, found: OwnVersion) -> HttpResponse:
    family = found.family
    preset = catalog.find_preset(found.pin)
    chosen = [
        (rule.label, rule.name(preset, found.house_rules[key]), rule.summary)
        for key, rule in HOUSE_RULES.items()
        if key in found.house_rules
    ]
    address = request.build_absolute_uri(request.path)
    context = {
        "own": found,
        "preset": preset,
        "chosen": [rule for rule in chosen if rule[1]],
        "named": house_rule_names(preset, found.house_rules),
        "kept": own_rulesets.is_kept(request, family),
        "versions": own_rulesets.versions(family),
        "address": address,
        "qr": qr_svg(address),
    }
    return render(request, "opening/own.html", context)


def found_or_404(family: UUID, version: int | None = None) -> OwnVersion:
    try:
        return own_rulesets.find(family, version)
    except UnknownRuleset:
        raise Http404 from None
