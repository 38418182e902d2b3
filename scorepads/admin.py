"""What the host sees of pads: that they are kept, and since when. No secret, and no names.

A table that asks the host for help reads out its pad's id, so that is what is searched for.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.forms import Media
from django.forms.models import BaseInlineFormSet
from django.http import HttpRequest
from django.utils.functional import cached_property

from keeper.host import site
from scorepads.core.scorepad import PadUnreadable, read_pad
from scorepads.models import HandEntry, Pad, PadLink

if TYPE_CHECKING:
    Formset = BaseInlineFormSet[Any, Pad, Any]
    Inline = admin.TabularInline[Any, Pad]
    Rows = Paginator[Pad]
    Shown = admin.ModelAdmin[Pad]
else:
    Formset, Inline, Rows, Shown = (
        BaseInlineFormSet, admin.TabularInline, Paginator, admin.ModelAdmin,
    )  # fmt: skip

A_PAGE = 50
MOST_PAGES = 100
A_PADS_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


class LookOnly:
    """To be looked at by whoever the site lets in; no superuser changes anything here."""

    media = Media()  # forms bring script along, and here are none to fill in

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return site.has_permission(request)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class Newest(Formset):
    """The newest rows, a page of them: a pad may have thousands."""

    @cached_property
    def _newest(self) -> QuerySet[Any]:
        return super().get_queryset().order_by("-pk")[:A_PAGE]

    def get_queryset(self) -> QuerySet[Any]:
        return self._newest


def when(moment: datetime | None) -> str:
    return f"{moment:%Y-%m-%d %H:%M}" if moment else ""


class LinksInline(LookOnly, Inline):
    """The links given out; neither their secrets, which nobody has, nor the digests of these."""

    model = PadLink
    formset = Newest
    verbose_name_plural = f"links, the newest {A_PAGE}"
    fields = readonly_fields = ("access", "made", "made_by_phone", "used", "revoked")

    @admin.display(description="made (UTC)")
    def made(self, link: PadLink) -> str:
        return when(link.made_at)

    @admin.display(description="revoked (UTC)")
    def revoked(self, link: PadLink) -> str:
        return when(link.revoked_at)


class ChangesInline(LookOnly, Inline):
    """That hands were kept, and when; what was played stays at the table."""

    model = HandEntry
    formset = Newest
    verbose_name_plural = f"changes, the newest {A_PAGE}"
    fields = readonly_fields = ("revision", "line", "version", "kind", "phone", "made")

    @admin.display(description="made (UTC)")
    def made(self, entry: HandEntry) -> str:
        return when(entry.made_at)


class NotToTheEnd(Rows):
    """Counts no further than anybody leafs: an old pad is found by its id."""

    @cached_property
    def count(self) -> int:
        pads = self.object_list
        assert isinstance(pads, QuerySet)
        return pads[: A_PAGE * MOST_PAGES].count()


@admin.register(Pad, site=site)
class PadAdmin(LookOnly, Shown):
    list_display = ("public_id", "pin", "sides", "revision", "phones", "opened", "changed")
    fields = readonly_fields = (*list_display, "state")
    inlines = (LinksInline, ChangesInline)
    actions = None
    ordering = ("-pk",)
    paginator = NotToTheEnd
    list_per_page = list_max_show_all = A_PAGE
    show_full_result_count = False
    preserve_filters = False
    search_fields = ("public_id",)
    search_help_text = "A pad's id, or its address"

    def get_urls(self) -> list[Any]:
        """The list and the pad: without the forms and the log of what is never changed."""
        names = {"scorepads_pad_changelist", "scorepads_pad_change"}
        return [url for url in super().get_urls() if url.name in names]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Pad]:
        return super().get_queryset(request).prefetch_related("sides")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Pad], search_term: str
    ) -> tuple[QuerySet[Pad], bool]:
        found = A_PADS_ID.search(search_term)
        if found:
            return queryset.filter(public_id=found[0]), False
        return (queryset.none() if search_term else queryset), False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Nothing but the search is asked: an address could sift by what is not shown."""
        return False

    @admin.display(description="preset")
    def pin(self, pad: Pad) -> str:
        return pad.pin

    @admin.display(description="sides")
    def sides(self, pad: Pad) -> int:
        return len(pad.sides.all())

    @admin.display(description="opened (UTC)")
    def opened(self, pad: Pad) -> str:
        return when(pad.opened_at)

    @admin.display(description="changed (UTC)")
    def changed(self, pad: Pad) -> str:
        return when(pad.changed_at)

    @admin.display(description="state")
    def state(self, pad: Pad) -> str:
        """How far the game is; the whole pad is read for it, so it stands on its own page."""
        try:
            now = read_pad(pad)
        except PadUnreadable as trouble:
            return f"Cannot be read: {trouble}"
        if now.ledger.out is not None:
            return f"Over, after {len(now.lines)} lines"
        return f"Being played, {len(now.lines)} lines so far" if now.lines else "Not begun yet"
