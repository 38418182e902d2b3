"""A phone that keeps hands where there is no network: what a test does with it and sees of it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from scorepads.models import Pad
from tests.browser.thumb import Facts, Thumb, carry, says
from tests.factories import facts_now, reread

HAND = {"pitcher": 0, "bid": 3, "points": {"high": 0, "low": 0, "jack": None, "game": 0}}
SET = {"pitcher": 1, "bid": 2, "points": {"high": 0, "low": 1, "jack": None, "game": 0}}


def ready(page: Page, pad: Pad) -> None:
    """The pad on a phone whose page has come to rest, so that it goes on without a network."""
    carry(page, pad)
    settled(page)


def settled(page: Page) -> None:
    page.locator("main[data-kept]").wait_for()


def keep(page: Page, pad: Pad, *lines: Facts) -> Thumb:
    """A ready phone that loses its network, and keeps these hands."""
    ready(page, pad)
    page.context.set_offline(True)
    thumb = Thumb(page)
    for facts in lines:
        thumb.hand(facts)
        thumb.save()
    return thumb


def with_worker(page: Page) -> None:
    """Until the worker has its shell and is in charge of the page.

    One that became active while the page was on its way is in charge from the next page on.
    """
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    if page.evaluate("() => navigator.serviceWorker.controller === null"):
        page.reload()
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def banner(page: Page) -> Locator:
    return page.locator("#kept")


def go_online(page: Page) -> None:
    page.context.set_offline(False)


def all_sent(page: Page) -> None:
    said = says(page).or_(page.locator("#entry .says"))
    expect(said).to_contain_text("Sent: every hand")
    expect(banner(page)).to_have_count(0)


def correct(line: Locator) -> None:
    """Open a hand that waits, to put it right."""
    line.get_by_role("button", name="Change").tap()


def drop(within: Locator, name: str) -> None:
    """Asked once, and answered with more than the second tap of a double tap."""
    within.get_by_role("button", name=name).tap()
    within.get_by_role("button", name=f"{name} for good").press("Enter")


def stored(pad: Pad) -> list[Any]:
    return facts_now(reread(pad))
