"""What every answer about a pad says to caches, searches and the browser's guards."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scorepads import links
from scorepads.models import Pad, PadLink
from tests.factories import bid, hand, hold, make_pad, posted, record, tapped
from tests.pages.browsing import page_of

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
    at = f"/pads/{pad.public_id}/"
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
        "saved by htmx": pencil.post(f"{at}passed-out/", posted(pad), headers=HTMX),
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


def test_every_answer_allows_only_what_is_our_own(
    pad: Pad, pencil: Client, watch: Client, stranger: Client
) -> None:
    for name, response in answers(pad, pencil, watch, stranger).items():
        directives = policy(response)
        assert directives["default-src"] == ["'none'"], name
        assert {source for sources in directives.values() for source in sources} <= {
            "'self'",
            "'none'",
        }, name
        assert response["Referrer-Policy"] == "same-origin", name
        assert response["X-Frame-Options"] == "DENY", name
        assert response["X-Content-Type-Options"] == "nosniff", name


def test_trading_a_link_leaves_no_trace_of_its_address() -> None:
    pad = make_pad()
    _, secret = links.make_link(pad, PadLink.Access.PENCIL)
    response = Client().get(f"/k/{secret}/")
    assert response["Referrer-Policy"] == "no-referrer"
    assert "no-store" in response["Cache-Control"]
    assert response["X-Robots-Tag"] == "noindex"
    assert secret not in response["Location"]


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
