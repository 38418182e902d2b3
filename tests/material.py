"""What tests loop over: with nothing to loop over a test would pass and have shown nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def some(things: Iterable[T]) -> list[T]:
    """The things to loop over; fails where there are none."""
    found = list(things)
    assert found, "there is nothing to try"
    return found
