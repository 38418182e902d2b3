"""Nothing that was said to be saved is lost: a short run of `bench/faults`."""

from __future__ import annotations

import pytest
from django.db import connection

from bench import try_faults

KILLS = 5


@pytest.fixture(scope="module")
def scene() -> object:
    with try_faults.scene(connection.vendor) as found:
        yield found


def test_killed_in_the_middle_of_saves(scene: tuple) -> None:
    assert try_faults.killed(scene[0], KILLS).startswith(f"{KILLS} kills")


def test_answers_lost_after_the_commit(scene: tuple) -> None:
    assert try_faults.answers_lost(scene[0], 30)


def test_locked_for_a_while_and_full_for_a_while_or_stopped(scene: tuple) -> None:
    at, cluster = scene
    if cluster:
        assert try_faults.stopped(at, cluster, 1)
    else:
        assert try_faults.locked(at, 0.5)
        assert try_faults.full(at, 0.3)
