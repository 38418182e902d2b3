"""Totals over hands as the geometry of a picture; pure numbers in, pure numbers out.

A line is told from another by its dash and by the shape of its markers, never by colour
alone. Every text has its place inside the picture, so nothing is cut.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from scorepads.rules.terms import signed

WIDTH, HEIGHT = 320, 150
TOP, BOTTOM = 10, 20
"""Room above the highest line, and below the lowest for the numbers of the hands."""
LETTER = 7.5
"""The widest that a figure is, at the size that the style sheet gives the texts."""
APART = 13
"""Texts nearer than this would touch."""
LIFTED = 9
"""How far the figure of a line that ends early stands above its end."""
FEW_HANDS = 30
"""Beyond so many hands, markers stand at the ends only."""
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
MAX_TICKS = 5


@dataclass(frozen=True, slots=True)
class Series:
    """The totals of one side, from before its first hand on; and the hands it was set on."""

    name: str
    totals: Sequence[int]
    set_on: Collection[int] = ()


@dataclass(frozen=True, slots=True)
class Tick:
    """A number beside the picture, and how far along its edge it stands."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Aim:
    """A target written on its line, where that begins."""

    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class DrawnSeries:
    """A series drawn: its line, its markers, and its last total written at its end.

    `style` counts the lines of a picture from 0; the style sheet gives each its dash. `end`
    is None where another line ends there too and has it written.
    """

    name: str
    style: int
    shape: str
    path: str
    markers: str
    sets: str
    end: Tick | None
    end_x: float


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture of totals over hands, in a box of `width` by `height` units.

    `hole` is where the ground below zero begins, `target` where the target lies; both are
    None where the picture does not show them. `goal` is the line of the target, with a step
    wherever it was changed, and `aims` are the targets along it.
    """

    width: int
    height: int
    left: float
    right: float
    bottom: float
    zero: float
    drawn: tuple[DrawnSeries, ...]
    scores: tuple[Tick, ...]
    hands: tuple[Tick, ...]
    hole: float | None = None
    target: Tick | None = None
    goal: str = ""
    aims: tuple[Aim, ...] = ()

    @property
    def across(self) -> float:
        return round(self.right - self.left, 1)

    @property
    def depth(self) -> float:
        """How far the hole goes down."""
        return 0 if self.hole is None else round(self.bottom - self.hole, 1)


def chart(
    series: Sequence[Series],
    *,
    hands: int | None = None,
    span: tuple[int, int] | None = None,
    target: int | None = None,
    targets: Sequence[tuple[int, int]] = (),
    hole: bool = True,
) -> Chart:
    """The picture of these series over so many `hands`, with room for scores in `span`.

    Without `hands` and `span` it is as wide and as high as its own lines; given, several
    pictures can be compared. Where the target was changed, `targets` has each one with the
    hand after which it held, the first from 0 on; then `target` is not needed.
    """
    held = list(targets) or ([] if target is None else [(0, target)])
    seen = [*(total for each in series for total in each.totals), *(aim for _, aim in held)]
    low, high = _span(seen, span)
    most = max([len(each.totals) - 1 for each in series] + [hands or 0, 1])
    step = _step(high - low)
    ticks = range(-(-low // step) * step, high + 1, step)
    ends = [signed(each.totals[-1]) for each in series if each.totals]
    left = 10 + LETTER * max(len(signed(tick)) for tick in ticks)
    right = WIDTH - 8 - LETTER * max([len(text) for text in ends] or [0])
    frame = _Frame(low, high, most, left, right)
    return Chart(
        width=WIDTH,
        height=HEIGHT,
        left=round(left, 1),
        right=round(right, 1),
        bottom=frame.y(low),
        zero=frame.y(0),
        drawn=_draw(series, frame),
        scores=tuple(Tick(frame.y(tick), signed(tick)) for tick in ticks),
        hands=_hand_ticks(frame),
        hole=frame.y(0) if hole and low < 0 else None,
        target=Tick(frame.y(held[-1][1]), signed(held[-1][1])) if held else None,
        goal=_goal(held, frame),
        aims=tuple(
            Aim(round(frame.x(hand) + 4, 1), round(frame.y(aim) - 4, 1), f"to {signed(aim)}")
            for hand, aim in held
        ),
    )


def _goal(targets: Sequence[tuple[int, int]], frame: _Frame) -> str:
    """The line of the target, from the first hand to the last, a step at every change."""
    if not targets:
        return ""
    steps = "".join(f"H{frame.x(hand):g}V{frame.y(aim):g}" for hand, aim in targets[1:])
    return f"M{frame.left:g} {frame.y(targets[0][1]):g}{steps}H{frame.right:g}"


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where a score and a hand lie in the picture."""

    low: int
    high: int
    hands: int
    left: float
    right: float

    def x(self, hand: int) -> float:
        return round(self.left + (self.right - self.left) * hand / self.hands, 1)

    def y(self, score: int) -> float:
        room = HEIGHT - TOP - BOTTOM
        return round(TOP + room * (self.high - score) / (self.high - self.low), 1)


