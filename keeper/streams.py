"""Streams: answers that stay open, by which phones hear at once that something is new.

A view says what its phone follows (`follow`): a key, the version that stands there now, and whose
it is. From then on this process tells each of its streams when the version has changed, and ends
those whose key is not found any more. All of them share one reader: it asks for the versions of
all keys in one query, after the bell (`keeper.bell`) has rung, so a stream costs nothing while
nothing happens. Every `STREAM_BEAT` seconds each hears that the server is alive, which also keeps
proxies and mobile networks from giving it up.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.db import Error, close_old_connections
from django.http import HttpRequest, HttpResponse

from keeper.bell import Bell

log = logging.getLogger(__name__)

BEAT = b"event: beat\ndata:\n\n"
GONE = b"event: gone\ndata:\n\n"
STREAM = "keeper.stream"
"""In a request's environment where its answer may stay open: what to tell what it follows."""
RETRY = 1
"""Seconds until the versions are asked for again, where the database did not answer."""
SOON = 0.01
"""Seconds in which several rings are heard as one."""
MAX_STREAMS = 6000
"""So many are open in each process; more than that are asked to come by and by instead."""
MAX_EACH = 12
"""So many for one phone in each process: its tabs."""
AT_ONCE = 200
"""So many are told before others get their turn."""
RECONNECT = (1000, 3000)
"""Milliseconds until a browser comes back by itself: each after another time."""

Versions = dict[int, str]
Message = MutableMapping[str, Any]


@dataclass(frozen=True, slots=True)
class Followed:
    """What a stream is about, the version that its phone was shown, and whose phone it is."""

    key: int
    version: str
    owner: int


def can_follow(request: HttpRequest) -> bool:
    """Whether the server that answers this request can keep an answer open."""
    return STREAM in request.META


def follow(request: HttpRequest, followed: Followed) -> HttpResponse:
    """The answer of a view that stays open; where the server cannot do that, 204."""
    if not can_follow(request):
        return HttpResponse(status=204)
    request.META[STREAM](followed)
    response = HttpResponse(content_type="text/event-stream; charset=utf-8")
    response["X-Accel-Buffering"] = "no"
    return response


@dataclass(eq=False, slots=True)
class Stream:
    """One open answer: the version it was told last, and what is to be told next."""

    followed: Followed
    told: str
    version: str | None
    is_gone: bool = False
    stirred: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, version: str | None) -> None:
        """Let it know the version; None says that there is nothing to follow any more."""
        self.is_gone = version is None
        if version != self.version:
            self.version = version
            self.stirred.set()

    def beat(self) -> None:
        self.stirred.set()

    def end(self) -> None:
        self.version = None
        self.stirred.set()

    async def next_event(self) -> bytes:
        """What to send next, as soon as there is something; empty at the end."""
        await self.stirred.wait()
        self.stirred.clear()
        if self.version is None:
            return GONE if self.is_gone else b""
        is_new, self.told = self.version != self.told, self.version
        return version_event(self.version) if is_new else BEAT


def version_event(version: str) -> bytes:
    return f"data: {version}\n\n".encode()


