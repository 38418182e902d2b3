"""A table's own rules: kept by name, used again, changed, sent to another phone, forgotten."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import Settings

from scorepads.models import OwnVersion, Pad
from scorepads.opening import own_rulesets
from tests.browsing import Form, Page, after_303, look, page_of, submit
from tests.factories import hand, hold, make_pad, make_phone, record, reread
from tests.preset_files import name_of

NAME = name_of("wikipedia")

pytestmark = pytest.mark.django_db

WIKIPEDIA = "/open/wikipedia/"


def keep(phone: Client, name: str = "Tuesday rules", **fields: str) -> OwnVersion:
    """Fill in the form of Wikipedia's rules and only keep them."""
    form = look(phone, WIKIPEDIA).form(WIKIPEDIA)
    response = submit(phone, form, **{"own-name": name}, do="keep", **fields)
    assert response.status_code == 303
    return OwnVersion.objects.latest("pk")


def open_by(phone: Client, own: OwnVersion, do: str = "open", **fields: str) -> Any:
    """Use them again, with `fields` changed; boxes that were ticked stay so."""
    page = look(phone, f"/open/own/{own.family}/")
    form = page.form(f"/open/own/{own.family}/")
    return submit(phone, _as_shown(page, form), do=do, **fields)


def _as_shown(page: Page, form: Form) -> Form:
    for box in page.find("input", type="checkbox"):
        name = box.attributes["name"]
        if "checked" in box.attributes:
            form.fields[name] = "on"
        else:
            form.fields.pop(name, None)
    return form


def listed(phone: Client) -> list[str]:
    """The own versions beside the six games, each as its line says it."""
    page = look(phone, "/open/")
    (found,) = page.find("ul", class_="own") or [None]
    if found is None:
        return []
    return re.findall(r"([^,]+?) version (\d+)", " ".join(found.text.split()))


def pad() -> Pad:
    return Pad.objects.latest("pk")


# --- Keeping and using again ----------------------------------------------------------------


def test_rules_kept_by_a_name_stand_beside_the_six(stranger: Client) -> None:
    form = look(stranger, WIKIPEDIA).form(WIKIPEDIA)
    fields = {"own-name": "Tuesday rules", "target": "15", "rule-no_junk": "on", "do": "keep"}
    page = after_303(stranger, submit(stranger, form, **fields))
    own = OwnVersion.objects.get()
    assert page.path == f"/own/{own.family}/1/"
    assert page.words("h1") == ["Tuesday rules"]
    assert "to 15" in page.text and "no junk" in page.text
    assert not Pad.objects.exists()
    assert [line[1] for line in listed(stranger)] == ["1"]
    assert f"/open/own/{own.family}/" in look(stranger, "/open/").links()


def test_a_pad_opened_under_a_name_keeps_the_rules_too(stranger: Client) -> None:
    form = look(stranger, WIKIPEDIA).form(WIKIPEDIA)
    page = after_303(stranger, submit(stranger, form, **{"own-name": "Tuesday", "target": "15"}))
    assert pad().own_version == OwnVersion.objects.get()
    header = f"Tuesday, version 1 {NAME}, house rules: to 15"
    assert header in page.words("header", class_="top")[0]


def test_used_again_as_they_are_they_stay_the_version_they_were(stranger: Client) -> None:
    own = keep(stranger, target="15", **{"rule-no_junk": "on"})
    after_303(stranger, open_by(stranger, own))
    assert pad().own_version == own
    assert pad().house_rules == {"target": 15, "no_junk": True}
    assert OwnVersion.objects.count() == 1


def test_rules_need_a_name_to_be_kept(stranger: Client) -> None:
    response = submit(stranger, look(stranger, WIKIPEDIA).form(WIKIPEDIA), do="keep", target="15")
    assert response.status_code == 422
    page = page_of(response)
    assert page.words(id="own-name-error") == ["Give your house rules a name."]
    assert "#own-name" in page.links()
    assert page.form(WIKIPEDIA).fields["target"] == "15"
    assert not OwnVersion.objects.exists()


def test_kept_twice_they_are_there_once(stranger: Client) -> None:
    keep(stranger, target="15")
    keep(stranger, target="15")
    assert OwnVersion.objects.count() == 1


# --- Changing them ----------------------------------------------------------------------------


