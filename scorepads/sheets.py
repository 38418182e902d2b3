"""What a printed sheet shows, as data: ruled lines, put on pages. Pure, like `pages.py`.

A sheet is laid out here and not by the browser, because “page n of m” and a whole head on
every page must come out the same from any phone and from the PDF library. Heights and widths
are millimetres within what A4 and Letter have in common; text is measured on the wide side,
so a page is left short rather than cut.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from scorepads.changes import LineNow, is_complete
from scorepads.pages import Figure, describe, figure, initials, state
from scorepads.rules import catalog
from scorepads.rules.catalog import UnknownPreset
from scorepads.rules.explain import bid_text, ending
from scorepads.rules.hand import Adjustment, Entry, Hand, PassedOut, TargetChange
from scorepads.rules.house_rules import Rules, bend
from scorepads.rules.ledger import Line
from scorepads.rules.naming import RULES, house_rule_names
from scorepads.rules.preset import Point, Preset
from scorepads.rules.recipes import Option, UnknownRecipe, find_recipe, recipes
from scorepads.rules.terms import Basis, Refused, Suit, change_of
from scorepads.selectors import Scorepad

MOST_LINES = 25
"""So many hands stand on a page at most."""
BLANK_LINES = 20
MOST_COPIES = 6
TALLY_GAMES = 10
CARDS_A_PAGE = 4

WIDE = 186.0
HIGH = 246.0
"""What both papers have within their margins, less a little that no printer quite prints."""

CORRECTED, NOTED = "*", "†"
NOBODY = "–"


# --- Which game ---------------------------------------------------------------------------


class UnknownGame(LookupError):
    """There is no game of that key to print a sheet of."""


@dataclass(frozen=True, slots=True)
class Game:
    """What a blank sheet can be had of: a preset, with house rules where it has a recipe."""

    key: str
    name: str
    says: str
    preset: Preset
    least_sides: int
    most_sides: int
    usual_sides: int
    house_rules: Mapping[str, Any]
    options: tuple[Option, ...] = ()

    def rules(self, sides: int, options: Sequence[str], further: Mapping[str, Any]) -> Rules:
        """Its rules for so many sides; raises `Refused`."""
        chosen = dict(self.house_rules)
        for option in self.options:
            if option.key in options:
                chosen |= option.house_rules
        return bend(self.preset, chosen | dict(further), sides)


def find_game(key: str) -> Game:
    """The game of that key, wherever it is kept; raises `UnknownGame`."""
    for look_up in LOOK_UPS:
        if game := look_up(key):
            return game
    raise UnknownGame(key)


def bent_game(
    key: str, name: str, says: str, preset: Preset, house_rules: Mapping[str, Any]
) -> Game:
    """A preset with a table's own house rules, for as many sides as they allow."""
    fit = [
        n for n in range(preset.least_sides, preset.most_sides + 1) if _fits(preset, house_rules, n)
    ]
    usual = preset.usual_sides if preset.usual_sides in fit else fit[0]
    return Game(key, name, says, preset, fit[0], fit[-1], usual, house_rules)


def _fits(preset: Preset, house_rules: Mapping[str, Any], sides: int) -> bool:
    try:
        bend(preset, house_rules, sides)
    except Refused:
        return False
    return True


def offered_games() -> tuple[list[Game], list[Game]]:
    """The presets and the recipes that sheets can be printed of."""
    presets = [_of_preset(preset) for preset in catalog.current.latest()]
    return presets, [find_game(recipe.key) for recipe in recipes()]


def _of_preset(preset: Preset) -> Game:
    least, most, usual = preset.least_sides, preset.most_sides, preset.usual_sides
    return Game(preset.key, preset.name, preset.tagline, preset, least, most, usual, {})


def _preset_game(key: str) -> Game | None:
    try:
        return _of_preset(catalog.current.newest(key))
    except UnknownPreset:
        return None


