"""Who may do what with a pad: secret links, the grants they are traded for, and tickets.

There are no accounts. A link's secret is traded once for a grant in the session; what a
phone holds is looked up here and nowhere else, against a link that can be revoked.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.core import signing
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from scorepads import statements
from scorepads.models import Pad, PadLink

GRANTS = "grants"
TICKET_SALT = "scorepads.links.ticket"
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


def grant(request: HttpRequest, link: PadLink) -> Holder:
    """Let this session hold the link's pad; a phone that already holds it keeps its number.

    A watch link never takes a pencil away that the phone has.
    """
    held = holder(request, link.pad.public_id)
    if held and (held.has_pencil or link.access == PadLink.Access.WATCH):
        return held
    new = Holder(link.pad, link, held.phone if held else _next_phone(link.pad))
    PadLink.objects.filter(pk=link.pk).update(used=F("used") + 1)
    _under_a_new_key(request)
    _remember(request, new)
    return new


def grant_all(request: HttpRequest, brought: Iterable[PadLink]) -> None:
    """Let this session hold pads that it has just brought in from a file."""
    _under_a_new_key(request)
    with transaction.atomic():  # or each of hundreds would wait for the disk
        for link in brought:
            if holder(request, link.pad.public_id) is None:
                _remember(request, Holder(link.pad, link, _next_phone(link.pad)))


def holder(request: HttpRequest, public_id: UUID) -> Holder | None:
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


def restore(request: HttpRequest, public_id: UUID) -> Holder | None:
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
    found = statements.held_pad(link, public_id)
    return Holder(found.pad, found, phone) if found else None


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
