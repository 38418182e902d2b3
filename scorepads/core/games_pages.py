"""Games in pages that cost about the same to read: by their changes, not only by their number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db.models import QuerySet

from scorepads.models import Pad


@dataclass(frozen=True, slots=True)
class GamesPage:
    """The pads of one page in their order, the page's number, and how many pages there are."""

    pads: tuple[Pad, ...]
    number: int
    page_count: int

    @property
    def newer(self) -> int | None:
        return self.number - 1 if self.number > 1 else None

    @property
    def older(self) -> int | None:
        return self.number + 1 if self.number < self.page_count else None


MAX_PAGE_DIGITS = 6
"""A longer number names no page, and Python reads at most 4,300 digits."""

MAX_READ_GAMES = 1000
MAX_READ_CHANGES = 20_000
"""The most games and changes that are read for one answer, in about two seconds; a file of so many
can be imported again."""


def page_of_games(
    pads: QuerySet[Pad], wanted: str | None, *, max_games: int, max_changes: int
) -> GamesPage:
    """The page of that number, or the nearest; a game of more changes has a page to itself."""
    pages = list(cut_pages(pads.values_list("pk", "revision"), max_games, max_changes)) or [[]]
    digits = wanted if wanted and wanted.isascii() and wanted.isdecimal() else "1"
    asked = int(digits[:MAX_PAGE_DIGITS])
    number = min(max(asked, 1), len(pages))
    found = pads.in_bulk(pages[number - 1])
    return GamesPage(
        tuple(found[pk] for pk in pages[number - 1] if pk in found), number, len(pages)
    )


def cut_pages(
    sizes: Iterable[tuple[int, int]], max_games: int, max_changes: int
) -> Iterator[list[int]]:
    """The keys of `sizes` in lists of at most so many, with at most so many changes together."""
    page: list[int] = []
    changes = 0
    for key, size in sizes:
        if page and (len(page) == max_games or changes + size > max_changes):
            yield page
            page, changes = [], 0
        page.append(key)
        changes += size
    if page:
        yield page