def _recipe_game(key: str) -> Game | None:
    try:
        recipe = find_recipe(key)
        preset = catalog.current.newest(recipe.preset)
    except (UnknownRecipe, UnknownPreset):
        return None
    return Game(
        key=recipe.key,
        name=recipe.name,
        says=recipe.says,
        preset=preset,
        least_sides=recipe.least_sides,
        most_sides=recipe.most_sides,
        usual_sides=min(max(preset.usual_sides, recipe.least_sides), recipe.most_sides),
        house_rules=recipe.house_rules,
        options=recipe.options,
    )


LOOK_UPS: list[Callable[[str], Game | None]] = [_preset_game, _recipe_game]
"""Where a game may be found by its key, in turn; further kinds of game are added here."""


# --- What stands on a sheet ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Player:
    """A name in the head, and what it is called in the columns if that is shorter."""

    name: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class SideHead:
    """A side: its mark in the points' columns, its name, its players in seat order."""

    mark: str
    name: str
    players: tuple[Player, ...] = ()

    @property
    def told_mark(self) -> str:
        """The mark where it says more than the name."""
        return "" if self.mark == self.name else self.mark


@dataclass(frozen=True, slots=True)
class Ruled:
    """One ruled line. `said` stands across the columns before the scores where it is given;
    `aside` across the scores, where there are none."""

    number: str = ""
    marks: str = ""
    deal: str = ""
    bidder: str = ""
    bid: str = ""
    trump: Suit | None = None
    points: tuple[str, ...] = ()
    result: str = ""
    said: str = ""
    aside: str = ""
    scores: tuple[tuple[str, Figure], ...] = ()
    won: int | None = None
    is_blank: bool = False

    @property
    def css(self) -> str:
        return "blank" if self.is_blank else "aside" if self.aside else "said" if self.said else ""


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a sheet, and how close they stand."""

    density: str
    auction: bool
    has_smudge: bool
    points: tuple[Point, ...]
    sides: tuple[SideHead, ...]
    needs: bool = False

    @property
    def before_scores(self) -> int:
        """How many columns lie between No. and the scores."""
        return len(self.points) + (5 if self.auction else 2)

    @property
    def of_scores(self) -> int:
        return 2 * len(self.sides)


@dataclass(frozen=True, slots=True)
class Head:
    """What stands above the columns: on the first page all of it, then the name and date."""

    name: str
    when: datetime | None
    note: str
    played: str
    sources: tuple[str, ...]
    house_rules: tuple[str, ...]
    sides: tuple[SideHead, ...]
    seats: tuple[Player, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """One printed page: its lines, and what stands below them."""

    number: int
    of: int
    lines: tuple[Ruled, ...]
    notes: tuple[str, ...] = ()
    closes: bool = False

    @property
    def is_first(self) -> bool:
        return self.number == 1


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole sheet. `closing` says how it ended, `sets` how often each side was set back, and
    `key` what the signs mean."""

    title: str
    head: Head
    columns: Columns
    pages: tuple[Page, ...]
    closing: tuple[str, ...]
    sets: tuple[tuple[str, str], ...]
    key: str
    rules: Rules
    is_blank: bool = False
    row: str = "r63"


# --- The sheet of a pad -------------------------------------------------------------------


def sheet_of(now: Scorepad) -> Sheet:
    """The sheet of a pad, finished or not; what is not played yet is left to be written."""
    marks, rules = initials(now.names), now.rules
    columns = _columns(rules, [SideHead(m, n) for m, n in zip(marks, now.names, strict=True)])
    room = _ROOM[columns.density]
    seats = [now.seat_name(seat) for seat in range(now.seats)]
    short = dict(zip(seats, shortened(seats, room), strict=True))
    short = dict(zip(now.names, shortened(now.names, room), strict=True)) | short
    head = _head_of(now, marks, short)
    lines = list(_lines_of(now, marks, short))
    notes = list(_notes(now))
    blanks = not now.ledger.is_over
    key = _key(rules, corrected=any(CORRECTED in line.marks for line in lines), blank=False)
    sheet = Sheet(
        title=f"{', '.join(now.names)}: {head.name}",
        head=head,
        columns=columns,
        pages=(),
        closing=(_closing(now),),
        sets=_set_back(now) if rules.auction else (),
        key=key,
        rules=rules,
    )
    wanted = MOST_LINES if blanks else min(MOST_LINES, len(lines))
    sheet = replace(sheet, row=_row_for(sheet, wanted))
    return replace(sheet, pages=tuple(_paginate(sheet, lines, notes, fill=blanks)))


