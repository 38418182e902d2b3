"""The pads of this phone: the list, opening one, and the pad itself."""

from __future__ import annotations

from uuid import UUID, uuid4

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorepads import links, pages, services
from scorepads.decorators import PENCIL, WATCH, with_pad
from scorepads.forms import OpenForm
from scorepads.links import Holder
from scorepads.models import Pad, PadLink
from scorepads.rules import catalog
from scorepads.rules.catalog import UnknownPreset
from scorepads.rules.preset import Preset
from scorepads.selectors import newest_first, read_pad, read_pads
from scorepads.services import AlreadyOpened
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
    now = read_pads(page.object_list)
    listed = [(read, pages.board(read), pages.state(read)) for read in now]
    context = {"listed": listed, "page": page, "pasted": pasted, "wrong": status != 200}
    return render(request, "home.html", context, status=status)


@require_GET
def about(request: HttpRequest) -> HttpResponse:
    return render(request, "about.html", {"presets": catalog.current.latest()})


@require_GET
def presets(request: HttpRequest) -> HttpResponse:
    """The six cards to choose from."""
    cards = [(preset, pages.card(preset)) for preset in catalog.current.latest()]
    return render(request, "pads/presets.html", {"cards": cards})


@never_cache
@require_http_methods(["GET", "POST"])
def open_pad(request: HttpRequest, key: str) -> HttpResponse:
    preset = _preset(key)
    if request.method == "GET":
        return _show_opening(request, preset, OpenForm(preset))
    form = OpenForm(preset, request.POST)
    if not form.is_valid():
        return _show_opening(request, preset, form, status=422)
    try:
        _, link = services.open_pad(
            rules=form.rules,
            sides=form.sides(),
            start=form.start(),
            first_dealer=form.first_dealer(),
            note=form.cleaned_data["note"],
            open_key=_open_key(request),
        )
    except AlreadyOpened as opened:
        return _already_opened(request, opened.pad)
    return _granted(request, link)


def open_once_more(request: HttpRequest, key: str) -> HttpResponse:
    """An opening whose form was not trusted any more: shown again with all that was typed."""
    preset = _preset(key)
    form = OpenForm(preset, request.POST)
    form.is_valid()
    return _show_opening(request, preset, form, status=403, notice=NOT_YET_OPENED)


@require_GET
@with_pad(WATCH)
def pad(request: HttpRequest, holder: Holder) -> HttpResponse:
    return show_pad(request, holder, read_pad(holder.pad))


@require_POST
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
    """Start tapped twice: the pad that the first tap opened, if it is this phone's."""
    if links.holder(request, opened.public_id) is None:
        return redirect("scorepads:home")
    return _see(request, opened)


def _see(request: HttpRequest, seen: Pad) -> HttpResponse:
    response = redirect("scorepads:pad", public_id=seen.public_id)
    response.status_code = 303
    return response


def _show_opening(
    request: HttpRequest,
    preset: Preset,
    form: OpenForm,
    *,
    status: int = 200,
    notice: Notice | None = None,
) -> HttpResponse:
    key = request.POST.get("key") or uuid4()
    context = {"preset": preset, "form": form, "key": key, "notice": notice}
    return render(request, "pads/open.html", context, status=status)
