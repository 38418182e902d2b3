"""What a thumb does at the table, what an eye reads there, and the pads they do it on."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from playwright.sync_api import Locator, Page, TimeoutError, expect

from scorepads.core import access as core_access
from scorepads.models import Pad
from scorepads.rules.interchange import score_document, write_ledger
from tests.factories import PENCIL, make_pad, reread
from tests.preset_files import GOLDEN

Facts = dict[str, Any]
OpenPhone = Callable[..., Page]
"""Another phone, each time it is called (the fixture `open_phone`)."""

GAMES: list[dict[str, Any]] = [json.loads(path.read_text("utf-8")) for path in GOLDEN]

SIZES = {
    "small": (320, 568),
    "usual": (360, 640),
    "large": (390, 844),
    "landscape": (667, 375),
    "tablet": (820, 1180),
}


def resize(page: Page, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})


def carry(page: Page, pad: Pad, access: str = PENCIL) -> None:
    """Bring the pad to this phone by a link, and open it."""
    _, secret = core_access.make_link(pad, access)
    page.goto(f"/join/{secret}")
    with page.expect_navigation():
        page.get_by_role("button", name="this game").tap()


def pad_for(game: Mapping[str, Any]) -> Pad:
    """The pad of a golden game, before its first hand."""
    ledger = game["ledger"]
    return make_pad(
        ledger["preset"].partition("@")[0],
        [side["name"] for side in ledger["sides"]],
        players=[side.get("players", []) for side in ledger["sides"]],
        start=ledger.get("start", ()),
        **ledger.get("house_rules", {}),
    )


def stored_score(pad: Pad) -> Facts:
    """What `manage.py score` gives for the pad's ledger."""
    scorepad = reread(pad)
    return score_document(
        write_ledger(
            scorepad.opened_under, scorepad.seatings_by_line, scorepad.start, scorepad.entries
        )
    )


def says(page: Page) -> Locator:
    return page.locator(".save .says")


def save_button(page: Page) -> Locator:
    return page.locator(".save .do:visible")


def heading(page: Page) -> Locator:
    return page.locator("#entry-head")


def segment(page: Page, name: str, value: object) -> Locator:
    """A cell of the hand form. A side whose players are named is in the sheet of the dealer."""
    return page.locator(f'#hand-form label:has(> input[name="{name}"][value="{value}"])')


def open_sheet(page: Page, name: str) -> Locator:
    """The sheet that an entry of the menu opens."""
    page.get_by_role("link", name="Menu").tap()
    page.locator("#menu").get_by_role("link", name=name).tap()
    sheet = page.locator("dialog[open]")
    expect(sheet).to_be_visible()
    return sheet


def drawn(page: Page) -> Page:
    """The page when its modules have run: a locator may have found it while it was still read."""
    page.wait_for_load_state("domcontentloaded")
    return page


CHOSEN = """() => Object.fromEntries([...document.querySelectorAll("#hand-form input:checked")]
  .filter(input => input.name !== "dealer").map(input => [input.name, input.value]))"""


def chosen(page: Page) -> dict[str, str]:
    """What is tapped in the hand form, by the names of its fields; the dealer aside."""
    picked: dict[str, str] = drawn(page).evaluate(CHOSEN)
    return picked


def expect_chosen(page: Page, fields: Mapping[str, str]) -> None:
    """That this is tapped, or will be: script puts it back a while after the page is there."""
    same = f"""(fields) => {{
      const now = ({CHOSEN})();
      const names = Object.keys({{...now, ...fields}});
      return names.every(name => now[name] === fields[name]);
    }}"""
    with suppress(TimeoutError):
        page.wait_for_function(same, arg=dict(fields))
    assert chosen(page) == fields


def calls_partners(page: Page) -> bool:
    """Whether the pitcher calls a partner for each hand, so that points go to bidders or others."""
    return bool(page.locator("#hand-form input[name=with-1]").count())


def as_tapped(facts: Mapping[str, Any], *, calls: bool = False) -> dict[str, str]:
    """The fields of the hand form for these facts; `calls` where partners are called."""
    fields: dict[str, str] = {}
    if "pitcher" in facts:
        player = f".{facts['player']}" if "player" in facts else ""
        fields |= {"who": f"{facts['pitcher']}{player}", "bid": str(facts["bid"])}
    called = facts.get("with", [])
    if calls and "points" in facts:
        fields |= {f"with-{n}": str(side) for n, side in enumerate(called or ["alone"], start=1)}
    if "trump" in facts:
        fields["trump"] = facts["trump"]
    for key, owner in facts.get("points", {}).items():
        if owner is None:
            fields[key] = "none"
        elif calls:
            fields[key] = "team" if owner in [facts["pitcher"], *called] else "others"
        else:
            fields[key] = str(owner)
    if (facts.get("bid") == "smudge" or "all_tricks" in facts) and "points" in facts:
        fields["all_tricks"] = "yes" if facts.get("all_tricks") else "no"
    return fields


