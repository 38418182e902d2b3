"""Nobody may be inside the server while the tables are emptied after a test."""

import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

LONGEST = 20.0  # seconds: only a request that hangs takes them


class Gate:
    """A WSGI application before another: open, it lets requests through; shut, it answers 503.

    A page that is closed leaves requests under way. One that reads while the tables are emptied
    is a deadlock on PostgreSQL, and one that writes a moment later leaves a row to the next test.
    """

    def __init__(self, application: WSGIApplication) -> None:
        self.application = application
        self._changed = threading.Condition()
        self._is_open = False
        self._inside = 0
        self.gives_scripts = True
        """Without them every page has to work as it came."""
        self.instead: dict[str, bytes | None] = {}
        """Scripts in the place of others, by their paths; None is none at all."""

    def open(self) -> None:
        with self._changed:
            self._is_open = True

    def shut(self, within: float = LONGEST) -> None:
        """Return when the last request has been answered; TimeoutError after so many seconds."""
        with self._changed:
            self._is_open = False
            if not self._changed.wait_for(lambda: self._inside == 0, within):
                raise TimeoutError(f"{self._inside} requests are still under way")

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        with self._changed:
            if not self._is_open:
                start_response("503 Service Unavailable", [("Content-Length", "0")])
                return []
            self._inside += 1
        path = environ["PATH_INFO"]
        if path in self.instead or (path.endswith(".js") and not self.gives_scripts):
            self._leave()
            return _answer_script(self.instead.get(path), start_response)
        try:
            return _Answer(self.application(environ, start_response), self._leave)
        except BaseException:
            self._leave()
            raise

    def _leave(self) -> None:
        with self._changed:
            self._inside -= 1
            self._changed.notify_all()


def _answer_script(script: bytes | None, start_response: StartResponse) -> list[bytes]:
    status = "404 Not Found" if script is None else "200 OK"
    start_response(status, [("Content-Type", "text/javascript"), ("Cache-Control", "no-store")])
    return [script or b""]


class _Answer:
    """The application's answer; `at_end` is called when it is closed, as WSGI promises it is."""

    def __init__(self, answer: Iterable[bytes], at_end: Callable[[], None]) -> None:
        self._answer: Any = answer
        self._at_end = at_end

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._answer)

    def close(self) -> None:
        try:
            if hasattr(self._answer, "close"):
                self._answer.close()
        finally:
            self._at_end()
