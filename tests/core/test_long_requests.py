"""What is too long or malformed is refused before anything reads it, in one line of the log."""

from __future__ import annotations

import io
import logging
import logging.config
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, override_settings

from scorepads.files.formats import MAX_BYTES
from tests.factories import make_pad, make_phone, posted

FORM = "application/x-www-form-urlencoded"


class Unread(io.BytesIO):
    """A body that nobody may read."""

    def read(self, *_: Any) -> bytes:
        raise AssertionError("the body was read")

    readline = read


def post(client: Client, address: str, length: int | None, **headers: str) -> Any:
    """A form whose body fails the test when it is read."""
    environ = {"wsgi.input": Unread(), "CONTENT_TYPE": FORM, "REQUEST_METHOD": "POST",
               "PATH_INFO": address, "CONTENT_LENGTH": "" if length is None else str(length),
               **headers}  # fmt: skip
    return client.request(**environ)


@pytest.mark.parametrize("address", ["/open/wikipedia/", "/paste/", "/sw.js", "/no/such/page/"])
def test_a_body_is_refused_by_its_length(address: str, client: Client) -> None:
    answer = post(client, address, settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
    assert answer.status_code == 413
    assert "Content-Security-Policy" in answer.headers


def test_an_import_may_be_longer_but_not_much(client: Client) -> None:
    assert settings.LONG_BODIES["/import/"] > MAX_BYTES
    assert post(client, "/import/", settings.LONG_BODIES["/import/"] + 1).status_code == 413


@pytest.mark.django_db
def test_a_file_of_the_largest_size_is_read(client: Client) -> None:
    file = SimpleUploadedFile("pads.json", b" " * MAX_BYTES)
    answer = client.post("/import/", {"file": file})
    assert answer.status_code == 422
    assert "there is nothing in it" in answer.content.decode()


def test_a_body_without_a_length_is_refused(client: Client) -> None:
    answer = post(client, "/import/", None, HTTP_TRANSFER_ENCODING="chunked")
    assert answer.status_code == 411


@pytest.mark.django_db
def test_a_host_of_three_kilobytes_is_refused_everywhere() -> None:
    pad = make_pad()
    phone = make_phone(pad)
    host = "a" * 3000
    assert phone.get("/", headers={"Host": host}).status_code == 400
    answer = phone.post(f"/games/{pad.public_id}/link/", posted(pad), headers={"Host": host})
    assert answer.status_code == 400


@pytest.mark.django_db
def test_a_body_that_stops_in_the_middle_is_no_fault_of_ours(client: Client) -> None:
    class Broken(io.BytesIO):
        def read(self, *_: Any) -> bytes:
            raise OSError("Connection reset by peer")

    for address in ("/open/wikipedia/", "/import/", "/paste/"):
        answer = client.request(**{
            "wsgi.input": Broken(), "CONTENT_TYPE": FORM, "REQUEST_METHOD": "POST",
            "PATH_INFO": address, "CONTENT_LENGTH": "100",
        })  # fmt: skip
        assert answer.status_code < 500


@pytest.mark.django_db
@override_settings(ALLOWED_HOSTS=["pitch.example.org"])
@pytest.mark.parametrize(
    ("headers", "path", "body", "kind"),
    [
        ({"Host": "elsewhere.example"}, "/", "", FORM),
        ({"Host": "pitch.example.org"}, "/no/such/page/", "", FORM),
        ({"Host": "pitch.example.org", "Origin": "https://evil.test"}, "/paste/", "link=x", FORM),
        ({"Host": "pitch.example.org"}, "/open/wikipedia/", "&".join(["f="] * 999), FORM),
        ({"Host": "pitch.example.org"}, "/open/wikipedia/", "x", "multipart/form-data; boundary="),
        ({"Host": "pitch.example.org"}, "/open/wikipedia/", "x", f"{FORM}; charset=utf-7"),
    ],
)  # fmt: skip
def test_junk_writes_one_line_and_no_traceback(
    headers: dict[str, str], path: str, body: str, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    # The handler that the settings made holds the stderr of that moment: make it anew.
    logging.config.dictConfig(settings.LOGGING)
    client = Client(raise_request_exception=False)
    answer = client.generic("POST", path, body, kind, headers=headers)
    assert 400 <= answer.status_code < 500
    written = capsys.readouterr().err
    assert written.count("\n") == 1, written
    assert len(written) < 700