VALUE = 'input[name="who"][value="{}"]'


class Thumb:
    """Enters hands by taps alone, and counts them."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, target: Locator) -> None:
        target.tap()
        self.taps += 1

    def choose(self, fields: Mapping[str, str]) -> None:
        for name, value in fields.items():
            change = self.page.locator("summary.bidline")
            cell = segment(self.page, name, value)
            if name in ("who", "bid", "trump") and change.is_visible() and cell.is_hidden():
                change.tap()
            if name == "who" and self.page.locator(f"#deal {VALUE.format(value)}").count():
                sheet = open_sheet(self.page, "Dealer and note")
                self.tap(cell)
                sheet.get_by_role("link", name="Done").tap()
            else:
                self.tap(cell)

    def hand(self, facts: Mapping[str, Any], *, rest: bool = False) -> int:
        """Everything of a hand but Save; with `rest`, “all the rest to …” where it helps.

        Returns how many taps it took.
        """
        before, fields = self.taps, as_tapped(facts, calls=calls_partners(self.page))
        points = [str(owner) for owner in (fields[key] for key in facts["points"])]
        most = max(points, key=points.count)
        if rest and points.count(most) > 1:
            left = {key: fields.pop(key) for key in facts["points"] if fields[key] == most}
            self.choose(fields)
            self.tap(self.page.locator(f'button[name="rest"][value="{most}"]'))
            assert left.items() <= chosen(self.page).items()
        else:
            self.choose(fields)
        return self.taps - before

    def save(self) -> None:
        """Save, and wait until the page has gone on to the next hand, or to the end."""
        head = heading(self.page).inner_text()
        self.tap(save_button(self.page))
        expect(heading(self.page)).not_to_have_text(head)

    def line(self, facts: Mapping[str, Any], *, rest: bool = False) -> None:
        """Any line of a ledger, saved."""
        if "passed_out" in facts:
            self.passed_out()
        elif "adjust" in facts:
            self.adjust(facts)
        else:
            self.hand(facts, rest=rest)
            self.save()

    def passed_out(self) -> None:
        head = heading(self.page).inner_text()
        self.tap(segment(self.page, "bid", "pass"))
        self.tap(save_button(self.page))
        expect(heading(self.page)).not_to_have_text(head)

    def adjust(self, facts: Mapping[str, Any]) -> None:
        """The one line with something to type: how many points, and why."""
        head = heading(self.page).inner_text()
        open_sheet(self.page, "Adjust points")
        form = self.page.locator('form[action$="/adjustments/"]')
        way = "add" if facts["by"] > 0 else "take"
        self.tap(form.locator(f'label:has(input[name="side"][value="{facts["adjust"]}"])'))
        self.tap(form.locator(f'label:has(input[name="way"][value="{way}"])'))
        form.get_by_label("Points").fill(str(abs(facts["by"])))
        form.get_by_label("Note").fill(facts.get("note", ""))
        self.tap(form.get_by_role("button"))
        expect(heading(self.page)).not_to_have_text(head)


def shown_ledger(page: Page) -> list[dict[str, Any]]:
    """The scored lines of the ledger on the page: number, changes, totals, made or set."""
    lines: list[dict[str, Any]] = drawn(page).evaluate(
        """() => [...document.querySelectorAll(".hands .line:not(.after)")].map(line => ({
             number: +line.querySelector(".no").textContent,
             change: [...line.querySelectorAll(".sum i")].map(i => i.textContent),
             totals: [...line.querySelectorAll(".sum b")].map(b => b.textContent),
             made: line.querySelector(".made") ? true : line.querySelector(".set") ? false : null,
           }))"""
    )
    return [
        line
        | {key: [int(text.replace("−", "-")) for text in line[key]] for key in ("change", "totals")}
        for line in lines
    ]


def expect_totals(page: Page, totals: Sequence[int]) -> None:
    """That the score shows these totals, as soon as the page is drawn."""
    figures = [str(total).replace("-", "−") for total in totals]
    expect(drawn(page).locator("#score .fig")).to_have_text(figures, use_inner_text=True)
