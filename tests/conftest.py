"""What all tests share: where Chromium and node are, and what happens to tests without them."""

import os
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client

from scorepads.models import Pad
from scorepads.printing import pdf
from tests.chromium import find_chromium
from tests.factories import (
    PENCIL,
    WATCH,
    adjustment,
    bid,
    hand,
    hold,
    make_pad,
    make_phone,
    record,
)
from tests.node import find_node
from tests.preset_files import Shelf

BROWSER_TESTS = Path(__file__).parent / "browser"
OTHER_ENGINES = {"firefox", "webkit"}


@pytest.fixture(scope="session")
def chromium() -> str:
    path = find_chromium()
    assert path, "collection skips browser tests where there is no Chromium"
    return path


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shelf:
    """A copy of the published presets, in use in place of the real ones."""
    return Shelf(tmp_path / "presets", monkeypatch)


def in_browser(item: pytest.Item) -> bool:
    return BROWSER_TESTS in item.path.parents


def on_other_database(item: pytest.Item) -> bool:
    """Whether the test is about a database that this run does not use."""
    wanted = {mark.args[0] for mark in item.iter_markers("only_on")}
    return bool(wanted) and connection.vendor not in wanted


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    # Not skipped but left out: each of them runs where the suite runs on its database.
    if others := list(filter(on_other_database, items)):
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if not on_other_database(item)]
    # Last: they are the slow ones, and they leave the process in a state of its own.
    items.sort(key=in_browser)
    browser_tests = list(filter(in_browser, items))
    for item in browser_tests:
        item.add_marker(pytest.mark.browser)
        if runs_in(item) in OTHER_ENGINES:
            item.add_marker(pytest.mark.other_engine)
    node_tests = [item for item in items if item.get_closest_marker("node")]
    if browser_tests and not find_chromium():
        do_without(browser_tests, "Chromium")
    if node_tests and not find_node():
        do_without(node_tests, "node")
    for engine, package in missing_engines(browser_tests).items():
        do_without([item for item in browser_tests if runs_in(item) == engine], package)
    paper_tests = [item for item in items if item.get_closest_marker("paper")]
    if paper_tests and not pdf.is_available():
        do_without(paper_tests, "Pango")


def runs_in(item: pytest.Item) -> str | None:
    """The engine for which a test of `test_three_engines.py` is about to run."""
    call = getattr(item, "callspec", None)
    return str(call.params.get("screen")) if call else None


def missing_engines(items: list[pytest.Item]) -> dict[str, str]:
    """Engines that tests ask for and this machine lacks, with what to install for each."""
    if not items:
        return {}
    from tests.browser.engines import ENGINES, missing

    return {engine: lacking for engine in ENGINES if (lacking := missing(engine))}


def do_without(items: list[pytest.Item], missing: str) -> None:
    if os.environ.get("REQUIRE_BROWSER") == "1":
        raise pytest.UsageError(f"REQUIRE_BROWSER=1, but there is no {missing}.")
    for item in items:
        item.add_marker(pytest.mark.skip(reason=f"no {missing}"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    tell_skipped(terminalreporter, "browser", "Install Chromium (apt install chromium), "
                 "or name it in CHROMIUM; for the other engines Debian's firefox-esr, "
                 "webkit2gtk-driver and xvfb.")  # fmt: skip
    tell_skipped(terminalreporter, "node", "Install node (apt install nodejs), "
                 "or name it in NODE.")  # fmt: skip
    tell_skipped(terminalreporter, "paper", "PDF files need Pango and fonts "
                 "(apt install libpangoft2-1.0-0 fonts-dejavu-core).")  # fmt: skip


def tell_skipped(terminalreporter: pytest.TerminalReporter, mark: str, advice: str) -> None:
    skipped = [
        report
        for report in terminalreporter.stats.get("skipped", [])
        if mark in getattr(report, "keywords", {})
    ]
    if skipped:
        terminalreporter.section(f"{mark.upper()} TESTS WERE SKIPPED", sep="!", red=True, bold=True)
        terminalreporter.line(f"{len(skipped)} {mark} tests did not run. {advice}")


# The cast: a game, who may write on it, who may look at it, and who has nothing to do with it.


@pytest.fixture
def pad(db: None) -> Pad:
    return make_pad()


@pytest.fixture
def pencil(pad: Pad) -> Client:
    return make_phone(pad, PENCIL)


@pytest.fixture
def watch(pad: Pad) -> Client:
    return make_phone(pad, WATCH)


@pytest.fixture
def stranger(db: None) -> Client:
    return make_phone()


@pytest.fixture
def played(pad: Pad) -> Pad:
    """Us in the hole, the target changed, a hand in play."""
    record(hold(pad), hand(0, 4, owners={"low": 1}), hand(1, 3), adjustment(0, -1),
           {"target": 15}, hand(0, 2), bid(1, 3))  # fmt: skip
    return pad
