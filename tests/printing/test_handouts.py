"""How to play, on one page; `test_every_game.py` has one of every preset."""

from __future__ import annotations

import pytest
from django.test import Client

pytestmark = [pytest.mark.django_db, pytest.mark.paper]


def test_is_offered_for_presets_only() -> None:
    assert 'name="handouts"' in Client().get("/sheets/pedro/").content.decode()
    assert 'name="handouts"' not in Client().get("/sheets/standard-pitch/").content.decode()
