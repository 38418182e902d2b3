"""Colors that color-blind eyes tell apart, shapes beside them, and short names."""

import re
from itertools import combinations
from pathlib import Path

import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st

from scorepads.core.fields import tidy_text
from scorepads.core.presenters import rows, score_board
from scorepads.core.scorepad import read_pad
from scorepads.core.side_marks import (
    SHAPES,
    fits_narrowly,
    head_names,
    short_names,
    side_letters,
)
from scorepads.models import MAX_SIDES
from scorepads.rules.seatings import reading_key
from scorepads.rules.terms import is_visible
from tests.factories import hand, hold, make_pad, record

STYLES = [Path(settings.BASE_DIR) / "static" / "core" / f"{name}.css" for name in ("base", "sides")]
BASE = "\n".join(file.read_text() for file in STYLES)
Color = tuple[float, float, float]

EYES = {
    "trichromat": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanope": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranope": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanope": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What eyes make of linear RGB, by Machado, Oliveira and Fernandes 2009 at severity 1."""
TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE = tuple(sum(row) for row in TO_XYZ)


def theme(name: str) -> dict[str, str]:
    """The variables of the style sheets in this theme, those of sides as `s0` … `s8`."""
    found: dict[str, str] = {}
    for block in dark_and_light()[name]:
        found |= dict(re.findall(r"--(paper|card): (#[0-9a-f]{6})", block))
        found |= dict(re.findall(r"\.(s\d) \{ --side: (#[0-9a-f]{6})", block))
    return found


def dark_and_light() -> dict[str, list[str]]:
    """The style sheet outside of the blocks for dark, and with them."""
    darks = re.findall(r"@media \(prefers-color-scheme: dark\) \{(.*?\n)\}", BASE, re.DOTALL)
    light = BASE
    for dark in darks:
        light = light.replace(dark, "")
    return {"light": [light], "dark": [light, *darks]}


def linear(color: str) -> Color:
    shares = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares
    )
    return red, green, blue


def through(matrix: tuple[Color, ...], color: Color) -> Color:
    x, y, z = (sum(a * b for a, b in zip(row, color, strict=True)) for row in matrix)
    return x, y, z


