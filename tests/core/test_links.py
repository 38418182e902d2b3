"""Links, grants and tickets: who may do what with a pad."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.test import RequestFactory
from django.utils import timezone

from scorepads.core import access, devices
from scorepads.core.access import Holder
from scorepads.models import Pad, PadLink
from tests.factories import PENCIL, WATCH, hold, make_pad

pytestmark = pytest.mark.django_db


def arriving(**posted: str) -> HttpRequest:
    """A request of a browser that was never here."""
    return RequestFactory().post("/", posted)


def again(request: HttpRequest) -> HttpRequest:
    """The next request of the same browser."""
    following = arriving()
    following.COOKIES[settings.DEVICE_COOKIE_NAME] = devices.find_visitor(request).secret
    return following


def revoke(link: PadLink) -> None:
    PadLink.objects.filter(pk=link.pk).update(revoked_at=timezone.now())


def test_only_the_digest_of_a_secret_is_kept() -> None:
    link, secret = access.make_link(make_pad(), PENCIL)
    row = PadLink.objects.values().get(pk=link.pk)
    assert secret not in str(row)
    assert row["digest"] == access.secret_digest(secret)


def test_a_secret_is_long_and_never_the_same() -> None:
    pad = make_pad()
    secrets = {access.make_link(pad, PENCIL)[1] for _ in range(20)}
    assert len(secrets) == 20
    assert min(map(len, secrets)) >= 43  # 256 bits in base64


def test_a_link_is_found_by_its_secret_and_by_nothing_else() -> None:
    link, secret = access.make_link(make_pad(), PENCIL)
    assert access.find_link(secret) == link
    for wrong in ("", secret[:-1], secret + "A", secret.swapcase(), link.digest, "é\x00"):
        assert access.find_link(wrong) is None


def test_a_revoked_link_opens_nothing_also_for_those_who_came_in_by_it() -> None:
    link, secret = access.make_link(make_pad(), PENCIL)
    request = arriving()
    access.grant_access(request, link)
    assert access.held_pads(request) == [str(link.pad.public_id)]
    revoke(link)
    request = again(request)
    assert access.find_link(secret) is None
    assert access.find_holder(request, link.pad.public_id) is None
    assert access.held_pads(request) == []


def test_revoking_one_link_leaves_the_others() -> None:
    pad = make_pad()
    lost, _ = access.make_link(pad, PENCIL)
    kept, secret = access.make_link(pad, PENCIL)
    revoke(lost)
    assert access.find_link(secret) == kept


def test_a_grant_opens_its_own_pad_only() -> None:
    request = arriving()
    link, _ = access.make_link(make_pad(), PENCIL)
    access.grant_access(request, link)
    assert access.find_holder(request, make_pad().public_id) is None
    assert access.find_holder(request, uuid4()) is None


def test_each_phone_gets_a_number_and_keeps_it() -> None:
    pad = make_pad()
    link, _ = access.make_link(pad, PENCIL)
    first, second = arriving(), arriving()
    assert [access.grant_access(request, link).phone for request in (first, second)] == [1, 2]
    assert access.grant_access(first, link).phone == 1
    assert access.grant_access(first, access.make_link(pad, PENCIL)[0]).phone == 1


def test_a_watch_link_never_takes_a_pencil_away() -> None:
    pad = make_pad()
    request = arriving()
    access.grant_access(request, access.make_link(pad, PENCIL)[0])
    assert access.grant_access(request, access.make_link(pad, WATCH)[0]).has_pencil
    holder = access.find_holder(request, pad.public_id)
    assert holder is not None and holder.has_pencil


def test_a_pencil_link_makes_a_watcher_a_scorer_with_the_same_number() -> None:
    pad = make_pad()
    request = arriving()
    watching = access.grant_access(request, access.make_link(pad, WATCH)[0])
    keeping = access.grant_access(request, access.make_link(pad, PENCIL)[0])
    assert (watching.has_pencil, keeping.has_pencil) == (False, True)
    assert watching.phone == keeping.phone


def test_a_pencil_outlives_the_revoking_of_the_link_it_took_no_part_in() -> None:
    pad = make_pad()
    request = arriving()
    watch, _ = access.make_link(pad, WATCH)
    access.grant_access(request, access.make_link(pad, PENCIL)[0])
    access.grant_access(request, watch)
    revoke(watch)
    assert access.find_holder(again(request), pad.public_id) is not None


# --- Tickets ------------------------------------------------------------------------------------


def restored(holder: Holder, ticket: str, pad: Pad | None = None) -> Holder | None:
    return access.restore_grant(arriving(ticket=ticket), (pad or holder.pad).public_id)


def test_a_ticket_brings_back_what_the_phone_held() -> None:
    holder = hold(make_pad(), phone=7)
    request = arriving(ticket=access.sign_ticket(holder))
    back = access.restore_grant(request, holder.pad.public_id)
    assert back == holder
    assert access.find_holder(request, holder.pad.public_id) == holder


def test_a_ticket_of_a_watcher_gives_no_pencil() -> None:
    holder = hold(make_pad(), WATCH)
    back = restored(holder, access.sign_ticket(holder))
    assert back is not None and not back.has_pencil


def test_a_ticket_is_signed_and_for_one_pad() -> None:
    holder = hold(make_pad())
    ticket = access.sign_ticket(holder)
    assert restored(holder, ticket, make_pad()) is None
    slip = [str(holder.pad.public_id), holder.link.pk, 1]
    forged = (signing.dumps(slip), signing.dumps(slip, key="mine", salt=access.TICKET_SALT))
    for wrong in ("", "x", "a:b:c", ticket[:-1], ticket + "A", "A" + ticket, "é:\x00:ü", *forged):
        assert restored(holder, wrong) is None


def test_a_ticket_expires(monkeypatch: pytest.MonkeyPatch) -> None:
    holder = hold(make_pad())
    ticket = access.sign_ticket(holder)
    now = timezone.now().timestamp()
    days = timedelta(days=access.TICKET_DAYS).total_seconds()
    monkeypatch.setattr("django.core.signing.time.time", lambda: now + days - 60)
    assert restored(holder, ticket) == holder
    monkeypatch.setattr("django.core.signing.time.time", lambda: now + days + 60)
    assert restored(holder, ticket) is None


def test_a_ticket_works_only_while_its_link_does() -> None:
    holder = hold(make_pad())
    ticket = access.sign_ticket(holder)
    revoke(holder.link)
    assert restored(holder, ticket) is None


def test_a_ticket_holds_no_secret() -> None:
    pad = make_pad()
    link, secret = access.make_link(pad, PENCIL)
    slip = signing.loads(access.sign_ticket(Holder(pad, link, 1)), salt=access.TICKET_SALT)
    assert slip == [str(pad.public_id), link.pk, 1]
    assert secret not in str(slip)
