"""What if, counted over all games of a phone: how often each outcome comes out under each version.

One answer replays a bounded number of changes. Where a phone holds more games, the page goes on
from `GameCounts.until`, with the counts so far in its address; nothing of them is stored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace

from django.core import signing
from django.db.models import QuerySet

from scorepads.comparing.what_if import ReplayCell, ReplayRow, replay_games
from scorepads.core.games_pages import cut_pages
from scorepads.core.scorepad import read_pads
from scorepads.models import Pad
from scorepads.rules.comparing.replay import Outcome
from scorepads.rules.rulesets import Ruleset

MAX_COUNTED_GAMES = 1000
MAX_COUNTED_CHANGES = 8000
MAX_REPLAYED_CHANGES = 24_000
"""So many changes are read for one answer, and so many replayed, each under each version: 300 games
of a dozen hands under six versions, in about three quarters of a second."""

AS_PLAYED = "As it was played"
DIFFERENT_HAND = "Some hand scored differently"

SALT = "scorepads.what-if"
SECONDS_VALID = 3600


@dataclass(frozen=True, slots=True)
class CountRow:
    """A label, and how many games it is true of under each version."""

    label: str
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameCounts:
    """What came out of the games counted so far, the last opened first.

    `seen` of them were looked at, up to the one with the key `until`; `games` of these have a hand,
    `unreadable` ones have rules that this server does not know. `columns` has for each version how
    often each label of a row is true.
    """

    columns: tuple[dict[str, int], ...]
    seen: int = 0
    games: int = 0
    hands: int = 0
    finished: int = 0
    changed: int = 0
    unreadable: int = 0
    until: int = 0

    @property
    def rows(self) -> list[CountRow]:
        """A row for each outcome that comes out at all."""
        labels = [*(outcome.value for outcome in Outcome), AS_PLAYED, DIFFERENT_HAND]
        found = [
            CountRow(label, tuple(column.get(label, 0) for column in self.columns))
            for label in labels
        ]
        return [row for row in found if any(row.counts)]


def count_more(
    pads: QuerySet[Pad], rulesets: Sequence[Ruleset], so_far: GameCounts
) -> tuple[GameCounts, int]:
    """The counts with as many more games as one answer replays, and how many are left then."""
    rest = pads.filter(pk__lt=so_far.until) if so_far.until else pads
    sizes = list(rest.order_by("-pk").values_list("pk", "revision"))
    max_changes = min(MAX_COUNTED_CHANGES, MAX_REPLAYED_CHANGES // len(rulesets))
    keys = next(cut_pages(sizes, MAX_COUNTED_GAMES, max_changes), [])
    if not keys:
        return so_far, 0
    games = read_pads(pads.in_bulk(keys).values())
    rows = replay_games(games, rulesets)
    counted = replace(
        add_rows(so_far, rows),
        seen=so_far.seen + len(keys),
        unreadable=so_far.unreadable + len(keys) - len(games),
        until=keys[-1],
    )
    return counted, len(sizes) - len(keys)


def add_rows(so_far: GameCounts, rows: Sequence[ReplayRow]) -> GameCounts:
    """The counts with these games as well."""
    return replace(
        so_far,
        columns=tuple(
            dict(Counter(column) + count_labels(row.cells[number] for row in rows))
            for number, column in enumerate(so_far.columns)
        ),
        games=so_far.games + len(rows),
        hands=so_far.hands + sum(len(row.game.lines) for row in rows),
        finished=so_far.finished + sum(row.game.ledger.is_over for row in rows),
        changed=so_far.changed + sum(row.has_another_winner for row in rows),
    )


def count_labels(cells: Iterable[ReplayCell]) -> Counter[str]:
    counted: Counter[str] = Counter()
    for cell in cells:
        counted[cell.outcome.value if cell.outcome else AS_PLAYED] += 1
        counted[DIFFERENT_HAND] += cell.parting is not None
    return counted


def write_counts(counts: GameCounts, asked_by: str) -> str:
    """The counts for the address of the next answer; only `asked_by` can go on from them."""
    return signing.dumps(asdict(counts), salt=SALT + asked_by, compress=True)


def read_counts(written: str, asked_by: str, versions: int) -> GameCounts:
    """The counts that `write_counts` wrote for the same asker within the hour, else none yet."""
    try:
        found = signing.loads(written, salt=SALT + asked_by, max_age=SECONDS_VALID)
    except signing.BadSignature:
        return GameCounts(columns=({},) * versions)
    return GameCounts(**{**found, "columns": tuple(found["columns"])})
