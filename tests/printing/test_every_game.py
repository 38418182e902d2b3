"""One sheet of each kind of every game: each on its page, nothing cut, and room to write.

Made once for all that is looked at, since making it takes a second.
"""

from __future__ import annotations

import pytest

from tests.factories import (
    PRESETS,
    make_rules,
)
from tests.printing.sheets import (
    EVERY_GAME,
    KINDS,
    ON_PAPERS,
    PrintedStack,
    check_cards,
    check_cells,
    check_page,
    check_rows_of_pad,
    check_type,
    printed_stack,
)

pytestmark = [pytest.mark.django_db, pytest.mark.paper]


@pytest.mark.parametrize(("key", "paper"), ON_PAPERS)
def test_each_kind_is_one_page_with_room_to_write(key: str, paper: str) -> None:
    stack = printed_stack(key, paper)
    assert len(stack.pages) == len(KINDS) + (key in PRESETS)
    for page, text in zip(stack.pages, stack.texts, strict=True):
        check_page(page, paper)
        assert "Kitchen Club" in text and "Coffee at nine" in text
    check_rows_of_pad(stack.pad, 7)
    check_cells(stack.record)
    check_cards(stack.cards, 2)
    for page in (stack.pad, stack.record):
        assert max(char["bottom"] for char in page.chars) > page.height * 0.86
    numbers = [row[0] for row in stack.record.extract_table() if row[0] and row[0].isdigit()]
    assert numbers == [str(n) for n in range(1, 21)]
    assert "Fill in the dealer" in stack.texts[0]
    check_handout(stack, key)


@pytest.mark.parametrize("key", EVERY_GAME)
def test_each_kind_in_large_print_is_one_page_with_large_type(key: str) -> None:
    stack = printed_stack(key, "letter", "on")
    assert len(stack.pages) == len(KINDS) + (key in PRESETS)
    for page in stack.pages:
        check_page(page, "letter")
        check_type(page, 14)
    check_rows_of_pad(stack.pad, 9)
    check_cells(stack.record, row=9)
    assert "Fill in the dealer" in stack.texts[0] and "Who gets it" in stack.texts[2]
    check_handout(stack, key)


def check_handout(stack: PrintedStack, key: str) -> None:
    """There is one for a preset only, and it names every point."""
    if key in PRESETS:
        assert "How to play" in stack.texts[3]
        assert all(point.label in stack.texts[3] for point in make_rules(key).points)
