"""What every answer says to caches, searches and the browser's guards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import Settings

from keeper.middleware import PERMISSIONS
from scorepads.core import access
from scorepads.models import Pad, PadLink
from scorepads.opening import home
from scorepads.printing import views as printing_views
from tests.browsing import page_of
from tests.core.addresses import every_route, filled
from tests.factories import bid, hand, hold, make_pad, posted, record, tapped

HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def one_hand(pad: Pad) -> None:
    record(hold(pad), hand())


def policy(response: Any) -> dict[str, list[str]]:
    """Parsed, since the order of the directives differs between processes."""
    directives = [part.split() for part in response["Content-Security-Policy"].split(";")]
    return {words[0]: words[1:] for words in directives}


def answers(pad: Pad, pencil: Client, watch: Client, stranger: Client) -> dict[str, Any]:
    """One answer of every kind that a pad's addresses give."""
    at = f"/games/{pad.public_id}/"
    return {
        "page": pencil.get(at),
        "parts": pencil.get(at, headers=HTMX),
        "watched": watch.get(at),
        "hand": pencil.get(f"{at}hands/1/"),
        "correct": pencil.get(f"{at}hands/1/correct/"),
        "strike": pencil.get(f"{at}hands/1/strike/"),
        "history": watch.get(f"{at}history/"),
        "link": pencil.get(f"{at}link/"),
        "secret": pencil.post(f"{at}link/", {}),
        "preview": pencil.post(f"{at}preview/", {}),
        "refused": pencil.post(f"{at}hands/", posted(pad, do="hand")),
        "stale": pencil.post(f"{at}undo/", posted(pad, seen="0")),
        "saved": pencil.post(f"{at}hands/", posted(pad, **tapped(bid()), do="bid")),
        "saved by htmx": pencil.post(f"{at}hands/", posted(pad, bid="pass"), headers=HTMX),
        "only looking": watch.get(f"{at}link/"),
        "not found": stranger.get(at),
        "no such line": pencil.get(f"{at}hands/9/"),
    }


def test_no_answer_about_a_pad_is_kept_or_found(
    pad: Pad, pencil: Client, watch: Client, stranger: Client
) -> None:
    for name, response in answers(pad, pencil, watch, stranger).items():
        assert "no-store" in response.headers.get("Cache-Control", ""), name
        assert "private" in response["Cache-Control"], name
        assert response.headers.get("X-Robots-Tag") == "noindex", name
        vary = {part.strip() for part in response.headers.get("Vary", "").split(",")}
        assert {"HX-Request", "Cookie"} <= vary, name


def is_guarded(response: Any) -> bool:
    """Whether an answer allows a browser just what it should, and asserts what it does not."""
    expected = {
        "Referrer-Policy": "same-origin",
        "X-Frame-Options": "DENY",
        "X-Content-Type-Options": "nosniff",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Permissions-Policy": PERMISSIONS,
    }
    is_link = response.request["PATH_INFO"].startswith(("/join/", "/k/"))
    if is_link and response.status_code in (200, 303, 404):
        expected["Referrer-Policy"] = (
            "strict-origin" if response.status_code == 200 else "no-referrer"
        )
    what = (response.request["REQUEST_METHOD"], response.request["PATH_INFO"], response.status_code)
    assert {name: response.headers.get(name) for name in expected} == expected, what
    assert policy(response) == settings.CONTENT_SECURITY_POLICY["DIRECTIVES"], what
    assert "Content-Security-Policy-Report-Only" not in response.headers, what
    return True


def test_the_policy_allows_only_what_is_our_own() -> None:
    directives = settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]
    nothing = {name for name, sources in directives.items() if sources == ["'none'"]}
    assert nothing == {"default-src", "base-uri", "frame-ancestors"}
    assert all(directives[name] == ["'self'"] for name in directives.keys() - nothing)
    assert settings.CONTENT_SECURITY_POLICY.keys() == {"DIRECTIVES"}


def test_every_answer_about_a_pad_is_guarded(
    pad: Pad, pencil: Client, watch: Client, stranger: Client
) -> None:
    for response in answers(pad, pencil, watch, stranger).values():
        assert is_guarded(response)


ROUTES = sorted(set(every_route()))


def test_the_map_is_walked_to_its_end() -> None:
    assert "/games/<uuid:public_id>/hands/<int:line>/correct/" in ROUTES


