"""The system checks, and two versions of one preset side by side."""

from __future__ import annotations

import pytest

from scorepads.core.checks import pads_have_their_presets, presets_are_as_published
from scorepads.core.scorepad import PadUnreadable
from scorepads.models import Pad
from tests.factories import hand, hold, make_pad, make_phone, record, reread
from tests.preset_files import Shelf, edit

pytestmark = pytest.mark.django_db

TO_NINE = ("target = 11", "target = 9")


def test_all_is_well_with_what_was_published() -> None:
    make_pad()
    assert presets_are_as_published() == []
    assert pads_have_their_presets(databases=["default"]) == []


def test_a_version_2_beside_version_1_leaves_old_pads_as_they_were(shelf: Shelf) -> None:
    old = make_pad(start=(5, 0))
    record(hold(old), hand(0))
    before = reread(old).ledger
    shelf.publish_next("wikipedia", TO_NINE)
    assert reread(old).ledger == before
    assert not before.is_over
    record(hold(old), hand(0, 4, owner=1))
    assert reread(old).rules.target == 11
    assert presets_are_as_published() == []
    assert pads_have_their_presets(databases=["default"]) == []


def test_new_pads_get_version_2_and_are_scored_by_it(shelf: Shelf) -> None:
    shelf.publish_next("wikipedia", TO_NINE)
    phone = make_phone()
    phone.post("/open/wikipedia/", {"sides": "2"})
    new = Pad.objects.get()
    assert (new.pin, reread(new).rules.target) == ("wikipedia@2", 9)
    record(hold(new), hand(0), hand(0))
    assert not reread(new).ledger.is_over
    record(hold(new), hand(1, 3, owners={"low": 0}))
    out = reread(new).ledger.out
    assert out is not None and out.winner == 0


def test_play_again_stays_with_the_version_that_was_played(shelf: Shelf) -> None:
    old = make_pad(start=(10, 0))
    phone = make_phone(old)
    record(hold(old), hand(0))
    shelf.publish_next("wikipedia", TO_NINE)
    phone.post(f"/games/{old.public_id}/play-again/", {})
    assert Pad.objects.get(follows=old).pin == "wikipedia@1"


def test_an_altered_preset_and_the_pads_that_rest_on_it_are_named(shelf: Shelf) -> None:
    pad, other = make_pad(), make_pad("pedro")
    edit(shelf.rules("wikipedia@1"), *TO_NINE)
    shelf.reread()
    (altered,) = presets_are_as_published()
    assert altered.id == "scorepads.E001"
    assert "wikipedia@1" in altered.msg
    (troubled,) = pads_have_their_presets(databases=["default"])
    assert troubled.id == "scorepads.E002"
    assert "wikipedia@1, which was altered" in troubled.msg
    assert str(pad.public_id) in troubled.msg
    assert str(other.public_id) not in troubled.msg


def test_a_missing_preset_and_the_pads_that_rest_on_it_are_named(shelf: Shelf) -> None:
    pads = [make_pad() for _ in range(7)]
    shelf.rules("wikipedia@1").unlink()
    shelf.reread()
    assert ["wikipedia@1" in error.msg for error in presets_are_as_published()] == [True]
    (troubled,) = pads_have_their_presets(databases=["default"])
    assert troubled.msg.startswith(
        "7 game(s) are pinned to the preset wikipedia@1, which is missin"
    )
    assert sum(str(pad.public_id) in troubled.msg for pad in pads) == 5


def test_a_preset_that_was_never_published_is_named(shelf: Shelf) -> None:
    pin = shelf.write_next("pedro")
    shelf.reread()
    (error,) = presets_are_as_published()
    assert pin in error.msg


def test_without_a_database_to_look_into_no_pad_is_judged(shelf: Shelf) -> None:
    make_pad()
    shelf.rules("wikipedia@1").unlink()
    shelf.reread()
    assert pads_have_their_presets(databases=None) == []


def test_a_pad_whose_preset_is_lost_says_so_and_loses_nothing(shelf: Shelf) -> None:
    pad = make_pad()
    record(hold(pad), hand())
    phone = make_phone(pad)
    file = shelf.rules("wikipedia@1")
    kept = file.read_text("utf-8")
    file.unlink()
    shelf.reread()
    with pytest.raises(PadUnreadable):
        reread(pad)
    phone.raise_request_exception = False
    response = phone.get(f"/games/{pad.public_id}/")
    assert response.status_code == 500
    assert "its preset wikipedia@1 is missing" in response.content.decode()
    assert phone.get("/").status_code == 200
    file.write_text(kept, "utf-8")
    shelf.reread()
    assert reread(pad).ledger.totals == (4, 0)


def test_a_pad_whose_house_rules_no_longer_fit_says_so() -> None:
    pad = make_pad()
    Pad.objects.filter(pk=pad.pk).update(house_rules={"target": 0})
    with pytest.raises(PadUnreadable, match="its house rules do not fit wikipedia@1"):
        reread(pad)
