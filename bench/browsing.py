"""A phone's browser in short: sends what Chromium on a phone sends, and reads what pages say.

It keeps cookies, asks for gzip, fills in forms from the page, and holds one connection or opens a
fresh one for every request. It runs no script: its caller does what the script would do.
"""

from __future__ import annotations

import gzip
import socket
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urlencode

from bench.client import Client

PHONE = {
    "sec-ch-ua": '"Chromium";v="156", "Not:A-Brand";v="8"',
    "sec-ch-ua-mobile": "?1",
    "sec-ch-ua-platform": '"Android"',
    "User-Agent": "Mozilla/5.0 (Linux; Android 11; Pixel 5) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/156.0.8078.114 Mobile Safari/537.36",
    "Accept-Encoding": "gzip, deflate",
}
"""What Chromium adds to every request of a phone."""
NAVIGATING = {
    "Upgrade-Insecure-Requests": "1",
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,"
    "image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7",
    "Sec-Fetch-Site": "same-origin",
    "Sec-Fetch-Mode": "navigate",
    "Sec-Fetch-User": "?1",
    "Sec-Fetch-Dest": "document",
}
FETCHING = {
    "Accept": "*/*",
    "Sec-Fetch-Site": "same-origin",
    "Sec-Fetch-Mode": "cors",
    "Sec-Fetch-Dest": "empty",
}
"""What a script's `fetch` adds, and htmx besides its own."""
STREAMING = {**FETCHING, "Accept": "text/event-stream", "Cache-Control": "no-cache"}
WORKER = {
    "Cache-Control": "max-age=0",
    "Accept": "*/*",
    "Service-Worker": "script",
    "Sec-Fetch-Site": "same-origin",
    "Sec-Fetch-Mode": "same-origin",
    "Sec-Fetch-Dest": "serviceworker",
}
FORM = "application/x-www-form-urlencoded"


@dataclass
class Form:
    """A form as the page shows it: where it goes, and its fields in their order."""

    action: str = ""
    fields: dict[str, str] = field(default_factory=dict)


