"""What makes the site an app, and hands that a phone sends after it had no network."""

from __future__ import annotations

import json
import os
import re
import struct
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from scorepads.core import access
from scorepads.entry import services as entry_services
from scorepads.entry.offline import ICONS, SHELL
from scorepads.models import Pad
from tests.browsing import look
from tests.factories import (
    PASSED,
    PENCIL,
    WATCH,
    adjustment,
    bid,
    facts_now,
    hand,
    hold,
    make_pad,
    make_phone,
    record,
    reread,
    sent,
)

STATIC = Path(__file__).parents[2] / "static"


@pytest.fixture
def pad(db: None) -> Pad:
    return make_pad()


def send(phone: Client, pad: Pad, line: Any, seen: int = 0, **fields: str) -> Any:
    sent = {"key": str(uuid4()), "seen": str(seen), "facts": json.dumps(line)} | fields
    return phone.post(f"/games/{pad.public_id}/send/", sent)


def stored(pad: Pad) -> list[Any]:
    return facts_now(reread(pad))


# --- The app -----------------------------------------------------------------------------------


def test_the_manifest_lets_the_app_be_installed(client: Client) -> None:
    response = client.get("/manifest.webmanifest")
    assert response["Content-Type"] == "application/manifest+json"
    says = json.loads(response.content)
    assert (says["name"], says["display"], says["start_url"]) == ("Pitch Keeper", "standalone", "/")
    assert {icon["purpose"] for icon in says["icons"]} == {"any", "maskable"}
    assert {icon["sizes"] for icon in says["icons"]} == {"192x192", "512x512"}


@pytest.mark.parametrize(("file", "size", "_use"), ICONS)
def test_the_icons_are_as_large_as_they_say(file: str, size: int, _use: str) -> None:
    content = (STATIC / file).read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", content[16:24]) == (size, size)


@pytest.mark.parametrize("path", ["/", "/about/", "/rules/", "/open/"])
def test_every_page_names_the_manifest_and_has_a_way_back(path: str, client: Client) -> None:
    with_pages = look(client, path)
    assert with_pages.find("link", rel="manifest", href="/manifest.webmanifest")
    assert "/" in with_pages.links()


def test_the_worker_is_asked_for_anew_each_time(client: Client) -> None:
    response = client.get("/sw.js")
    assert response["Content-Type"].startswith("text/javascript")
    assert response["Cache-Control"] == "no-cache"
    source = response.content.decode()
    assert '"/offline/"' in source
    for file in SHELL:
        assert f'"/static/{file}"' in source
        assert finders.find(file)


def test_under_hashed_names_the_worker_and_the_modules_name_the_same_files(
    client: Client, tmp_path: Path, settings: Settings
) -> None:
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "keeper.storage.HashedStorage"},
    }
    call_command("collectstatic", interactive=False, verbosity=0)
    source = client.get("/sw.js").content.decode()
    assert "const HASHED = true" in source
    shell = set(json.loads(re.findall(r"const FILES = (.+);", source)[0]))
    assert len(shell) == len(SHELL)
    for path in shell:
        file = tmp_path / path.removeprefix("/static/")
        assert re.search(r"\.[0-9a-f]{12}\.", file.name), path
        if file.suffix == ".js":
            imported = re.findall(r'(?:from |import\()"(\.[^"]+)"', file.read_text("utf-8"))
            assert {os.path.normpath(f"{path}/../{name}") for name in imported} <= shell


def test_the_worker_has_all_that_its_page_is_made_of(client: Client) -> None:
    page = look(client, "/offline/")
    named = {link.attributes["href"] for link in page.find("link", rel="stylesheet")}
    named |= {script.attributes["src"] for script in page.find("script")}
    shell = {f"/static/{file}" for file in SHELL}
    assert named <= shell
    for file in SHELL:
        if file.endswith(".js"):
            source = (STATIC / file).read_text("utf-8")
            imported = re.findall(r'(?:from |import\()"(\.[a-z_./]+\.js)"', source)
            assert {os.path.normpath(f"/static/{file}/../{name}") for name in imported} <= shell


def test_the_page_without_a_network_holds_nothing_of_anybody(pad: Pad) -> None:
    response = make_phone(pad).get("/offline/")
    assert "Set-Cookie" not in response.headers
    assert b"csrf" not in response.content
    assert str(pad.public_id).encode() not in response.content


def test_only_a_pencil_gets_the_facts_to_go_on_with(pad: Pad) -> None:
    path = f"/games/{pad.public_id}/"
    page = look(make_phone(pad), path)
    assert "rules" in json.loads(page.find("main")[0].attributes["data-game"])
    (known,) = page.find("div", id="known")
    assert json.loads(known.attributes["data-lines"])["names"] == ["Us", "Them"]
    page = look(make_phone(pad, WATCH), path)
    assert "data-game" not in page.find("main")[0].attributes
    assert "data-lines" not in page.find("div", id="known")[0].attributes


