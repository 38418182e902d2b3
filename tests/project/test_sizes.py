"""What is sent is bounded, whoever sends it: nothing larger is meant for a score keeper."""

import pytest
from django.test import Client

from tests.factories import make_pad, make_phone, posted

pytestmark = pytest.mark.django_db


def test_a_body_that_is_too_large_is_refused() -> None:
    pad = make_pad()
    sent = posted(pad, note="x" * 300_000)
    assert make_phone(pad).post(f"/pads/{pad.public_id}/hands/", sent).status_code == 400
    assert pad.entries.count() == 0


def test_too_many_fields_are_refused() -> None:
    pad = make_pad()
    sent = posted(pad, **{f"field-{number}": "1" for number in range(201)})
    assert make_phone(pad).post(f"/pads/{pad.public_id}/hands/", sent).status_code == 400


def test_a_stranger_is_refused_as_well() -> None:
    assert Client().post("/paste/", {"link": "x" * 300_000}).status_code == 400
