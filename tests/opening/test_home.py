"""The first page: of a phone without games, and of one that has some."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from scorepads.models import Pad, PadLink
from scorepads.rules.terms import Suit
from tests.browsing import Page, look, page_of, submit
from tests.factories import bid, hand, hold, let_in, make_pad, make_phone, record

DAY = datetime(2026, 3, 7, 20, 15, tzinfo=UTC)


def holding(*pads: Pad) -> Client:
    """A phone that holds these pads."""
    phone = Client()
    for pad in pads:
        let_in(phone, pad)
    return phone


def changed(pad: Pad, at: datetime) -> Pad:
    Pad.objects.filter(pk=pad.pk).update(changed_at=at)
    return pad


def game_links(page: Page) -> list[str]:
    """The games that a page links to, in its order."""
    return [link for link in page.links() if link.startswith("/games/")]


def test_a_stranger_is_told_what_it_is_and_where_to_begin(stranger: Client) -> None:
    page = look(stranger, "/")
    assert "Score Pitch at your own table." in page.text
    assert {"/open/", "/open/which/", "/sheets/"} <= set(page.links())
    assert page.find("div", role="img")[0].attributes["aria-label"].startswith("A game under way")


def test_each_preset_is_one_tap_away_by_the_name_that_players_have_for_it(
    stranger: Client,
) -> None:
    page = look(stranger, "/")
    links = {link.text.strip(): link.attributes["href"] for link in page.find("a", class_="btn")}
    chips = {says: address for says, address in links.items() if address.startswith("/open/")}
    assert chips == {
        "4 points to 7": "/open/bicycle/",
        "4 points to 11": "/open/wikipedia/",
        "Partners to 21": "/open/pagat-partnership/",
        "5 points to 12": "/open/five-point/",
        "10 points to 21": "/open/oklahoma/",
        "Pedro to 62": "/open/pedro/",
    }


def test_a_chip_and_start_have_a_game_under_way(stranger: Client) -> None:
    form = look(stranger, "/open/bicycle/").form("/open/bicycle/")
    at = submit(stranger, form)["Location"]
    assert look(stranger, at).find("form", id="hand-form")


@pytest.mark.parametrize("path", ["/", "/rules/", "/about/", "/open/"])
def test_the_main_navigation_has_games_rules_compare_and_print(stranger: Client, path: str) -> None:
    (named,) = look(stranger, path).find("nav", aria_label="Main")
    assert named.text.split() == ["Games", "Rules", "Compare", "Print"]


def test_each_pad_says_its_date_preset_sides_score_state_and_note(db: None) -> None:
    pad = make_pad("pedro", names=("Red", "Blue"), note="Easter")
    facts = {"pitcher": 0, "bid": 7, "points": dict.fromkeys(
        ("high", "low", "jack", "game", "pedro", "low_pedro"), 1)}  # fmt: skip
    record(hold(pad), facts)
    changed(pad, DAY)
    phone = holding(pad, make_pad())
    page = look(phone, "/")
    ((item),) = page.words("ul", class_="pads")
    for part in ("Mar 7, 2026, 8:15 PM UTC", "Pedro", "Red −7", "Blue 14", "Blue leads", "Easter"):
        assert part in item
    assert f"/games/{pad.public_id}/" in page.links()


@pytest.mark.parametrize(
    ("facts", "state"),
    [
        ([], "Not started yet"),
        ([bid(0, 3, trump="hearts")], f"We bid 3 {Suit.HEARTS.glyph}: being played"),
        ([hand(0)], "We lead, 4 to 0"),
        ([hand(0, owners={"low": 1, "jack": 1})], "Tied at 2"),
        ([hand(0)] * 3, "We won"),
    ],
)
def test_the_state_of_a_pad_in_a_few_words(db: None, facts: list, state: str) -> None:
    pad = make_pad()
    for one in facts:
        record(hold(pad), one)
    changed(pad, DAY)
    assert state in look(holding(pad, make_pad()), "/").words("ul", class_="pads")[0]


def test_the_last_changed_is_the_first(db: None) -> None:
    pads = [changed(make_pad(), DAY + timedelta(days=day)) for day in (1, 3, 2)]
    links = game_links(look(holding(*pads), "/"))
    assert links == [f"/games/{pads[place].public_id}/" for place in (1, 2, 0)]


def test_a_saved_hand_brings_its_pad_to_the_top(db: None) -> None:
    old = changed(make_pad(), DAY)
    new = changed(make_pad(), DAY + timedelta(days=1))
    phone = holding(old, new)
    record(hold(old), hand())
    links = game_links(look(phone, "/"))
    assert links[0] == f"/games/{old.public_id}/"


def test_twenty_pads_a_page(db: None) -> None:
    pads = [changed(make_pad(), DAY + timedelta(days=day)) for day in range(45)]
    phone = holding(*pads)
    pages = [look(phone, path) for path in ("/", "/?page=2", "/?page=3")]
    shown = [game_links(page) for page in pages]
    assert [len(links) for links in shown] == [20, 20, 5]
    assert len({link for links in shown for link in links}) == 45
    assert [[link for link in page.links() if link.startswith("?page=")] for page in pages] == [
        ["?page=2"],
        ["?page=1", "?page=3"],
        ["?page=2"],
    ]


@pytest.mark.parametrize("page", ["0", "-1", "x", "", "9" * 5000, "1.5", "%00", "٢"])
def test_a_page_that_is_none_is_one_of_those_there_are(db: None, page: str) -> None:
    pad = make_pad()
    assert f"/games/{pad.public_id}/" in look(holding(pad), f"/?page={page}").links()


def test_the_list_costs_the_same_however_many_pads_it_shows(
    db: None, django_assert_num_queries
) -> None:
    for many in (1, 15):
        pads = [make_pad() for _ in range(many)]
        for pad in pads:
            record(hold(pad), hand())
        phone = holding(*pads)
        with django_assert_num_queries(7):
            phone.get("/")


def test_the_running_game_comes_first_with_its_score_and_its_dealer(db: None) -> None:
    ended, running = changed(make_pad(), DAY), make_pad(names=("Ann", "Bo"))
    record(hold(ended), *[hand()] * 3)
    record(hold(running), hand())
    page = look(holding(changed(ended, DAY), running), "/")
    (first,) = page.find("a", class_="running")
    assert first.attributes["href"] == f"/games/{running.public_id}/"
    assert " ".join(first.text.split()).startswith("Continue Ann 4 Bo 0 Dealer: Bo")
    assert len(page.words("ul", class_="pads")) == 1


def test_an_ended_game_is_none_to_continue(db: None) -> None:
    pad = make_pad()
    record(hold(pad), *[hand()] * 3)
    assert not look(make_phone(pad), "/").find("a", class_="running")


def test_the_same_table_plays_again_by_one_tap_and_the_deal_passes_on(db: None) -> None:
    pad = make_pad(names=("Ann", "Bo"), target=4)
    record(hold(pad), hand())
    phone = make_phone(pad)
    form = look(phone, "/").form("/play-again/")
    first, second = submit(phone, form), submit(phone, form)
    assert first["Location"] == second["Location"]
    (again,) = Pad.objects.exclude(pk=pad.pk)
    assert [side.name for side in again.sides.all()] == ["Ann", "Bo"]
    assert (again.house_rules, again.first_dealer) == ({"target": 4}, 1)


def test_a_game_without_a_hand_is_only_continued(pad: Pad, pencil: Client) -> None:
    page = look(pencil, "/")
    assert "Continue" in page.text and "Same table again" not in page.text


def test_who_only_watches_cannot_play_again(pad: Pad, watch: Client) -> None:
    assert "Same table again" not in look(watch, "/").text


def test_other_phones_pads_and_revoked_ones_are_not_listed(db: None) -> None:
    mine, other, revoked = make_pad(), make_pad(), make_pad()
    phone = holding(mine, revoked)
    PadLink.objects.filter(pad=revoked).update(revoked_at=DAY)
    text = phone.get("/").content.decode()
    assert str(mine.public_id) in text
    assert str(other.public_id) not in text
    assert str(revoked.public_id) not in text


def test_a_watched_pad_is_listed_too(pad: Pad, watch: Client) -> None:
    assert f"/games/{pad.public_id}/" in look(watch, "/").links()


def test_about_names_every_preset_with_its_sources(stranger: Client) -> None:
    page = page_of(stranger.get("/about/"))
    assert len([link for link in page.links() if link.startswith("https://")]) >= 6


def test_a_pad_whose_preset_is_lost_is_still_listed(pad: Pad, pencil: Client) -> None:
    Pad.objects.filter(pk=pad.pk).update(preset_version=99)
    page = look(pencil, "/")
    assert f"/games/{pad.public_id}/" in page.links()
    assert "Can't be scored here right now" in page.text
    assert look(pencil, f"/games/{pad.public_id}/", 500).text.count("can't be scored here") == 1


PUBLIC = ["/", "/open/", "/open/which/", "/open/bicycle/", "/rules/", "/rules/bicycle/",
          "/compare/", "/sheets/", "/sheets/bicycle/"]  # fmt: skip


@pytest.mark.parametrize("path", PUBLIC)
def test_a_link_to_a_public_page_unfolds_with_a_title_a_line_and_a_picture(
    stranger: Client, path: str
) -> None:
    told = {
        node.attributes["property"]: node.attributes["content"]
        for node in look(stranger, path).find("meta")
        if "property" in node.attributes
    }
    assert told["og:title"] and told["og:description"]
    assert told["og:image"].startswith("http://testserver/static/icons/share.")


def test_a_game_has_nothing_to_unfold(pad: Pad, pencil: Client) -> None:
    assert "og:" not in pencil.get(f"/games/{pad.public_id}/").content.decode()
