"""The same few verbs for a page in Chromium, in Firefox and in WebKit.

Playwright drives the first. Debian's Firefox is spoken to by WebDriver BiDi, which it speaks
itself, and Debian's WebKit by its own WebDriver. Neither has all that Playwright can, so what
runs in three engines is written with these verbs, and waits for what it is to see.
"""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import websocket
from playwright.sync_api import Browser, Page, Playwright, sync_playwright
from playwright.sync_api import Error as PlaywrightError
from selenium.common import WebDriverException
from selenium.webdriver import Remote
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service
from urllib3.exceptions import HTTPError

PATIENCE = 60.0  # seconds until what a test waits for is said never to come
TRIES = 3  # of starting WebKit: of some thousand times its driver once waited for it in vain
GLANCE = 0.03  # seconds between two looks
ENGINES = ("chromium", "firefox", "webkit")

# Where a thumb would hit it: in the middle, once it lies still and nothing lies over it.
PLACE = """async (selector) => {
  const frame = () => new Promise(done => requestAnimationFrame(done));
  const element = [...document.querySelectorAll(selector)]
    .find(one => one.checkVisibility() && !one.disabled);
  if (!element) return null;
  element.scrollIntoView({ block: "center", behavior: "instant" });
  await frame();
  const before = element.getBoundingClientRect();
  await frame();
  const { x, y, width, height } = element.getBoundingClientRect();
  const place = [x + width / 2, y + height / 2];
  const hit = document.elementFromPoint(...place);
  const moved = x !== before.x || y !== before.y;
  return !moved && hit && (element.contains(hit) || hit.contains(element)) ? place : null;
}"""


class NoAnswerError(Exception):
    """The page went away while it was asked, or its script failed."""


class Screen(ABC):
    """A page in one of the engines."""

    engine: str

    # --- What each engine does in its own way

    @abstractmethod
    def open(self, address: str) -> None: ...

    @abstractmethod
    def reload(self) -> None: ...

    @abstractmethod
    def start_back(self) -> None: ...

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Make what is to be seen of the page this large."""

    @abstractmethod
    def press(self, x: float, y: float) -> None:
        """Tap or click there."""

    @abstractmethod
    def press_enter(self) -> None:
        """Press Enter where the focus is."""

    @abstractmethod
    def settle(self, promise: str) -> str:
        """What the promise comes to; NoAnswerError where it does not."""

    @abstractmethod
    def close(self) -> None: ...

    # --- What follows from it

    def run(self, function: str, *given: Any) -> Any:
        """What the function of the page returns, or promises to."""
        call = f"({function})(...{json.dumps(given)})"
        promise = f"(async () => JSON.stringify((await {call}) ?? null))()"
        return json.loads(self.settle(promise))

    def until(self, function: str, *given: Any) -> Any:
        """What the function of the page returns as soon as that is true of the page."""
        end = time.monotonic() + PATIENCE
        found = None
        while time.monotonic() < end:
            try:
                if found := self.run(function, *given):
                    return found
            except NoAnswerError as error:  # on its way to another page
                found = error
            time.sleep(GLANCE)
        raise AssertionError(f"{self.engine} never came to {function} {given}: {found!r}")

    def back(self) -> None:
        """Back to the page before, whether it is made anew or was kept as it was left."""
        self.run("() => { window.isLeft = true; }")
        self.start_back()
        self.until("() => !window.isLeft && document.readyState === 'complete'")

    def tap(self, selector: str) -> None:
        self.press(*self.until(PLACE, selector))

    def expect_text(self, selector: str, text: str) -> None:
        """That the first such element holds this text by and by."""
        try:
            self.until(
                "(s, t) => document.querySelector(s)?.textContent.includes(t)", selector, text
            )
        except AssertionError:
            found = self.run("s => document.querySelector(s)?.textContent", selector)
            raise AssertionError(f"{self.engine}: {selector} has {found!r}, not {text!r}") from None

    def expect(self, selector: str) -> None:
        """That there is such an element by and by."""
        self.until("s => !!document.querySelector(s)", selector)

    def expect_gone(self, selector: str) -> None:
        self.until("s => !document.querySelector(s)", selector)


# --- Chromium


class ChromiumScreen(Screen):
    engine = "chromium"

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self, address: str) -> None:
        self.page.goto(address)

    def reload(self) -> None:
        self.page.reload()

    def start_back(self) -> None:
        self.page.go_back()

    def resize(self, width: int, height: int) -> None:
        self.page.set_viewport_size({"width": width, "height": height})

    def press(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(x, y)

    def press_enter(self) -> None:
        self.page.keyboard.press("Enter")

    def settle(self, promise: str) -> str:
        try:
            return str(self.page.evaluate(promise))
        except PlaywrightError as error:
            raise NoAnswerError(str(error)) from error

    def close(self) -> None:
        self.page.context.close()


# --- Firefox


class Firefox:
    """Debian's Firefox without its windows, and one conversation with it."""

    def __init__(self, profile: Path) -> None:
        preferences = {
            "app.update.enabled": False,
            "browser.aboutwelcome.enabled": False,
            "datareporting.policy.dataSubmissionEnabled": False,
            "extensions.update.enabled": False,
            "network.captive-portal-service.enabled": False,
            "network.connectivity-service.enabled": False,
            "services.settings.server": "data:,#remote-settings-dummy/v1",
            "toolkit.telemetry.enabled": False,
            "ui.useOverlayScrollbars": 1,  # as on a phone: it takes no room
        }
        lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in preferences.items()]
        (profile / "user.js").write_text("\n".join(lines), "utf-8")
        self.process = subprocess.Popen(
            ["firefox-esr", "--headless", "--no-remote", "--remote-debugging-port", "0",
             "--profile", str(profile)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "HOME": str(profile), "MOZ_CRASHREPORTER_DISABLE": "1"},
        )  # fmt: skip
        self.talk = websocket.create_connection(
            f"{self._address()}/session", timeout=3 * PATIENCE, suppress_origin=True
        )
        self._asked = 0
        self.ask("session.new", capabilities={})

    def _address(self) -> str:
        assert self.process.stderr
        for line in self.process.stderr:
            if found := re.search(r"BiDi listening on (ws://\S+)", line):
                return found[1]
        raise AssertionError(f"Firefox did not start: {self.process.wait()}")

    def ask(self, method: str, **given: Any) -> Any:
        """What Firefox answers; events are nobody's business here."""
        self._asked += 1
        self.talk.send(json.dumps({"id": self._asked, "method": method, "params": given}))
        while True:
            answer = json.loads(self.talk.recv())
            if answer.get("id") == self._asked:
                break
        if answer["type"] == "error":
            raise NoAnswerError(f"{method}: {answer['error']}: {answer['message']}")
        return answer["result"]

    def quit(self) -> None:
        self.ask("browser.close")
        self.talk.close()
        self.process.communicate()


