"""Requests that a closed page left under way end before a test's tables are emptied."""

import threading
from concurrent.futures import ThreadPoolExecutor
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest

from tests.browser.gate import Gate


class Slow:
    """Says when a request has come in, and answers it when it may."""

    def __init__(self) -> None:
        self.entered, self.may_answer = threading.Event(), threading.Event()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
        self.entered.set()
        assert self.may_answer.wait(10)
        start_response("200 OK", [])
        return [b"hand 1"]


def ask(gate: Gate) -> str:
    """The status that is answered, once the answer has been read and closed."""
    heard: list[str] = []

    def start_response(status: str, *_: object) -> object:
        heard.append(status)
        return None

    answer = gate({"PATH_INFO": "/"}, start_response)
    list(answer)
    if hasattr(answer, "close"):
        answer.close()
    return heard[0]


def test_it_shuts_when_the_last_request_is_answered_and_refuses_later_ones() -> None:
    slow = Slow()
    gate = Gate(slow)
    gate.open()
    with ThreadPoolExecutor() as threads:
        first = threads.submit(ask, gate)
        assert slow.entered.wait(10)
        with pytest.raises(TimeoutError, match="1 requests"):
            gate.shut(within=0)
        assert ask(gate) == "503 Service Unavailable"
        slow.may_answer.set()
        gate.shut()
        assert first.result(10) == "200 OK"
    gate.open()
    assert ask(gate) == "200 OK"


def test_a_request_that_fails_is_no_longer_inside() -> None:
    def broken(environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
        raise ZeroDivisionError

    gate = Gate(broken)
    gate.open()
    with pytest.raises(ZeroDivisionError):
        ask(gate)
    gate.shut()
