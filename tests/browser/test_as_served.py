"""The server as it is put online: gunicorn, hashed names, script without comments, its worker."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from bench.servers import Server, manage
from tests.browser.thumb import Thumb, expect_totals, says

SET = {"pitcher": 0, "bid": 3, "points": {"high": 0, "low": 0, "jack": 1, "game": 1}}
MADE = {"pitcher": 1, "bid": 2, "points": {"high": 1, "low": 1, "jack": None, "game": 0}}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """Its address; on this machine by name, so that the browser allows a service worker."""
    env = {
        "DJANGO_SETTINGS_MODULE": "bench.settings",
        "BENCH_STATIC": str(tmp_path / "static"),
        "DATA_DIR": str(tmp_path),
        "DATABASE_URL": "",
    }
    manage(env, "migrate", "--verbosity", "0")
    manage(env, "collectstatic", "--no-input", "--verbosity", "0")
    served = Server(env, tmp_path / "log")
    served.start()
    yield f"http://localhost:{served.port}"
    served.stop()


def test_a_hand_online_one_without_a_network_and_both_are_saved(
    browser: Browser, server: str
) -> None:
    context = browser.new_context(
        base_url=server, viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True
    )
    complaints: list[str] = []
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    page = context.new_page()
    page.on("console", lambda told: complaints.append(told.text) if told.type == "error" else None)
    page.goto("/open/bicycle/")
    page.locator("main form .do").tap()
    expect(page.locator("main[data-kept]")).to_be_attached()  # what goes on offline has come in
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")

    thumb = Thumb(page)
    thumb.hand(SET)
    expect(says(page)).to_contain_text("We took 2 of 3: set back 3, 0 to −3.")
    thumb.save()
    expect_totals(page, [-3, 2])
    assert complaints == []

    context.set_offline(True)
    thumb.hand(MADE)
    thumb.save()
    expect(page.locator("#kept")).to_contain_text("1 hand saved on this phone")
    page.reload()
    expect(page.locator("#kept")).to_contain_text("Offline: the game as this phone knows it.")
    expect_totals(page, [-2, 4])

    context.set_offline(False)  # and sends by itself
    expect(says(page)).to_contain_text("every hand saved on this phone")
    expect(page.locator("#kept")).to_have_count(0)
    expect_totals(page, [-2, 4])
    context.close()
