"""Hands that are kept outlive a reload, a restart of the phone or the server, and a lost link."""

from __future__ import annotations

import contextlib
import socket
import threading
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from keeper.locks import take_slot
from scorepads.entry import offline
from scorepads.models import Pad
from scorepads.printing import kept_pdfs, pdf
from tests.browser.fit import FIT, fit_of
from tests.browser.kept import (
    HAND,
    SET,
    all_sent,
    banner,
    go_online,
    keep,
    ready,
    stored,
    with_worker,
)
from tests.browser.thumb import (
    OpenPhone,
    Thumb,
    carry,
    expect_chosen,
    expect_totals,
    heading,
)
from tests.chromium import find_chromium
from tests.factories import hold, make_pad, record

SHELLS = "async () => (await caches.keys()).filter((name) => name.startsWith('pitch-keeper-'))"


def test_a_busy_server_is_not_taken_for_no_network(
    open_phone: OpenPhone, pad: Pad, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker has a page for where nothing answers, and keeps it for that."""
    monkeypatch.setattr(pdf, "is_available", lambda: True)
    kept_pdfs.kept.clear()
    phone = open_phone(service_workers="allow")
    ready(phone, pad)
    with_worker(phone)
    with take_slot("pdf"):
        phone.goto("/sheets/pedro/sheet.pdf")
    expect(phone.get_by_role("heading", level=1)).to_have_text("The PDF is not ready")


def test_a_pad_opens_without_a_network_and_goes_on(open_phone: OpenPhone, pad: Pad) -> None:
    record(hold(pad), HAND)
    phone = open_phone(service_workers="allow")
    ready(phone, pad)
    with_worker(phone)
    phone.context.set_offline(True)
    phone.reload()
    expect(banner(phone)).to_contain_text("Offline: the game as this phone knows it")
    expect(heading(phone)).to_have_text("Hand 2")
    expect(phone.locator("#now")).to_have_class("away")
    expect_totals(phone, [3, 0])
    assert fit_of(phone.evaluate(FIT)).is_whole
    thumb = Thumb(phone)
    thumb.hand(SET)
    thumb.save()
    phone.reload()
    expect(heading(phone)).to_have_text("Hand 3")
    expect_totals(phone, [5, -2])
    thumb.choose({"who": "1", "bid": "2"})
    phone.reload()
    expect(heading(phone)).to_have_text("Hand 3")
    expect(phone.locator('input[name="bid"][value="2"]')).to_be_checked()

    phone.goto("/")
    expect(phone.get_by_role("heading", level=1)).to_have_text(
        "You're offline, or the server is down"
    )
    phone.get_by_role("link", name="Us 3, Them 0").tap()
    expect(heading(phone)).to_have_text("Hand 3")

    go_online(phone)
    expect(phone.locator(".line:not(.kept)")).to_have_count(2)
    expect(banner(phone)).to_have_count(0)
    assert stored(pad) == [HAND, SET]
    expect_chosen(phone, {"who": "1", "bid": "2"})


def test_no_pad_is_in_the_cache(open_phone: OpenPhone, pad: Pad) -> None:
    phone = open_phone(service_workers="allow")
    ready(phone, pad)
    with_worker(phone)
    phone.reload()
    kept = phone.evaluate(
        """async () => {
          const names = await caches.keys();
          const caches_ = await Promise.all(names.map((name) => caches.open(name)));
          const all = await Promise.all(caches_.map((cache) => cache.keys()));
          return all.flat().map((request) => new URL(request.url).pathname);
        }"""
    )
    assert "/offline/" in kept
    assert all(path == "/offline/" or path.startswith("/static/") for path in kept)


def test_a_new_version_puts_a_whole_new_shell_in_place_of_the_old(
    open_phone: OpenPhone, pad: Pad, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = open_phone(service_workers="allow")
    ready(phone, pad)
    with_worker(phone)
    phone.evaluate("() => caches.open('of-somebody-else')")
    (old,) = phone.evaluate(SHELLS)
    monkeypatch.setattr(offline, "render_to_string", lambda *_, **__: "another page")
    phone.evaluate("() => navigator.serviceWorker.getRegistration().then((it) => it.update())")
    phone.wait_for_function(
        """async (old) => {
          const names = await caches.keys();
          return names.length === 2 && !names.includes(old);
        }""",
        arg=old,
    )
    assert phone.evaluate("() => caches.has('of-somebody-else')")


def test_the_phone_restarts_without_a_network(
    browser: Browser, live_server: LiveServer, pad: Pad, tmp_path: Path
) -> None:
    """The browser is closed and opened again with what it kept: nothing is lost."""

    def start() -> BrowserContext:
        return browser.browser_type.launch_persistent_context(
            tmp_path / "phone",
            executable_path=find_chromium(),
            args=["--no-sandbox", "--disable-gpu"],
            base_url=live_server.url,
            viewport={"width": 360, "height": 640},
            has_touch=True,
        )

    context = start()
    phone = context.new_page()
    ready(phone, pad)
    with_worker(phone)
    address = phone.url
    context.set_offline(True)
    thumb = Thumb(phone)
    thumb.hand(HAND)
    thumb.save()
    context.close()

    context = start()
    context.set_offline(True)
    phone = context.new_page()
    phone.goto(address)
    expect(heading(phone)).to_have_text("Hand 2")
    expect(banner(phone)).to_contain_text("1 hand saved on this phone")
    thumb = Thumb(phone)
    thumb.hand(SET)
    thumb.save()
    expect_totals(phone, [5, -2])
    assert stored(pad) == []
    context.set_offline(False)
    all_sent(phone)
    assert stored(pad) == [HAND, SET]
    context.close()


class Wire:
    """A way to the server that can be cut: then nothing listens at its address at all."""

    def __init__(self, port: int) -> None:
        self.server, self.port = port, 0
        self.mend()

    def mend(self) -> None:
        self.socket = socket.create_server(("127.0.0.1", self.port))
        self.port = self.socket.getsockname()[1]
        self.open: list[socket.socket] = []
        threading.Thread(target=self._accept, args=(self.socket,), daemon=True).start()

    def cut(self) -> None:
        for one in (self.socket, *self.open):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _accept(self, listening: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                phone, _ = listening.accept()
                server = socket.create_connection(("localhost", self.server))
                self.open += (phone, server)
                for ends in ((phone, server), (server, phone)):
                    threading.Thread(target=self._carry, args=ends, daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
            other.shutdown(socket.SHUT_WR)


def test_a_server_that_is_stopped_and_started_again(
    open_phone: OpenPhone, live_server: LiveServer, pad: Pad
) -> None:
    """The phone has a network all the while: only the server does not answer."""
    wire = Wire(live_server.thread.port)
    phone = open_phone(service_workers="allow", base_url=f"http://localhost:{wire.port}")
    ready(phone, pad)
    with_worker(phone)
    wire.cut()
    thumb = Thumb(phone)
    for facts in (HAND, SET):
        thumb.hand(facts)
        thumb.save()
    expect(banner(phone)).to_contain_text("2 hands saved on this phone.")
    phone.reload()
    expect(heading(phone)).to_have_text("Hand 3")
    expect_totals(phone, [5, -2])
    wire.mend()
    all_sent(phone)
    assert stored(pad) == [HAND, SET]
    wire.cut()


def test_half_of_them_sent_and_the_network_gone_again(phone: Page, pad: Pad) -> None:
    keep(phone, pad, HAND, SET, HAND)
    sent: list[str] = []

    def one_only(route: Route) -> None:
        sent.append(route.request.url)
        route.continue_() if len(sent) == 1 else route.abort()

    phone.route("**/send/", one_only)
    go_online(phone)
    expect(banner(phone)).to_contain_text("2 hands saved on this phone")
    expect(phone.locator("#ledger .line")).to_have_count(3)
    expect_totals(phone, [8, -2])
    assert stored(pad) == [HAND]
    phone.unroute_all()
    all_sent(phone)
    assert stored(pad) == [HAND, SET, HAND]


def test_a_link_taken_back_keeps_the_hands_and_says_so(phone: Page, pad: Pad) -> None:
    keep(phone, pad, HAND)
    pad.links.update(revoked_at=timezone.now())
    go_online(phone)
    expect(banner(phone)).to_contain_text("this phone can't score this game anymore")
    expect(phone.locator(".line.kept")).to_have_count(1)
    assert stored(pad) == []


def test_where_nothing_can_be_stored_the_page_works_as_before(phone: Page, pad: Pad) -> None:
    phone.add_init_script("delete window.indexedDB; Object.defineProperty(window, 'indexedDB', {})")
    carry(phone, pad)
    thumb = Thumb(phone)
    thumb.hand(HAND)
    thumb.save()
    assert stored(pad) == [HAND]


def test_the_worker_lets_links_and_pages_through(open_phone: OpenPhone, pad: Pad) -> None:
    phone = open_phone(service_workers="allow")
    ready(phone, pad)
    with_worker(phone)
    carry(phone, make_pad("bicycle", names=("Ann", "Bo")))
    expect(phone.locator("#score h2").first).to_have_text("Ann")
    phone.get_by_role("link", name="Pitch Keeper: your games").tap()
    expect(phone.locator(".pads")).to_contain_text("Us")
    assert phone.goto("/nothing/").status == 404