class FirefoxScreen(Screen):
    """A page of a phone of its own: it shares no cookies with others."""

    engine = "firefox"

    def __init__(self, firefox: Firefox) -> None:
        self.firefox = firefox
        self.user = firefox.ask("browser.createUserContext")["userContext"]
        made = firefox.ask("browsingContext.create", type="window", userContext=self.user)
        self.context = made["context"]

    def _page(self, command: str, **given: Any) -> Any:
        return self.firefox.ask(f"browsingContext.{command}", context=self.context, **given)

    def open(self, address: str) -> None:
        self._page("navigate", url=address, wait="complete")

    def reload(self) -> None:
        self._page("reload", wait="complete")

    def start_back(self) -> None:
        self._page("traverseHistory", delta=-1)

    def resize(self, width: int, height: int) -> None:
        self._page("setViewport", viewport={"width": width, "height": height})

    def press(self, x: float, y: float) -> None:
        acts = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._act("pointer", acts)

    def press_enter(self) -> None:
        self._act("key", [{"type": act, "value": Keys.ENTER} for act in ("keyDown", "keyUp")])

    def _act(self, kind: str, acts: list[dict[str, Any]]) -> None:
        actions = [{"type": kind, "id": kind, "actions": acts}]
        self.firefox.ask("input.performActions", context=self.context, actions=actions)

    def settle(self, promise: str) -> str:
        target = {"context": self.context}
        answer = self.firefox.ask(
            "script.evaluate", expression=promise, target=target, awaitPromise=True
        )
        if answer["type"] == "exception":
            raise NoAnswerError(answer["exceptionDetails"]["text"])
        return str(answer["result"]["value"])

    def print_pdf(self) -> bytes:
        """The page as it is printed on A4."""
        return base64.b64decode(self._page("print", page={"width": 21.0, "height": 29.7})["data"])

    def close(self) -> None:
        self.firefox.ask("browser.removeUserContext", userContext=self.user)


# --- WebKit

# WebKit's little browser is never narrower than its bar of buttons: so that is made small.
NARROW = """toolbar, toolbar *, entry, button, image, box {
  min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px;
}"""


def find_mini_browser() -> str | None:
    places = Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser")
    return next(map(str, places), None)