class Page(HTMLParser):
    """The parts of a page that a follower of a pad needs.

    `live` is where its script asks, `events` where it hears that there is something to ask for,
    `seen` the revision it shows, `totals` the large figures.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html = html
        self.live = self.events = self.seen = ""
        self.totals: list[str] = []
        self.forms: dict[str, Form] = {}
        self.links: list[str] = []
        self._form = Form()
        self._select = ""
        self._is_side = self._is_total = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        classes = told.get("class", "").split()
        self.live = told.get("data-live", self.live)
        self.events = told.get("data-events", self.events)
        self.seen = told.get("data-seen", self.seen)
        if "side" in classes:
            self._is_side = True
        elif self._is_side and "fig" in classes:
            self._is_side, self._is_total = False, True
        if tag == "form":
            self._form = Form(told.get("action", ""))
            self.forms[told.get("id") or self._form.action] = self._form
        elif tag == "a":
            self.links.append(told.get("href", ""))
        else:
            self._read_field(tag, told)

    def _read_field(self, tag: str, told: dict[str, str]) -> None:
        fields = self._form.fields
        if tag == "select":
            self._select = told["name"]
        elif tag == "option":
            if "selected" in told or self._select not in fields:
                fields[self._select] = told.get("value", "")
        elif tag == "input" and "name" in told and _is_sent(told):
            fields[told["name"]] = told.get("value", "")

    def handle_data(self, data: str) -> None:
        if self._is_total and data.strip():
            self.totals.append(data.strip())
            self._is_total = False

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = Form()


def _is_sent(told: Mapping[str, str]) -> bool:
    return told.get("type") not in ("radio", "checkbox") or "checked" in told


@dataclass(frozen=True)
class Answer:
    """An answer, its body as it was before it was compressed."""

    status: int
    headers: dict[str, str]
    text: str


class Stream:
    """An answer that stays open, and the events that came so far."""

    def __init__(self, port: int, request: bytes) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.socket.sendall(request)
        self.heard = b""

    def wait_for(self, number: str) -> None:
        """Wait for the event with this number; raises `OSError` where the stream ends or falls
        silent."""
        self.wait_for_text(f"data: {number}\n\n".encode())

    def wait_for_text(self, text: bytes) -> None:
        while text not in self.heard:
            part = self.socket.recv(65536)
            if not part:
                raise ConnectionError("the stream has ended")
            self.heard = self.heard[-4000:] + part

    def close(self) -> None:
        self.socket.close()


class Phone:
    """A phone, or the board: its cookies, its connection, and the address that it shows.

    With `keeps`, all it asks goes over one connection, which is opened anew when the server hung
    up. Else every request opens a connection of its own and says that it is the only one, as a
    proxy does that keeps none.
    """

    def __init__(self, port: int, *, keeps: bool, phone: str = "") -> None:
        self.port, self.keeps = port, keeps
        self.origin = f"http://127.0.0.1:{port}"
        self.cookies = {"keeper_phone": phone} if phone else {}
        self.address = ""
        self.page = Page("")
        self.asked = 0
        self._client: Client | None = None
        self._request = b""

    def close(self) -> None:
        if self._client:
            self._client.socket.close()
        self._client = None

    # ---- One request

    def send(self, method: str, address: str, headers: Mapping[str, str], body: str = "") -> None:
        """Send it without waiting for its answer, which `receive` gives."""
        sent = {
            "Host": f"127.0.0.1:{self.port}",
            "Connection": "keep-alive" if self.keeps else "close",
            **PHONE,
            **headers,
        }
        if self.address:
            sent["Referer"] = self.origin + self.address
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if method == "POST":
            sent |= {"Origin": self.origin, "Content-Type": FORM, "Content-Length": str(len(body))}
        lines = [f"{method} {address} HTTP/1.1", *map(": ".join, sent.items()), "", body]
        self._request = "\r\n".join(lines).encode()
        self.asked += 1
        self._send()

    def _send(self) -> None:
        client = self._client or Client(self.port, 0, lambda number: self._request)
        self._client = client
        client.socket.settimeout(30)
        try:
            client.send()
        except OSError:  # hung up before it was asked again
            client.connect()
            client.send()

    def receive(self) -> Answer:
        """The answer to the last request."""
        client = self._client
        assert client, "nothing was sent"
        try:
            while not client.receive():
                pass
        except ConnectionError:
            if not self.keeps or client.got:
                raise
            client.connect()
            client.send()
            while not client.receive():
                pass
        if not self.keeps:
            self.close()
        return self._read(client.got)

    def _read(self, got: bytes) -> Answer:
        head, _, body = got.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        headers: dict[str, str] = {}
        for name, _, value in (line.partition(": ") for line in lines):
            headers[name.lower()] = value
            if name.lower() == "set-cookie":
                cookie, _, value = value.partition(";")[0].partition("=")
                self.cookies[cookie] = value
        if headers.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        return Answer(int(first.split()[1]), headers, body.decode())

    # ---- What a person and the page's script do

    def follow(self) -> Stream:
        """The stream that the page's script opens."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"Host": f"127.0.0.1:{self.port}", **PHONE, **STREAMING, "Cookie": cookies}
        lines = [f"GET {self.page.events} HTTP/1.1", *map(": ".join, headers.items()), "", ""]
        return Stream(self.port, "\r\n".join(lines).encode())

    def visit(self, address: str) -> None:
        """Go to a page, also where it leads on; its files are kept from before."""
        self._arrive(address, self._ask("GET", address, NAVIGATING))

    def submit(self, form: Form, taps: Mapping[str, str]) -> None:
        """Send a form as the browser does, and go where its answer leads."""
        address = form.action or self.address
        body = urlencode({**form.fields, **taps})
        self._arrive(address, self._ask("POST", address, NAVIGATING, body))

    def submit_by_htmx(self, form: Form, taps: Mapping[str, str], **htmx: str) -> None:
        """Send a form as htmx does; what it answers takes its place in the page.

        `htmx` are further headers of its own, such as `HX_Target`.
        """
        headers = {
            **FETCHING,
            "HX-Request": "true",
            "HX-Current-URL": self.origin + self.address,
            **{name.replace("_", "-"): value for name, value in htmx.items()},
        }
        address = form.action or self.address
        answer = self._ask("POST", address, headers, urlencode({**form.fields, **taps}))
        assert answer.status == 200, f"{address} answered {answer.status}: {answer.text[:300]}"
        self.put(answer)

    def put(self, answer: Answer) -> None:
        """Parts of a page take the place of those that it shows."""
        part = Page(answer.text)
        part.live, part.events = self.page.live, self.page.events
        part.seen = part.seen or self.page.seen
        part.totals = part.totals or self.page.totals
        part.forms = {**self.page.forms, **part.forms}
        self.page = part

    def _ask(self, method: str, address: str, headers: Mapping[str, str], body: str = "") -> Answer:
        self.send(method, address, headers, body)
        return self.receive()

    def _arrive(self, address: str, answer: Answer) -> None:
        while answer.status in (302, 303):
            address = answer.headers["location"]
            answer = self._ask("GET", address, NAVIGATING)
        assert answer.status == 200, f"{address} answered {answer.status}: {answer.text[:300]}"
        self.address, self.page = address, Page(answer.text)
        # At every page the browser looks whether there is another service worker.
        worker = self._ask("GET", "/sw.js", WORKER)
        assert worker.status == 200, f"/sw.js answered {worker.status}"