def _head_of(now: Scorepad, marks: Sequence[str], short: Mapping[str, str]) -> Head:
    def player(name: str) -> Player:
        return Player(name, "" if short.get(name, name) == name else short[name])

    sides = tuple(
        SideHead(mark, name, tuple(map(player, side.players)))
        for mark, name, side in zip(marks, now.names, now.sides, strict=True)
    )
    seated = any(side.players for side in now.sides)
    seats = tuple(Player(now.seat_name(seat)) for seat in range(now.seats)) if seated else ()
    head = Head(
        name=now.rules.preset.name,
        when=now.pad.opened_at,
        note=now.pad.note,
        played=_played(now.rules),
        sources=_sources(now.rules.preset),
        house_rules=tuple(house_rule_names(now.rules.preset, now.rules.house_rules)),
        sides=sides,
        seats=seats,
    )
    crowded = _head_height(head, False, first=True) > HIGH / 2
    return replace(head, seats=()) if crowded else head


def _played(rules: Rules) -> str:
    preset = rules.preset
    bids = ""
    if rules.auction:
        most = f" to {rules.total}" if rules.total != rules.lowest_bid else ""
        smudge = " and smudge" if rules.has_smudge_bid else ""
        bids = f", bids {rules.lowest_bid}{most}{smudge}"
    return f"{preset.key}, version {preset.version}: game to {rules.target}{bids}"


def _sources(preset: Preset) -> tuple[str, ...]:
    return tuple(
        f"{source.title} ({source.url.removeprefix('https://').removeprefix('www.')})"
        for source in preset.sources.values()
    )


def _lines_of(now: Scorepad, marks: Sequence[str], short: Mapping[str, str]) -> Iterator[Ruled]:
    if any(now.start):
        begun = tuple(("", figure(score)) for score in now.start)
        yield Ruled(said="Begun at", scores=begun)
    for number, (stored, entry) in enumerate(zip(now.lines, now.entries, strict=True), start=1):
        scored = now.ledger.lines[number - 1] if number <= len(now.ledger.lines) else None
        yield _ruled(now, marks, short, number, stored, entry, scored)


def _ruled(
    now: Scorepad,
    marks: Sequence[str],
    short: Mapping[str, str],
    number: int,
    stored: LineNow,
    entry: Entry,
    scored: Line | None,
) -> Ruled:
    dealt = not isinstance(entry, Adjustment | TargetChange)
    dealer = now.seat_name(now.dealers[number - 1])
    line = Ruled(
        number=str(number),
        marks=(CORRECTED if stored.corrected else "") + (NOTED if entry.note else ""),
        deal=short.get(dealer, dealer) if dealt else "",
        said=_said(now, short, entry),
        scores=_scores(scored),
        won=scored.out.winner if scored and scored.out else None,
    )
    if isinstance(entry, Hand):
        line = replace(line, **_hand_cells(now, marks, short, entry, scored))
    if scored is None:
        being_played = isinstance(entry, Hand) and not entry.is_played
        line = replace(line, aside="being played" if being_played else "after the end: not scored")
    return line


def _hand_cells(
    now: Scorepad,
    marks: Sequence[str],
    short: Mapping[str, str],
    hand: Hand,
    scored: Line | None,
) -> dict[str, Any]:
    bidder = now.bidder_name(hand)
    owners = hand.points or {}
    told = {True: "made", False: "set", None: ""}
    return {
        "bidder": short.get(bidder, bidder),
        "bid": "" if hand.bid is None else bid_text(hand.bid),
        "trump": hand.trump,
        "points": tuple(
            _owner(marks, owners[p.key]) if p.key in owners else "" for p in now.rules.points
        ),
        "result": told[scored.made if scored else None],
    }


def _owner(marks: Sequence[str], owner: int | None) -> str:
    return NOBODY if owner is None else marks[owner]


