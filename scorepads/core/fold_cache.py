"""Pads as this process folded them last, so that a save reads and scores only what is new.

This is the only cache of what a pad shows. What is kept cannot be out of date: rows are added and
never altered, and each reader of a pad asks the database for the rows that came after these.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING
from uuid import UUID

if TYPE_CHECKING:
    from scorepads.core.scorepad import Scorepad

MAX_CACHED_CHANGES = 5000
"""So many changes each process keeps, about 10 MB; the pads read longest ago are let go."""


class FoldCache:
    """Folded pads by their public ids; shared by the threads of a process."""

    def __init__(self, max_changes: int = MAX_CACHED_CHANGES) -> None:
        self.max_changes, self.changes = max_changes, 0
        self._scorepads: OrderedDict[UUID, Scorepad] = OrderedDict()
        self._lock = Lock()

    def get(self, public_id: UUID) -> Scorepad | None:
        with self._lock:
            if public_id in self._scorepads:
                self._scorepads.move_to_end(public_id)
            return self._scorepads.get(public_id)

    def put(self, scorepad: Scorepad) -> None:
        with self._lock:
            self._drop(scorepad.pad.public_id)
            self._scorepads[scorepad.pad.public_id] = scorepad
            self.changes += len(scorepad.rows)
            while self.changes > self.max_changes:
                self._drop(next(iter(self._scorepads)))

    def _drop(self, public_id: UUID) -> None:
        dropped = self._scorepads.pop(public_id, None)
        self.changes -= len(dropped.rows) if dropped else 0


folded_pads = FoldCache()
