"""Gunicorn's worker for coroutines, with bounds to connections and to how long a head takes."""

from __future__ import annotations

import asyncio
import resource
from typing import Any

from gunicorn.asgi.protocol import ASGIProtocol
from gunicorn.workers import gasgi

HEAD_SECONDS = 20
"""So long the head of a connection's first request may take; a phone on weak network is slow."""


def raise_file_limit(wanted: int) -> None:
    """Let this process and what it starts have so many files open, if the system does."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))


class BoundedProtocol(ASGIProtocol):  # type: ignore[misc]  # gunicorn has no types
    """A connection that is given up where nothing comes of it."""

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        self.worker.lines.add(self)
        if self.worker.nr_conns > self.worker.worker_connections:
            transport.abort()
        else:
            # Gunicorn has this timer for the later requests; the head of each ends it.
            self._keepalive_handle = self.worker.loop.call_later(
                HEAD_SECONDS, self._keepalive_timeout
            )

    def connection_lost(self, exc: Exception | None) -> None:
        self.worker.lines.discard(self)
        super().connection_lost(exc)

    def close_if_idle(self) -> None:
        """Do not wait for a request that may never come."""
        if self._awaiting_request:
            self._keepalive_timeout()


class BoundedWorker(gasgi.ASGIWorker):  # type: ignore[misc]
    """Ends open streams first when it is to stop, so that it need not wait for them."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.lines: set[BoundedProtocol] = set()

    @classmethod
    def check_config(cls, cfg: Any, log: Any) -> None:
        """Nothing to complain about."""

    def handle_exit_signal(self) -> None:
        super().handle_exit_signal()
        self.end_lines()

    def handle_quit_signal(self) -> None:
        super().handle_quit_signal()
        self.end_lines()

    def end_lines(self) -> None:
        """End what is open for its own sake; requests that have begun are answered."""
        self.asgi.streams.end_all()
        for line in list(self.lines):
            line.close_if_idle()


gasgi.ASGIProtocol = BoundedProtocol  # the only way in: the worker makes it by this name
