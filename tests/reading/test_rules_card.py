"""The rules of a pad on one card: what its table plays by, and what is the house's in it."""

from __future__ import annotations

import pytest

from scorepads.models import Pad
from tests.browsing import look
from tests.factories import WATCH, hand, hold, make_pad, make_phone, record

pytestmark = pytest.mark.django_db

MARK, USUAL = "house rule", " as published: "


def card(pad: Pad) -> dict[str, str]:
    """The rules by their labels, each with its tag and what it says."""
    page = look(make_phone(pad, WATCH), f"/games/{pad.public_id}/rules/")
    labels, says = page.words("dt"), page.words("dd")
    assert len(labels) == len(says) > 10
    return dict(zip(labels, says, strict=True))


def test_a_pad_without_house_rules_plays_its_preset() -> None:
    rules = card(make_pad("wikipedia"))
    assert not [label for label in rules if MARK in label]
    assert not [says for says in rules.values() if USUAL in says]
    assert rules.keys() >= {"Game to", "Bids", "Who goes out", "Setback"}


def test_what_the_house_changed_is_marked_beside_what_is_usual() -> None:
    rules = card(make_pad("wikipedia", target=15, no_junk=True))
    marked = {label: says for label, says in rules.items() if MARK in label}
    assert {f"House rules {MARK}", f"Game to {MARK}", f"What the others took {MARK}"} == set(marked)
    assert rules[f"Game to {MARK}"].startswith("15")
    assert {label for label, says in rules.items() if USUAL in says} == {
        f"Game to {MARK}",
        f"What the others took {MARK}",
    }


def test_a_target_changed_on_the_way_is_on_the_card() -> None:
    pad = make_pad("wikipedia")
    record(hold(pad), hand(), {"target": 15})
    assert card(pad)[f"Game to {MARK}"].startswith("15")