def _said(now: Scorepad, short: Mapping[str, str], entry: Entry) -> str:
    if isinstance(entry, PassedOut):
        return "Passed out"
    if isinstance(entry, Adjustment):
        name = now.names[entry.side]
        return f"Adjustment: {short.get(name, name)} {change_of(entry.by)}"
    if isinstance(entry, TargetChange):
        return f"Game to {entry.target} from here"
    return ""


def _scores(scored: Line | None) -> tuple[tuple[str, Figure], ...]:
    if scored is None:
        return ()
    moves = zip(scored.change, scored.totals, strict=True)
    return tuple((change_of(change), figure(total)) for change, total in moves)


def _closing(now: Scorepad) -> str:
    last = now.last_line
    if last and last.out:
        return ending(last.rules, now.names, last).text
    return f"Not finished. {state(now)}."


def _set_back(now: Scorepad) -> tuple[tuple[str, str], ...]:
    sets = [0] * len(now.sides)
    for line in now.ledger.lines:
        if isinstance(line.entry, Hand) and line.entry.pitcher is not None and line.made is False:
            sets[line.entry.pitcher] += 1
    counted = zip(now.names, sets, strict=True)
    return tuple((name, str(count) if count else "never") for name, count in counted)


def _notes(now: Scorepad) -> Iterator[str]:
    for number, (stored, entry) in enumerate(zip(now.lines, now.entries, strict=True), start=1):
        if stored.corrected:
            yield f"{CORRECTED} {number}: corrected. First written: {_first_written(now, stored)}."
        if entry.note:
            yield f"{NOTED} {number}: {entry.note}"


def _first_written(now: Scorepad, stored: LineNow) -> str:
    versions = [row for row in now.rows if row.line == stored.line and is_complete(row.facts)]
    return describe(now, versions[0].facts).removesuffix(".")


# --- A blank sheet ------------------------------------------------------------------------


def blank_sheet(name: str, rules: Rules, names: Sequence[str] = ()) -> Sheet:
    """A sheet to write on: twenty lines under the columns of these rules, names if given."""
    given = [*names, *[""] * rules.sides][: rules.sides]
    marks = initials(given) if all(given) else [""] * rules.sides
    sides = tuple(SideHead(mark, side) for mark, side in zip(marks, given, strict=True))
    columns = replace(_columns(rules, sides, spare=_NEEDS), needs=True)
    head = Head(
        name=name,
        when=None,
        note="",
        played=_played(rules),
        sources=_sources(rules.preset),
        house_rules=tuple(house_rule_names(rules.preset, rules.house_rules)),
        sides=sides if all(given) else (),
    )
    sheet = Sheet(
        title=f"Score sheet: {name}",
        head=head,
        columns=columns,
        pages=(),
        closing=(),
        sets=(),
        key=_key(rules, corrected=False, blank=True),
        rules=rules,
        is_blank=True,
    )
    row = _row_for(sheet, BLANK_LINES)
    lines = tuple(Ruled(number=str(n), is_blank=True) for n in range(1, BLANK_LINES + 1))
    return replace(sheet, pages=(Page(1, 1, lines, closes=True),), row=row)


# --- The rule card ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stated:
    """A rule on the card: what about, what it says, what that rests on, and house rules on it."""

    about: str
    says: str
    basis: str
    house: str = ""


_ABOUT = {
    "auction": "Auction",
    "passed_out": "All pass",
    "trump": "Trumps",
    "made": "Bid made",
    "set_back": "Set back",
    "others": "The others",
    "smudge": "Smudge",
    "going_out": "Going out",
}

_OVERRULES = {
    "auction": ("going_out",),
    "no_junk": ("others",),
    "going_out": ("going_out",),
    "smudge": ("smudge",),
}
"""What a preset says that a house rule puts something else in place of."""

_ADDS_TO = {
    "tie_plays_on": "going_out",
    "outright_at": "going_out",
    "sinks_at": "going_out",
    "failed_smudge_loses": "smudge",
    "dealer_steal": "auction",
    "dealer_forced": "auction",
    "redeal": "passed_out",
}
"""What a house rule adds to or changes in what a preset says; such a rule stands after it."""

_TOLD_WHOLE = ("auction", "no_junk", "tie_plays_on", "outright_at", "sinks_at")
"""House rules whose effect is told beside their name."""


