"""Who may do what with a game: secret links, grants, tickets, and the guard of every view."""

from __future__ import annotations

import hashlib
import logging
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from functools import wraps
from typing import Concatenate, ParamSpec
from uuid import UUID, uuid4, uuid5

from django.core import signing
from django.db import DatabaseError, transaction
from django.db.models import F, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.defaults import page_not_found

from scorepads.core import devices
from scorepads.core.devices import secret_digest
from scorepads.core.scorepad import PadUnreadable
from scorepads.models import Grant, Pad, PadLink

log = logging.getLogger(__name__)

TICKET_SALT = "scorepads.core.access.sign_ticket"


TICKET_DAYS = 30


NOTED_EVERY = timedelta(days=1)
"""So often it is noted that a grant is used, and its phone's cookie is given a new term."""


@dataclass(frozen=True, slots=True)
class Holder:
    """A phone that holds a pad: by which link, and its number among the pad's phones."""

    pad: Pad
    link: PadLink
    phone: int

    @property
    def has_pencil(self) -> bool:
        return self.link.access == PadLink.Access.PENCIL

    @property
    def is_opener(self) -> bool:
        """Whether it holds the pad by the link that was made with it, which nobody else gets."""
        return self.has_pencil and self.link.made_by_phone == 0


# --- Links --------------------------------------------------------------------------------------


def make_link(
    pad: Pad, access: str, made_by: int = 0, *, carried_from: PadLink | None = None
) -> tuple[PadLink, str]:
    """A new link and its secret, which is nowhere kept and can be shown only now."""
    secret = secrets.token_urlsafe(32)
    link = PadLink.objects.create(
        pad=pad,
        access=access,
        digest=secret_digest(secret),
        made_by_phone=made_by,
        carried_from=carried_from,
    )
    return link, secret


def find_link(secret: str) -> PadLink | None:
    """The link with this secret, if it still opens anything.

    The time that the database takes may tell something about the stored digests. But nobody can
    choose the digest of a guess, or get from a digest to its secret. What was found is compared
    once more in constant time, whatever the database takes as equal.
    """
    wanted = secret_digest(secret)
    found = (
        PadLink.objects.select_related("pad__own_version")
        .filter(digest=wanted, revoked_at=None, pad__deleted_at=None)
        .first()
    )
    return found if found and constant_time_compare(found.digest, wanted) else None


def opening_link(pad: Pad) -> PadLink | None:
    """The pencil link made when the pad was opened, if it still opens anything."""
    return (
        PadLink.objects.select_related("pad__own_version")
        .filter(pad=pad, access=PadLink.Access.PENCIL, made_by_phone=0, revoked_at=None)
        .filter(pad__deleted_at=None)
        .order_by("pk")
        .first()
    )


# --- Grants -------------------------------------------------------------------------------------


def grant_access(request: HttpRequest, link: PadLink) -> Holder:
    """Let this phone hold the link's pad; one that already holds it keeps its number.

    A watch link never takes a pencil away that the phone has.
    """
    held = find_holder(request, link.pad.public_id)
    if held and (held.has_pencil or link.access == PadLink.Access.WATCH):
        return held
    return store_grant(request, link)


def grant_imported(request: HttpRequest, brought: Iterable[PadLink]) -> None:
    """Let this phone hold pads that it has just brought in from a file, many in one go."""
    device, links = devices.device_to_grant(request), {link.pad.pk: link for link in brought}
    with transaction.atomic():
        held = Grant.objects.filter(device=device, pad__in=links).values_list("pad", flat=True)
        fresh = Pad.objects.filter(pk__in=links.keys() - set(held))
        pads = {pad.pk: pad for pad in fresh.select_for_update()}
        Pad.objects.filter(pk__in=pads).update(phones=F("phones") + 1)
        PadLink.objects.filter(pk__in=[links[pk].pk for pk in pads]).update(used=F("used") + 1)
        Grant.objects.bulk_create(
            Grant(device=device, pad=pad, link=links[pk], phone=pad.phones + 1)
            for pk, pad in pads.items()
        )