def start_webkit() -> tuple[Service, Remote]:
    """The driver and its browser. A browser that does not come is given up, and another started."""
    options = Options()
    options.binary_location = find_mini_browser() or ""
    options.add_argument("--automation")
    for tries_left in reversed(range(TRIES)):
        service = Service(shutil.which("WebKitWebDriver"))
        service.start()
        # Longer than the limit of a script, which is told by an answer.
        client = ClientConfig(service.service_url, timeout=round(1.5 * PATIENCE))
        try:
            return service, Remote(RemoteConnection(client_config=client), options=options)
        except (HTTPError, WebDriverException):
            service.stop()
            if not tries_left:
                raise
    raise AssertionError("one try at least")


class WebKitScreen(Screen):
    """A browser of its own each time: it starts in a third of a second, and forgets everything."""

    engine = "webkit"

    def __init__(self) -> None:
        self.service, self.driver = start_webkit()
        self.driver.set_script_timeout(PATIENCE)
        self.bar = self.driver.get_window_rect()["height"] - self.run("() => innerHeight")

    def open(self, address: str) -> None:
        self.driver.get(address)

    def reload(self) -> None:
        self.driver.refresh()

    def start_back(self) -> None:
        self.driver.back()

    def resize(self, width: int, height: int) -> None:
        self.driver.set_window_rect(0, 0, width, height + self.bar)
        self.until("(...size) => innerWidth === size[0] && innerHeight === size[1]", width, height)

    def press(self, x: float, y: float) -> None:
        actions = ActionBuilder(self.driver, duration=0)
        actions.pointer_action.move_to_location(round(x), round(y)).click()
        actions.perform()

    def press_enter(self) -> None:
        actions = ActionBuilder(self.driver)
        actions.key_action.send_keys(Keys.ENTER)
        actions.perform()

    def settle(self, promise: str) -> str:
        script = f"""const [done] = arguments;
          ({promise}).then(value => done({{ value }}), error => done({{ error: `${{error}}` }}));"""
        try:
            answer = self.driver.execute_async_script(script)
        except WebDriverException as error:
            raise NoAnswerError(str(error)) from error
        if "error" in (answer or {"error": "no answer"}):
            raise NoAnswerError(str(answer))
        return str(answer["value"])

    def close(self) -> None:
        self.driver.quit()
        self.service.stop()


@contextmanager
def display() -> Iterator[None]:
    """A screen that nobody looks at, and what WebKit needs around it."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x1400x24",
               "-nolisten", "tcp"]  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="pitch-keeper-webkit-") as home:
        server = subprocess.Popen(
            command, pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        os.close(writing)
        with os.fdopen(reading) as told:
            number = told.readline().strip()
        assert number, "Xvfb did not start"
        style = Path(home) / "gtk-3.0" / "gtk.css"
        style.parent.mkdir()
        style.write_text(NARROW, "utf-8")
        around = {
            "DISPLAY": f":{number}",
            "XDG_CONFIG_HOME": home,
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",  # tests may run as root
            "GSETTINGS_BACKEND": "memory",
            "NO_AT_BRIDGE": "1",
        }
        before = {name: os.environ.get(name) for name in around}
        os.environ.update(around)
        try:
            yield
        finally:
            for name, value in before.items():
                os.environ.pop(name) if value is None else os.environ.update({name: value})
            server.terminate()
            server.wait()


def missing(engine: str) -> str | None:
    """What has to be installed for tests in this engine."""
    needed = {
        "firefox": {"firefox-esr": shutil.which("firefox-esr")},
        "webkit": {
            "webkit2gtk-driver": shutil.which("WebKitWebDriver") and find_mini_browser(),
            "xvfb": shutil.which("Xvfb"),
        },
    }
    lacking = [package for package, found in needed.get(engine, {}).items() if not found]
    return ", ".join(lacking) or None


def launch_chromium(playwright: Playwright, path: str | None) -> Browser:
    return playwright.chromium.launch(
        executable_path=path,
        args=[
            "--no-sandbox",  # tests may run as root
            "--disable-gpu",
            "--disable-background-networking",
            "--disable-component-update",
        ],
    )


@contextmanager
def screen_in(engine: str, chromium: str | None) -> Iterator[Screen]:
    """A screen with a browser of its own; `chromium` is the path of that one."""
    with ExitStack() as stack:
        screen: Screen
        if engine == "chromium":
            playwright = stack.enter_context(sync_playwright())
            browser = launch_chromium(playwright, chromium)
            stack.callback(browser.close)
            screen = chromium_screen(browser)
        elif engine == "firefox":
            firefox = Firefox(Path(stack.enter_context(tempfile.TemporaryDirectory())))
            stack.callback(firefox.quit)
            screen = FirefoxScreen(firefox)
        else:
            stack.enter_context(display())
            screen = WebKitScreen()
        stack.callback(screen.close)
        yield screen


def chromium_screen(browser: Browser, **options: Any) -> ChromiumScreen:
    phone = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
    return ChromiumScreen(browser.new_context(**(phone | options)).new_page())