def _span(scores: Sequence[int], span: tuple[int, int] | None) -> tuple[int, int]:
    """From the lowest to the highest that is shown; zero is always among it."""
    seen = [0, *scores, *(span or ())]
    low, high = min(seen), max(seen)
    return (low, high) if high > low else (low, low + 1)


def _step(height: int) -> int:
    """The smallest even step that needs few numbers."""
    return next((step for step in STEPS if height // step <= MAX_TICKS), STEPS[-1])


def _hand_ticks(frame: _Frame) -> tuple[Tick, ...]:
    step = next((step for step in STEPS if frame.hands // step <= 2 * MAX_TICKS), STEPS[-1])
    numbers = range(step, frame.hands + 1, step)
    return tuple(Tick(frame.x(number), str(number)) for number in numbers)


def _draw(series: Sequence[Series], frame: _Frame) -> tuple[DrawnSeries, ...]:
    ends = [(len(each.totals), each.totals[-1]) for each in series]
    written = [ends.index(end) == number for number, end in enumerate(ends)]
    wanted = [
        frame.y(total) for (_, total), is_first in zip(ends, written, strict=True) if is_first
    ]
    heights = iter(_apart(wanted, highest=TOP))
    return tuple(
        _drawn(each, style, frame, next(heights) if written[style] else None)
        for style, each in enumerate(series)
    )


def _drawn(each: Series, style: int, frame: _Frame, end: float | None) -> DrawnSeries:
    places = [(frame.x(hand), frame.y(total)) for hand, total in enumerate(each.totals)]
    marked = places if len(places) <= FEW_HANDS + 1 else [places[0], places[-1]]
    goes_on_beyond = len(places) <= frame.hands and end is not None and end > TOP + LIFTED
    lifted = LIFTED if goes_on_beyond else 0  # where other lines may run on behind the figure
    shape = MARKERS[style % len(MARKERS)]
    return DrawnSeries(
        name=each.name,
        style=style,
        shape=shape,
        path="M" + "L".join(f"{x:g} {y:g}" for x, y in places),
        markers="".join(f"M{x:g} {y:g}{shape}" for x, y in marked),
        sets="".join(f"M{x:g} {y:g}{CROSS}" for x, y in _set(each, places)),
        end=None if end is None else Tick(end - lifted, signed(each.totals[-1])),
        end_x=round(places[-1][0] + 6, 1),
    )


def _set(each: Series, places: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    return [places[hand] for hand in sorted(each.set_on) if 0 < hand < len(places)]


MARKERS = (
    "m-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0z",  # a dot
    "m-4-4h8v8h-8z",  # a square, in which the dot is still seen
    "m0-5.5l5.5 5.5l-5.5 5.5l-5.5-5.5z",  # a diamond
    "m0-5l5 8.5h-10z",  # a triangle
)
CROSS = "m-4-4l8 8m-8 0l8-8"


def _apart(wanted: Sequence[float], highest: float) -> list[float]:
    """The same heights in their order, moved as little as keeps texts from touching."""
    order = sorted(range(len(wanted)), key=lambda number: wanted[number])
    heights = [wanted[number] for number in order]
    for above, below in pairwise(range(len(heights))):
        heights[below] = max(heights[below], heights[above] + APART)
    over = (heights[-1] if heights else 0) - (HEIGHT - BOTTOM)
    if over > 0:
        heights[-1] -= over
        for below, above in pairwise(reversed(range(len(heights)))):
            heights[above] = min(heights[above], heights[below] - APART)
    if heights and heights[0] < highest:
        heights = [highest + APART * place for place in range(len(heights))]
    placed = dict(zip(order, heights, strict=True))
    return [round(placed[number], 1) for number in range(len(wanted))]