@pytest.mark.parametrize("name", ["O'Brien & <b>Al</b>", '"; x="', "نحن", "Zoë 👩‍👩‍👧 🃏"])
def test_any_name_comes_through_whole(name: str, db: None) -> None:
    pad = make_pad(names=(name, "Them"))
    record(hold(pad), hand(0, 2, note=f"by {name}"))
    page = look(make_phone(pad), f"/games/{pad.public_id}/")
    (known,) = page.find("div", id="known")
    assert json.loads(known.attributes["data-lines"])["names"][0].strip("\u2068\u2069") == name
    assert json.loads(known.attributes["data-lines"])["lines"][0]["note"] == f"by {name}"


# --- Sending -----------------------------------------------------------------------------------


@pytest.mark.parametrize("facts", [hand(0, 3), bid(1, 2), PASSED, adjustment(1, -2)])
def test_a_kept_line_of_any_kind_is_saved(pad: Pad, facts: Any) -> None:
    response = send(make_phone(pad), pad, facts)
    assert response.status_code == 200
    assert response.json()["saved"] is True
    assert response.json()["revision"] == 1
    assert stored(pad) == [facts]


def test_sent_again_it_is_saved_once_and_the_next_follows_it(pad: Pad) -> None:
    phone, key = make_phone(pad), str(uuid4())
    first = send(phone, pad, hand(0, 3), key=key).json()
    again = send(phone, pad, hand(0, 3), key=key).json()
    assert again["revision"] == first["revision"] == 1
    assert send(phone, pad, hand(1, 2), seen=1).json()["revision"] == 2
    assert send(phone, pad, hand(0, 3), key=key).json()["revision"] == 1
    assert len(stored(pad)) == 2


def test_a_key_that_saved_another_hand_saves_nothing_in_silence(pad: Pad) -> None:
    phone, key = make_phone(pad), str(uuid4())
    send(phone, pad, hand(0, 3), key=key)
    response = send(phone, pad, hand(1, 2), seen=1, key=key)
    assert response.status_code == 409
    assert response.json()["used"] is True
    assert stored(pad) == [hand(0, 3)]


def test_another_phone_went_on_meanwhile(pad: Pad) -> None:
    record(hold(pad, phone=7), hand(1, 2))
    response = send(make_phone(pad), pad, hand(0, 3))
    assert response.status_code == 409
    answer = response.json()
    assert answer["again"] is True
    assert answer["revision"] == 1
    assert "Hand 1 entered on phone 7: Them bid 2" in answer["text"]
    assert len(stored(pad)) == 1


def test_a_game_that_is_over_takes_no_more(db: None) -> None:
    pad = make_pad("bicycle")
    record(hold(pad), hand(0, 4))
    answer = send(make_phone(pad), pad, hand(0, 3), seen=1)
    assert answer.status_code == 409
    assert answer.json()["title"] == "Not sent: this game is over"
    assert answer.json()["again"] is False


def test_facts_that_the_rules_refuse_are_refused_with_a_reason(pad: Pad) -> None:
    answer = send(make_phone(pad), pad, hand(0, 9))
    assert answer.status_code == 409
    assert "a bid here is a whole number from" in answer.json()["text"]
    assert stored(pad) == []


@pytest.mark.parametrize("facts", ["", "[]", "1", "{", "null", "[" * 50_000])
def test_what_is_no_line_is_no_request(pad: Pad, facts: str) -> None:
    assert send(make_phone(pad), pad, None, facts=facts).status_code == 400
    assert stored(pad) == []


def test_a_note_is_tidied_as_the_form_would(pad: Pad) -> None:
    send(make_phone(pad), pad, hand(0, 3, note=" revoke\n\u202e "))
    assert stored(pad)[0]["note"] == "revoke"


def test_a_watcher_and_a_stranger_send_nothing(pad: Pad) -> None:
    assert send(make_phone(pad, WATCH), pad, hand()).status_code == 403
    assert send(make_phone(), pad, hand()).status_code == 404
    assert stored(pad) == []


def test_a_phone_that_lost_its_cookies_sends_by_ticket(pad: Pad) -> None:
    ticket = access.sign_ticket(hold(pad, PENCIL))
    phone = Client()
    assert send(phone, pad, hand(), ticket=ticket).json()["saved"] is True
    assert phone.get(f"/games/{pad.public_id}/").status_code == 200


def test_script_that_a_phone_kept_from_before_finds_what_it_asks_for_first() -> None:
    assert Client().get("/token/").json() == {"token": ""}


def test_a_link_taken_back_sends_nothing(pad: Pad) -> None:
    holder = hold(pad)
    ticket = access.sign_ticket(holder)
    holder.link.revoked_at = holder.pad.opened_at
    holder.link.save()
    assert send(Client(), pad, hand(), ticket=ticket).status_code == 404


def test_a_struck_hand_that_is_sent_again_stays_struck(pad: Pad) -> None:
    phone, key = make_phone(pad), str(uuid4())
    send(phone, pad, hand(), key=key)
    entry_services.strike_hand(sent(hold(pad)), 1)
    again = send(phone, pad, hand(), key=key)
    assert again.status_code == 200
    assert stored(pad) == []
