"""A tab says which page it is, and of which game: two games lie open side by side."""

from __future__ import annotations

import re

from django.test import Client

from scorepads.models import Pad
from tests.core.addresses import every_route, filled

TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)


def test_every_page_of_a_game_is_titled_by_its_sides(pencil: Client, played: Pad) -> None:
    titles = {}
    for route in every_route():
        if "public_id" not in route or route.startswith("/pads/") or route.endswith("pdf"):
            continue
        answer = pencil.get(filled(route, played))
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            titles |= dict.fromkeys([route], TITLE.search(answer.content.decode()))
    found = {route: " ".join(title[1].split()) for route, title in titles.items() if title}
    assert len(found) > 10
    assert [route for route, title in found.items() if "Us, Them" not in title] == []
    assert len(set(found.values())) == len(found), "two pages of a game are titled alike"
