"""Who may do what with a game: secret links, grants, tickets, and the guard of every view."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, ParamSpec
from uuid import UUID

from django.core import signing
from django.db import transaction
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.defaults import page_not_found

from scorepads.core.scorepad import PadUnreadable
from scorepads.models import Pad, PadLink

GRANTS = "grants"


TICKET_SALT = "scorepads.core.access.sign_ticket"


TICKET_DAYS = 30


@dataclass(frozen=True, slots=True)
class Holder:
    """A phone that holds a pad: by which link, and its number among the pad's phones."""

    pad: Pad
    link: PadLink
    phone: int

    @property
    def has_pencil(self) -> bool:
        return self.link.access == PadLink.Access.PENCIL


def secret_digest(secret: str) -> str:
    """SHA-256 of a link's secret. It is 256 random bits, so a slow hash would add nothing."""
    return hashlib.sha256(secret.encode()).hexdigest()


def make_link(pad: Pad, access: str, made_by: int = 0) -> tuple[PadLink, str]:
    """A new link and its secret, which is nowhere kept and can be shown only now."""
    secret = secrets.token_urlsafe(32)
    link = PadLink.objects.create(
        pad=pad, access=access, digest=secret_digest(secret), made_by_phone=made_by
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
        .filter(digest=wanted, revoked_at=None)
        .first()
    )
    return found if found and constant_time_compare(found.digest, wanted) else None


def active_links(pad: Pad) -> list[PadLink]:
    """The links of a pad that are not revoked, oldest first."""
    return list(PadLink.objects.filter(pad=pad, revoked_at=None).order_by("pk"))


def revoke_link(holder: Holder, link: int) -> PadLink | None:
    """Take a link of the holder's pad back, at once for everyone who came in by it.

    None where there is no such link any more, or where this phone itself came in by it,
    since it would lock itself out.
    """
    active = PadLink.objects.filter(pad=holder.pad, pk=link, revoked_at=None)
    found = active.exclude(pk=holder.link.pk).first()
    if found is None or not active.update(revoked_at=timezone.now()):
        return None
    return found


def opening_link(pad: Pad) -> PadLink | None:
    """The pencil link of whoever opened the pad, if it still opens anything."""
    return (
        PadLink.objects.select_related("pad__own_version")
        .filter(pad=pad, access=PadLink.Access.PENCIL, made_by_phone=0, revoked_at=None)
        .order_by("pk")
        .first()
    )


def grant_access(request: HttpRequest, link: PadLink) -> Holder:
    """Let this session hold the link's pad; a phone that already holds it keeps its number.

    A watch link never takes a pencil away that the phone has.
    """
    held = find_holder(request, link.pad.public_id)
    if held and (held.has_pencil or link.access == PadLink.Access.WATCH):
        return held
    new = Holder(link.pad, link, held.phone if held else next_phone_number(link.pad))
    PadLink.objects.filter(pk=link.pk).update(used=F("used") + 1)
    renew_session_key(request)
    store_grant(request, new)
    return new


def grant_imported(request: HttpRequest, brought: Iterable[PadLink]) -> None:
    """Let this session hold pads that it has just brought in from a file."""
    renew_session_key(request)
    with transaction.atomic():  # or each of hundreds would wait for the disk
        for link in brought:
            if find_holder(request, link.pad.public_id) is None:
                store_grant(request, Holder(link.pad, link, next_phone_number(link.pad)))


def find_holder(request: HttpRequest, public_id: UUID) -> Holder | None:
    """What this session holds of the pad; None for a stranger, and where nothing is left."""
    held = request.session.get(GRANTS, {}).get(str(public_id))
    return _look_up(public_id, *held) if held else None


def held_pads(request: HttpRequest) -> list[str]:
    """The public ids of the pads that this session holds by links that still open them."""
    grants = request.session.get(GRANTS, {})
    by_link = {link: public_id for public_id, (link, _) in grants.items()}
    live = PadLink.objects.filter(pk__in=by_link, revoked_at=None)
    return [by_link[pk] for pk in live.values_list("pk", flat=True)]


def sign_ticket(holder: Holder) -> str:
    """A signed ticket for the forms of a pad, which restores the grant of a lost session.

    It holds what the session holds, and works for `TICKET_DAYS` days unless its link is revoked.
    """
    content = [str(holder.pad.public_id), holder.link.pk, holder.phone]
    return signing.dumps(content, salt=TICKET_SALT)


def restore_grant(request: HttpRequest, public_id: UUID) -> Holder | None:
    """The holder that a posted form's ticket names; its grant is in the session again."""
    try:
        content = signing.loads(
            request.POST.get("ticket", ""), salt=TICKET_SALT, max_age=TICKET_DAYS * 86400
        )
    except signing.BadSignature:
        return None
    for_pad, link, phone = content
    found = _look_up(public_id, link, phone) if for_pad == str(public_id) else None
    if found:
        renew_session_key(request)
        store_grant(request, found)
    return found


def _look_up(public_id: UUID, link: int, phone: int) -> Holder | None:
    links = PadLink.objects.select_related("pad__own_version")
    try:
        found = links.get(pk=link, pad__public_id=public_id, revoked_at=None)
    except PadLink.DoesNotExist:
        return None
    return Holder(found.pad, found, phone)


def renew_session_key(request: HttpRequest) -> None:
    """Give the session a new key before a grant, against session fixation.

    The old session stays as it was. Were it deleted, as Django does, another tab's request that
    is under way would find none, and its answer would take the new cookie away.
    """
    held = dict(request.session.items())
    if request.session.session_key:
        request.session.create()
        request.session.update(held)


def store_grant(request: HttpRequest, holder: Holder) -> None:
    grants = request.session.setdefault(GRANTS, {})
    grants[str(holder.pad.public_id)] = [holder.link.pk, holder.phone]
    request.session.modified = True


def next_phone_number(pad: Pad) -> int:
    """Count one more phone of the pad; its number."""
    with transaction.atomic():  # or two phones that come at once would get one number
        Pad.objects.filter(pk=pad.pk).update(phones=F("phones") + 1)
        return int(Pad.objects.values_list("phones", flat=True).get(pk=pad.pk))


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
    """The holder by the session or, for a posted form, by its ticket; raises `Http404`."""
    holder = find_holder(request, public_id)
    if holder is None and request.method == "POST":
        holder = restore_grant(request, public_id)
    if holder is None:
        raise Http404
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