@dataclass(frozen=True, slots=True)
class RuleCard:
    """The rules of a version on one page, with the house rules in force."""

    name: str
    played: str
    points: tuple[Point, ...]
    stated: tuple[Stated, ...]
    house_rules: tuple[str, ...]
    sources: tuple[str, ...]


def rule_card(name: str, rules: Rules) -> RuleCard:
    """The rule card of these rules."""
    return RuleCard(
        name=name,
        played=_played(rules),
        points=tuple(_of_the_card(rules, point) for point in rules.points),
        stated=tuple(
            _stated(rules, key, about)
            for key, about in _ABOUT.items()
            if rules.auction or key in ("trump", "going_out")
        ),
        house_rules=tuple(house_rule_names(rules.preset, rules.house_rules)),
        sources=_sources(rules.preset),
    )


def _stated(rules: Rules, key: str, about: str) -> Stated:
    chosen = rules.house_rules
    instead = [_told(rules, house) for house, keys in _OVERRULES.items() if key in keys]
    added = [_told(rules, house) for house, to in _ADDS_TO.items() if key == to and house in chosen]
    cite = rules.preset.cites[key]
    own = "" if any(instead) else cite.says
    told = " ".join(filter(None, [*instead, *added]))
    basis = cite.basis if own and cite.basis is not Basis.SOURCE else ""
    return Stated(about, own, str(basis), told)


def _told(rules: Rules, house: str) -> str:
    """A house rule in words; nothing where it is not in force."""
    if house not in rules.house_rules:
        return ""
    named = house_rule_names(rules.preset, {house: rules.house_rules[house]})
    says = f" {RULES[house].says}" if house in _TOLD_WHOLE else ""
    return "".join(f"{name[:1].upper()}{name[1:]}.{says}" for name in named)


def _of_the_card(rules: Rules, point: Point) -> Point:
    """A point with the house rules that say who gets it."""
    keys = {"low": ("low_to",), "game": ("game_by", "game_tie")}.get(point.key, ())
    told = " ".join(filter(None, (_told(rules, key) for key in keys)))
    if not told:
        return point
    own = "" if {"low_to", "game_by"} & set(rules.house_rules) & set(keys) else point.hint
    return replace(point, hint=f"{own} {told}".strip(), basis=Basis.HOUSE_RULE)


# --- The tally card of a club night -------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TallyPage:
    """Cards to be cut apart; an empty name is left to be written."""

    names: tuple[str, ...]

    @property
    def games(self) -> range:
        return range(1, TALLY_GAMES + 1)


def tally_pages(names: Sequence[str], copies: int) -> tuple[TallyPage, ...]:
    """A card for each player named; without names, as many pages of cards as copies."""
    if not names:
        return (TallyPage(("",) * CARDS_A_PAGE),) * copies
    wanted = [name for name in names for _ in range(copies)]
    pages = [wanted[at : at + CARDS_A_PAGE] for at in range(0, len(wanted), CARDS_A_PAGE)]
    return tuple(TallyPage(tuple(page)) for page in pages)


# --- How wide, and how high ---------------------------------------------------------------

_NARROW = frozenset("iljIftr.,:;'|!()[]- ·’‘")
_BROAD = frozenset("MWmw@%—…&")
_EMOJI_FROM = 0x1F000


def _em(character: str) -> float:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF" or ord(character) >= _EMOJI_FROM:
        return 1.4
    if character in _BROAD:
        return 1.0
    if character in _NARROW:
        return 0.42
    return 0.75 if character.isupper() else 0.63


def breadth(text: str, points: float) -> float:
    """How many millimetres a text takes at most, in the widest face that it may be set in."""
    return sum(map(_em, text)) * points * 25.4 / 72


def line_count(text: str, width: float, points: float) -> int:
    """How many lines a text takes in that width, wrapped between words where it can be."""
    room, lines, used = width * 0.96, 1, 0.0
    space = breadth(" ", points)
    for word in text.split():
        wide = breadth(word, points)
        if used and used + space + wide > room:
            lines, used = lines + 1, 0.0
        if wide > room:  # broken within the word
            more = math.ceil(wide / room) - 1
            lines, wide = lines + more, wide - more * room
        used += wide + (space if used else 0.0)
    return lines


