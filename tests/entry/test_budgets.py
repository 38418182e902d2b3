"""What a page costs: statements, and bytes on a weak network. Counts and sizes, never times."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from keeper.storage import STATIC, lean
from scorepads.models import Pad
from tests.browsing import Page, look, submit
from tests.factories import (
    adjustment,
    bid,
    fill,
    hand,
    hold,
    make_pad,
    make_phone,
    record,
    reread,
    tapped,
)

KB = 1024
SHOWING, SAVING = 4, 8
PAGE_AND_CSS, FIRST_TAP, SCRIPT, ANSWER = 14 * KB, 34 * KB, 64 * KB, 6 * KB
LATER = {"offline.js", "waiting.js", "awake.js"}
"""Scripts without which a first hand can be tapped."""

# The presets with the most on their pages: four points with a smudge of its own; ten points.
LARGEST = ["pagat-partnership", "oklahoma"]

transactional = pytest.mark.django_db(transaction=True)


@contextmanager
def at_most(many: int) -> Iterator[None]:
    """No more statements than this; those that only bracket a transaction do not count."""
    with CaptureQueriesContext(connection) as captured:
        yield
    real = [
        query["sql"]
        for query in captured.captured_queries
        if not query["sql"].startswith(("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE"))
    ]
    assert len(real) <= many, "\n".join(real)
    assert real


def twelve_hands(preset: str) -> Pad:
    """A pad in the middle of an evening: made and set, both sides, no winner yet."""
    pad = make_pad(preset, names=("Ann and Cy", "Bo and Di"), target=400)
    scorepad = reread(pad)
    keys = [point.key for point in scorepad.rules.points]
    for number in range(12):
        side = number % 2
        owners = {key: (side + (place % 3 == 0)) % 2 for place, key in enumerate(keys)}
        suit = ("spades", "hearts", "diamonds", "clubs")[number % 4]
        amount = (2, 3, 4)[number % 3]
        facts = hand(side, amount, points=keys, owners=owners, trump=suit)
        record(hold(pad), facts)
    return pad


def gzipped(content: bytes) -> int:
    return len(gzip.compress(content, compresslevel=6, mtime=0))


def static_files(page: Page, kind: str) -> list[Path]:
    """The files of our own that the page names: its style sheets, or its script."""
    if kind == "css":
        named = [link.attributes["href"] for link in page.find("link", rel="stylesheet")]
    else:
        named = [script.attributes["src"] for script in page.find("script")]
    assert named
    files = [Path(str(finders.find(name.removeprefix("/static/")))) for name in named]
    return files if kind == "css" else with_imports(files)


def with_imports(files: list[Path]) -> list[Path]:
    """The modules, and those that they import, at once or later."""
    found = dict.fromkeys(files)
    for file in files:
        names = re.findall(r'(?:from |import\()"(\.[a-z_./]+\.js)"', file.read_text("utf-8"))
        found |= dict.fromkeys(with_imports([(file.parent / name).resolve() for name in names]))
    return list(found)


@transactional
@pytest.mark.parametrize("hands", [12, 200])
def test_a_pad_is_shown_by_four_statements_however_long_it_is(hands: int) -> None:
    pad = make_pad(target=500)
    fill(pad, [hand(), adjustment(0, -4)] * (hands // 2))
    phone = make_phone(pad)
    with at_most(SHOWING):
        page = look(phone, f"/pads/{pad.public_id}/")
    assert len(page.find("li", class_="line")) == 12


@transactional
@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
@pytest.mark.parametrize("hands", [12, 200])
def test_a_hand_is_saved_by_eight_statements(hands: int, htmx: bool) -> None:
    pad = make_pad(target=500)
    fill(pad, [hand(), adjustment(0, -4)] * (hands // 2))
    phone = make_phone(pad)
    form = look(phone, f"/pads/{pad.public_id}/").form("/hands/")
    with at_most(SAVING):
        response = submit(phone, form, htmx=htmx, **tapped(hand()), do="hand")
    assert response.status_code == (200 if htmx else 303)
    assert len(reread(pad).lines) == hands + 1


@transactional
def test_a_bid_an_undo_and_a_second_tap_cost_no_more() -> None:
    pad = make_pad()
    phone = make_phone(pad)
    form = look(phone, f"/pads/{pad.public_id}/").form("/hands/")
    for _ in range(2):
        with at_most(SAVING):
            submit(phone, form, htmx=True, **tapped(bid()), do="bid")
    undo = look(phone, f"/pads/{pad.public_id}/").form("/undo/")
    with at_most(SAVING):
        submit(phone, undo, htmx=True)


def three_hundred_hands(preset: str) -> Pad:
    """A long pad whose last dozen is that of any evening."""
    pad = twelve_hands(preset)
    lines = [row.facts or {} for row in pad.entries.all()]
    pad.entries.all().delete()
    fill(pad, [adjustment(0, -60, note="nobody wins"), adjustment(1, -60), *lines] * 22)
    return pad


@pytest.mark.django_db
@pytest.mark.parametrize("made", [twelve_hands, three_hundred_hands])
@pytest.mark.parametrize("preset", LARGEST)
def test_a_page_and_its_style_are_small_however_many_hands(
    preset: str, made: Callable[[str], Pad]
) -> None:
    pad = made(preset)
    response = make_phone(pad).get(f"/pads/{pad.public_id}/")
    page = Page(response.content.decode())
    assert len(page.find("li", class_="line")) == 12
    html = gzipped(response.content)
    css = sum(gzipped(file.read_bytes()) for file in static_files(page, "css"))
    assert html + css <= PAGE_AND_CSS


@pytest.mark.django_db
def test_all_script_of_the_page_is_small() -> None:
    """As it is served, with what comes in once the page rests and goes on without a network."""
    pad = make_pad()
    page = look(make_phone(pad), f"/pads/{pad.public_id}/")
    sizes = {file.name: gzipped(as_served(file)) for file in static_files(page, "js")}
    assert sizes.keys() >= {"htmx-2.min.js", "pad.js", "scoring.js", "offline.js", "waiting.js"}
    assert sum(sizes.values()) <= SCRIPT
    assert sum(size for name, size in sizes.items() if name not in LATER) <= FIRST_TAP


def as_served(file: Path) -> bytes:
    """A script as the storage of static files puts it out: a library's as it is."""
    text = file.read_text("utf-8")
    return (lean(text) if file.is_relative_to(STATIC) else text).encode()


@pytest.mark.django_db
@pytest.mark.parametrize("made", [twelve_hands, three_hundred_hands])
@pytest.mark.parametrize("preset", LARGEST)
def test_the_answer_to_a_saved_hand_is_small(preset: str, made: Callable[[str], Pad]) -> None:
    pad = made(preset)
    phone: Client = make_phone(pad)
    form = look(phone, f"/pads/{pad.public_id}/").form("/hands/")
    keys = [point.key for point in reread(pad).rules.points]
    facts = hand(0, 3, points=keys)
    response = submit(phone, form, htmx=True, **tapped(facts), do="hand")
    assert response.status_code == 200
    size = gzipped(response.content)
    assert size <= ANSWER
