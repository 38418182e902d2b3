"""What all tests share: where Chromium is, and what happens to browser tests without it."""

import os
import shutil
from pathlib import Path

import pytest
from django.db import connection

BROWSER_TESTS = Path(__file__).parent / "browser"
NAMES = ("chromium", "chromium-browser", "google-chrome")


def find_chromium() -> str | None:
    """CHROMIUM if it is set, and then nothing else; otherwise the first that is installed."""
    if named := os.environ.get("CHROMIUM"):
        return shutil.which(named)
    return next(filter(None, map(shutil.which, NAMES)), None)


@pytest.fixture(scope="session")
def chromium() -> str:
    path = find_chromium()
    assert path, "collection skips browser tests where there is no Chromium"
    return path


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
    if not browser_tests or find_chromium():
        return
    if os.environ.get("REQUIRE_BROWSER") == "1":
        raise pytest.UsageError("REQUIRE_BROWSER=1, but there is no Chromium.")
    for item in browser_tests:
        item.add_marker(pytest.mark.skip(reason="no Chromium"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = [
        report
        for report in terminalreporter.stats.get("skipped", [])
        if "browser" in getattr(report, "keywords", {})
    ]
    if skipped:
        terminalreporter.section("BROWSER TESTS WERE SKIPPED", sep="!", red=True, bold=True)
        terminalreporter.line(
            f"{len(skipped)} browser tests did not run. Install Chromium (apt install chromium), "
            "or name it in CHROMIUM."
        )
