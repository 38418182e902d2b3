"""The rules to read: every preset, where they differ, the card to print."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

import pytest
from django.test import Client

from scorepads.rules import catalog
from scorepads.rules.preset import Preset
from scorepads.rules.rulesets import all_recipes
from tests.browsing import zipped
from tests.material import some
from tests.preset_files import Shelf, name_of

BICYCLE = name_of("bicycle")
PEDRO = name_of("pedro")

NEWEST = catalog.current.latest()
ORDER = [preset.key for preset in NEWEST]
each_preset = pytest.mark.parametrize("preset", NEWEST, ids=ORDER)
ADDRESSES = [
    "/rules/",
    "/rules/differences/",
    *(f"/rules/{key}/" for key in ORDER),
    *(f"/rules/{key}/card/" for key in ORDER),
]
each_page = pytest.mark.parametrize("address", ADDRESSES)


class Outline(HTMLParser):
    """The ids, links and headings of a page, and what its policy would refuse."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[dict[str, str | None]] = []
        self.headings: list[int] = []
        self.inline: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        held = dict(attrs)
        if held.get("id"):
            self.ids.append(held["id"] or "")
        if tag == "a":
            self.links.append(held)
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag == "style" or (tag == "script" and "src" not in held):
            self.inline.append(tag)
        self.inline += [name for name in held if name == "style" or name.startswith("on")]


