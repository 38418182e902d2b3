"""The geometry of a line chart: the totals of every side after every hand.

Lines differ by their dashes and by the shapes of their markers, not by color alone. Every text
has its place inside the picture, so nothing is cut.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from scorepads.rules.terms import signed

WIDTH, HEIGHT = 320, 150
TOP, BOTTOM = 10, 20
"""Room above the highest line, and below the lowest for the numbers of the hands."""
LETTER_WIDTH = 7.5
"""The width of the widest digit at the font size of the style sheet."""
MIN_TEXT_DISTANCE = 13
"""Labels that are nearer to each other would touch."""
END_LABEL_LIFT = 9
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
class TargetLabel:
    """The label of a target, where its line begins."""

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
    None where the picture does not show them. `target_path` is the line of the target, with a
    step wherever it was changed, and `target_labels` are the targets along it.
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
    target_path: str = ""
    target_labels: tuple[TargetLabel, ...] = ()

    @property
    def width_of_plot(self) -> float:
        return round(self.right - self.left, 1)

    @property
    def depth_of_hole(self) -> float:
        """How far the hole goes down."""
        return 0 if self.hole is None else round(self.bottom - self.hole, 1)


def draw_chart(
    series: Sequence[Series],
    *,
    hands: int | None = None,
    span: tuple[int, int] | None = None,
    target: int | None = None,
    targets: Sequence[tuple[int, int]] = (),
    hole: bool = True,
) -> Chart:
    """The chart of these series over so many `hands`, with room for scores in `span`.

    Without `hands` and `span` it is as wide and as high as its own lines; given, several
    pictures can be compared. Where the target was changed, `targets` has each one with the
    hand after which it held, the first from 0 on; then `target` is not needed.
    """
    held = list(targets) or ([] if target is None else [(0, target)])
    seen = [*(total for each in series for total in each.totals), *(aim for _, aim in held)]
    low, high = score_span(seen, span)
    most = max([len(each.totals) - 1 for each in series] + [hands or 0, 1])
    step = tick_step(high - low)
    ticks = range(-(-low // step) * step, high + 1, step)
    ends = [signed(each.totals[-1]) for each in series if each.totals]
    left = 10 + LETTER_WIDTH * max(len(signed(tick)) for tick in ticks)
    right = WIDTH - 8 - LETTER_WIDTH * max([len(text) for text in ends] or [0])
    frame = ChartFrame(low, high, most, left, right)
    return Chart(
        width=WIDTH,
        height=HEIGHT,
        left=round(left, 1),
        right=round(right, 1),
        bottom=frame.y(low),
        zero=frame.y(0),
        drawn=draw_all_series(series, frame),
        scores=tuple(Tick(frame.y(tick), signed(tick)) for tick in ticks),
        hands=hand_ticks(frame),
        hole=frame.y(0) if hole and low < 0 else None,
        target=Tick(frame.y(held[-1][1]), signed(held[-1][1])) if held else None,
        target_path=target_path(held, frame),
        target_labels=tuple(target_label(frame, hand, aim) for hand, aim in held),
    )


def target_label(frame: ChartFrame, hand: int, target: int) -> TargetLabel:
    x, y = frame.x(hand) + 4, frame.y(target) - 4
    return TargetLabel(round(x, 1), round(y, 1), f"to {signed(target)}")


def target_path(targets: Sequence[tuple[int, int]], frame: ChartFrame) -> str:
    """The line of the target, from the first hand to the last, a step at every change."""
    if not targets:
        return ""
    steps = "".join(f"H{frame.x(hand):g}V{frame.y(aim):g}" for hand, aim in targets[1:])
    return f"M{frame.left:g} {frame.y(targets[0][1]):g}{steps}H{frame.right:g}"


@dataclass(frozen=True, slots=True)
class ChartFrame:
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


def score_span(scores: Sequence[int], span: tuple[int, int] | None) -> tuple[int, int]:
    """From the lowest to the highest that is shown; zero is always among it."""
    seen = [0, *scores, *(span or ())]
    low, high = min(seen), max(seen)
    return (low, high) if high > low else (low, low + 1)


def tick_step(height: int) -> int:
    """The smallest even step that needs few numbers."""
    return next((step for step in STEPS if height // step <= MAX_TICKS), STEPS[-1])


def hand_ticks(frame: ChartFrame) -> tuple[Tick, ...]:
    step = next((step for step in STEPS if frame.hands // step <= 2 * MAX_TICKS), STEPS[-1])
    numbers = range(step, frame.hands + 1, step)
    return tuple(Tick(frame.x(number), str(number)) for number in numbers)


def draw_all_series(series: Sequence[Series], frame: ChartFrame) -> tuple[DrawnSeries, ...]:
    ends = [(len(each.totals), each.totals[-1]) for each in series]
    written = [ends.index(end) == number for number, end in enumerate(ends)]
    wanted = [
        frame.y(total) for (_, total), is_first in zip(ends, written, strict=True) if is_first
    ]
    heights = iter(spread_heights(wanted, highest=TOP))
    return tuple(
        draw_series(each, style, frame, next(heights) if written[style] else None)
        for style, each in enumerate(series)
    )


def draw_series(each: Series, style: int, frame: ChartFrame, end: float | None) -> DrawnSeries:
    places = [(frame.x(hand), frame.y(total)) for hand, total in enumerate(each.totals)]
    marked = places if len(places) <= FEW_HANDS + 1 else [places[0], places[-1]]
    ends_early = len(places) <= frame.hands
    has_room = end is not None and end > TOP + END_LABEL_LIFT
    lifted = END_LABEL_LIFT if ends_early and has_room else 0  # other lines may run on behind it
    shape = MARKERS[style % len(MARKERS)]
    return DrawnSeries(
        name=each.name,
        style=style,
        shape=shape,
        path="M" + "L".join(f"{x:g} {y:g}" for x, y in places),
        markers="".join(f"M{x:g} {y:g}{shape}" for x, y in marked),
        sets="".join(f"M{x:g} {y:g}{CROSS}" for x, y in set_places(each, places)),
        end=None if end is None else Tick(end - lifted, signed(each.totals[-1])),
        end_x=round(places[-1][0] + 6, 1),
    )


def set_places(each: Series, places: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    return [places[hand] for hand in sorted(each.set_on) if 0 < hand < len(places)]


MARKERS = (
    "m-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0z",  # a dot
    "m-4-4h8v8h-8z",  # a square, in which the dot is still seen
    "m0-5l5 8.5h-10z",  # a triangle
    "m0 5l5-8.5h-10z",  # one on its point
    "m0-5v10m-5-5h10",  # a plus
)
"""The shapes of sides, as in `side_marks.SHAPES`; from the sixth on hollow, with other dashes."""
CROSS = "m-4-4l8 8m-8 0l8-8"


def spread_heights(wanted: Sequence[float], highest: float) -> list[float]:
    """The same heights in their order, moved as little as keeps texts from touching."""
    order = sorted(range(len(wanted)), key=lambda number: wanted[number])
    heights = [wanted[number] for number in order]
    for above, below in pairwise(range(len(heights))):
        heights[below] = max(heights[below], heights[above] + MIN_TEXT_DISTANCE)
    over = (heights[-1] if heights else 0) - (HEIGHT - BOTTOM)
    if over > 0:
        heights[-1] -= over
        for below, above in pairwise(reversed(range(len(heights)))):
            heights[above] = min(heights[above], heights[below] - MIN_TEXT_DISTANCE)
    if heights and heights[0] < highest:
        heights = [highest + MIN_TEXT_DISTANCE * place for place in range(len(heights))]
    placed = dict(zip(order, heights, strict=True))
    return [round(placed[number], 1) for number in range(len(wanted))]