def store_grant(request: HttpRequest, link: PadLink, phone: int = 0) -> Holder:
    """The grant of the link's pad to this phone, which keeps its number or gets the next.

    With `phone` it is given back to a phone that had this number.
    """
    device = devices.device_to_grant(request)
    with transaction.atomic():
        # The lock keeps phones that come at once from getting one number.
        pad = Pad.objects.select_for_update().get(pk=link.pad.pk)
        grant = Grant.objects.filter(device=device, pad=pad).first()
        if grant is None:
            number = phone or pad.phones + 1
            grant = Grant(device=device, pad=pad, phone=number)
            Pad.objects.filter(pk=pad.pk).update(phones=max(pad.phones, number))
        if grant.link_id != link.pk and not phone:
            PadLink.objects.filter(pk=link.pk).update(used=F("used") + 1)
        grant.link, grant.archived_at, grant.left_at = link, None, None
        grant.last_used_at = timezone.now()
        grant.save()
    devices.find_visitor(request).kept.pop(link.pad.public_id, None)
    return Holder(link.pad, link, grant.phone)


def find_grant(request: HttpRequest, public_id: UUID) -> Grant | None:
    """This phone's grant of the pad, looked up once for a request, with its link and pad."""
    visitor = devices.find_visitor(request)
    if public_id not in visitor.kept:
        held = open_grants(visitor.digest).filter(pad__public_id=public_id)
        with_pad_and_link = held.select_related("link", "pad__own_version")
        visitor.kept[public_id] = next(iter(with_pad_and_link), None)  # there is one at most
    found: Grant | None = visitor.kept[public_id]
    return found


def open_grants(digest: str) -> QuerySet[Grant]:
    """The grants of the device with this digest that open their pads."""
    return all_open_grants().filter(device__digest=digest) if digest else Grant.objects.none()


def all_open_grants() -> QuerySet[Grant]:
    """The grants of all devices that open their pads."""
    return Grant.objects.filter(left_at=None, link__revoked_at=None, pad__deleted_at=None)


def find_holder(request: HttpRequest, public_id: UUID) -> Holder | None:
    """What this phone holds of the pad; None for a stranger, and where nothing is left."""
    grant = find_grant(request, public_id)
    return Holder(grant.pad, grant.link, grant.phone) if grant else None


def held_pads(request: HttpRequest) -> list[str]:
    """The public ids of the pads that this phone holds by links that still open them."""
    held = open_grants(devices.find_visitor(request).digest)
    return [str(each) for each in held.values_list("pad__public_id", flat=True)]


def listed_pads(request: HttpRequest) -> list[str]:
    """Those of `held_pads` that are not put away."""
    held = open_grants(devices.find_visitor(request).digest).filter(archived_at=None)
    return [str(each) for each in held.values_list("pad__public_id", flat=True)]


def has_archive(request: HttpRequest) -> bool:
    """Whether this phone has put games away, or deleted some that it opened."""
    grants = Grant.objects.filter(device__digest=devices.find_visitor(request).digest, left_at=None)
    away = Q(archived_at__isnull=False) | Q(pad__deleted_at__isnull=False, link__made_by_phone=0)
    return bool(devices.find_visitor(request).digest) and grants.filter(away).exists()


def note_use(request: HttpRequest, public_id: UUID) -> None:
    """Note, once a day, that this phone uses its grant; its cookie then lasts a full term again.

    A date that lies ahead, from a clock that was wrong, is put right like one that is old. Where
    nothing can be written the pad is shown all the same.
    """
    grant, now = find_grant(request, public_id), timezone.now()
    if grant is None or abs(now - grant.last_used_at) < NOTED_EVERY:
        return
    try:
        Grant.objects.filter(pk=grant.pk).update(last_used_at=now)
    except DatabaseError as failure:
        log.warning("The use of a grant is not noted: %s", failure)
    visitor = devices.find_visitor(request)
    visitor.given = visitor.secret


def submission_key(request: HttpRequest, content: str = "") -> UUID:
    """The posted form's key, bound to this phone and, if given, to the content that was sent.

    Nobody else can open by it what this phone opened, also where its page was seen. A form
    without a key gets a new one, so that it still opens a pad.
    """
    try:
        key = UUID(request.POST.get("key", ""))
    except ValueError:
        key = uuid4()
    if content:
        key = uuid5(key, hashlib.sha256(content.encode()).hexdigest())
    first, *before = devices.bound_keys(request, key)
    used = Pad.objects.filter(open_key__in=before).values_list("open_key", flat=True).first()
    return used or first