def read(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return unescape(response.content.decode())


@pytest.fixture
def two_versions(shelf: Shelf) -> None:
    """A catalog in which Bicycle has a second version, to 9."""
    shelf.publish_next(
        "bicycle", ("target = 7", "target = 9"), changes="To 9, for a longer evening."
    )


@each_page
def test_a_page_asks_for_no_grant_and_reads_no_database(client: Client, address: str) -> None:
    """No database mark here: a query would fail the test."""
    response = client.get(address)
    assert response.status_code == 200
    assert not response.cookies


@each_page
def test_a_page_may_be_kept_and_is_not_sent_twice(client: Client, address: str) -> None:
    response = client.get(address)
    assert "public" in response["Cache-Control"] and "max-age=600" in response["Cache-Control"]
    assert "Cookie" not in response.get("Vary", "")
    again = client.get(address, headers={"If-None-Match": response["ETag"]})
    assert again.status_code == 304 and not again.content


@each_page
def test_a_page_has_one_title_and_headings_in_order(client: Client, address: str) -> None:
    page = Outline(read(client, address))
    assert page.headings[0] == 1 and page.headings.count(1) == 1
    steps = zip(page.headings, page.headings[1:], strict=False)
    assert all(deeper <= level + 1 for level, deeper in steps)
    assert len(page.ids) == len(set(page.ids))
    assert page.inline == []


@each_page
def test_every_anchor_leads_somewhere(client: Client, address: str) -> None:
    for link in some(Outline(read(client, address)).links):
        place, _, anchor = (link["href"] or "").partition("#")
        if place.startswith("http"):
            assert link["rel"] == "noreferrer"
        elif anchor or place.startswith("/rules/"):
            assert not anchor or anchor in Outline(read(client, place or address)).ids


@each_page
def test_a_page_is_small(client: Client, address: str) -> None:
    assert zipped(client.get(address).content) < 5_000


@each_preset
def test_the_page_holds_all_of_the_preset(client: Client, preset: Preset) -> None:
    page = read(client, f"/rules/{preset.key}/")
    for cite in preset.cites.values():
        assert cite.text in page and cite.note in page
    for point in preset.points:
        assert f"<h3>{point.label}</h3>" in page and point.hint in page
    for source in preset.sources.values():
        assert f'<a href="{source.url}" rel="noreferrer">{source.title}</a>' in page
        assert source.read in page
    for told in (preset.name, preset.tagline, preset.players, preset.changes, preset.fingerprint):
        assert told in page


@each_preset
def test_every_rule_shows_what_it_rests_on(client: Client, preset: Preset) -> None:
    page = read(client, f"/rules/{preset.key}/")
    rules = page[page.index('id="points"') : page.index('id="tips"')]
    statements = re.findall(r"<li>(.*?)</li>", rules, re.DOTALL)
    assert len(statements) > len(preset.points)
    for statement in statements:
        assert (
            'rel="noreferrer"' in statement or '<span class="tag">our reading</span>' in statement
        )


def test_a_reading_links_the_page_that_its_note_tells_of(client: Client) -> None:
    smudge = client.get("/rules/bicycle/").content.decode().partition('id="smudge"')[2]
    note = unescape(smudge.partition("</li>")[0])
    assert "Parlett's book has it so" in note
    assert 'href="https://' in note and "The Penguin Book of Card Games" in note


@each_preset
def test_the_page_shows_the_30_seconds_first_and_examples_worked_out(
    client: Client, preset: Preset
) -> None:
    page = read(client, f"/rules/{preset.key}/")
    assert page.index("Pitch in 30 seconds") < page.index('id="points"')
    assert "Before: <b>" in page and "After: <b>" in page and " won" in page


@each_preset
def test_the_card_holds_all_points_and_rules_of_a_hand(client: Client, preset: Preset) -> None:
    card = read(client, f"/rules/{preset.key}/card/")
    for point in preset.points:
        assert f"<dt>{point.worth} {point.label}</dt>" in card and point.hint in card
    for cite in preset.cites.values():
        assert cite.text in card
    assert f"<b>{preset.target}</b>" in card
    assert all(source.url in card for source in preset.sources.values())
    assert preset.fingerprint[:12] in card


def test_the_list_names_every_preset_and_recipe(client: Client) -> None:
    page = read(client, "/rules/")
    for preset in NEWEST:
        assert f'href="/rules/{preset.key}/">{preset.name}</a>' in page
    for recipe in all_recipes():
        assert f'id="{recipe.key}"' in page and recipe.summary in page and recipe.source in page
    assert 'href="/rules/differences/"' in page


def test_the_differences_lead_into_the_rules(client: Client) -> None:
    page = read(client, "/rules/differences/")
    for told in (
        f'href="/rules/bicycle/#smudge">{BICYCLE}</a>',
        f'href="/rules/pedro/#going-out">{PEDRO}</a>',
        'href="/rules/variations/eleven-on-a-bid/">Setback, eleven on a bid</a>',
        "Wikipedia lists 7, 9, 15 and 21 too.",
        "Pitch (Smudge)",
    ):
        assert told in page


def test_pages_lead_to_the_rules(client: Client) -> None:
    page = read(client, "/open/")
    assert 'href="/rules/">Rules</a>' in page
    assert all(f'href="/rules/{key}/"' in page for key in ORDER)


@pytest.mark.parametrize(
    "address",
    ["/rules/euchre/", "/rules/bicycle/2/", "/rules/bicycle/0/", "/rules/euchre/card/",
     "/rules/euchre/1/", "/rules/bicycle/2/card/"],
)  # fmt: skip
def test_an_unknown_preset_or_version_is_not_found(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


def test_nothing_is_posted_here(client: Client) -> None:
    assert client.post("/rules/bicycle/").status_code == 405


@pytest.mark.usefixtures("two_versions")
def test_the_newest_version_is_shown_with_the_older_in_its_history(client: Client) -> None:
    page = read(client, "/rules/bicycle/")
    assert "The game is to 9." in page and "Be first to 9" in page
    history = page[page.index("<h3>History</h3>") :]
    assert history.index("To 9, for a longer evening.") < history.index("First version.")
    assert 'href="/rules/bicycle/1/"' in history and 'href="/rules/bicycle/2/"' in history


@pytest.mark.usefixtures("two_versions")
def test_an_older_version_stays_as_it_was_and_says_so(client: Client) -> None:
    page = read(client, "/rules/bicycle/1/")
    assert "The game is to 7." in page
    assert "This is version 1." in page and 'href="/rules/bicycle/">version 2</a>' in page
    assert 'href="/open/bicycle/"' not in page
    assert "<b>7</b>" in read(client, "/rules/bicycle/1/card/")
