"""The pages of the variations."""

from __future__ import annotations

import pytest
from django.test import Client

from scorepads.models import Pad
from scorepads.reading.variations import find_variation_page, read_texts
from scorepads.rules.rulesets import all_recipes
from scorepads.rules.terms import Basis
from tests.browsing import after_303, look, submit

KEYS = [recipe.key for recipe in all_recipes()]


def test_every_variation_has_a_page_and_every_page_a_variation() -> None:
    assert sorted(entry["key"] for entry in read_texts()["variations"]) == sorted(KEYS)


def test_every_source_that_is_listed_is_used() -> None:
    used = {
        says["source"]
        for entry in read_texts()["variations"]
        for topic in ("who", "deal", "auction", "points", "going_out")
        for says in entry[topic]
        if "source" in says
    }
    assert used == set(read_texts()["sources"])


def test_a_source_is_listed_once(stranger: Client) -> None:
    joker = look(stranger, "/rules/variations/joker-pitch/").text
    assert joker.rpartition("Sources")[2].count("Auction Pitch with Joker") == 1
    own = look(stranger, "/rules/variations/eleven-on-a-bid/").text
    assert "Tables' own rules" in own.rpartition("Sources")[2]


@pytest.mark.parametrize("key", KEYS)
def test_a_page_says_who_plays_it_and_goes_from_the_deal_to_the_win(
    stranger: Client, key: str
) -> None:
    page = look(stranger, f"/rules/variations/{key}/")
    heads = page.words("h2")
    assert heads[:6] == [
        "Who plays it", "Deal", "Auction", "What counts", "Going out", "One hand",
    ]  # fmt: skip
    told = find_variation_page(key)
    assert told and told.who_wins in page.text
    assert all(says.text for section in told.sections for says in section.statements)
    assert all(hand.reasons and hand.totals for hand in told.example.hands)


@pytest.mark.parametrize("key", KEYS)
def test_what_has_no_source_is_marked_as_our_reading(key: str) -> None:
    told = find_variation_page(key)
    assert told
    bases = {says.basis for section in told.sections for says in section.statements}
    assert bases <= {Basis.SOURCE, Basis.OUR_READING}
    cited = {says.source for section in told.sections for says in section.statements if says.source}
    assert set(told.sources) == cited


@pytest.mark.parametrize("key", KEYS)
def test_it_is_started_by_one_tap_and_titled_by_its_own_name(
    stranger: Client, db: None, key: str
) -> None:
    told = find_variation_page(key)
    assert told
    (start,) = look(stranger, f"/rules/variations/{key}/").find("a", class_="do")
    address = start.attributes["href"]
    form = look(stranger, address).form(address)
    page = after_303(stranger, submit(stranger, form))
    pad = Pad.objects.get()
    assert pad.house_rules == dict(told.ruleset.house_rules)
    assert told.ruleset.name in page.words("header", class_="top")[0]
    assert told.ruleset.preset.name not in page.words("header", class_="top")[0]
    sheet = look(stranger, f"/games/{pad.public_id}/sheet/")
    assert told.ruleset.name in sheet.text


@pytest.mark.parametrize("key", ["no-such", "bicycle", "standard-pitch+no-junk"])
def test_what_is_no_variation_has_no_page(stranger: Client, key: str) -> None:
    look(stranger, f"/rules/variations/{key}/", 404)


def test_the_rules_list_every_variation(stranger: Client) -> None:
    links = look(stranger, "/rules/").links()
    assert {f"/rules/variations/{key}/" for key in KEYS} <= set(links)
