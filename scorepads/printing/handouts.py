"""The handout “How to play”: one page for a newcomer to the table, from a preset's rules page."""

from __future__ import annotations

from dataclasses import dataclass

from scorepads.reading.rulebook import Example, Step, make_rulebook
from scorepads.rules.preset import Point, Preset

TIPS = 2


@dataclass(frozen=True, slots=True)
class Handout:
    """How to play a preset: its steps, the play of the cards, its points, an example, some tips."""

    name: str
    players: str
    steps: tuple[Step, ...]
    play: tuple[str, ...]
    points: tuple[Point, ...]
    example: Example | None
    tips: tuple[str, ...]
    sources: tuple[str, ...]
    is_large: bool = False


def make_handout(preset: Preset, *, is_large: bool = False) -> Handout:
    """The handout of a preset; in large print without the example and with one tip."""
    book = make_rulebook(preset)
    examples = [example for section in book.sections for example in section.examples]
    return Handout(
        name=preset.name,
        players=preset.players,
        steps=book.short,
        play=tuple(rule["says"] for rule in preset.texts["rules"] if rule["about"] == "play"),
        points=preset.points,
        example=examples[0] if examples and not is_large else None,
        tips=book.tips[: 0 if is_large else TIPS],
        sources=tuple(source.title for source in preset.sources.values()),
        is_large=is_large,
    )