def form_key(request: HttpRequest) -> str:
    """The key for a form that opens pads: that of the form as it was sent, or a fresh one."""
    devices.give_id(request)
    return request.POST.get("key") or str(uuid4())


# --- Tickets ------------------------------------------------------------------------------------


def sign_ticket(holder: Holder) -> str:
    """A signed ticket for the forms of a pad, which restores the grant of a phone's lost cookie.

    It works for `TICKET_DAYS` days unless its link is revoked or the phone has left the pad.
    """
    content = [str(holder.pad.public_id), holder.link.pk, holder.phone]
    return signing.dumps(content, salt=TICKET_SALT)


def restore_grant(request: HttpRequest, public_id: UUID) -> Holder | None:
    """The holder that a posted form's ticket names; this phone holds the pad again."""
    try:
        content = signing.loads(
            request.POST.get("ticket", ""), salt=TICKET_SALT, max_age=TICKET_DAYS * 86400
        )
    except signing.BadSignature:
        return None
    for_pad, link, phone = content
    if for_pad != str(public_id) or has_left(request, public_id):
        return None
    links = PadLink.objects.select_related("pad__own_version")
    alive = links.filter(revoked_at=None, pad__deleted_at=None)
    found = alive.filter(pk=link, pad__public_id=public_id).first()
    return store_grant(request, found, phone) if found else None


def has_left(request: HttpRequest, public_id: UUID) -> bool:
    """Whether this phone gave the pad up: another tab's form does not bring it back."""
    digest = devices.find_visitor(request).digest
    left = Grant.objects.filter(device__digest=digest, left_at__isnull=False)
    return left.filter(pad__public_id=public_id).exists()


# --- The guard of views -------------------------------------------------------------------------


P = ParamSpec("P")


Guarded = Callable[Concatenate[HttpRequest, Holder, P], HttpResponse]


View = Callable[..., HttpResponse]


PENCIL = PadLink.Access.PENCIL


WATCH = PadLink.Access.WATCH


def with_pad(access: str) -> Callable[[Guarded[P]], View]:
    """Let the view see a pad that this phone holds with at least `access`.

    A stranger gets 404, just as for a pad that does not exist; a watcher where a pencil is
    needed gets 403 and is told why. Answers are never kept by a cache or found by a search.
    """

    def guard(view: Guarded[P]) -> View:
        @never_cache
        @wraps(view)
        def guarded(
            request: HttpRequest, public_id: UUID, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponse:
            try:
                holder = holder_or_404(request, public_id)
                if access == PENCIL and not holder.has_pencil:
                    response = render(request, "core/watching.html", {"holder": holder}, status=403)
                else:
                    response = call_view(view, request, holder, *args, **kwargs)
            except Http404 as missing:
                response = page_not_found(request, missing)
            response["X-Robots-Tag"] = "noindex"
            patch_vary_headers(response, ["HX-Request"])
            return response

        return guarded

    return guard


def holder_or_404(request: HttpRequest, public_id: UUID) -> Holder:
    """The holder by its grant or, for a posted form, by its ticket; raises `Http404`."""
    holder = find_holder(request, public_id)
    if holder is None and request.method == "POST":
        holder = restore_grant(request, public_id)
    if holder is None:
        raise Http404
    note_use(request, public_id)
    return holder


def call_view(
    view: Guarded[P], request: HttpRequest, holder: Holder, *args: P.args, **kwargs: P.kwargs
) -> HttpResponse:
    """The view's answer; where the pad cannot be read, a page that says why."""
    try:
        return view(request, holder, *args, **kwargs)
    except PadUnreadable as trouble:
        context = {"holder": holder, "trouble": trouble}
        return render(request, "core/unreadable.html", context, status=500)


def posted(view: View) -> View:
    """Let the view be posted to; a plain look leads to the pad.

    Without script the answer to a refused form stands at the form's address, and a phone
    that lost the tab comes back to that address by a GET.
    """

    @wraps(view)
    def guarded(
        request: HttpRequest, public_id: UUID, *args: object, **kwargs: object
    ) -> HttpResponse:
        if request.method == "GET":
            return redirect("scorepads:pad", public_id=public_id)
        if request.method != "POST":
            return HttpResponseNotAllowed(["GET", "POST"])
        return view(request, public_id, *args, **kwargs)

    return guarded
