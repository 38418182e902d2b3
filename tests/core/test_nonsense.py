"""Crafted nonsense, in every field of every form: refused in words, never an error of ours."""

from __future__ import annotations

from itertools import cycle

import pytest
from django.test import Client

from scorepads.entry import services as entry_services
from scorepads.models import HandEntry, Pad
from tests.browsing import Form, look
from tests.factories import (
    adjustment,
    facts_now,
    hand,
    hold,
    make_pad,
    make_phone,
    posted,
    record,
    reread,
    sent,
    tapped,
)

NONSENSE = {
    "a huge number": "9" * 5000,
    "beyond 64 bits": str(2**63),
    "a negative number": "-1",
    "a fraction": "1.5",
    "not a number": "NaN",
    "another script's digit": "٣",
    "a superscript": "²",
    "a list": "[0, 1]",
    "an object": '{"a": 1}',
    "a null byte": "\x00",
    "a null byte within": "0\x000",
    "ten thousand characters": "x" * 10_000,
    "a bidi override": "\u202e0",
    "markup": "<script>alert(1)</script>",
    "a template": "{{ 1 }}{% now %}",
    "a player of nobody": "9.9",
    "half a player": "0.",
    "dots": "....",
    "a uuid": "00000000-0000-0000-0000-000000000000",
}
LINES = {
    "hand": hand(),
    "adjustment": adjustment(0, 2, note="n"),
}


def forms(phone: Client, pad: Pad) -> list[Form]:
    """Every form of the pad, filled in so that it would be taken."""
    at = f"/games/{pad.public_id}/"
    found = look(phone, at).forms
    for rest in ("hands/1/correct/", "hands/2/correct/", "hands/1/strike/"):
        found += [form for form in look(phone, at + rest).forms if rest in form.action]
    for form in found:
        if "who" in form.choices:
            form.fields |= tapped(hand())
        if "way" in form.choices:
            form.fields |= {"side": "0", "way": "add", "by": "1"}
        form.fields |= {"do": "hand"}
        for name in form.choices:
            form.fields.setdefault(name, form.choices[name][0])
        for name in [name for name in form.fields if name.startswith("count-")][1:]:
            del form.fields[name]  # one of ten alike
    return found


@pytest.fixture
def pad(db: None) -> Pad:
    """Pagat's, which has the most fields: a smudge, tricks, a counter."""
    pad = make_pad("pagat-partnership", players=(("Ann", "Cy"), ("Bo", "Di")))
    record(hold(pad), *LINES.values())
    return pad


SENDING = ("key", "seen", "ticket")


@pytest.mark.parametrize("what", NONSENSE)
def test_a_form_full_of_nonsense_breaks_no_page(pad: Pad, what: str) -> None:
    phone = make_phone(pad)
    for form in forms(phone, pad):
        tapped_only = {name: NONSENSE[what] for name in form.fields if name not in SENDING}
        for nonsense in (tapped_only, dict.fromkeys(form.fields, NONSENSE[what])):
            response = phone.post(form.action, {**form.fields, **nonsense})
            assert response.status_code < 500, form.action
    assert reread(pad).revision == HandEntry.objects.count()
    assert look(phone, f"/games/{pad.public_id}/")


def test_nonsense_in_any_one_field_breaks_no_page(pad: Pad) -> None:
    """Each field gets the next kind, so that all kinds meet all sorts of fields."""
    phone = make_phone(pad)
    kinds = cycle(NONSENSE.items())
    for form in forms(phone, pad):
        for name in form.fields:
            what, value = next(kinds)
            response = phone.post(form.action, {**form.fields, name: value})
            assert response.status_code < 500, (form.action, name, what)


@pytest.mark.parametrize("what", NONSENSE)
@pytest.mark.parametrize("name", ["key", "seen", "ticket"])
def test_nonsense_beside_a_good_hand_saves_at_most_that_hand(
    pad: Pad, name: str, what: str
) -> None:
    phone = make_phone(pad)
    fields = {**posted(pad, **tapped(hand())), "do": "hand", name: NONSENSE[what]}
    response = phone.post(f"/games/{pad.public_id}/hands/", fields)
    assert response.status_code in (303, 400, 409)
    assert len(facts_now(reread(pad))) <= 3


def test_no_field_has_to_be_there(pad: Pad) -> None:
    phone = make_phone(pad)
    for form in forms(phone, pad):
        for name in form.fields:
            fields = {key: value for key, value in form.fields.items() if key != name}
            assert phone.post(form.action, fields).status_code < 500, (form.action, name)
        assert phone.post(form.action, {}).status_code < 500, form.action


def test_a_field_may_come_twice(pad: Pad) -> None:
    phone = make_phone(pad)
    for form in forms(phone, pad):
        twice = {key: [value, value] for key, value in form.fields.items()}
        assert phone.post(form.action, twice).status_code < 500, form.action


