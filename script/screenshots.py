"""The pictures of the README: the demo's pads on a phone. Run by `script/screenshots`."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import django
from playwright.sync_api import Browser, Page, sync_playwright

from tests.conftest import find_chromium

IMAGES = Path(__file__).parents[1] / "docs" / "img"
EVENING = datetime(2026, 1, 17, 20, 0, tzinfo=UTC)
"""When the demo's games are said to have been played, so that every run looks the same."""

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 1.25,
    "has_touch": True,
    "is_mobile": True,
    "locale": "en-US",
    "timezone_id": "UTC",
    "reduced_motion": "reduce",
}


def fill_pads() -> dict[str, str]:
    """The demo's pads, one a week, and for each preset the secret of a pencil link."""
    from scorepads.management.commands.demo import GAMES, fill_pad
    from scorepads.models import Pad

    secrets = {}
    for week, game in enumerate(GAMES):
        scorepad, secrets[game.preset] = fill_pad(game)
        played = EVENING - timedelta(weeks=week)
        Pad.objects.filter(pk=scorepad.pad.pk).update(changed_at=played)
    return secrets


@contextmanager
def served() -> Iterator[str]:
    """The keeper as it is served for real, on a free port; its address."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", "--config", "python:keeper.gunicorn"]
    server = subprocess.Popen(command, env={**os.environ, "PORT": str(port)})  # noqa: S603
    try:
        wait_for(port)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait()


def wait_for(port: int, seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


@contextmanager
def phone(browser: Browser, address: str, theme: str) -> Iterator[Page]:
    context = browser.new_context(base_url=address, color_scheme=theme, **PHONE)
    yield context.new_page()
    context.close()


def take(page: Page, name: str) -> None:
    page.wait_for_load_state("networkidle")
    page.screenshot(path=IMAGES / f"{name}.png", animations="disabled", caret="hide")


def tap(page: Page, field: str, value: str) -> None:
    page.locator(f"#hand-form label:has(input[name={field}][value='{value}'])").tap()


def open_link(page: Page, secret: str) -> None:
    """Open a game by its secret link, and hold it where this phone does not yet."""
    page.goto(f"/join/{secret}/")
    accept = page.get_by_role("button", name="this game")
    if accept.count():
        with page.expect_navigation():
            accept.tap()


def take_all(browser: Browser, address: str, secrets: dict[str, str]) -> None:
    with phone(browser, address, "light") as page:
        for secret in secrets.values():
            open_link(page, secret)
        page.goto("/")
        take(page, "home")
        open_link(page, secrets["wikipedia"])
        for field, value in [("who", "1"), ("bid", "3"), ("high", "1"), ("low", "1"),
                             ("jack", "none"), ("game", "0")]:  # fmt: skip
            tap(page, field, value)
        page.locator("#says", has_text="set back").wait_for()
        page.evaluate("scrollTo(0, 0)")
        take(page, "pad-light")
        open_link(page, secrets["bicycle"])
        take(page, "end")
    with phone(browser, address, "dark") as page:
        open_link(page, secrets["pagat-partnership"])
        take(page, "pad-dark")


def main() -> None:
    chromium = find_chromium()
    if not chromium:
        sys.exit("There is no Chromium. Install it, or name it in CHROMIUM.")
    django.setup()
    secrets = fill_pads()
    IMAGES.mkdir(parents=True, exist_ok=True)
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        take_all(browser, address, secrets)
        browser.close()


if __name__ == "__main__":
    main()
