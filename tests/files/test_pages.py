"""Export and import by their pages: files out, and files in."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from scorepads.files.formats import MAX_BYTES
from scorepads.models import HandEntry, Pad, PadLink
from tests.browsing import after_303, look, page_of
from tests.factories import (
    adjustment,
    at,
    hand,
    hold,
    make_pad,
    make_phone,
    posted,
    record,
)
from tests.schemas import schema_errors

pytestmark = pytest.mark.django_db

FILES = ("ledger.json", "pad.json", "history.json", "hands.csv", "score.txt", "picture.svg")
LEDGER = {
    "format": "pitch-ledger/1",
    "preset": "wikipedia@1",
    "sides": [{"name": "Red"}, {"name": "Blue"}],
    "hands": [hand(0, 3, dealer=1)],
}
HOSTILE = ("O'Brien & <b>Al</b>", "محمد", "Zoë 👩‍👩‍👧 🃏", "=1+1")


def download(phone: Client, pad: Pad, kind: str) -> Any:
    response = phone.get(at(pad, f"export/{kind}"))
    assert response.status_code == 200
    return response


# --- Files out


def test_every_file_comes_with_a_safe_name_and_its_type(played: Pad, watch: Client) -> None:
    for kind, wanted in (
        ("ledger.json", "application/json"),
        ("hands.csv", "text/csv; charset=utf-8"),
        ("score.txt", "text/plain; charset=utf-8"),
        ("picture.svg", "image/svg+xml"),
    ):
        response = download(watch, played, kind)
        assert response["Content-Type"] == wanted
        assert response["Content-Disposition"].startswith('attachment; filename="pitch-2')
        assert response["Content-Disposition"].endswith(f'-us-them.{kind.split(".")[1]}"')
        assert response["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("ledger.json", "pitch-ledger/1"),
        ("pad.json", "pitch-pad/1"),
        ("history.json", "pitch-pad/1"),
    ],
)
def test_a_downloaded_file_is_valid_by_its_schema(
    played: Pad, watch: Client, kind: str, name: str
) -> None:
    document = json.loads(download(watch, played, kind).content)
    assert document["format"] == name
    assert schema_errors(document, name) == []


def test_no_file_holds_a_secret_or_an_address(played: Pad, pencil: Client) -> None:
    secrets = [*PadLink.objects.values_list("digest", flat=True), str(played.public_id),
               str(played.open_key), *map(str, HandEntry.objects.values_list("entry_key",
                                                                           flat=True))]  # fmt: skip
    for kind in FILES:
        text = download(pencil, played, kind).content.decode()
        assert not [secret for secret in secrets if secret in text]
        assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


def test_the_picture_opens_alone_and_tells_the_ledger() -> None:
    pad = make_pad(names=(*HOSTILE[:3], "\ufffe forty letters and some more, so cut"))
    record(hold(pad), hand(0, 4, owners={"low": 1}), hand(1, 3, trump="hearts"), adjustment(2, -5))
    svg = download(make_phone(pad), pad, "picture.svg").content.decode()
    root = ET.fromstring(svg)
    assert "style" not in svg.replace("font-style", "") and "class=" not in svg
    texts = ["".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"محمد", "−4", "−5", "+4", "made"} <= {part for text in texts for part in text.split()}
    assert [text for text in texts if text.startswith("O'Brien & <b>")]
    width = float(root.attrib["width"])
    assert all(float(text.attrib["x"]) <= width for text in root.iter() if "x" in text.attrib)


def test_the_text_on_the_page_is_the_text_of_the_file(played: Pad, watch: Client) -> None:
    page = look(watch, at(played, "export/"))
    lines = download(watch, played, "score.txt").content.decode().split("\n")
    (shown,) = page.find("pre")
    assert [line.strip() for line in shown.text.split("\n")][:-1] == lines[:-2]


def test_all_pads_of_a_phone_go_into_one_file_and_come_back(pad: Pad, pencil: Client) -> None:
    record(hold(pad), hand())
    pencil.post(at(pad, "play-again/"), posted(pad))
    document = json.loads(pencil.get("/export/pads.json").content)
    assert len(document["pads"]) == 2
    assert schema_errors(document, "pitch-pads/1") == []
    response = pencil.get("/export/pads.json?history=1")
    assert response["Content-Disposition"].startswith('attachment; filename="pitch-all-pads-2')
    assert "no-store" in response["Cache-Control"]
    fresh = make_phone()
    page = after_303(fresh, import_file(fresh, response.content))
    assert "2 games imported." in page.words("div", class_="notice")
    assert (Pad.objects.count(), len(page.find("ul", class_="pads")[0].text)) > (3, 0)
    page = after_303(fresh, import_file(fresh, response.content))
    assert "2 were on this phone already." in page.words("div", class_="notice")
    assert Pad.objects.count() == 4


# --- Files in


def import_text(phone: Client, text: str, **fields: str) -> Any:
    return phone.post("/import/", {"key": str(uuid4()), "text": text, **fields})


def import_file(phone: Client, content: bytes, **fields: str) -> Any:
    file = SimpleUploadedFile("pads.json", content)
    return phone.post("/import/", {"key": str(uuid4()), "text": "", "file": file, **fields})


@pytest.mark.parametrize("bring", [import_text, import_file])
def test_a_ledger_becomes_a_pad_that_this_phone_may_write_on(stranger: Client, bring: Any) -> None:
    text = json.dumps(LEDGER)
    page = after_303(stranger, bring(stranger, text if bring is import_text else text.encode()))
    assert "Red" in page.text and "1 game imported." in page.text
    pad = Pad.objects.get()
    assert (pad.first_dealer, pad.revision) == (1, 1)
    assert [(link.used, pad.phones) for link in pad.links.all()] == [(1, 1)]
    saved = stranger.post(at(pad, "hands/"), posted(pad, bid="pass"))
    assert saved.status_code == 303
    exported = json.loads(download(stranger, pad, "ledger.json").content)
    assert exported == {**LEDGER, "hands": [*LEDGER["hands"], {"passed_out": True}]}


def test_up_to_a_hundred_thousand_letters_are_pasted(stranger: Client) -> None:
    (field,) = look(stranger, "/import/").find("textarea")
    assert field.attributes["maxlength"] == "100000"


def test_a_form_sent_twice_brings_one_pad(stranger: Client) -> None:
    key = str(uuid4())
    answers = [import_text(stranger, json.dumps(LEDGER), key=key) for _ in range(2)]
    assert answers[0]["Location"] == answers[1]["Location"]
    assert Pad.objects.count() == 1
    after_303(stranger, import_text(stranger, json.dumps(LEDGER | {"hands": []}), key=key))
    assert Pad.objects.count() == 2  # the form gone back to, and filled in anew


def test_a_pad_that_is_here_already_is_opened_and_not_doubled(played: Pad, pencil: Client) -> None:
    text = download(pencil, played, "pad.json").content.decode()
    response = import_text(pencil, text)
    assert response["Location"] == at(played)
    assert "1 was on this phone already." not in response.content.decode()
    assert Pad.objects.count() == 1


def test_what_is_wrong_is_told_and_what_was_pasted_is_kept(stranger: Client) -> None:
    text = json.dumps(LEDGER | {"hands": [hand(owners={"jack": 7})]})
    response = import_text(stranger, text)
    page = page_of(response)
    assert response.status_code == 422
    assert page.words("ul", class_="trouble") == ["hands[0].points.jack: there is no side 7"]
    assert page.words("textarea") == [text]
    assert not Pad.objects.exists()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\xff\xfe\x00", "not text in UTF-8"),
        (b" " * (MAX_BYTES + 1), "longer than 16 megabytes"),
        (b"", "there is nothing in it"),
        (b"\xef\xbb\xbf" + b"{}", "format: the format is pitch-ledger/1"),
    ],
)
def test_a_file_that_is_none_is_refused(stranger: Client, content: bytes, says: str) -> None:
    response = import_file(stranger, content)
    assert response.status_code == 422
    assert says in page_of(response).text


def test_the_home_page_leads_to_numbers_and_files(
    pad: Pad, pencil: Client, stranger: Client
) -> None:
    assert {"/statistics/", "/export/pads.json", "/import/"} <= set(look(pencil, "/").links())
    links = look(stranger, "/").links()
    assert "/import/" in links and "/statistics/" not in links


def test_the_picture_names_every_house_rule() -> None:
    pad = make_pad(target=15, no_junk=True, failed_smudge_loses=True, smudge="four-wins")
    root = ET.fromstring(download(make_phone(pad), pad, "picture.svg").content.decode())
    words = " ".join("".join(text.itertext()) for text in root.iter())
    for named in ("house rules:", "to 15", "no junk", "a failed smudge loses"):
        assert named in " ".join(words.split())
