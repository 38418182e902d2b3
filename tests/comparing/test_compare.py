"""Versions side by side, and one hand under each: public, all in the address, no script."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scorepads.comparing.views import EXAMPLE
from scorepads.rules import catalog
from scorepads.rules.rulesets import all_recipes
from tests.browsing import Page, look, zipped
from tests.factories import PRESETS

ALL_SIX = "&".join(f"v={key}@1" for key in PRESETS)
NEWEST = [preset.pin for preset in catalog.current.latest()]
TWO = "v=bicycle@1&v=wikipedia@1"

NONSENSE = [
    "v=", "v=nonsense", "v=bicycle", "v=bicycle@0", "v=bicycle@2", "v=bicycle@1@1", "v=@",
    "v=recipe:", "v=recipe:nonsense", "v=recipe:points-in-order+nonsense", "v=recipe:+", "v=%00",
    "v=own:1@1", "v=%F0%9F%83%8F", "v=" + "x" * 3000, "with=", "with=nonsense", "with=%2B",
    "with=points-in-order%2Bnonsense", "v=recipe:tie-plays-on+all-or-nothing+all-or-nothing",
    "&".join(["v=bicycle@1"] * 150),
]  # fmt: skip


@pytest.fixture
def phone() -> Client:
    return Client()


# --- side by side -------------------------------------------------------------------------


def columns(page: Page) -> list[str]:
    """The versions in the heads of the table."""
    return page.words("th", scope="col")[1:]


def rows(page: Page, group: str) -> dict[str, list[str]]:
    """The rows of a part of the table, by their labels: what each cell says."""
    html = page.html.partition(f'<tbody class="{group}"')[2].partition("</tbody>")[0]
    return {
        words[0]: words[1:]
        for row in html.split("</tr>")[:-1]
        for part in [Page(f"<html>{row}</html>")]
        for words in [part.words("th") + part.words("td")]
    }


def test_without_a_choice_all_presets_stand_side_by_side(phone: Client) -> None:
    page = look(phone, "/compare/")
    assert len(columns(page)) == len(NEWEST)
    offered = [node.attributes["value"] for node in page.find("input", type="checkbox", name="v")]
    assert offered[: len(NEWEST)] == NEWEST
    assert "recipe:standard-pitch" in offered


def test_different_rules_come_first_marked_in_words_and_equal_ones_last(phone: Client) -> None:
    page = look(phone, f"/compare/?{TWO}")
    different, worded, equal = (rows(page, part) for part in ("different", "worded", "equal"))
    assert different["Game to"] == ["7", "≠ different 11"]
    assert "How the auction goes in words only" in worded
    assert len(equal["Setback = the same"]) == 1
    assert not set(different) & {"Setback", "How the auction goes"}
    html = page.html
    assert html.index('class="different"') < html.index('class="worded"')
    assert html.index('class="worded"') < html.index('class="equal"')


def test_a_cell_says_whether_its_rule_is_the_first_columns_or_anothers(phone: Client) -> None:
    marked = rows(look(phone, f"/compare/?{ALL_SIX}"), "different")
    smudges = marked["Smudge"]
    assert smudges[1].startswith("≠ different")
    assert smudges[5].startswith("≠ like Wikipedia")
    assert marked["Points, in the order they count"][1].startswith("= the same")
    assert marked["Game to"][4] == "≠ like Pagat Partnership 21"


def test_the_first_difference_is_named_above_the_table(phone: Client) -> None:
    page = look(phone, "/compare/?v=bicycle@1&v=recipe:standard-pitch")
    (summary,) = page.words("p", class_="of-all")
    assert "First: Who plays." in summary  # and not that one of them has house rules
    assert page.find("a", href="#sides") and page.find("tr", id="sides")


def test_a_narrow_screen_is_told_of_the_two_versions_that_it_shows(phone: Client) -> None:
    page = look(phone, f"/compare/?{ALL_SIX}")
    (two,) = page.words("p", class_="of-two")
    assert two.startswith("Bicycle and Wikipedia: 7 of 19 rules differ.")
    assert not look(phone, f"/compare/?{TWO}").find("p", class_="of-two")


def test_what_rests_on_no_source_says_so(phone: Client) -> None:
    page = look(phone, f"/compare/?{TWO}")
    assert rows(page, "different")["Smudge"][0].endswith("our reading")
    assert rows(page, "equal")["Who goes out = the same"][0].endswith("Bicycle: our reading")


def test_it_is_a_table_to_those_who_hear_it(phone: Client) -> None:
    page = look(phone, f"/compare/?{ALL_SIX}")
    (table,) = page.find("table")
    assert table.attributes["aria-label"]
    for tag, role in (("tr", "row"), ("td", "cell"), ("tbody", "rowgroup"), ("table", "table")):
        assert {node.attributes["role"] for node in page.find(tag)} == {role}
    assert {node.attributes["scope"] for node in page.find("th")} == {"col", "row"}
    assert {
        node.attributes["colspan"] for node in page.find("td") if "colspan" in node.attributes
    } == {"6"}


def test_the_head_of_a_column_leads_to_the_rules_of_its_version(phone: Client) -> None:
    recipe = all_recipes()[0].ruleset()
    links = look(phone, f"/compare/?v=bicycle@1&v={recipe.address}").links()
    assert {"/rules/bicycle/1/", f"/rules/variations/{all_recipes()[0].key}/"} <= set(links)


def test_every_variation_has_rules_to_lead_to(phone: Client) -> None:
    for recipe in all_recipes():
        look(phone, f"/rules/variations/{recipe.key}/")


def test_the_choice_is_in_the_address_and_ticked(phone: Client) -> None:
    page = look(phone, f"/compare/?{TWO}")
    ticked = [
        node.attributes["value"]
        for node in page.find("input", type="checkbox", name="v")
        if "checked" in node.attributes
    ]
    assert ticked == ["bicycle@1", "wikipedia@1"]
    assert f"/compare/hand/?{TWO}" in page.links()


def test_a_picker_shows_its_column_and_offers_every_version(phone: Client) -> None:
    page = look(phone, f"/compare/?{TWO}&v=recipe:points-in-order%2Bno-junk")
    pickers = page.forms[0]
    assert (pickers.fields["first"], pickers.fields["second"]) == ("bicycle@1", "wikipedia@1")
    offered = pickers.offers("first")
    assert {*NEWEST, "recipe:standard-pitch", "recipe:points-in-order+no-junk"} <= set(offered)
    assert len(offered) == len(set(offered))


@pytest.mark.parametrize(
    ("picked", "shown"),
    [
        ("first=pedro@1&second=wikipedia@1", "v=pedro@1&v=wikipedia@1&v=oklahoma@1"),
        ("first=bicycle@1&second=oklahoma@1", "v=bicycle@1&v=oklahoma@1&v=wikipedia@1"),
        ("first=wikipedia@1&second=bicycle@1", "v=wikipedia@1&v=bicycle@1&v=oklahoma@1"),
        ("first=wikipedia@1&second=wikipedia@1", "v=wikipedia@1&v=bicycle@1&v=oklahoma@1"),
        ("first=hearts@1&second=wikipedia@1", "v=wikipedia@1&v=oklahoma@1"),
        ("first=&second=", "v=bicycle@1&v=wikipedia@1&v=oklahoma@1"),
    ],
)
def test_a_picked_version_takes_the_column_and_one_that_is_shown_changes_places(
    phone: Client, picked: str, shown: str
) -> None:
    response = phone.get(f"/compare/?{TWO}&v=oklahoma@1&{picked}")
    assert response["Location"] == f"?{shown}"


def test_a_plus_in_an_address_may_arrive_as_a_space(phone: Client) -> None:
    for plus in ("+", "%2B", "%20"):
        page = look(phone, f"/compare/?v=bicycle@1&v=recipe:points-in-order{plus}no-junk")
        assert columns(page)[1] == "Auction Pitch, points in order, No junk"
        assert not page.find(role="alert")


def test_ticked_options_join_their_recipe_in_the_address(phone: Client) -> None:
    ticked = {"v": ["bicycle@1"], "with": ["points-in-order+no-junk", "points-in-order+from-two"]}
    response = phone.get("/compare/", ticked)
    assert response.status_code == 302
    address = response["Location"]
    assert address == "?v=bicycle@1&v=recipe:points-in-order+no-junk+from-two"
    assert not look(phone, f"/compare/{address}").find(role="alert")


def test_what_is_unknown_is_refused_by_name_and_the_rest_is_shown(phone: Client) -> None:
    page = look(phone, f"/compare/?{TWO}&v=hearts@1")
    (alert,) = page.words(role="alert")
    assert "There is no version “hearts@1”" in alert or 'no version "hearts@1"' in alert
    assert columns(page) == ["Bicycle", "Wikipedia"]


def test_a_single_version_stands_beside_what_it_is_made_of(phone: Client) -> None:
    for lone, beside in (
        ("bicycle@1", "Wikipedia"), ("pedro@1", "Bicycle"), ("recipe:tie-plays-on", "Wikipedia"),
    ):  # fmt: skip
        assert columns(look(phone, f"/compare/?v={lone}&v={lone}"))[1:] == [beside]


def test_the_seventh_is_too_many(phone: Client) -> None:
    page = look(phone, f"/compare/?{ALL_SIX}&v=recipe:standard-pitch")
    assert "Up to 6 versions" in page.words(role="alert")[0]
    assert len(columns(page)) == 6 and "Standard Pitch" not in columns(page)


@pytest.mark.parametrize("query", NONSENSE)
@pytest.mark.parametrize("path", ["/compare/", "/compare/hand/"])
def test_nonsense_is_answered(phone: Client, path: str, query: str) -> None:
    assert phone.get(f"{path}?{query}", follow=True).status_code == 200


def test_the_page_asks_no_database_and_is_small(phone: Client) -> None:
    """Without the database mark, a query would fail this and every test of this file."""
    response = phone.get(f"/compare/?{ALL_SIX}")
    assert zipped(response.content) < 6200
    assert "Set-Cookie" not in response.headers


def test_only_looking_is_allowed(phone: Client) -> None:
    assert phone.post("/compare/").status_code == 405
    assert phone.head("/compare/").status_code == 200


def test_the_foot_of_every_page_leads_here(phone: Client) -> None:
    assert "/compare/" in look(phone, "/about/").links()


# --- one hand -----------------------------------------------------------------------------


def tried(page: Page) -> dict[str, str]:
    """What each version made of the hand, by its short name."""
    articles = page.words("article")
    names = [" ".join(words.split()) for words in page.words("h3") if words]
    return {
        name.removesuffix(" made").removesuffix(" set").removesuffix(" We won"): article
        for name, article in zip(names, articles, strict=False)
    }


def test_an_empty_form_judges_nothing(phone: Client) -> None:
    page = look(phone, "/compare/hand/")
    assert not page.find("article")
    assert any(EXAMPLE.split("&")[0] in link for link in page.links())
    fields = {node.attributes.get("name") for node in page.find("input")}
    assert {"high", "off_jack", "trey", "low_pedro", "tricks", "before-1"} <= fields


def test_the_example_is_judged_by_all_that_can(phone: Client) -> None:
    page = look(phone, f"/compare/hand/?{EXAMPLE}")
    told = tried(page)
    assert "a made smudge wins the game on the spot" in told["Bicycle"]
    assert "Us +4 8 Them +1 6" in told["Five Point"]
    assert "Us +4 8 Them +4 9" in told["Oklahoma"]
    assert "bids there are 7 to 14, not 4" in told["Pedro"]
    assert "Why" in told["Wikipedia"]


def test_the_first_difference_between_two_versions_is_told_first(phone: Client) -> None:
    page = look(phone, f"/compare/hand/?{EXAMPLE}")
    (box,) = page.words(class_="parts")
    assert box.startswith("≠ Different under Wikipedia Bicycle Us +4 8 Them 0 5 We won Wikipedia")
    assert page.html.index('class="parts"') < page.html.index("<article")


def test_versions_that_score_a_hand_alike_are_said_to_agree(phone: Client) -> None:
    """Pedro cannot score it, so it has no say."""
    hand = "who=0&bid=2&high=0&low=0&jack=1&game=1"
    page = look(phone, f"/compare/hand/?{TWO}&v=pagat-partnership@1&v=pedro@1&{hand}")
    assert "All 3 versions that can score it agree." in page.text
    assert not page.find(class_="parts")


def test_the_entry_stays_in_the_form(phone: Client) -> None:
    page = look(phone, f"/compare/hand/?{EXAMPLE}")
    checked = {
        node.attributes["name"]: node.attributes["value"]
        for node in page.find("input", type="radio")
        if "checked" in node.attributes
    }
    assert checked["bid"] == "4" and checked["off_jack"] == "1" and checked["high_joker"] == "none"
    assert page.find("input", id="before-1")[0].attributes["value"] == "5"


def test_only_the_points_of_the_chosen_versions_are_asked_for(phone: Client) -> None:
    page = look(phone, f"/compare/hand/?{TWO}")
    fields = {node.attributes.get("name") for node in page.find("input")}
    assert "jack" in fields and not fields & {"off_jack", "pedro", "tricks"}


def test_more_sides_have_more_owners(phone: Client) -> None:
    query = f"{TWO}&sides=3&who=2&bid=2&high=2&low=2&jack=none&game=0&before-2=-3"
    page = look(phone, f"/compare/hand/?{query}")
    assert "Side 3 +2 −1" in tried(page)["Wikipedia"]


TRIED_NONSENSE: list[dict[str, Any]] = [
    {"sides": "x"},
    {"sides": "0"},
    {"sides": "99"},
    {"sides": "²"},
    {"before-0": "1e9", "who": "0"},
    {"before-0": "-600", "bid": "2"},
    {"who": "7"},
    {"who": "-1", "bid": "x"},
    {"bid": "0"},
    {"bid": "smudge", "who": "0", "tricks": "maybe"},
    {"high": "9"},
    {"high": "none", "low": "none"},
    {"who": ["0", "1"], "high": "\x00"},
]


@pytest.mark.parametrize("fields", TRIED_NONSENSE)
def test_nonsense_in_a_hand_is_answered(phone: Client, fields: dict[str, Any]) -> None:
    assert phone.get("/compare/hand/", fields).status_code == 200


def test_a_score_out_of_reach_is_said(phone: Client) -> None:
    page = look(phone, "/compare/hand/?before-0=900&who=0")
    assert "whole number" in page.words(role="alert")[0]
