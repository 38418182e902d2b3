"""The URL map, walked to its end, so that no test forgets an address that is new."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

from django.urls import get_resolver
from django.urls.resolvers import URLPattern, URLResolver

from scorepads.models import Pad

PARAMETER = re.compile(r"<(?:(\w+):)?(\w+)>")
METHODS = ("GET", "POST", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS")


def every_route(patterns: Any = None, before: str = "/") -> Iterator[str]:
    """Every address there is, with its parameters as they stand there."""
    walked = get_resolver().url_patterns if patterns is None else patterns
    for entry in walked:
        route = f"{before}{entry.pattern}"
        if isinstance(entry, URLResolver):
            yield from every_route(entry.url_patterns, route)
        elif isinstance(entry, URLPattern):
            yield route


def is_moved(route: str) -> bool:
    """Whether it is an address of before, which only tells where it is now."""
    return route.startswith(("/pads/", "/numbers/"))


def filled(route: str, pad: Pad) -> str:
    """The route with what leads somewhere, where there is something."""
    known = {
        "public_id": str(pad.public_id), "key": "wikipedia", "version": "1", "line": "1",
        "link": "1", "kind": "csv", "family": str(uuid4()), "secret": "A" * 43, "rest": "board/",
    }  # fmt: skip
    return PARAMETER.sub(lambda found: known[found[2]], route)


def as_sent(response: Any, *of_the_pad: object) -> tuple[Any, ...]:
    """An answer without what differs by nature: the request's number, the time, the policy's order,
    and `of_the_pad`, such as an id that stood in the address asked for."""
    policy = sorted(response["Content-Security-Policy"].split("; "))
    ours = {"X-Request-Id": "", "Expires": "", "Content-Security-Policy": policy}
    headers = {**response.headers, **{name: ours[name] for name in ours.keys() & response.headers}}
    text = repr((response.status_code, headers, response.content, sorted(response.cookies)))
    for name in map(str, of_the_pad):
        text = text.replace(name, "-")
    return tuple(text.split(", "))  # told apart part by part where they are not the same