def test_a_change_is_the_next_version_and_old_pads_keep_theirs(stranger: Client) -> None:
    own = keep(stranger, target="15")
    after_303(stranger, open_by(stranger, own))
    old = pad()
    page = after_303(stranger, open_by(stranger, own, target="21"))
    first, second = OwnVersion.objects.order_by("version")
    assert (first.family, first.version, first.house_rules) == (own.family, 1, {"target": 15})
    assert (second.family, second.version, second.house_rules) == (own.family, 2, {"target": 21})
    assert f"Tuesday rules, version 2 {NAME}, house rules: to 21" in page.text
    assert reread(old).title == f"Tuesday rules, version 1: {NAME}, house rules: to 15"
    old_page = look(stranger, f"/games/{old.public_id}/").words("header", class_="top")[0]
    assert f"Tuesday rules, version 1 {NAME}, house rules: to 15" in old_page
    assert [line[1] for line in listed(stranger)] == ["2"]
    page = look(stranger, f"/own/{own.family}/2/")
    assert f"/own/{own.family}/1/" in page.links()


def test_another_name_is_another_set_of_rules(stranger: Client) -> None:
    own = keep(stranger, target="15")
    open_by(stranger, own, do="keep", **{"own-name": "Friday rules"})
    assert len({own.family for own in OwnVersion.objects.all()}) == 2
    assert len(listed(stranger)) == 2


