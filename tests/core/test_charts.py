"""The geometry of a picture of totals: everything inside it, one scale, no text on a text."""

from __future__ import annotations

from itertools import pairwise

import pytest

from scorepads.core.charts import (
    HEIGHT,
    LETTER_WIDTH,
    MIN_TEXT_DISTANCE,
    WIDTH,
    Chart,
    Series,
    draw_chart,
)


def texts_are_inside(drawn: Chart) -> bool:
    ends = [line for line in drawn.drawn if line.end]
    return all(
        line.end and line.end_x + LETTER_WIDTH * len(line.end.text) <= WIDTH + 8
        and 8 <= line.end.at <= HEIGHT
        for line in ends
    )  # fmt: skip


def points(path: str) -> list[tuple[float, float]]:
    return [tuple(map(float, place.split())) for place in path[1:].split("L")]


def test_a_line_goes_from_left_to_right_and_up_with_the_score() -> None:
    drawn = draw_chart([Series("Us", [0, 3, -1, 7])])
    (line,) = drawn.drawn
    places = points(line.path)
    assert [x for x, _ in places] == sorted(x for x, _ in places)
    assert places[0] == (drawn.left, drawn.zero)
    assert places[1][1] < drawn.zero < places[2][1]
    assert line.end is not None and line.end.text == "7"


def test_below_zero_is_the_hole() -> None:
    assert draw_chart([Series("Us", [0, 3])]).hole is None
    deep = draw_chart([Series("Us", [0, -3])])
    assert deep.hole == deep.zero
    assert deep.depth_of_hole > 0
    assert draw_chart([Series("Us", [0, -3])], hole=False).hole is None


def test_the_target_is_inside_the_picture() -> None:
    drawn = draw_chart([Series("Us", [0, 3])], target=21)
    assert drawn.target is not None and drawn.target.text == "21"
    assert 0 < drawn.target.at < drawn.zero


def test_pictures_to_one_scale_can_be_compared() -> None:
    one = draw_chart([Series("Us", [0, 1])], hands=5, span=(-4, 11))
    two = draw_chart([Series("Them", [0, -4, 3, 4, 5, 11])], hands=5, span=(-4, 11))
    assert (one.zero, one.bottom, one.scores) == (two.zero, two.bottom, two.scores)


def test_sets_are_crossed_where_they_happened() -> None:
    (line,) = draw_chart([Series("Us", [0, 3, -1], set_on=[2, 9])]).drawn
    x, y = points(line.path)[2]
    assert line.sets.startswith(f"M{x:g} {y:g}")
    assert line.sets.count("M") == 1


def test_lines_that_end_alike_are_written_once() -> None:
    first, second = draw_chart([Series("Here", [0, 4]), Series("There", [0, 4])]).drawn
    assert first.end is not None and second.end is None
    assert first.style != second.style and first.markers != second.markers


@pytest.mark.parametrize("last", [(5, 6, 5), (0, 0, 1), (-500, 500, 499), (11, 10, 9)])
def test_figures_at_the_ends_do_not_touch(last: tuple[int, ...]) -> None:
    drawn = draw_chart([Series(str(n), [0, total]) for n, total in enumerate(last)])
    heights = sorted(line.end.at for line in drawn.drawn if line.end)
    assert all(below - above >= MIN_TEXT_DISTANCE - 0.2 for above, below in pairwise(heights))
    assert texts_are_inside(drawn)


@pytest.mark.parametrize("hands", [1, 2, 12, 60, 500])
def test_any_number_of_hands_has_a_few_numbers_beside_it(hands: int) -> None:
    drawn = draw_chart([Series("Us", list(range(hands + 1))), Series("Them", [0])])
    assert 1 <= len(drawn.hands) <= 12
    assert 2 <= len(drawn.scores) <= 7
    assert all(drawn.left < tick.at <= drawn.right for tick in drawn.hands)
    assert texts_are_inside(drawn)


def test_nothing_but_zero_is_a_flat_line() -> None:
    drawn = draw_chart([Series("Us", [0, 0, 0])])
    assert len({y for _, y in points(drawn.drawn[0].path)}) == 1


def test_many_hands_have_markers_at_their_ends_only() -> None:
    (line,) = draw_chart([Series("Us", list(range(60)))]).drawn
    assert line.markers.count("M") == 2