class Streams:
    """The open streams of this process."""

    def __init__(self, read_versions: Callable[[list[int]], Versions], bell: Bell) -> None:
        self.read_versions, self.bell = read_versions, bell
        self.open: defaultdict[int, set[Stream]] = defaultdict(set)
        self.owners: Counter[int] = Counter()
        self.asked: set[int] = set()
        self.stirred = asyncio.Event()
        self.reader = ThreadPoolExecutor(1, "streams")
        self.tasks: list[asyncio.Task[None]] = []
        self.is_ending = self.is_waiting = False

    def __len__(self) -> int:
        return self.owners.total()

    def __iter__(self) -> Iterator[Stream]:
        return iter([stream for streams in self.open.values() for stream in streams])

    # --- From the start of the process to its end

    async def start(self) -> None:
        self.tasks = [asyncio.create_task(work()) for work in (self.tell_news, self.keep_alive)]
        await self.bell.listen(self.look)

    async def stop(self) -> None:
        self.end_all()
        for task in self.tasks:
            task.cancel()
        await self.bell.close()
        self.reader.shutdown(wait=False)

    def end_all(self) -> None:
        """End all of them, and open no others: the phones come back to another process."""
        self.is_ending = True
        for stream in self:
            stream.end()

    # --- What is new

    def look(self) -> None:
        """Somebody has changed something: find out what."""
        self.asked.update(self.open)
        if self.asked:
            self.stirred.set()

    async def tell_news(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await self.stirred.wait()
            await asyncio.sleep(SOON)
            self.stirred.clear()
            asked, self.asked = list(self.asked), set()
            versions = await loop.run_in_executor(self.reader, self.ask_database, asked)
            if versions is None:
                self.asked.update(asked)
                loop.call_later(RETRY, self.stirred.set)
                continue
            self.is_waiting = False
            for key in asked:
                for stream in self.open.get(key, ()):
                    stream.tell(versions.get(key))

    def ask_database(self, keys: list[int]) -> Versions | None:
        """The versions of those keys that are still there; None where nobody answers."""
        close_old_connections()
        try:
            return self.read_versions(keys)
        except Error as failure:
            if not self.is_waiting:  # said once for each time that it is away
                log.warning("Streams wait: %s", str(failure).partition("\n")[0])
            self.is_waiting = True
            return None
        finally:
            close_old_connections()

    async def keep_alive(self) -> None:
        """Let all know now and then that they are alive, and look for what no bell has told."""
        while True:
            await asyncio.sleep(settings.STREAM_BEAT)
            if self.bell.may_have_missed():
                self.look()
            for number, stream in enumerate(self):
                stream.beat()
                if number % AT_ONCE == AT_ONCE - 1:
                    await asyncio.sleep(0)

    # --- One stream

    def has_room(self, followed: Followed) -> bool:
        is_full = len(self) >= MAX_STREAMS or self.owners[followed.owner] >= MAX_EACH
        return not (is_full or self.is_ending)

    async def serve(
        self,
        followed: Followed,
        headers: list[tuple[bytes, bytes]],
        receive: Callable[[], Awaitable[Message]],
        send: Callable[[Message], Awaitable[None]],
    ) -> None:
        """Answer with a stream, until the phone leaves or what it follows is gone."""
        status = 200 if self.has_room(followed) else 503
        kept = [each for each in headers if each[0] != b"content-length"]
        await send({"type": "http.response.start", "status": status, "headers": kept})
        if status == 200:
            await self.hold(followed, receive, send)
        await send({"type": "http.response.body", "body": b""})

    async def hold(
        self,
        followed: Followed,
        receive: Callable[[], Awaitable[Message]],
        send: Callable[[Message], Awaitable[None]],
    ) -> None:
        stream = Stream(followed, followed.version, followed.version)
        self.enter(stream)
        leaving = asyncio.create_task(self.until_left(stream, receive))
        try:
            retry = b"retry: %d\n" % random.randint(*RECONNECT)  # noqa: S311
            said = retry + version_event(followed.version)
            while said:
                await send({"type": "http.response.body", "body": said, "more_body": True})
                said = b"" if said == GONE else await stream.next_event()
        finally:
            leaving.cancel()
            self.leave(stream)

    def enter(self, stream: Stream) -> None:
        key = stream.followed.key
        self.open[key].add(stream)
        self.owners[stream.followed.owner] += 1
        self.asked.add(key)  # for what came between the view's look and now
        self.stirred.set()

    def leave(self, stream: Stream) -> None:
        key, owner = stream.followed.key, stream.followed.owner
        self.open[key].discard(stream)
        if not self.open[key]:
            del self.open[key]
        self.owners[owner] -= 1
        if not self.owners[owner]:
            del self.owners[owner]

    async def until_left(self, stream: Stream, receive: Callable[[], Awaitable[Message]]) -> None:
        with suppress(asyncio.CancelledError):
            while (await receive())["type"] != "http.disconnect":
                pass
            stream.end()
