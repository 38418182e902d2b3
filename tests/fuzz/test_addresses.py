"""Every address, by every method, with odd parameters, as stranger, watcher and pencil.

Never a 500; never a changed row without a pencil; and whatever a pencil sends, the ledger folds.
New addresses come along by themselves. FUZZ_EXAMPLES=20000 makes a long run of it.
"""

from __future__ import annotations

import os
import re
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorepads.models import HandEntry, Pad, PadLink, PadSide
from tests.core.addresses import PARAMETER, every_route
from tests.factories import WATCH, bid, hand, hold, make_pad, make_phone, record, reread

pytestmark = pytest.mark.django_db

fuzzed = settings(
    deadline=None,
    max_examples=int(os.environ.get("FUZZ_EXAMPLES", "60")),
    suppress_health_check=list(HealthCheck),
)

METHODS = ("GET", "POST", "POST", "POST", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")
NAMES = (
    "who", "bid", "high", "low", "jack", "game", "trump", "dealer", "note", "all_tricks", "kind",
    "key", "seen", "ticket", "do", "rest", "side", "way", "by", "sides", "name-0", "player-0-0",
    "start-0", "target", "trey", "link", "page", "count-0-10", "count-1-jack", "file", "ledger",
    "preset", "rules", "access", "format", "size", "hands",
)  # fmt: skip
VALUES = (
    "", "0", "1", "2", "-1", "none", "0.0", "1.5", "9" * 30, "hand", "bid", "look", "save", "yes",
    "smudge", "spades", "add", "take", "passed", "\x00", "٣", "\u202eabc", "x" * 300, "[]", "{}",
    "/join/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/", "wikipedia@1", "<script>",
    "%00", "\ufffe",
)  # fmt: skip


KINDS = {
    "uuid": lambda pad: (str(pad.public_id), str(uuid4())),
    "int": lambda pad: ("1", "2", "3", "0", "99", "9" * 18, "9" * 40),
    "slug": lambda pad: ("wikipedia", "pedro", "nothing", "x" * 200),
    "str": lambda pad: ("A" * 43, "x", "%00", "é", "wikipedia", "1"),
}


def filled(route: str, pad: Pad, data: st.DataObject) -> str:
    def value(match: re.Match[str]) -> str:
        some = KINDS.get(match[1] or "str", KINDS["str"])(pad)
        return data.draw(st.sampled_from(some), label=match[2])

    return PARAMETER.sub(value, route)


def fields(seen: int) -> st.SearchStrategy[dict[str, str]]:
    values = st.one_of(
        st.sampled_from(VALUES), st.just(str(seen)), st.just(str(uuid4())), st.text(max_size=20)
    )
    names = st.one_of(st.sampled_from(NAMES), st.text(max_size=10))
    odd = st.dictionaries(names, values, max_size=12)
    sound = st.just({"key": str(uuid4()), "seen": str(seen)})
    return st.one_of(odd, st.builds(lambda some, ours: some | ours, odd, sound))


def ask(phone: Client, pad: Pad, data: st.DataObject) -> None:
    """One request of any kind, which must not end in a 500."""
    method = data.draw(st.sampled_from(METHODS), label="method")
    path = filled(data.draw(st.sampled_from(ROUTES), label="route"), pad, data)
    sent = data.draw(fields(Pad.objects.get(pk=pad.pk).revision), label="fields")
    headers = {"HX-Request": "true"} if data.draw(st.booleans(), label="htmx") else {}
    if method in ("GET", "HEAD"):
        answer = phone.generic(method, path, QUERY_STRING=encoded(sent), headers=headers)
    elif method == "POST":
        answer = phone.post(path, sent, headers=headers)
    else:
        answer = phone.generic(method, path, encoded(sent), headers=headers)
    assert answer.status_code < 500, (method, path, sent, answer.status_code)


def encoded(fields: dict[str, str]) -> str:
    return urlencode(fields, errors="replace")


IN_A_HEADER = st.text(st.characters(min_codepoint=32, max_codepoint=255), max_size=60)
ROUTES = sorted(set(every_route()))


def pad_with_hands() -> Pad:
    """A pad for one example alone: the example before may have deleted its own."""
    made = make_pad()
    record(hold(made), hand(), {"passed_out": True}, bid(1, 3))
    return made


def rows(pad: Pad) -> list[Any]:
    """Everything that is kept of a pad, save that a phone has come by a link."""
    columns = [name for name in (f.attname for f in Pad._meta.concrete_fields) if name != "phones"]
    return [
        list(Pad.objects.filter(pk=pad.pk).values(*columns)),
        *(list(m.objects.filter(pad=pad).order_by("pk").values()) for m in (PadSide, HandEntry)),
        list(PadLink.objects.filter(pad=pad).order_by("pk").values()),
    ]


@fuzzed
@given(data=st.data())
@pytest.mark.parametrize("who", ["stranger", "watcher"])
def test_without_a_pencil_nothing_is_changed_and_nothing_breaks(
    who: str, data: st.DataObject
) -> None:
    pad = pad_with_hands()
    phone = make_phone(pad if who == "watcher" else None, WATCH, raise_request_exception=False)
    before = rows(pad)
    for _ in range(3):
        ask(phone, pad, data)
    assert rows(pad) == before


@fuzzed
@given(data=st.data())
def test_with_a_pencil_nothing_breaks_and_the_ledger_folds(data: st.DataObject) -> None:
    pad = pad_with_hands()
    phone = make_phone(pad, raise_request_exception=False)
    for _ in range(3):
        ask(phone, pad, data)
    scorepad = reread(pad)
    assert scorepad.ledger.totals
    assert scorepad.revision == scorepad.pad.revision == len(scorepad.rows)


@fuzzed
@given(cookie=st.one_of(IN_A_HEADER, st.just('"\\000aaaaaaaaaaaaaaaa"')))
def test_any_cookie_is_a_strangers(cookie: str) -> None:
    phone = Client(raise_request_exception=False)
    header = f"keeper_session={cookie}; keeper_phone={cookie}; messages={cookie}"
    assert phone.get("/", HTTP_COOKIE=header).status_code == 200
