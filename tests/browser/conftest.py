"""A phone in Chromium, held against the real server."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

from scorepads.models import Pad
from tests.browser.cable import Cable
from tests.browser.engines import (
    ENGINES,
    Firefox,
    FirefoxScreen,
    Screen,
    WebKitScreen,
    chromium_screen,
    display,
    launch_chromium,
)
from tests.browser.gate import Gate
from tests.browser.table import Table
from tests.browser.thumb import OpenPhone
from tests.factories import make_pad

# What a phone does by itself may be waited for: an answer for 10 seconds, the next try for 5.
PATIENCE = 60_000  # milliseconds, also on a machine that does much else
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    # Playwright's synchronous interface leaves an event loop running in the tests' thread, in
    # which Django would refuse to touch the database. Nothing here is asynchronous, so it may.
    # It stays so until the end, which is why these tests run last.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        browser = launch_chromium(playwright, chromium)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def gate(live_server: LiveServer) -> Gate:
    server = live_server.thread.httpd
    gate = Gate(server.get_app())
    server.set_app(gate)
    return gate


@pytest.fixture(autouse=True)
def nobody_inside_at_the_end(request: pytest.FixtureRequest) -> Iterator[None]:
    """Between the closing of a test's phones and the emptying of its tables."""
    if "live_server" not in request.fixturenames:
        yield
        return
    gate = request.getfixturevalue("gate")
    gate.open()
    yield
    gate.shut()


@pytest.fixture
def open_phone(browser: Browser, live_server: LiveServer) -> Iterator[OpenPhone]:
    """Another phone with cookies of its own, each time it is called; options as for
    Playwright's `new_context`. No script may fail and nothing may break the policy."""
    contexts = []
    complaints: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            complaints.append(message.text)

    def fail(error: Error) -> None:
        complaints.append(str(error))

    def open_phone(**options: object) -> Page:
        phone = {
            "base_url": live_server.url,
            "viewport": {"width": 360, "height": 640},
            "device_scale_factor": 2,
            "has_touch": True,
            "is_mobile": True,
            # Routes of a test do not see what a worker asks for: only where it is about one.
            "service_workers": "block",
        }
        context = browser.new_context(**(phone | options))
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        context.on("console", hear)
        context.on("weberror", lambda error: fail(error.error))
        return context.new_page()

    yield open_phone
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def pad(transactional_db: None) -> Pad:
    return make_pad()


@pytest.fixture
def phone(open_phone: OpenPhone) -> Page:
    return open_phone()


# --- The same in three engines ---------------------------------------------------------------


@pytest.fixture(scope="session")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    firefox = Firefox(tmp_path_factory.mktemp("firefox"))
    yield firefox
    firefox.quit()


@pytest.fixture(scope="session")
def webkit() -> Iterator[type[WebKitScreen]]:
    with display():
        yield WebKitScreen


@pytest.fixture
def cable(live_server: LiveServer) -> Iterator[Cable]:
    cable = Cable((live_server.thread.host, live_server.thread.port))
    yield cable
    cable.close()


@pytest.fixture(params=ENGINES)
def screen(request: pytest.FixtureRequest, gate: Gate, cable: Cable) -> Iterator[Screen]:
    browser = request.getfixturevalue("browser")  # its event loop allows the tests the database
    screen: Screen
    if request.param == "chromium":
        screen = chromium_screen(browser)
    elif request.param == "firefox":
        screen = FirefoxScreen(request.getfixturevalue("firefox"))
    else:
        screen = request.getfixturevalue("webkit")()
    screen.resize(390, 844)
    yield screen
    told = screen.run("() => document.querySelector('#trouble:not([hidden])')?.textContent")
    screen.close()
    assert told is None


@pytest.fixture
def table(screen: Screen, cable: Cable) -> Table:
    return Table(screen, cable)
