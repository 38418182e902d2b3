"""A phone in a real browser: foreign pages, two tabs, and what it keeps of a game it leaves."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scorepads.core import access
from scorepads.models import HandEntry, Pad, PadLink
from tests.browser.kept import HAND, go_online, keep, ready
from tests.browser.thumb import Thumb, carry, segment
from tests.core.addresses import every_route, filled
from tests.core.test_csrf import rows
from tests.factories import PENCIL, at, hold, make_pad, posted

KEPT = """async (id) => {
  const open = indexedDB.open("pitch-keeper");
  const store = await new Promise((done) => { open.onsuccess = () => done(open.result); });
  const all = (name) => new Promise((done) => {
    const asked = store.transaction(name).objectStore(name).getAll();
    asked.onsuccess = () => done(asked.result);
  });
  const pads = (await all("pads")).filter((pad) => pad.id === id);
  const hands = (await all("hands")).filter((hand) => hand.pad === id);
  store.close();
  return {
    copies: pads.filter((pad) => pad.main).length,
    hands: hands.length,
    draft: `draft:${id}` in localStorage,
  };
}"""
"""What the phone's browser keeps of a game."""
NOTHING = {"copies": 0, "hands": 0, "draft": False}


def kept(page: Page, pad: Pad) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(KEPT, str(pad.public_id))
    return found


def erased(page: Page, pad: Pad) -> None:
    """Until the browser keeps nothing of the game any more."""
    page.evaluate(
        """async (id) => {
          const kept = KEPT;
          while (Object.values(await kept(id)).some(Boolean)) {
            await new Promise(requestAnimationFrame);
          }
        }""".replace("KEPT", KEPT),
        str(pad.public_id),
    )


# --- Foreign pages ------------------------------------------------------------------------------


