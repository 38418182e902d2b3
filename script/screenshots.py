"""The pictures of the README, the demo's games on a phone, and the one that links unfold with.

Run by `script/screenshots`.
"""

from __future__ import annotations

import io
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import django
import pdfplumber
from playwright.sync_api import Browser, Page, sync_playwright

IMAGES = Path(__file__).parents[1] / "docs" / "img"
SHARED_IMAGE = Path(__file__).parents[1] / "static" / "icons" / "share.png"
SHARED_ONLY = """
  .top, .foot, .skip, #main > :not(.hello, .picture) { display: none; }
  #main { max-width: none; padding: 1.6rem 0 0; }
  .hello h1 { font-size: 3rem; }
  .hello p { font-size: 1.15rem; }
  .picture { max-width: 22rem; margin-top: 1rem; zoom: 1.25; }
"""
"""Leaves nothing of the first page but the name, the line and the game, for the shared image."""
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
    """The demo's pads, one a week, and for each preset the secret of a link to score."""
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
    """Pitch Keeper as it is served for real, on a free port; its address."""
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


def take_shared_image(browser: Browser, address: str) -> None:
    """The image of `core/shared.html`: 1200 by 630, the size that chats expect."""
    context = browser.new_context(
        base_url=address,
        viewport={"width": 600, "height": 315},
        device_scale_factor=2,
        color_scheme="light",
        bypass_csp=True,
    )
    page = context.new_page()
    page.goto("/")
    page.add_style_tag(content=SHARED_ONLY)
    page.screenshot(path=SHARED_IMAGE, animations="disabled")
    context.close()


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


def take_score_pads(browser: Browser, address: str, keys: Iterable[str]) -> None:
    """The score pad of each preset, as it is printed."""
    page = browser.new_context(base_url=address).new_page()
    for key in keys:
        page.goto(f"/sheets/{key}/?paper=letter")
        with pdfplumber.open(io.BytesIO(page.pdf(prefer_css_page_size=True))) as printed:
            picture = printed.pages[0].to_image(resolution=80, antialias=True)
            picture.save(IMAGES / f"print-{key}.png", quantize=False)
    page.context.close()


def main() -> None:
    django.setup()
    from tests.chromium import find_chromium

    chromium = find_chromium()
    if not chromium:
        sys.exit("There is no Chromium. Install it, or name it in CHROMIUM.")
    secrets = fill_pads()
    IMAGES.mkdir(parents=True, exist_ok=True)
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        take_shared_image(browser, address)
        take_all(browser, address, secrets)
        take_score_pads(browser, address, secrets)
        browser.close()


if __name__ == "__main__":
    main()
