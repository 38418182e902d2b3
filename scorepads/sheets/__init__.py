"""What a printed sheet shows, as data: ruled lines, put on pages. Pure, like `pages.py`.

A sheet is laid out here and not by the browser, because “page n of m” and a whole head on
every page must come out the same from any phone and from the PDF library. Heights and widths
are millimetres within what A4 and Letter have in common; text is measured on the wide side,
so a page is left short rather than cut.
"""

from scorepads.sheets.blank import blank_sheet
from scorepads.sheets.cards import RuleCard, TallyPage, rule_card, tally_pages
from scorepads.sheets.games import (
    LOOK_UPS,
    Game,
    UnknownGame,
    bent_game,
    find_game,
    offered_games,
)
from scorepads.sheets.measures import MOST_COPIES, TALLY_GAMES
from scorepads.sheets.of_pad import sheet_of
from scorepads.sheets.shapes import Sheet

__all__ = [
    "LOOK_UPS",
    "MOST_COPIES",
    "TALLY_GAMES",
    "Game",
    "RuleCard",
    "Sheet",
    "TallyPage",
    "UnknownGame",
    "bent_game",
    "blank_sheet",
    "find_game",
    "offered_games",
    "rule_card",
    "sheet_of",
    "tally_pages",
]