def contrast(one: str, other: str) -> float:
    light, dark = sorted((through(TO_XYZ, linear(each))[1] for each in (one, other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def lab(color: str, eyes: str) -> Color:
    """The color as these eyes see it, in CIE L*a*b*."""
    seen = through(EYES[eyes], linear(color))
    clipped = tuple(min(1.0, max(0.0, share)) for share in seen)
    red, green, blue = clipped
    shares = [
        value / white
        for value, white in zip(through(TO_XYZ, (red, green, blue)), WHITE, strict=True)
    ]
    x, y, z = (
        share ** (1 / 3) if share > 216 / 24389 else (24389 / 27 * share + 16) / 116
        for share in shares
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: str, other: str, eyes: str) -> float:
    """The CIE 1976 distance; about 2.3 is just noticed."""
    pairs = zip(lab(one, eyes), lab(other, eyes), strict=True)
    return sum((a - b) ** 2 for a, b in pairs) ** 0.5


@pytest.mark.parametrize("name", ["light", "dark"])
def test_every_side_has_a_color_that_can_be_read_on_the_page(name: str) -> None:
    colors = theme(name)
    for number in range(MAX_SIDES):
        for ground in ("paper", "card"):
            assert contrast(colors[f"s{number}"], colors[ground]) >= 4.5, (number, ground)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("name", ["light", "dark"])
def test_any_eyes_tell_the_colors_of_sides_apart(name: str, eyes: str) -> None:
    colors = theme(name)
    sides = [colors[f"s{number}"] for number in range(MAX_SIDES)]
    assert min(distance(*pair, eyes) for pair in combinations(sides, 2)) >= 20
    assert min(distance(*pair, eyes) for pair in combinations(sides[:5], 2)) >= 25
    assert distance(sides[0], sides[1], eyes) >= 60


def test_a_red_and_a_green_of_one_brightness_are_too_near_for_some_eyes() -> None:
    assert distance("#b8473d", "#73821f", "trichromat") > 60
    assert distance("#b8473d", "#73821f", "deuteranope") < 20


def test_every_side_has_a_shape_besides() -> None:
    styled = re.findall(r"\.s\d \{ --side: #[0-9a-f]{6}; --shape: \"(.)\"; \}", BASE)
    assert "".join(styled) == SHAPES
    assert len(set(SHAPES)) == MAX_SIDES


def test_paper_has_the_same_colors_and_shapes_and_they_can_be_read_on_white() -> None:
    paper = (Path(settings.BASE_DIR) / "static" / "printing" / "record_sheet.css").read_text()
    styled = re.findall(r"\.(s\d)::before \{ content: \"(.)\"; color: (#[0-9a-f]{6}); \}", paper)
    screen = theme("light")
    assert [(name, color) for name, _, color in styled] == [
        (f"s{number}", screen[f"s{number}"]) for number in range(MAX_SIDES)
    ]
    assert "".join(shape for _, shape, _ in styled) == SHAPES
    assert min(contrast(color, "#ffffff") for _, _, color in styled) >= 4.5


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (["Margaret", "Michael", "Bob"], ["Mar", "Mic", "Bob"]),
        (["Christopher", "Christina", "Jo"], ["Ch’er", "Ch’na", "Jo"]),
        (["Christine", "Christopher", "Christina"], ["Ch’ne", "Ch’er", "Ch’na"]),
        (["Marina", "Marine", "Mark"], ["Ma’na", "Ma’ne", "Mark"]),
        (["Johnston", "Johnson", "Jo"], ["J’ton", "J’son", "Jo"]),
        (["Player 1", "Player 2", "Player 10"], ["Pl 1", "Pl 2", "Pl’10"]),
        (["Maximilian A", "Maximilian B", "Bo"], ["Ma A", "Ma B", "Bo"]),
        (["Anna-Marie Ross", "Anna-Louise Ross", "Bo"], ["An 1", "An 2", "Bo"]),
        (["Christaine", "Christbine", "Bo"], ["Ch 1", "Ch 2", "Bo"]),
        (["Ann & Bo", "Cy & Dee", "Eve & Flo"], ["Ann", "Cy", "Eve"]),
        (["Ann", "Anna", "Annabel"], ["Ann", "Anna", "Annab"]),
        (["Zoe\u0308lla", "Zoella", "Zo"], ["Zoe\u0308", "Zoe", "Zo"]),
        (["Side 1", "Side 2", "Side 3"], ["Side 1", "Side 2", "Side 3"]),
        (["Michael", "Michelle", "Bo"], ["Micha", "Miche", "Bo"]),
        (["Mammamia", "Mammamoa", "Bo"], ["Ma’ia", "Ma’oa", "Bo"]),
        (["Al Bo Cy D", "Al Bo Cy E", "Bo"], ["Al D", "Al E", "Bo"]),
        (["👩‍👩‍👧🃏🃏", "👩‍👩‍👧🎲🎲", "🇩🇪🇫🇷🇮🇹"], ["👩‍👩‍👧🃏", "👩‍👩‍👧🎲", "🇩🇪🇫🇷"]),
        (["山田太郎", "山田花子", "鈴木"], ["山’郎", "山’子", "鈴木"]),
        (["An 1", "Anna-Marie Ross", "Anna-Louise Ross"], ["An 1", "An 2", "An 3"]),
        (["An 2", "Anna-Marie Ross", "Anna-Louise Ross"], ["An 2", "An 5", "An 3"]),
    ],
)
def test_short_names_tell_apart(names: list[str], short: list[str]) -> None:
    assert short_names(names) == short


letters = st.text(st.sampled_from("AaBbMmWné\u0301 1’345🃏👩\u200d🇩🇪ﬁאبم"), min_size=1, max_size=9)
alike = st.builds("{} {}".format, st.sampled_from(["An", "Anna-Marie", "Anna-Louise"]), letters)


@given(
    st.lists(st.one_of(letters, alike, st.text(min_size=1, max_size=12)), min_size=2, max_size=9)
)
def test_no_short_name_reads_like_another_or_like_another_sides_name(drawn: list[str]) -> None:
    """Whatever a table is called: also where the numbers of a fallback are somebody's name."""
    names = list(
        {reading_key(name): name for name in map(tidy_text, drawn) if is_visible(name)}.values()
    )
    shorts = short_names(names)
    for place, short in enumerate(shorts):
        others = [*names[:place], *names[place + 1 :], *shorts[:place], *shorts[place + 1 :]]
        assert reading_key(short) not in map(reading_key, others)
        assert fits_narrowly(short)
    heads = [reading_key(head) for head in head_names(names)]
    assert len(set(heads)) == len(heads)


def test_a_name_over_a_column_is_whole_where_it_fits() -> None:
    assert head_names(["Martin", "Maximilian", "Bob"]) == ["Martin", "Max", "Bob"]
    assert head_names(["Ann & Bo", "Cy & Dee"]) == ["Ann", "Cy"]


def test_owners_in_the_ledger_are_told_by_letters_that_stand_over_the_columns() -> None:
    assert side_letters(["Ann", "Bob", "Cy"]) == ["A", "B", "C"]
    assert side_letters(["Margaret", "Michael", "Bob"]) == ["Mar", "Mic", "Bob"]


@pytest.mark.django_db
def test_board_and_ledger_take_the_same_names() -> None:
    pad = make_pad("bicycle", ["Christopher", "Christina", "Jo"])
    record(hold(pad), hand(0, 2, owners={"low": 1}))
    scorepad = read_pad(pad)
    heads = [side.head for side in score_board(scorepad)]
    assert heads == ["Ch’er", "Ch’na", "Jo"]
    [row] = rows(scorepad)
    assert [name for name, _, _ in row.sums] == heads
    assert [cell.mark for cell in row.cells] == ["Ch’er", "Ch’na", "Ch’er", "Ch’er"]
    assert [name for name, _, _ in row.changes] == ["Christopher", "Christina", "Jo"]
