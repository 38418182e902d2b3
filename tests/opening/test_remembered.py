"""Names typed on this phone are offered again, and its table's usual rules come first."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone

from scorepads.models import Pad
from scorepads.opening.remembered import usual_rules
from scorepads.rules.house_rules.records import HOUSE_RULES
from tests.browsing import FROM_HERE, Page, after_303, look, submit
from tests.factories import WATCH, at, let_in, make_guest, make_pad, make_phone, reread

pytestmark = pytest.mark.django_db
FORM = "/open/wikipedia/"


def offered(phone: Client) -> list[str]:
    """The names that the opening form offers, to script and to browsers without."""
    html = look(phone, FORM).html
    listed = re.findall(r'<option value="([^"]*)"></option>', html)
    assert listed == re.findall(r'<button class="btn" type="button"><bdi>([^<]*)</bdi>', html)
    return listed


def open_game(phone: Client, **typed: str) -> Pad:
    form = look(phone, FORM).form(FORM)
    page: Page = after_303(phone, submit(phone, form, **typed))
    return Pad.objects.get(public_id=page.path.split("/")[2])


def test_a_stranger_is_offered_nothing(stranger: Client) -> None:
    assert offered(stranger) == []
    assert "Forget these names" not in look(stranger, FORM).text


def test_names_typed_before_are_offered_those_of_most_games_first(stranger: Client) -> None:
    open_game(stranger, **{"name-0": "Ann", "name-1": "Bo"})
    partners = {"player-0-0": "Cy", "player-0-1": "ann", "player-1-0": "Di", "player-1-1": "Eve"}
    open_game(stranger, players="2", **partners)
    assert offered(stranger) == ["ann", "Cy", "Di", "Eve", "Bo"]


def test_default_names_are_nobodys(stranger: Client) -> None:
    open_game(stranger)
    open_game(stranger, sides="4")
    assert offered(stranger) == []


def test_every_field_of_a_name_suggests_them_without_script(stranger: Client) -> None:
    open_game(stranger, **{"name-0": "Ann"})
    page = look(stranger, FORM)
    fields = [node for node in page.find("input", class_="in") if node.attributes.get("list")]
    assert {"name-0", "name-8", "player-0-0"} <= {field.attributes["name"] for field in fields}
    assert page.find("datalist", id="known-names")


def test_names_of_games_that_others_opened_are_not_this_phones() -> None:
    pad = make_pad("bicycle", ["Gus", "Hal"])
    guest, watcher = make_guest(pad), make_phone(pad, WATCH)
    assert offered(guest) == offered(watcher) == []
    assert offered(make_phone(pad)) == ["Gus", "Hal"]


def test_names_are_forgotten_when_asked_and_the_games_stay(stranger: Client) -> None:
    pad = open_game(stranger, **{"name-0": "Ann"})
    form = look(stranger, FORM).form("/names/forget/")
    page = after_303(stranger, submit(stranger, form))
    assert page.path == FORM
    assert offered(stranger) == []
    assert look(stranger, at(pad))
    open_game(stranger, **{"name-0": "Bo"})
    assert offered(stranger) == ["Bo"]


def test_forgetting_on_one_phone_leaves_the_others(pad: Pad) -> None:
    named = make_pad("bicycle", ["Gus", "Hal"])
    one, other = make_phone(named), make_phone(named)
    one.post("/names/forget/", headers=FROM_HERE)
    assert (offered(one), offered(other)) == ([], ["Gus", "Hal"])


@pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example/", "/open/\\evil", "/"])
def test_forgetting_leads_nowhere_else(stranger: Client, back: str) -> None:
    response = stranger.post("/names/forget/", {"back": back}, headers=FROM_HERE)
    assert response["Location"].startswith("/open/")
    assert "evil.example" not in response["Location"]


def test_a_game_that_is_deleted_or_left_takes_its_names_along(stranger: Client) -> None:
    deleted, left = (
        open_game(stranger, **{"name-0": "Ann"}),
        open_game(stranger, **{"name-0": "Bo"}),
    )
    Pad.objects.filter(pk=deleted.pk).update(deleted_at=timezone.now())
    after_303(stranger, submit(stranger, look(stranger, at(left, "leave/")).forms[0]))
    assert offered(stranger) == []


def test_an_archived_games_names_are_still_offered(stranger: Client) -> None:
    pad = open_game(stranger, **{"name-0": "Ann"})
    stranger.post(at(pad, "archive/"), headers=FROM_HERE)
    assert offered(stranger) == ["Ann"]


# --- The usual rules ----------------------------------------------------------------------------


def test_a_phone_without_games_has_no_usual_rules(stranger: Client) -> None:
    assert "You usually play" not in look(stranger, "/open/").text
    assert usual_rules("") is None


def test_the_rules_of_most_of_the_last_games_come_first_with_their_house_rules() -> None:
    often = make_pad("wikipedia", target=15, no_junk=True)
    phone = make_phone(often)
    for pad in (make_pad("wikipedia", target=15, no_junk=True), make_pad("pedro")):
        let_in(phone, pad)
    page = look(phone, "/open/")
    assert "You usually play" in page.text
    [link] = [link for link in page.links() if "?like=" in link]
    form = look(phone, link).forms[0]
    assert form.fields["target"] == "15"
    assert form.fields["rule-no_junk"]
    submit(phone, form)
    opened = reread(Pad.objects.latest("pk"))
    assert opened.rules.house_rules == reread(often).rules.house_rules
    assert "no_junk" in HOUSE_RULES


def test_rules_like_those_of_a_game_that_is_not_held_are_not_told(stranger: Client) -> None:
    pad = make_pad("wikipedia", target=15)
    assert stranger.get(f"{FORM}?like={pad.public_id}").status_code == 404
    assert stranger.get(f"{FORM}?like=x").status_code == 404
    assert make_phone(pad).get(f"/open/pedro/?like={pad.public_id}").status_code == 404
    assert make_phone(pad).get(f"{FORM}summary/?like={pad.public_id}").status_code == 200