class ForeignPage(http.server.BaseHTTPRequestHandler):
    """An empty page of another site."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>Win a prize</title><body>")

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture(scope="module")
def foreign_port() -> Iterator[int]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), ForeignPage) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"], ids=["another site", "another port"])
def test_a_foreign_page_can_do_nothing(
    phone: Page, pad: Pad, live_server: LiveServer, foreign_port: int, host: str
) -> None:
    """It posts to each address, with a key, a ticket and a link of its own."""
    carry(phone, pad)
    theirs = make_pad()
    secret = access.make_link(theirs, PENCIL)[1]
    fields = posted(pad, ticket=access.sign_ticket(hold(theirs)), do="hand",
                    link=f"/join/{secret}/")  # fmt: skip
    cookies, before = phone.context.cookies(), rows()
    for route in sorted(set(every_route())):
        for target in (pad, theirs) if "<uuid:public_id>" in route else (pad,):
            address = live_server.url + filled(route, target).replace("A" * 43, secret)
            phone.goto(f"http://{host}:{foreign_port}/")
            with phone.expect_navigation() as arrived:
                phone.evaluate(SUBMIT, [address, fields])
            assert arrived.value.status == 403, address
    phone.goto(f"http://{host}:{foreign_port}/")
    phone.evaluate(
        LOAD, [f"{live_server.url}/join/{secret}/", f"{live_server.url}/open/wikipedia/"]
    )
    assert rows() == before
    assert phone.context.cookies() == cookies
    phone.goto(f"{live_server.url}{at(pad)}")
    Thumb(phone).hand(HAND)
    Thumb(phone).save()
    expect(phone.locator("#ledger .line")).to_have_count(1)


SUBMIT = """([address, fields]) => {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action: address });
  for (const [name, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement("input"), { name, value }));
  }
  document.body.append(form);
  form.submit();
}"""
LOAD = """async (addresses) => {
  for (const address of addresses) {
    await fetch(address, { mode: "no-cors", credentials: "include" });
    await fetch(address, { mode: "no-cors", credentials: "include", method: "POST" });
    await new Promise((done) => { Object.assign(new Image(), { onerror: done, src: address }); });
  }
}"""


# --- Two tabs -----------------------------------------------------------------------------------


def test_two_tabs_that_open_links_at_once_leave_both_games(
    phone: Page, pad: Pad, live_server: LiveServer
) -> None:
    carry(phone, pad)
    others = [make_pad(names=("Ann", f"Bo {number}")) for number in range(2)]
    tabs = [phone.context.new_page() for _ in others]
    for tab, other in zip(tabs, others, strict=True):
        tab.goto(f"/join/{access.make_link(other, PENCIL)[1]}/")
    for tab in tabs:  # neither waits for the other
        tab.evaluate("setTimeout(() => document.forms[0].submit())")
    for tab, other in zip(tabs, others, strict=True):
        tab.wait_for_url(f"**{at(other)}")
    for each in (pad, *others):
        response = phone.goto(at(each))
        assert response is not None and response.status == 200


# --- What goes with a game ----------------------------------------------------------------------


def test_leaving_erases_the_copy_the_draft_and_the_hands_that_wait(phone: Page, pad: Pad) -> None:
    thumb = keep(phone, pad, HAND)
    thumb.choose({"who": "0"})
    assert kept(phone, pad) == {"copies": 1, "hands": 1, "draft": True}
    phone.route("**/send/", lambda route: route.abort())
    go_online(phone)
    phone.goto(at(pad, "leave/"))
    expect(phone.locator("[data-waiting]")).to_have_text(
        "hands saved on this phone and not sent yet: 1"
    )
    phone.get_by_role("button", name="Leave this game").tap()
    expect(phone.get_by_text("This phone has left the game.")).to_be_visible()
    assert kept(phone, pad) == NOTHING
    assert phone.evaluate("localStorage.getItem('hands-kept')") is None
    assert HandEntry.objects.count() == 0


def test_without_an_answer_nothing_is_left_and_nothing_erased(phone: Page, pad: Pad) -> None:
    ready(phone, pad)
    phone.goto(at(pad, "leave/"))
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Leave this game").tap()
    expect(phone.locator("#done")).to_contain_text("Nothing was changed")
    go_online(phone)
    assert kept(phone, pad)["copies"] == 1
    phone.goto(at(pad))
    expect(segment(phone, "who", 0)).to_be_visible()


def test_a_game_that_was_taken_away_is_erased_where_it_is_followed(phone: Page, pad: Pad) -> None:
    ready(phone, pad)
    PadLink.objects.filter(pad=pad).update(revoked_at=pad.opened_at)
    phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(phone.locator("#lost")).to_be_visible()
    erased(phone, pad)


def test_a_game_that_answers_404_is_erased(phone: Page, pad: Pad) -> None:
    ready(phone, pad)
    segment(phone, "who", 0).tap()
    PadLink.objects.filter(pad=pad).update(revoked_at=pad.opened_at)
    phone.goto(at(pad))
    expect(phone.get_by_role("heading", level=1)).to_be_visible()
    erased(phone, pad)


def test_a_missing_page_of_a_game_that_is_held_erases_nothing(phone: Page, pad: Pad) -> None:
    ready(phone, pad)
    with phone.expect_response("**/live/**") as asked:
        response = phone.goto(at(pad, "hands/99/"))
    assert response is not None and response.status == 404
    assert asked.value.status in (200, 204)
    assert kept(phone, pad)["copies"] == 1


def test_hands_that_wait_are_sent_when_their_ticket_opens_the_game_again(
    phone: Page, pad: Pad
) -> None:
    """The cookie got lost, not the game."""
    keep(phone, pad, HAND)
    phone.context.clear_cookies()
    go_online(phone)
    phone.goto(at(pad))
    expect(phone.locator("#ledger .line")).to_have_count(1)
    assert HandEntry.objects.count() == 1


def test_an_open_page_brings_its_game_back_to_a_phone_that_lost_its_cookie(
    phone: Page, pad: Pad
) -> None:
    """So do two tabs that each began a phone's first game at the same moment."""
    ready(phone, pad)
    phone.context.clear_cookies()
    with phone.expect_response("**/preview/") as restored:
        phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert restored.value.status == 200
    assert phone.goto(at(pad)).status == 200  # type: ignore[union-attr]
    expect(segment(phone, "who", 0)).to_be_visible()
    assert kept(phone, pad)["copies"] == 1


def test_deleting_erases_this_phones_copy_and_undo_brings_the_game_back(
    phone: Page, pad: Pad
) -> None:
    ready(phone, pad)
    phone.goto(at(pad, "delete/"))
    phone.get_by_role("button", name="Delete for everyone").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Archived and deleted games")
    assert kept(phone, pad) == NOTHING
    phone.get_by_role("button", name="Undo delete").tap()
    expect(phone.get_by_role("status")).to_contain_text("The game is back")
    phone.goto(at(pad))
    expect(segment(phone, "who", 0)).to_be_visible()
