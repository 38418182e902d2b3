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

from keeper.storage import STATIC, is_minified, minify
from scorepads.models import Pad
from tests.browsing import Page, look, submit
from tests.factories import (
    PENCIL,
    WATCH,
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
PAGE_AND_CSS, ANSWER, CHANGE = 14 * KB, 6 * KB, 4 * KB
FIRST_TAP_SCRIPT, ALL_SCRIPT = 34 * KB, 64 * KB

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
        # What is for paper or for wide screens alone a phone fetches after the page is shown.
        links = [link.attributes for link in page.find("link", rel="stylesheet")]
        named = [link["href"] for link in links if not link.get("media")]
    else:
        named = [script.attributes["src"] for script in page.find("script")]
    assert named
    return [Path(str(finders.find(name.removeprefix("/static/")))) for name in named]


AT_ONCE = r'from "(\.[a-z_./]+\.js)"'
EVER = r'(?:from |import\()"(\.[a-z_./]+\.js)"'


def with_imports(files: list[Path], imports: str) -> list[Path]:
    """The modules, and those that they import: at once, or ever."""
    found = dict.fromkeys(files)
    for file in files:
        names = re.findall(imports, file.read_text("utf-8"))
        imported = [(file.parent / name).resolve() for name in names]
        found |= dict.fromkeys(with_imports(imported, imports))
    return list(found)


@transactional
@pytest.mark.parametrize("hands", [12, 200])
def test_a_pad_is_shown_by_four_statements_however_long_it_is(hands: int) -> None:
    pad = make_pad(target=500)
    fill(pad, [hand(), adjustment(0, -4)] * (hands // 2))
    phone = make_phone(pad)
    with at_most(SHOWING):
        page = look(phone, f"/games/{pad.public_id}/")
    assert len(page.find("tbody", class_="line")) == 12


@transactional
@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
@pytest.mark.parametrize("hands", [12, 200])
def test_a_hand_is_saved_by_eight_statements(hands: int, htmx: bool) -> None:
    pad = make_pad(target=500)
    fill(pad, [hand(), adjustment(0, -4)] * (hands // 2))
    phone = make_phone(pad)
    form = look(phone, f"/games/{pad.public_id}/").form("/hands/")
    with at_most(SAVING):
        response = submit(phone, form, htmx=htmx, **tapped(hand()), do="hand")
    assert response.status_code == (200 if htmx else 303)
    assert len(reread(pad).lines) == hands + 1


@transactional
def test_a_bid_an_undo_and_a_second_tap_cost_no_more() -> None:
    pad = make_pad()
    phone = make_phone(pad)
    form = look(phone, f"/games/{pad.public_id}/").form("/hands/")
    for _ in range(2):
        with at_most(SAVING):
            submit(phone, form, htmx=True, **tapped(bid()), do="bid")
    undo = look(phone, f"/games/{pad.public_id}/").form("/undo/")
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
    response = make_phone(pad).get(f"/games/{pad.public_id}/")
    page = Page(response.content.decode())
    assert len(page.find("tbody", class_="line")) == 12
    html = gzipped(response.content)
    css = sum(gzipped(as_served(file)) for file in static_files(page, "css"))
    assert html + css <= PAGE_AND_CSS


@pytest.mark.django_db
def test_the_script_for_the_first_tap_is_small_and_so_is_all_of_it() -> None:
    """As it is served. Once the page rests, the modules follow that go on without a network."""
    pad = make_pad()
    page = look(make_phone(pad), f"/games/{pad.public_id}/")
    named = static_files(page, "js")
    first, ever = (
        {file.name: gzipped(as_served(file)) for file in with_imports(named, imports)}
        for imports in (AT_ONCE, EVER)
    )
    assert first.keys() >= {"htmx-2.min.js", "pad.js", "scoring.js", "words.js", "sentences.js"}
    assert ever.keys() >= {*first, "offline.js", "waiting.js"}
    assert sum(first.values()) <= FIRST_TAP_SCRIPT
    assert sum(ever.values()) <= ALL_SCRIPT


def as_served(file: Path) -> bytes:
    """A file as the storage of static files puts it out: a library's as it is."""
    text = file.read_text("utf-8")
    is_ours = file.is_relative_to(STATIC) and is_minified(str(file.relative_to(STATIC)))
    return (minify(file.name, text) if is_ours else text).encode()


@pytest.mark.django_db
@pytest.mark.parametrize("made", [twelve_hands, three_hundred_hands])
@pytest.mark.parametrize("preset", LARGEST)
def test_the_answer_to_a_saved_hand_is_small(preset: str, made: Callable[[str], Pad]) -> None:
    pad = made(preset)
    phone: Client = make_phone(pad)
    form = look(phone, f"/games/{pad.public_id}/").form("/hands/")
    keys = [point.key for point in reread(pad).rules.points]
    facts = hand(0, 3, points=keys)
    response = submit(phone, form, htmx=True, **tapped(facts), do="hand")
    assert response.status_code == 200
    size = gzipped(response.content)
    assert size <= ANSWER


@pytest.mark.django_db
@pytest.mark.parametrize("preset", LARGEST)
@pytest.mark.parametrize("access", [PENCIL, WATCH])
def test_what_another_phone_fetches_of_a_new_hand_is_small(preset: str, access: str) -> None:
    pad = twelve_hands(preset)
    phone = make_phone(pad, access)
    seen = reread(pad).revision - 1
    for rest in ("live/", "board/live/"):
        response = phone.get(f"/games/{pad.public_id}/{rest}?seen={seen}")
        assert response.status_code == 200
        assert gzipped(response.content) <= CHANGE