def shortened(names: Sequence[str], room: tuple[float, float]) -> list[str]:
    """The names as a narrow column calls them: whole, or their first words, or letters.

    All are shortened alike and stay distinct; `room` is a width and a size of type.
    """
    width, points = room
    for shorten in (str, _first_word, lambda name: name[:3], lambda name: name[:1].upper()):
        short = [shorten(name) for name in names]
        if len(set(short)) == len(short) and all(breadth(s, points) <= width for s in short):
            return short
    return initials(names)


def _first_word(name: str) -> str:
    return name.split()[0] if name.split() else name


_DENSITIES = (
    # name, No., Deal, Bidder, Bid, Trump, a point, Result, the least that a pair takes
    ("roomy", 10.0, 16.0, 16.0, 9.0, 12.0, 7.0, 14.0, 22.0),
    ("snug", 9.0, 12.0, 12.0, 8.0, 11.0, 6.0, 12.0, 17.5),
    ("tight", 8.0, 7.0, 7.0, 6.0, 7.0, 4.7, 8.0, 0.0),
)
"""The widths of the columns in millimetres, as in `sheet.css`; the pairs share what is left."""

_ROOM = {"roomy": (15.0, 9.0), "snug": (11.0, 8.5), "tight": (6.0, 7.5)}
_NEEDS = 12.0
_SMUDGE = 6.0

_TYPE = {"roomy": (9.0, 3.9), "snug": (8.0, 3.5), "tight": (7.0, 3.1)}
"""The size of a side's name above its columns, and the height of its lines."""

_ROWS = {"r90": 9.0, "r80": 8.0, "r72": 7.2, "r63": 6.3}
"""How high a line may be; the highest is taken with which a page is filled."""
FULL_TYPE, FULL_LINE = 9.5, 4.5
NOTE_TYPE, NOTE_LINE = 8.0, 3.8


def _columns(rules: Rules, sides: Sequence[SideHead], spare: float = 0.0) -> Columns:
    density = next(
        name for name, *widths, least in _DENSITIES if _pair(rules, widths, spare) >= least
    )
    return Columns(density, rules.auction, rules.has_smudge_bid, rules.points, tuple(sides))


def _pair(rules: Rules, widths: Sequence[float], spare: float) -> float:
    """What is left for each side's pair of columns."""
    number, deal, bidder, bid, trump, point, result = widths
    taken = number + deal + trump + point * len(rules.points) + spare
    if rules.auction:
        taken += bidder + bid + result + (_SMUDGE if rules.has_smudge_bid else 0.0)
    return (WIDE - taken) / rules.sides


def _name_lines(sheet: Sheet) -> int:
    """How many lines the longest name takes above its pair of columns."""
    columns = sheet.columns
    size, _ = _TYPE[columns.density]
    widths = next(widths for name, *widths, _ in _DENSITIES if name == columns.density)
    pair = _pair(sheet.rules, widths, _NEEDS if columns.needs else 0.0) - 1.6
    return max(line_count(f"{s.mark} {s.name}", pair, size) for s in columns.sides)


def _around(sheet: Sheet, *, first: bool) -> float:
    """What the head, the columns' heads, the closing and the foot of a page take."""
    return (
        _head_height(sheet.head, sheet.is_blank, first=first)
        + _heads_height(sheet)
        + sum(
            (
                sum(
                    FULL_LINE * line_count(text, WIDE, FULL_TYPE + 1)
                    for text in _closing_texts(sheet)
                ),
                NOTE_LINE * line_count(sheet.key, WIDE, NOTE_TYPE),
                NOTE_LINE + 4.0,
            )
        )
    )


def _closing_texts(sheet: Sheet) -> Iterator[str]:
    yield from sheet.closing
    if sheet.sets:
        yield f"Set back: {', '.join(f'{name} {count}' for name, count in sheet.sets)}."


def _heads_height(sheet: Sheet) -> float:
    _, line = _TYPE[sheet.columns.density]
    least = 9.0 if sheet.is_blank else 0.0
    return max(least, _name_lines(sheet) * line) + 6.0


