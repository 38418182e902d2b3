"""The server as it runs for real: gunicorn, hashed static files, masked logs."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.test import override_settings

from bench.servers import free_port
from keeper.storage import OUR_FOLDERS

BEGUN = (
    b"GET /about/ HTTP/1.1\r\nHost: a\r\n",
    b"POST /paste/ HTTP/1.1\r\nHost: a\r\nContent-Length: 90\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\n\r\nlink=",
)
ROOT = Path(__file__).parents[2]
IMPORTED = re.compile(r"""(?:from|import\()"(\.\.?/[\w./]+)\"""")
TOKEN = "q3_Zt-dJ0eXAMPLE8Q2c"


Server = tuple[str, Path, subprocess.Popen[bytes]]
"""A server's address, its log, its process."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests that leave it running."""
    with running_server(tmp_path_factory.mktemp("server")) as started:
        yield started


@contextmanager
def running_server(folder: Path) -> Iterator[Server]:
    port, log = free_port(), folder / "log"
    env = {
        **os.environ,
        # The real settings, with a folder of its own for the files that its pages name.
        "DJANGO_SETTINGS_MODULE": "bench.settings",
        "BENCH_STATIC": str(folder / "static"),
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "ACCESS_LOG": "1",
    }
    collect = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"]
    subprocess.run(collect, cwd=ROOT, env=env, check=True)
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "--config", "python:keeper.gunicorn"],
            cwd=ROOT,
            env=env,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        yield f"http://127.0.0.1:{port}", log, process
    finally:
        process.kill()
        process.wait()


def status_once_up(url: str, seconds: float = 20) -> int:
    end = time.monotonic() + seconds
    while True:
        try:
            return urllib.request.urlopen(url, timeout=seconds).status
        except urllib.error.HTTPError as answer:
            answer.close()
            return answer.code
        except urllib.error.URLError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


def test_no_secret_link_in_its_log_and_ctrl_c_stops_it(tmp_path: Path) -> None:
    with running_server(tmp_path) as (address, log, process):
        assert status_once_up(f"{address}/join/{TOKEN}/no-such-page/") == 404
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 0
    written = log.read_text()
    assert '"GET /join/***/no-such-page/ HTTP/1.1" 404' in written
    assert TOKEN not in written


def test_a_client_that_goes_silent_loses_its_connection_and_holds_nobody_up(server: Server) -> None:
    """Many more than there are threads, each in the middle of a request or of its body."""
    address, log, _ = server
    status_once_up(f"{address}/health/")
    host, port = address.removeprefix("http://").split(":")
    silent = [socket.create_connection((host, int(port))) for _ in range(64)]
    for number, line in enumerate(silent):
        line.sendall(BEGUN[number % len(BEGUN)])
    assert status_once_up(f"{address}/health/", seconds=60) == 200
    for line in silent:
        line.settimeout(60)
        while line.recv(1000):
            pass
        line.close()
    assert "Traceback" not in log.read_text()


def test_a_request_with_too_long_a_line_or_head_is_refused(server: Server) -> None:
    address, _, _ = server
    assert status_once_up(f"{address}/?{'x' * 2100}") == 414
    for headers in ({"X-Long": "x" * 5000}, {f"X-{n}": "1" for n in range(60)}):
        request = urllib.request.Request(f"{address}/health/", headers=headers)
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(request, timeout=20)
        assert refused.value.code in (400, 431)
        refused.value.close()


@pytest.mark.parametrize(
    ("length", "status"),
    [(b"Content-Length: 900000000", 413), (b"Transfer-Encoding: chunked", 411)],
)
def test_who_sends_too_much_is_answered_at_once_and_cut_off(
    server: Server, length: bytes, status: int
) -> None:
    """Not a byte of the body has come yet, and none is waited for."""
    address, _, _ = server
    status_once_up(f"{address}/health/")
    host, port = address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as line:
        line.settimeout(60)
        line.sendall(b"POST /import/ HTTP/1.1\r\nHost: a\r\n" + length + b"\r\n\r\n")
        answer = b""
        while part := line.recv(10_000):
            answer += part
    assert answer.startswith(b"HTTP/1.1 %d " % status)


def test_no_header_moves_the_site(server: Server) -> None:
    """Gunicorn would believe these from a proxy on this machine, which may not have set them."""
    address, _, _ = server
    status_once_up(f"{address}/health/")
    for name in ("SCRIPT_NAME", "PATH_INFO"):
        request = urllib.request.Request(f"{address}/health/", headers={name: "/elsewhere"})
        with urllib.request.urlopen(request, timeout=20) as answer:
            assert answer.status == 200


def test_static_files_collect_under_hashed_names(tmp_path: Path) -> None:
    """Also fails where a style sheet or a module names a file that is not there."""
    storage = {"BACKEND": "keeper.storage.HashedStorage"}
    with override_settings(
        STATIC_ROOT=tmp_path, STORAGES={**settings.STORAGES, "staticfiles": storage}
    ):
        call_command("collectstatic", interactive=False, verbosity=0)
    manifest = json.loads((tmp_path / "staticfiles.json").read_text())
    assert manifest["paths"]
    assert all((tmp_path / hashed).is_file() for hashed in manifest["paths"].values())
    modules = {
        file: file.read_text()
        for folder in OUR_FOLDERS
        for file in (tmp_path / folder).glob("*.*.js")
    }
    imported = [
        file.parent / name for file, text in modules.items() for name in IMPORTED.findall(text)
    ]
    assert len(imported) > 5
    assert all(file.is_file() and file.name.count(".") == 2 for file in imported)
    for text in modules.values():
        assert "/*" not in text and "\n//" not in text
    styles = [file for folder in OUR_FOLDERS for file in (tmp_path / folder).glob("*.*.css")]
    assert len(styles) > 5
    assert all("\n" not in file.read_text().strip() for file in styles)


def test_every_static_file_that_a_template_names_is_there() -> None:
    """The hashed storage refuses a page over one; the plain storage of the tests would not."""
    named = {
        name
        for template in (ROOT / "templates").rglob("*")
        if template.is_file()
        for name in re.findall(r"""{%\s*static\s+["']([^"']+)["']""", template.read_text())
    }
    assert {name for name in named if finders.find(name) is None} == set()


MODULES = sorted((ROOT / "static").glob("*/*.js"))
NESTED = re.compile(r"\$\{[^}`]*`")


@pytest.mark.parametrize("module", MODULES, ids=[module.name for module in MODULES])
def test_no_template_stands_within_another(module: Path) -> None:
    """What makes scripts lean takes such a one for code, and the blanks out of its words."""
    assert NESTED.findall(module.read_text("utf-8")) == []
