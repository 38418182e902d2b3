"""Pages of games that cost about the same, however long the games are."""

from __future__ import annotations

import pytest

from scorepads.core.games_pages import cut_pages, page_of_games
from scorepads.models import Pad
from tests.factories import make_pad


@pytest.mark.parametrize(
    ("sizes", "pages"),
    [
        ([], []),
        ([3, 3, 3], [[0, 1, 2]]),
        ([3, 3, 4, 1], [[0, 1, 2], [3]]),  # at most ten changes
        ([3, 3, 5], [[0, 1], [2]]),
        ([0] * 7, [[0, 1, 2, 3, 4], [5, 6]]),  # at most five games
        ([1, 500, 1], [[0], [1], [2]]),
        ([500], [[0]]),
    ],
)
def test_a_page_ends_with_its_last_game_or_its_last_change(
    sizes: list[int], pages: list[list[int]]
) -> None:
    assert list(cut_pages(enumerate(sizes), max_games=5, max_changes=10)) == pages


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("wanted", "number", "shown"),
    [
        (None, 1, [2, 1]), ("1", 1, [2, 1]), ("2", 2, [0]), ("3", 2, [0]), ("0", 1, [2, 1]),
        ("x", 1, [2, 1]), ("²", 1, [2, 1]), ("-1", 1, [2, 1]), ("9" * 5000, 2, [0]),
    ],
)  # fmt: skip
def test_a_page_that_is_not_there_is_the_nearest(
    wanted: str | None, number: int, shown: list[int]
) -> None:
    pads = [make_pad() for _ in range(3)]
    page = page_of_games(Pad.objects.order_by("-pk"), wanted, max_games=2, max_changes=100)
    assert [pads.index(pad) for pad in page.pads] == shown
    assert (page.number, page.page_count) == (number, 2)
    assert (page.newer, page.older) == ((None, 2) if number == 1 else (1, None))


@pytest.mark.django_db
def test_a_page_has_a_number_of_several_digits() -> None:
    pads = [make_pad() for _ in range(12)]
    page = page_of_games(Pad.objects.order_by("pk"), "12", max_games=1, max_changes=100)
    assert (page.pads, page.number, page.older) == ((pads[-1],), 12, None)


@pytest.mark.django_db
def test_without_games_there_is_one_empty_page() -> None:
    page = page_of_games(Pad.objects.order_by("pk"), "2", max_games=2, max_changes=100)
    assert (page.pads, page.number, page.page_count) == ((), 1, 1)