@pytest.mark.parametrize("route", ROUTES)
def test_every_address_of_the_map_is_guarded_whoever_asks(
    pad: Pad,
    pencil: Client,
    watch: Client,
    stranger: Client,
    route: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(printing_views, "make_pdf", lambda *_: b"%PDF-")  # a second for each
    address = filled(route, pad)
    for phone in (stranger, watch, pencil):
        for method in ("GET", "POST", "DELETE"):
            assert is_guarded(phone.generic(method, address))
        assert is_guarded(phone.get(address, headers=HTMX))


def refusals(pad: Pad, pencil: Client, watch: Client) -> Iterator[Any]:
    """An answer of every other kind: those that no view of ours has made included."""
    at = f"/games/{pad.public_id}/"
    yield pencil.get("/about/")
    yield pencil.post(f"{at}hands/", posted(pad, **tapped(bid()), do="bid"))
    yield pencil.get("/about")
    yield pencil.post(f"{at}hands/", "who=0", content_type="text/plain; charset=utf-7")
    yield pencil.post("/paste/", {"link": "x" * 300_000})
    yield Client(enforce_csrf_checks=True).post("/paste/", {"link": "x"})
    yield watch.post(f"{at}hands/", posted(pad))
    yield pencil.get("/no-such-page/")
    yield pencil.delete(at)
    yield pencil.post(f"{at}undo/", posted(pad, seen="0"))
    yield pencil.post(f"{at}hands/", posted(pad, do="hand"))


def test_refusals_are_guarded_too(pad: Pad, pencil: Client, watch: Client) -> None:
    given = [r.status_code for r in refusals(pad, pencil, watch) if is_guarded(r)]
    assert given == [200, 303, 301, 400, 413, 403, 403, 404, 405, 409, 422]


def test_a_name_that_is_not_ours_is_refused_and_guarded(
    stranger: Client, settings: Settings
) -> None:
    settings.ALLOWED_HOSTS = ["pitch.example.org"]
    response = stranger.get("/about/", headers={"Host": "evil.example"})
    assert response.status_code == 400 and is_guarded(response)


def test_too_many_requests_are_refused_and_guarded(stranger: Client, settings: Settings) -> None:
    settings.REQUEST_LIMITS = {**settings.REQUEST_LIMITS, "links": 1}
    tried = [stranger.post("/join/no-such-secret/") for _ in range(2)]
    assert [r.status_code for r in tried if is_guarded(r)] == [404, 429]


def test_a_page_that_breaks_is_guarded(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(home, "show_home", breaks)
    response = Client(raise_request_exception=False).get("/")
    assert response.status_code == 500 and is_guarded(response)


@pytest.mark.parametrize("method", ["get", "head", "post"])
@pytest.mark.parametrize("before", ["join", "k"])
@pytest.mark.parametrize("end", ["/", ""])
def test_a_link_leaves_no_trace_of_its_address(method: str, before: str, end: str) -> None:
    pad = make_pad()
    _, secret = access.make_link(pad, PadLink.Access.PENCIL)
    response = getattr(Client(), method)(f"/{before}/{secret}{end}")
    assert response.status_code == (303 if method == "post" else 200)
    # Of the address, nothing; the page with the form has to name its origin.
    assert response["Referrer-Policy"] == ("no-referrer" if method == "post" else "strict-origin")
    assert "no-store" in response["Cache-Control"]
    assert response["X-Robots-Tag"] == "noindex"
    assert secret not in str(response.headers) + response.content.decode()


def test_the_list_of_pads_is_not_kept(pencil: Client) -> None:
    assert "no-store" in pencil.get("/")["Cache-Control"]


def test_nothing_on_a_page_is_written_in_line(
    pad: Pad, pencil: Client, watch: Client, stranger: Client
) -> None:
    """Script, style and handlers come as files of our own; the policy forbids the rest."""
    for name, response in answers(pad, pencil, watch, stranger).items():
        page = page_of(response)
        assert not page.find("style"), name
        assert all(not node.text and "src" in node.attributes for node in page.find("script")), name
        attributes = {key for node in page.nodes for key in node.attributes}
        assert not {key for key in attributes if key.startswith(("on", "hx-on"))}, name
        assert "style" not in attributes, name