def _head_height(head: Head, is_blank: bool, *, first: bool) -> float:
    name = 7.5 * line_count(head.name, WIDE * 0.65, 17.0) if first else 6.0
    if not first:
        return name + 2.0
    note = FULL_LINE * line_count(head.note, WIDE, FULL_TYPE) if head.note else 0.0
    return (
        name
        + note
        + (7.0 if is_blank else 0.0)
        + 3.0
        + sum(FULL_LINE * line_count(text, WIDE, FULL_TYPE) for text in _head_texts(head))
    )


def _head_texts(head: Head) -> Iterator[str]:
    """The paragraphs of a whole head, roughly as they are set."""
    yield f"Rules {head.played}. Source: {'; '.join(head.sources)}"
    if head.house_rules:
        yield f"House rules {'; '.join(head.house_rules)}"
    if head.sides:
        yield "Sides " + "   ".join(
            f"{side.mark} {side.name}: {', '.join(f'{p.name} {p.mark}' for p in side.players)}"
            for side in head.sides
        )
    if head.seats:
        yield "Round the table " + ", ".join(seat.name for seat in head.seats)


# --- On pages -----------------------------------------------------------------------------


def _paginate(
    sheet: Sheet, lines: Sequence[Ruled], notes: Sequence[str], *, fill: bool
) -> list[Page]:
    """The lines on pages; notes follow the last line, on pages of their own if need be."""
    chunks = list(_chunks(sheet, lines))
    left = HIGH - _around(sheet, first=len(chunks) == 1) - _ROWS[sheet.row] * len(chunks[-1])
    if fill:
        spare = int((left - sum(map(_note_height, notes))) / _ROWS[sheet.row])
        spare = max(0, min(spare, MOST_LINES - len(chunks[-1])))
        chunks[-1] += [Ruled(is_blank=True)] * spare
        left -= _ROWS[sheet.row] * spare
    groups = list(_note_groups(notes, left, HIGH - 30.0))
    bodies: list[tuple[list[Ruled], list[str]]] = [(chunk, []) for chunk in chunks]
    bodies[-1] = (chunks[-1], groups[0])
    bodies += [([], group) for group in groups[1:]]
    return [
        Page(number, len(bodies), tuple(body), tuple(noted), closes=number == len(chunks))
        for number, (body, noted) in enumerate(bodies, start=1)
    ]


def _row_for(sheet: Sheet, lines: int) -> str:
    """The highest rows of which so many fit on the first page, else the lowest."""
    height = (HIGH - _around(sheet, first=True)) / max(1, lines)
    return next((row for row, high in _ROWS.items() if high <= height), "r63")


def _capacity(sheet: Sheet, *, first: bool) -> int:
    room = int((HIGH - _around(sheet, first=first)) / _ROWS[sheet.row])
    return max(0 if first else 1, min(MOST_LINES, room))


def _chunks(sheet: Sheet, lines: Sequence[Ruled]) -> Iterator[list[Ruled]]:
    at = _capacity(sheet, first=True)
    yield list(lines[:at])
    step = _capacity(sheet, first=False)
    for start in range(at, len(lines), step):
        yield list(lines[start : start + step])


def _note_height(note: str) -> float:
    return NOTE_LINE * line_count(note, WIDE, NOTE_TYPE) + 0.6


def _note_groups(notes: Iterable[str], left: float, page: float) -> Iterator[list[str]]:
    """The notes that fit on the last page of lines, then those of each page of notes."""
    group: list[str] = []
    for note in notes:
        height = _note_height(note)
        if height > left:
            yield group
            group, left = [], page
        group.append(note)
        left -= height
    yield group


def _key(rules: Rules, *, corrected: bool, blank: bool) -> str:
    """What the signs in the columns mean."""
    points = [
        f"{point.short} {point.label}{f' ({point.worth})' if point.worth != 1 else ''}"
        for point in rules.points
    ]
    signs = ["under each point: whose it is, – nobody's"]
    if not blank:
        signs.append("ringed: below zero")
    if corrected:
        signs.append(f"{CORRECTED} corrected")
    return "; ".join([", ".join(points), *signs]) + "."
