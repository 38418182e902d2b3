"""A small load generator: so many clients, each with one kept-alive connection, for a while.

Plain sockets and no parsing beyond the length of an answer, because the generator runs on the
same cores as the server that it measures.
"""

from __future__ import annotations

import selectors
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count

Ask = Callable[[int], bytes]
"""The next request of the client with this number."""


@dataclass
class Taken:
    """What a run measured: its length, how long each answer took, and what was not answered.

    `cpu` are the seconds of processor that the server used meanwhile.
    """

    seconds: float = 0.0
    took: list[float] = field(default_factory=list)
    bytes: int = 0
    cpu: float = 0.0
    wrong: list[bytes] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Answers a second."""
        return len(self.took) / self.seconds if self.seconds else 0.0

    def percentile(self, share: float) -> float:
        """In milliseconds."""
        ordered = sorted(self.took)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


class Client:
    """One connection that asks, reads the answer to its end, and asks again."""

    def __init__(self, port: int, number: int, ask: Ask) -> None:
        self.port, self.number, self.ask = port, number, ask
        self.connect()

    def connect(self) -> None:
        self.socket = socket.create_connection(("127.0.0.1", self.port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self) -> None:
        self.got, self.due = b"", -1
        request = self.ask(self.number)
        self.since = time.perf_counter()
        self.socket.sendall(request)

    def receive(self) -> bool:
        """Take what has come; whether the answer is whole."""
        data = self.socket.recv(262144)
        if not data:
            raise ConnectionError("the server hung up")
        self.got += data
        if self.due < 0 and (end := self.got.find(b"\r\n\r\n")) >= 0:
            self.due = end + 4 + _length(self.got[:end])
        return 0 <= self.due <= len(self.got)


def _length(head: bytes) -> int:
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return int(line[15:])
    return 0


def load(port: int, ask: Ask, *, clients: int, seconds: float, good: tuple[bytes, ...]) -> Taken:
    """Send requests as fast as answers come; an answer whose status is not `good` is not
    counted."""
    taken, numbers = Taken(), count()
    selector = selectors.DefaultSelector()
    crowd = [Client(port, next(numbers), ask) for _ in range(clients)]
    for client in crowd:
        selector.register(client.socket, selectors.EVENT_READ, client)
        client.send()
    begun = time.perf_counter()
    while (scorepad := time.perf_counter()) < begun + seconds:
        for key, _ in selector.select(timeout=1):
            _turn(selector, key.data, taken, good)
    taken.seconds = scorepad - begun
    _drain(crowd)
    for client in crowd:
        client.socket.close()
    selector.close()
    return taken


def _drain(crowd: list[Client]) -> None:
    """Wait for the last answers, so that the server has finished every request."""
    for client in crowd:
        with suppress(OSError):
            client.socket.settimeout(10)
            while not client.receive():
                pass


def _turn(
    selector: selectors.BaseSelector, client: Client, taken: Taken, good: tuple[bytes, ...]
) -> None:
    try:
        if not client.receive():
            return
        if client.got[9:12] in good:
            taken.took.append(time.perf_counter() - client.since)
            taken.bytes += len(client.got)
        else:
            taken.wrong.append(client.got[:200])
        client.send()
    except OSError:  # a kept-alive connection may be closed at any time
        selector.unregister(client.socket)
        client.socket.close()
        client.connect()
        selector.register(client.socket, selectors.EVENT_READ, client)
        client.send()
