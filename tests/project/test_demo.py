"""`manage.py demo`: its games show what a scorer meets, and its links open them."""

import io
import re

import pytest
from django.core.management import call_command
from django.test import Client

from scorepads.core.scorepad import Scorepad, read_pad
from scorepads.management.commands.demo import GAMES, fill_pad
from scorepads.models import Pad
from scorepads.rules import catalog
from scorepads.rules.hand import Adjustment, PassedOut

pytestmark = pytest.mark.django_db

LINK = re.compile(r"\S+(/join/\S+/)")


def demo(**options: str) -> str:
    printed = io.StringIO()
    call_command("demo", stdout=printed, **options)
    return printed.getvalue()


@pytest.fixture
def pads() -> list[Scorepad]:
    return [fill_pad(game)[0] for game in GAMES]


def test_a_pad_for_every_preset_with_hands_on_it(pads: list[Scorepad]) -> None:
    assert [scorepad.rules.preset for scorepad in pads] == catalog.current.latest()
    assert all(scorepad.ledger.lines and not scorepad.ledger.after_the_end for scorepad in pads)


def test_they_show_what_a_scorer_meets(pads: list[Scorepad]) -> None:
    lines = [line for scorepad in pads for line in scorepad.ledger.lines]

    assert {scorepad.ledger.is_over for scorepad in pads} == {True, False}
    assert {line.made for line in lines} == {True, False, None}
    assert any(total < 0 for line in lines for total in line.totals)
    assert {type(line.entry) for line in lines} >= {PassedOut, Adjustment}
    assert any(line.corrected for scorepad in pads for line in scorepad.lines)
    assert any(scorepad.in_play for scorepad in pads)
    assert any(scorepad.rules.house_rules for scorepad in pads)
    assert any(any(scorepad.start) for scorepad in pads)


def test_every_link_opens_its_pad_for_writing(client: Client) -> None:
    links = LINK.findall(demo())

    assert len(links) == len(catalog.current.latest())
    for link in links:
        page = client.post(link, follow=True)
        assert page.status_code == 200
        assert page.context["holder"].has_pencil


@pytest.mark.parametrize("base", ["https://pitch.example.org", "https://pitch.example.org/"])
def test_links_begin_with_the_address_that_was_given(base: str) -> None:
    assert demo(base=base).count("https://pitch.example.org/join/") == len(GAMES)


def test_a_second_run_adds_pads_and_leaves_the_first_alone() -> None:
    demo()
    before = {pad.pk: (pad.revision, read_pad(pad).ledger.totals) for pad in Pad.objects.all()}

    demo()

    assert Pad.objects.count() == 2 * len(before)
    first = Pad.objects.filter(pk__in=before)
    assert {pad.pk: (pad.revision, read_pad(pad).ledger.totals) for pad in first} == before
