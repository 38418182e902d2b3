"""Which phone a request comes from: the lasting secret in its cookie, kept here as a digest.

A device is stored at its first grant, and gets its id then: whatever id the browser showed before,
somebody may have planted it. From then on the id never changes, so requests that come at once, in
two tabs or ten, all speak of the same device. A cookie that is not known is left as it is: the
database may be an older copy, and know it again tomorrow.
"""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from scorepads.core import old_cookies
from scorepads.models import Device

SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
"""What `secrets.token_urlsafe(32)` makes: 256 random bits."""


def secret_digest(secret: str) -> str:
    """SHA-256 of a secret. It is 256 random bits, so a slow hash would add nothing."""
    return sha256(secret.encode()).hexdigest()


@dataclass
class Visitor:
    """The phone that a request comes from, as far as its cookies say.

    `shown` is the secret that its cookie holds, `given` one that the answer gives it; empty
    where there is none. `forgets` names cookies of before that it needs no more, and `kept` holds
    what was looked up for this request.
    """

    shown: str = ""
    given: str = ""
    forgets: list[str] = field(default_factory=list)
    kept: dict[Any, Any] = field(default_factory=dict)

    @property
    def secret(self) -> str:
        return self.given or self.shown

    @property
    def digest(self) -> str:
        """The digest of its secret; empty for a phone that has none, which matches no device."""
        return secret_digest(self.secret) if self.secret else ""


def find_visitor(request: HttpRequest) -> Visitor:
    """The phone that this request comes from, the same object all through the request."""
    known: Visitor | None = getattr(request, "visitor", None)
    if known is None:
        shown = request.COOKIES.get(settings.DEVICE_COOKIE_NAME, "")
        known = Visitor(shown if SECRET.fullmatch(shown) else "")
        trade_old_cookies(request, known)
        request.visitor = known  # type: ignore[attr-defined]
    return known


def trade_old_cookies(request: HttpRequest, visitor: Visitor) -> None:
    """Give a phone that comes with a cookie of before the device that follows from it.

    Once the phone has shown the device's own cookie, the one of before is worth nothing. It does
    not speak for a phone that shows a device which is known: somebody may have planted it.
    """
    key = request.COOKIES.get(old_cookies.SESSION, "")
    if old_cookies.SESSION_KEY.fullmatch(key):
        trade_cookie(visitor, old_cookies.SESSION, old_cookies.session_successor(key))
    plain = request.COOKIES.get(old_cookies.PLAIN, "")
    if settings.DEVICE_COOKIE_NAME != old_cookies.PLAIN and SECRET.fullmatch(plain):
        secret, before = old_cookies.plain_successor(plain), secret_digest(plain)
        if visitor.shown != secret:
            Device.objects.filter(digest=before).update(
                digest=secret_digest(secret), earlier_digest=before, carried_over=True
            )
        trade_cookie(visitor, old_cookies.PLAIN, secret)


def trade_cookie(visitor: Visitor, name: str, secret: str) -> None:
    carried = Device.objects.filter(digest=secret_digest(secret), carried_over=True)
    if visitor.shown == secret:
        carried.update(carried_over=False)
        visitor.forgets.append(name)
    elif carried.exists() and not Device.objects.filter(digest=visitor.digest).exists():
        visitor.given = secret


def give_id(request: HttpRequest) -> Visitor:
    """The visitor, with an id for the keys of forms: a phone that has none gets one."""
    visitor = find_visitor(request)
    if not visitor.secret:
        visitor.given = secrets.token_urlsafe(32)
    return visitor


def find_device(request: HttpRequest) -> Device | None:
    """The device that this request comes from; None where nothing is stored of it."""
    visitor = find_visitor(request)
    if "device" not in visitor.kept and visitor.secret:
        visitor.kept["device"] = Device.objects.filter(digest=visitor.digest).first()
    found: Device | None = visitor.kept.get("device")
    return found


def device_to_grant(request: HttpRequest) -> Device:
    """The device, to be given its first grant or another one.

    One that holds nothing yet gets a fresh id with this answer.
    """
    device = find_device(request)
    if device is None or not device.grants.exists():
        device = renew_id(request, device)
    return device


def device_to_keep(request: HttpRequest) -> Device:
    """The device, to keep something of the phone's own besides games."""
    return find_device(request) or renew_id(request, None)


def renew_id(request: HttpRequest, device: Device | None) -> Device:
    """The device under a fresh id; a new device where there is none.

    An id that was made for this very answer nobody can have planted, and it stays.
    """
    visitor = find_visitor(request)
    before = "" if visitor.given else visitor.digest
    visitor.given = visitor.given or secrets.token_urlsafe(32)
    if device is not None:
        renewed = Device.objects.filter(pk=device.pk, digest=before)
        if before and renewed.update(digest=visitor.digest, earlier_digest=before):
            device.digest, device.earlier_digest = visitor.digest, before
            return device
    made, _ = Device.objects.get_or_create(
        digest=visitor.digest, defaults={"earlier_digest": before}
    )
    visitor.kept["device"] = made
    return made


def bound_keys(request: HttpRequest, key: UUID) -> Iterator[UUID]:
    """A form's key as it is stored: bound to this phone, so that nobody else's is the same.

    The first is for what is stored now. The second, if any, is what a form would have been stored
    under that this phone was shown before its first grant.
    """
    yield bind(give_id(request).digest, key)
    device = find_device(request)
    if device and device.earlier_digest:
        yield bind(device.earlier_digest, key)


def bind(digest: str, key: UUID) -> UUID:
    made = hmac.digest(settings.SECRET_KEY.encode(), f"{digest} {key}".encode(), "sha256")
    return UUID(bytes=made[:16], version=4)


def remember_devices(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that gives phones their cookies, for as long as browsers keep any."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        visitor: Visitor | None = getattr(request, "visitor", None)
        if visitor is None:
            return response
        patch_vary_headers(response, ["Cookie"])
        if visitor.given:
            set_cookie(response, visitor.given)
        for name in visitor.forgets:
            response.delete_cookie(name, samesite="Lax")
        return response

    return respond


def set_cookie(response: HttpResponse, secret: str) -> None:
    response.set_cookie(
        settings.DEVICE_COOKIE_NAME,
        secret,
        max_age=settings.DEVICE_COOKIE_AGE,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )
