"""The pads of this phone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from scorepads.models import Pad, PadLink
from tests.browsing import look, page_of
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


def test_a_phone_without_pads_is_told_how_to_begin(stranger: Client) -> None:
    page = look(stranger, "/")
    assert "No pads on this phone yet" in page.text
    assert "/open/" in page.links()


def test_each_pad_says_its_date_preset_sides_score_state_and_note(db: None) -> None:
    pad = make_pad("pedro", names=("Red", "Blue"), note="Easter")
    facts = {"pitcher": 0, "bid": 7, "points": dict.fromkeys(
        ("high", "low", "jack", "game", "pedro", "low_pedro"), 1)}  # fmt: skip
    record(hold(pad), facts)
    changed(pad, DAY)
    phone = holding(pad)
    page = look(phone, "/")
    ((item),) = page.words("ul", class_="pads")
    for part in ("7 Mar 2026, 20:15 UTC", "Pedro", "Red −7", "Blue 14", "Blue ahead", "Easter"):
        assert part in item
    assert f"/games/{pad.public_id}/" in page.links()


@pytest.mark.parametrize(
    ("facts", "state"),
    [
        ([], "Not begun yet"),
        ([bid(0, 3, trump="hearts")], "Us bid 3 ♥: being played"),
        ([hand(0)], "Us ahead, 4 to 0"),
        ([hand(0, owners={"low": 1, "jack": 1})], "Level at 2"),
        ([hand(0)] * 3, "Won by Us"),
    ],
)
def test_the_state_of_a_pad_in_a_few_words(db: None, facts: list, state: str) -> None:
    pad = make_pad()
    for one in facts:
        record(hold(pad), one)
    assert state in look(make_phone(pad), "/").words("ul", class_="pads")[0]


def test_the_last_changed_is_the_first(db: None) -> None:
    pads = [changed(make_pad(), DAY + timedelta(days=day)) for day in (1, 3, 2)]
    links = [link for link in look(holding(*pads), "/").links() if link.startswith("/games/")]
    assert links == [f"/games/{pads[place].public_id}/" for place in (1, 2, 0)]


def test_a_saved_hand_brings_its_pad_to_the_top(db: None) -> None:
    old = changed(make_pad(), DAY)
    new = changed(make_pad(), DAY + timedelta(days=1))
    phone = holding(old, new)
    record(hold(old), hand())
    links = [link for link in look(phone, "/").links() if link.startswith("/games/")]
    assert links[0] == f"/games/{old.public_id}/"


def test_twenty_pads_a_page(db: None) -> None:
    pads = [changed(make_pad(), DAY + timedelta(days=day)) for day in range(45)]
    phone = holding(*pads)
    pages = [look(phone, path) for path in ("/", "/?page=2", "/?page=3")]
    shown = [[link for link in page.links() if link.startswith("/games/")] for page in pages]
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
        with django_assert_num_queries(5):
            phone.get("/")


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
    assert "Cannot be scored here just now" in page.text
    assert look(pencil, f"/games/{pad.public_id}/", 500).text.count("cannot be scored here") == 1
