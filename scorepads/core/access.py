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


TICKET_SALT = "scorepads.core.access.ticket"


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


def digest(secret: str) -> str:
    """SHA-256 of a link's secret. It is 256 random bits, so a slow hash would add nothing."""
    return hashlib.sha256(secret.encode()).hexdigest()


def make_link(pad: Pad, access: str, made_by: int = 0) -> tuple[PadLink, str]:
    """A new link and its secret, which is nowhere kept and can be shown only now."""
    secret = secrets.token_urlsafe(32)
    link = PadLink.objects.create(
        pad=pad, access=access, digest=digest(secret), made_by_phone=made_by
    )
    return link, secret


def find_link(secret: str) -> PadLink | None:
    """The link with this secret, if it still opens anything.

    The index compares byte by byte, and how long it takes may tell about the digests that are
    kept. But nobody can choose the digest of a guess, nor get from a digest to its secret. What
    was found is compared once more in constant time, whatever the database takes as equal.
    """
    wanted = digest(secret)
    found = (
        PadLink.objects.select_related("pad__own_version")
        .filter(digest=wanted, revoked_at=None)
        .first()
    )
    return found if found and constant_time_compare(found.digest, wanted) else None


def given_out(pad: Pad) -> list[PadLink]:
    """The links of a pad that still open it, oldest first."""
    return list(PadLink.objects.filter(pad=pad, revoked_at=None).order_by("pk"))


def revoke(holder: Holder, link: int) -> PadLink | None:
    """Take a link of the holder's pad back, at once for everyone who came in by it.

    None where there is no such link any more, or where this phone came in by it itself:
    nobody saws off the branch they sit on.
    """
    standing = PadLink.objects.filter(pad=holder.pad, pk=link, revoked_at=None)
    found = standing.exclude(pk=holder.link.pk).first()
    if found is None or not standing.update(revoked_at=timezone.now()):
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
    new = Holder(link.pad, link, held.phone if held else _next_phone(link.pad))
    PadLink.objects.filter(pk=link.pk).update(used=F("used") + 1)
    _under_a_new_key(request)
    _remember(request, new)
    return new


def grant_imported(request: HttpRequest, brought: Iterable[PadLink]) -> None:
    """Let this session hold pads that it has just brought in from a file."""
    _under_a_new_key(request)
    with transaction.atomic():  # or each of hundreds would wait for the disk
        for link in brought:
            if find_holder(request, link.pad.public_id) is None:
                _remember(request, Holder(link.pad, link, _next_phone(link.pad)))


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


def ticket(holder: Holder) -> str:
    """A signed slip for the forms of a pad, by which a phone that lost its session is known.

    It says no more than the session did, works only while its link does, and only for
    `TICKET_DAYS` days.
    """
    slip = [str(holder.pad.public_id), holder.link.pk, holder.phone]
    return signing.dumps(slip, salt=TICKET_SALT)


def restore_grant(request: HttpRequest, public_id: UUID) -> Holder | None:
    """The holder that a posted form's ticket names; its grant is in the session again."""
    try:
        slip = signing.loads(
            request.POST.get("ticket", ""), salt=TICKET_SALT, max_age=TICKET_DAYS * 86400
        )
    except signing.BadSignature:
        return None
    for_pad, link, phone = slip
    found = _look_up(public_id, link, phone) if for_pad == str(public_id) else None
    if found:
        _under_a_new_key(request)
        _remember(request, found)
    return found


def _look_up(public_id: UUID, link: int, phone: int) -> Holder | None:
    links = PadLink.objects.select_related("pad__own_version")
    try:
        found = links.get(pk=link, pad__public_id=public_id, revoked_at=None)
    except PadLink.DoesNotExist:
        return None
    return Holder(found.pad, found, phone)


def _under_a_new_key(request: HttpRequest) -> None:
    """Give the session another key before a grant: one planted in this browser gets nothing.

    The old session stays as it was. Were it deleted, as Django does, another tab's request that
    is under way would find none, and its answer would take the new cookie away.
    """
    held = dict(request.session.items())
    if request.session.session_key:
        request.session.create()
        request.session.update(held)


def _remember(request: HttpRequest, holder: Holder) -> None:
    grants = request.session.setdefault(GRANTS, {})
    grants[str(holder.pad.public_id)] = [holder.link.pk, holder.phone]
    request.session.modified = True


def _next_phone(pad: Pad) -> int:
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
                holder = _holder(request, public_id)
                if access == PENCIL and not holder.has_pencil:
                    response = _only_looking(request, holder)
                else:
                    response = _answer(view, request, holder, *args, **kwargs)
            except Http404 as missing:
                response = page_not_found(request, missing)
            response["X-Robots-Tag"] = "noindex"
            patch_vary_headers(response, ["HX-Request"])
            return response

        return guarded

    return guard


def _holder(request: HttpRequest, public_id: UUID) -> Holder:
    holder = find_holder(request, public_id)
    if holder is None and request.method == "POST":
        holder = restore_grant(request, public_id)
    if holder is None:
        raise Http404
    return holder


def _only_looking(request: HttpRequest, holder: Holder) -> HttpResponse:
    return render(request, "core/watching.html", {"holder": holder}, status=403)


def _answer(
    view: Guarded[P], request: HttpRequest, holder: Holder, *args: P.args, **kwargs: P.kwargs
) -> HttpResponse:
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
