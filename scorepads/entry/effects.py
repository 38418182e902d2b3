"""What a correction or a deleted hand would change, worked out before it is confirmed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorepads.core.presenters import Figure, score_figure
from scorepads.core.scorepad import Scorepad
from scorepads.rules.hand import Entry
from scorepads.rules.ledger import Ledger
from scorepads.rules.wording.explain import ending_headline


@dataclass(frozen=True, slots=True)
class Difference:
    """A total that a correction would change: where, and from what to what."""

    where: str
    was: Figure
    will_be: Figure


@dataclass(frozen=True, slots=True)
class Effects:
    """What a correction or a striking would change, worked out before it is confirmed."""

    totals: list[Difference]
    ending_was: str
    ending_will_be: str

    @property
    def any(self) -> bool:
        return bool(self.totals) or self.ending_was != self.ending_will_be


def effects(scorepad: Scorepad, line: int, entry: Entry | None) -> Effects:
    """What putting `entry` in place of a line (or, with None, striking it) would change."""
    ids = [stored.line for stored in scorepad.lines]
    place = ids.index(line)
    entries = list(scorepad.entries)
    entries[place : place + 1] = [entry] if entry else []
    ids_after = ids if entry else ids[:place] + ids[place + 1 :]
    then = scorepad.replay(entries)
    return Effects(
        totals=total_differences(scorepad, ids, ids_after, then),
        ending_was=ending_text(scorepad, scorepad.ledger),
        ending_will_be=ending_text(scorepad, then),
    )


def total_differences(
    scorepad: Scorepad, ids: Sequence[int], ids_after: Sequence[int], then: Ledger
) -> list[Difference]:
    was = {ids[old.number - 1]: old for old in scorepad.ledger.lines}
    found = []
    for new in then.lines:
        old = was.get(ids_after[new.number - 1])
        if old is None:
            continue
        for side, name in enumerate(scorepad.names):
            if old.totals[side] != new.totals[side]:
                where = f"{name}, after hand {old.number}"
                found.append(
                    Difference(
                        where, score_figure(old.totals[side]), score_figure(new.totals[side])
                    )
                )
    if last_line_id(scorepad.ledger, ids) == last_line_id(then, ids_after):
        return found
    return found + final_differences(scorepad, then)


def last_line_id(ledger: Ledger, ids: Sequence[int]) -> int | None:
    return ids[ledger.lines[-1].number - 1] if ledger.lines else None


def final_differences(scorepad: Scorepad, then: Ledger) -> list[Difference]:
    """The final scores, where the two ledgers do not end on the same line."""
    where = "at the end" if scorepad.ledger.is_over or then.is_over else "in all"
    return [
        Difference(f"{name}, {where}", score_figure(old), score_figure(new))
        for name, old, new in zip(scorepad.names, scorepad.ledger.totals, then.totals, strict=True)
        if old != new
    ]


def ending_text(scorepad: Scorepad, ledger: Ledger) -> str:
    if ledger.out is None:
        return "goes on"
    headline = ending_headline(scorepad.names_in_words, ledger.out)
    return f"{headline} on hand {ledger.lines[-1].number}"
