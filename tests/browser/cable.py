"""A network cable between a browser and the server that can be pulled, in any browser alike."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress

CHUNK = 65_536


class Cable:
    """Listens on a port of its own and passes everything on to the server.

    Pulled, it drops every connection that there is, and each new one as soon as it is made.
    """

    def __init__(self, server: tuple[str, int]) -> None:
        self._server = server
        self._listening = socket.create_server(("127.0.0.1", 0), backlog=64)
        self._lock = threading.Lock()
        self._ends: set[socket.socket] = set()
        self._is_pulled = False
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://localhost:{self._listening.getsockname()[1]}"

    def pull(self) -> None:
        with self._lock:
            self._is_pulled = True
            ends, self._ends = self._ends, set()
        for end in ends:
            _hang_up(end)

    def plug_in(self) -> None:
        with self._lock:
            self._is_pulled = False

    def close(self) -> None:
        self.pull()
        _hang_up(self._listening)

    def _accept(self) -> None:
        with suppress(OSError):  # closed
            while True:
                browser, _ = self._listening.accept()
                threading.Thread(target=self._connect, args=(browser,), daemon=True).start()

    def _connect(self, browser: socket.socket) -> None:
        with self._lock:
            if self._is_pulled:
                return _hang_up(browser)
            self._ends.add(browser)
        try:
            server = socket.create_connection(self._server)
        except OSError:
            return _hang_up(browser)
        with self._lock:
            is_wanted = browser in self._ends
            self._ends.add(server)
        if not is_wanted:  # pulled meanwhile
            return _hang_up(browser, server)
        threading.Thread(target=self._pass_on, args=(browser, server), daemon=True).start()
        self._pass_on(server, browser)

    def _pass_on(self, giver: socket.socket, taker: socket.socket) -> None:
        with suppress(OSError):
            while data := giver.recv(CHUNK):
                taker.sendall(data)
        with self._lock:
            self._ends -= {giver, taker}
        _hang_up(giver, taker)


def _hang_up(*ends: socket.socket) -> None:
    for end in ends:
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()
