"""Phones that save hands over real HTTP, and note which hands the server said are saved."""

from __future__ import annotations

import http.client
import random
import re
import threading
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

SENDS_AGAIN_AFTER = 0.05
HEADERS = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"}


@dataclass
class Told:
    """Counts of the answers to the phones."""

    saved: int = 0
    again: int = 0
    unanswered: int = 0
    stale: int = 0
    refused: int = 0


class Phone(threading.Thread):
    """Enters passed-out hands one after another; sends each, with its key, until it is answered.

    `kept` are the keys of the hands that the server said are saved. `hang_up` is the share of
    answers that the phone does not wait for, as if they were lost on the way.
    """

    def __init__(
        self, port: int, phone: str, pad: str, stop: threading.Event, hang_up: float = 0.0
    ) -> None:
        super().__init__(daemon=True)
        self.port, self.phone, self.pad, self.stop = port, phone, pad, stop
        self.hang_up = hang_up
        self.kept: list[str] = []
        self.tried: list[str] = []
        self.told = Told()
        self.seen = 0
        self.trouble: list[str] = []

    def run(self) -> None:
        while not self.stop.is_set():
            self.save_one()

    def save_one(self) -> None:
        """Send one hand, under one key, until the server answers."""
        key = str(uuid4())
        self.tried.append(key)
        while not self.stop.is_set():
            if self._sent(key):
                return
            time.sleep(SENDS_AGAIN_AFTER)

    def _sent(self, key: str) -> bool:
        try:
            status, body = self._post(key)
        except (OSError, http.client.HTTPException):
            self.told.unanswered += 1
            return False
        if status == 200:
            self.kept.append(key)
            self.told.saved += 1
            self.told.again += "Already saved" in body
            self._see(body)
            return True
        if status == 409:  # another phone was faster: the same hand, for the pad as it is now
            self.told.stale += 1
            self._see(body)
            return False
        self.told.refused += 1
        if status != 503 and status != 500:
            self.trouble.append(f"{status}: {body[:200]}")
        return False

    def _see(self, body: str) -> None:
        if found := re.search(r'name="seen" value="(\d+)"', body):
            self.seen = int(found[1])

    def _post(self, key: str) -> tuple[int, str]:
        fields = {"key": key, "seen": self.seen, "bid": "pass"}
        headers = {"Cookie": f"keeper_phone={self.phone}", "Sec-Fetch-Site": "same-origin"}
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            line.request("POST", f"/games/{self.pad}/hands/", urlencode(fields),
                         {**HEADERS, **headers})  # fmt: skip
            if random.random() < self.hang_up:
                raise ConnectionAbortedError("hung up on purpose")
            answer = line.getresponse()
            return answer.status, answer.read().decode()
        finally:
            line.close()


@dataclass
class Table:
    """Several phones around some pads, and all the answers to them."""

    phones: list[Phone]
    stop: threading.Event = field(default_factory=threading.Event)

    @classmethod
    def around(cls, port: int, pads: list[dict[str, Any]], each: int, hang_up: float) -> Table:
        stop = threading.Event()
        phones = [
            Phone(port, pad["phone"], pad["id"], stop, hang_up) for pad in pads for _ in range(each)
        ]
        return cls(phones, stop)

    def __enter__(self) -> Table:
        for phone in self.phones:
            phone.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop.set()
        for phone in self.phones:
            phone.join(60)

    @property
    def kept(self) -> list[tuple[str, str]]:
        """Pad and key of every hand that a phone was told is saved."""
        return [(phone.pad, key) for phone in self.phones for key in phone.kept]

    def count(self, what: str) -> int:
        return sum(getattr(phone.told, what) for phone in self.phones)

    def wait_for(self, hands: int, seconds: float = 60) -> None:
        """Until the phones were told of so many more; raises `TimeoutError`."""
        due, end = self.count("saved") + hands, time.monotonic() + seconds
        while self.count("saved") < due:
            if time.monotonic() > end:
                raise TimeoutError(f"no {hands} hands were saved in {seconds:.0f} s")
            time.sleep(0.01)