def test_nonsense_in_any_one_field_of_the_opening_form_does_not_break_it(db: None) -> None:
    phone = Client()
    form = look(phone, "/open/oklahoma/").form("/open/oklahoma/")
    kinds = cycle(NONSENSE.items())
    for name in [*form.fields] * 2:
        what, value = next(kinds)
        response = phone.post(form.action, {**form.fields, name: value})
        assert response.status_code in (303, 422), (name, what)
    assert phone.post(form.action, {}).status_code == 303


@pytest.mark.parametrize("what", NONSENSE)
def test_an_opening_form_full_of_nonsense_does_not_break(db: None, what: str) -> None:
    phone = Client()
    form = look(phone, "/open/wikipedia/").form("/open/wikipedia/")
    response = phone.post(form.action, dict.fromkeys(form.fields, NONSENSE[what]))
    too_big = sum(map(len, form.fields)) + len(form.fields) * len(NONSENSE[what]) > 256 * 1024
    assert response.status_code == 413 if too_big else response.status_code in (303, 422)


@pytest.mark.parametrize("do", ["", "look", "save", "everything"])
@pytest.mark.parametrize("rest", [None, "1", "none", "7", "\x00"])
def test_no_button_can_be_made_up(pad: Pad, do: str, rest: str | None) -> None:
    phone = make_phone(pad)
    fields = {"do": do} | ({} if rest is None else {"rest": rest})
    for form in forms(phone, pad):
        if form.action.endswith(("/hands/", "/correct/")):
            assert phone.post(form.action, {**form.fields, **fields}).status_code < 500


@pytest.mark.parametrize("body", [b"%ED%A0%80", b"%FF%FE", b"%00", b"%F0%9F", b"\xff", b"%zz"])
def test_bytes_that_are_no_text_are_kept_as_something_that_is(pad: Pad, body: bytes) -> None:
    """A lone surrogate, a broken emoji: replaced before anything is kept of it."""
    phone = make_phone(pad)
    (form,) = [form for form in forms(phone, pad) if form.action.endswith("/hands/")]
    fields = b"&".join(
        f"{key}={value}".encode() for key, value in form.fields.items() if key != "note"
    )
    response = phone.generic(
        "POST", form.action, fields + b"&note=" + body,
        content_type="application/x-www-form-urlencoded",
    )  # fmt: skip
    assert response.status_code == 303
    facts_now(reread(pad))[-1].get("note", "").encode()


def test_more_than_a_form_could_hold_is_refused(pad: Pad) -> None:
    phone = make_phone(pad)
    address = f"/games/{pad.public_id}/hands/"
    many = {f"field-{number}": "" for number in range(300)}
    for fields in (many, {"note": "x" * 300_000}):
        response = phone.generic(
            "POST",
            address,
            "&".join(f"{key}={value}" for key, value in fields.items()),
            content_type="application/x-www-form-urlencoded",
        )
        assert response.status_code in (400, 413)
    assert phone.generic("POST", address, b"{", content_type="application/json").status_code < 500


def test_a_cookie_that_never_was_is_a_strangers(pad: Pad) -> None:
    phone = Client()
    for cookie in ("x" * 40, "", "é", "x" * 4000):
        phone.cookies["keeper_session"] = phone.cookies["keeper_phone"] = cookie
        assert phone.get(f"/games/{pad.public_id}/").status_code == 404
        assert phone.get("/").status_code == 200


def test_nonsense_after_the_game_ended_is_refused_too(db: None) -> None:
    pad = make_pad(start=(10, 0))
    record(hold(pad), hand())
    phone = make_phone(pad)
    at = f"/games/{pad.public_id}/"
    for rest in ("hands/", "adjustments/", "preview/", "redo/"):
        for fields in ({}, {"key": "x"}, {"seen": "9" * 50, "key": "0" * 32, "do": "bid"}):
            assert phone.post(at + rest, fields).status_code < 500, rest
    entry_services.undo(sent(hold(pad)))
    assert not reread(pad).ledger.is_over


@pytest.mark.parametrize("charset", ["rot13", "unicode_escape", "utf-16", "no-such-thing"])
def test_a_form_in_another_character_set_is_refused(pad: Pad, pencil: Client, charset: str) -> None:
    body = b'--x\r\nContent-Disposition: form-data; name="who"\r\n\r\n0\r\n--x--\r\n'
    for kind in (f"multipart/form-data; boundary=x; charset={charset}",
                 f"application/x-www-form-urlencoded; charset={charset}"):  # fmt: skip
        response = pencil.generic("POST", f"/games/{pad.public_id}/hands/", body, kind)
        assert response.status_code == 400