def test_two_phones_of_one_table_never_make_the_same_version(
    stranger: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A twin of the form was faster between looking and saving: the next number is taken."""
    own = keep(stranger, target="15")
    OwnVersion.objects.create(
        family=own.family, version=2, name=own.name, preset_key="wikipedia", preset_version=1,
        house_rules={"target": 18},
    )  # fmt: skip
    seen = [own]
    real = own_rulesets.find_mine_by_name
    monkeypatch.setattr(
        own_rulesets, "find_mine_by_name", lambda *asked: seen.pop() if seen else real(*asked)
    )
    assert open_by(stranger, own, do="keep", target="21").status_code == 303
    assert OwnVersion.objects.get(version=3).house_rules == {"target": 21}


# --- Sending them -----------------------------------------------------------------------------


def test_they_are_sent_by_link_and_kept_on_another_phone(stranger: Client) -> None:
    own = keep(stranger, target="15")
    address = f"/own/{own.family}/1/"
    page = look(stranger, address)
    (shown,) = page.find("textarea", id="address")
    assert shown.text.strip() == f"http://testserver{address}"
    assert page.find("svg", class_="qr")
    assert page.find("div", role="img", aria_label="QR code of this address")
    assert page.find("path")[0].attributes["d"].startswith("M")

    other = Client()
    page = look(other, address)
    assert "Save on this phone" in page.text
    assert listed(other) == []
    page = after_303(other, submit(other, page.form(address), do="keep"))
    assert len(listed(other)) == 1
    assert "Remove from this phone" in look(other, address).text
    after_303(other, open_by(other, own))
    assert pad().own_version == own
    assert OwnVersion.objects.count() == 1


def test_whoever_changes_rules_that_were_sent_makes_their_own(stranger: Client) -> None:
    own = keep(stranger, target="15")
    other = Client()
    submit(other, look(other, f"/own/{own.family}/1/").form("/1/"), do="keep")
    open_by(other, own, target="21")
    theirs = OwnVersion.objects.latest("pk")
    assert theirs.family != own.family
    assert (theirs.name, theirs.version, theirs.house_rules) == (own.name, 1, {"target": 21})
    assert own_rulesets.find_version(own.family).house_rules == {"target": 15}
    assert len(listed(stranger)) == 1 and len(listed(other)) == 2


def test_forgotten_rules_leave_the_list_and_nothing_else(stranger: Client) -> None:
    own = keep(stranger, target="15")
    open_by(stranger, own)
    page = look(stranger, f"/own/{own.family}/1/")
    after_303(stranger, submit(stranger, page.form("/1/"), do="forget"))
    assert listed(stranger) == []
    assert "Tuesday rules, version 1" in look(stranger, f"/games/{pad().public_id}/").text
    assert look(stranger, f"/own/{own.family}/1/")
    response = submit(stranger, page.form("/1/"), do="forget")  # tapped twice
    assert response.status_code == 303


# --- Comparing and replaying --------------------------------------------------------------------


def test_they_are_compared_and_tried_like_any_version(stranger: Client) -> None:
    own = keep(stranger, target="15")
    asked = f"?v=own:{own.family}@1&v=wikipedia@1"
    assert "Tuesday rules, version 1" in look(stranger, f"/compare/{asked}").text
    assert "Tuesday rules, version 1" in look(Client(), f"/compare/hand/{asked}").text


def test_a_pad_played_on_under_them_says_whose_they_are(stranger: Client) -> None:
    own = keep(stranger, target="15")
    game = make_pad("bicycle", start=(4, 5))
    record(hold(game), hand(0, 4))
    phone = make_phone(game)
    page = look(phone, f"/games/{game.public_id}/replay/?under=own:{own.family}@1")
    assert "Tuesday rules, version 1" in page.words("h1")[0]
    page = after_303(phone, submit(phone, page.form("/replay/")))
    assert pad().own_version == own
    assert f"Tuesday rules, version 1 {NAME}, house rules: to 15" in page.text
    assert reread(game).pad.own_version is None


@pytest.mark.parametrize(
    "name",
    ["own:", "own:@", "own:x@1", "own:{family}", "own:{family}@", "own:{family}@0",
     "own:{family}@-1", "own:{family}@2", "own:{family}@1.0", "own:{family}@99999999999999999999",
     "own:{family}@" + "9" * 5000, "own:{family}@1@1", "own:{other}@1", "own:\x00@1",
     "own:{family}@\x00", "own:{family}@²"],
)  # fmt: skip
def test_crafted_names_are_told_not_to_be_there(stranger: Client, name: str) -> None:
    own = keep(stranger, target="15")
    name = name.format(family=own.family, other=uuid4())
    game = make_pad()
    record(hold(game), hand())
    phone = make_phone(game)
    query = {"v": [name, "wikipedia@1"]}
    for response in (
        phone.get("/compare/", query),
        phone.get("/compare/hand/", query),
        phone.get(f"/games/{game.public_id}/replay/", {"under": name}),
    ):
        assert response.status_code == 200
        assert "There is no version" in response.content.decode()


@pytest.mark.parametrize("version", ["0", "2", "99999", "99999999999999999999", "9" * 4400, "-1"])
def test_crafted_addresses_are_not_found(stranger: Client, version: str) -> None:
    own = keep(stranger, target="15")
    assert stranger.get(f"/own/{own.family}/{version}/").status_code == 404
    assert stranger.post(f"/own/{own.family}/{version}/").status_code == 404


def test_rules_that_nobody_made_are_not_found(stranger: Client) -> None:
    for address in (f"/open/own/{uuid4()}/", f"/own/{uuid4()}/1/", "/open/own/x/", "/own/x/1/"):
        assert stranger.get(address).status_code == 404


def test_rules_whose_preset_is_gone_are_left_out(stranger: Client) -> None:
    own = keep(stranger, target="15")
    OwnVersion.objects.update(preset_version=99)
    assert listed(stranger) == []
    for address in (f"/open/own/{own.family}/", f"/own/{own.family}/1/"):
        assert stranger.get(address).status_code == 404
    assert stranger.get("/compare/", {"v": f"own:{own.family}@1"}).status_code == 200


def test_rules_that_no_longer_go_together_are_left_out_and_say_why(stranger: Client) -> None:
    own = keep(stranger, target="15")
    OwnVersion.objects.update(house_rules={"sinks_at": 3})
    assert listed(stranger) == []
    for address in (
        f"/open/own/{own.family}/",
        f"/own/{own.family}/1/",
        f"/sheets/own/{own.family}/1/",
    ):
        assert stranger.get(address).status_code == 404
    compared = stranger.get("/compare/", {"v": [f"own:{own.family}@1", "wikipedia@1"]})
    assert "does not go together: " in compared.content.decode()


# --- Limits ----------------------------------------------------------------------------------


@pytest.mark.parametrize("address", [WIKIPEDIA, "/open/own/{}/", "/import/", "{pad}swap/",
                                     "{pad}replay/", "{pad}play-again/"])  # fmt: skip
def test_keeping_importing_and_playing_on_are_counted_as_openings(
    settings: Settings, address: str
) -> None:
    own = OwnVersion.objects.create(
        version=1, name="T", preset_key="wikipedia", preset_version=1, house_rules={}
    )
    game = make_pad()
    phone = make_phone(game)
    settings.REQUEST_LIMITS = {**settings.REQUEST_LIMITS, "openings": 1}
    url = address.format(own.family, pad=f"/games/{game.public_id}/")
    fields = {"do": "keep", "own-name": "x"}
    assert phone.post(url, fields).status_code != 429
    assert phone.post(url, fields).status_code == 429
