"""The rows of the hand form: one a question, its choices side by side, as plain data.

`entry/_row.html` draws any of them, so another point, bid or owner is another row or cell here.
The cells are HTML made here, since a page has sixty of them and a template takes ten times as long.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from django.utils.safestring import SafeString, mark_safe

from scorepads.rules.terms import Suit

NOBODY = "none"
EVERYONE_PASSED = "pass"
TEAM, OTHERS = "team", "others"
"""What a form calls the owners of a point where partners are called."""
ALONE = "alone"
"""What stands for a partner where the pitcher calls none."""
OWN_FIELDS = (
    "who", "bid", "trump", "all_tricks", "dealer", "note", "rest", "do", "key", "seen", "ticket",
)  # fmt: skip
"""Names that a form of a hand uses for other things than points."""
MAX_COLUMNS = 5
"""So many sides have a column each on a phone; the cells of more lie in two lines."""

MAX_UNCUT_LENGTH = 9
"""A text of so many letters fits into its cell on any phone."""


def point_field(key: str) -> str:
    """The field of a point: its key, told apart from what else a hand is asked for.

    An own point may have any key.
    """
    is_taken = key in OWN_FIELDS or key.startswith("csrf")
    return f"point-{key}" if is_taken else key


def partner_field(number: int) -> str:
    """The field of the partner called first, second, third."""
    return f"with-{number}"


@dataclass(frozen=True, slots=True)
class Cell:
    """One choice: what is sent, what is written on it, and its whole name."""

    value: str
    text: str
    name: str = ""
    css: str = ""

    @property
    def spoken(self) -> str:
        """The attribute with the whole name for the ear, where the text is less than it."""
        is_short = self.name and self.name != self.text
        return f' aria-label="{escape(self.name)}"' if is_short else ""

    @property
    def face(self) -> str:
        """What is seen of it: its text, which is cut where there is no room.

        A short name goes on in the next line after its apostrophe, if it has to: Ch’ne.
        """
        whole = escape(self.name or self.text)
        title = f' title="{whole}"' if self.spoken or len(whole) > MAX_UNCUT_LENGTH else ""
        text = escape(self.text).replace("’", "’<wbr>")
        return f'<span class="face"><bdi class="nm"{title}>{text}</bdi></span>'


@dataclass(frozen=True, slots=True)
class Row:
    """One question of a form: the field's name, its label, its cells, and the one that is chosen.

    `sheet` is the id of the sheet that the label opens, `worth` what a point counts beyond one,
    `also` what else the label's thing is called.
    """

    name: str
    label: str
    cells: Sequence[Cell]
    chosen: str = ""
    css: str = ""
    sheet: str = ""
    worth: int = 1
    also: str = ""
    errors: Sequence[str] = ()

    @property
    def choices(self) -> SafeString:
        """The cells as radio buttons; the first has the focus where the question is unanswered."""
        focus = " autofocus" if self.errors else ""
        return mark_safe(  # noqa: S308 - values are ours, names are escaped
            "\n".join(
                f'<label class="cell {cell.css}"><input type="radio" name="{self.name}"'
                f' value="{cell.value}"{cell.spoken}{" checked" * (cell.value == self.chosen)}'
                f"{'' if place else focus}>{cell.face}</label>"
                for place, cell in enumerate(self.cells)
            )
        )


def rest_buttons(cells: Sequence[Cell]) -> SafeString:
    """A button for every owner, which gives it all points that are open."""
    return mark_safe(  # noqa: S308 - values are ours, names are escaped
        "\n".join(
            f'<button class="cell {cell.css}" name="rest" value="{cell.value}"{cell.spoken}>'
            f"{cell.face}</button>"
            for cell in cells
        )
    )


def side_cells(names: Sequence[str], shorts: Sequence[str]) -> list[Cell]:
    """A cell for every side, in its color."""
    named = zip(names, shorts, strict=True)
    return [
        Cell(str(side), short, name, f"team s{side}") for side, (name, short) in enumerate(named)
    ]


def suit_cells() -> list[Cell]:
    """A cell for every suit, its sign as text and never as a picture."""
    return [
        Cell(suit.value, suit.glyph, suit.value, "suit red" if suit.is_red else "suit")
        for suit in Suit
    ]
