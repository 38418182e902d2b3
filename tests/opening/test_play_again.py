"""Play again: the same sides at a new pad."""

import pytest
from django.test import Client

from scorepads.models import Pad
from tests.browsing import after_303, look, submit
from tests.factories import hand, hold, make_pad, make_phone, posted, record, reread


@pytest.fixture
def finished(db: None) -> Pad:
    pad = make_pad(
        names=("Red", "Blue"), players=(("Ann", "Cy"), ("Bo", "Di")), start=(10, 0), target=12
    )
    record(hold(pad), hand())
    return pad


def test_the_same_sides_begin_again_and_the_deal_passes_on(finished: Pad) -> None:
    phone = make_phone(finished)
    form = look(phone, f"/games/{finished.public_id}/").form("/play-again/")
    page = after_303(phone, submit(phone, form))
    again = reread(Pad.objects.get(follows=finished))
    assert page.words("h2", id="entry-head") == ["Hand 1"]
    assert page.words(class_="chip") == ["D . Dealer: Bo"]
    assert (again.sides, again.rules.target) == (reread(finished).sides, 12)
    assert again.ledger.totals == (0, 0)


def test_a_double_tap_opens_one_pad(finished: Pad) -> None:
    phone = make_phone(finished)
    form = look(phone, f"/games/{finished.public_id}/").form("/play-again/")
    first, second = submit(phone, form), submit(phone, form)
    assert first["Location"] == second["Location"]
    assert second.status_code == 303
    assert Pad.objects.count() == 2


def test_the_game_before_stays_as_it_was(finished: Pad) -> None:
    before = reread(finished).ledger
    phone = make_phone(finished)
    phone.post(f"/games/{finished.public_id}/play-again/", posted(finished))
    assert reread(finished).ledger == before
    assert [link for link in look(phone, "/").links() if link.startswith("/games/")] == [
        f"/games/{pad.public_id}/" for pad in Pad.objects.order_by("-changed_at", "-pk")
    ]


def test_only_the_phone_that_began_again_holds_the_new_pad(finished: Pad) -> None:
    phone, other = make_phone(finished), make_phone(finished)
    phone.post(f"/games/{finished.public_id}/play-again/", posted(finished))
    new = Pad.objects.get(follows=finished)
    assert look(phone, f"/games/{new.public_id}/")
    assert look(other, f"/games/{new.public_id}/", 404)


def test_the_watch_cannot_begin_again(finished: Pad) -> None:
    watch: Client = make_phone(finished, "watch")
    address = f"/games/{finished.public_id}/play-again/"
    assert watch.post(address, posted(finished)).status_code == 403
    assert Pad.objects.count() == 1
