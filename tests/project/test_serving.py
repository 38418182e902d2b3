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
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.test import override_settings

ROOT = Path(__file__).parents[2]
TOKEN = "q3_Zt-dJ0eXAMPLE8Q2c"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[str, Path, subprocess.Popen[bytes]]]:
    """Its address, its log, its process."""
    port, log = free_port(), tmp_path / "log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "--config", "python:keeper.gunicorn"],
            cwd=ROOT,
            env={
                **os.environ,
                "DJANGO_SETTINGS_MODULE": "keeper.settings",
                "HOST": "127.0.0.1",
                "PORT": str(port),
                "ACCESS_LOG": "1",
            },
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    yield f"http://127.0.0.1:{port}", log, process
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


def test_no_secret_link_in_its_log_and_ctrl_c_stops_it(
    server: tuple[str, Path, subprocess.Popen[bytes]],
) -> None:
    address, log, process = server
    assert status_once_up(f"{address}/k/{TOKEN}/no-such-page/") == 404
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=20) == 0
    written = log.read_text()
    assert '"GET /k/***/no-such-page/ HTTP/1.1" 404' in written
    assert TOKEN not in written


def test_static_files_collect_under_hashed_names(tmp_path: Path) -> None:
    """Also fails where a style sheet names a file that is not there."""
    storage = {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}
    with override_settings(
        STATIC_ROOT=tmp_path, STORAGES={**settings.STORAGES, "staticfiles": storage}
    ):
        call_command("collectstatic", interactive=False, verbosity=0)
    manifest = json.loads((tmp_path / "staticfiles.json").read_text())
    assert manifest["paths"]
    assert all((tmp_path / hashed).is_file() for hashed in manifest["paths"].values())


def test_every_static_file_that_a_template_names_is_there() -> None:
    """The hashed storage refuses a page over one; the plain storage of the tests would not."""
    named = {
        name
        for template in (ROOT / "templates").rglob("*")
        if template.is_file()
        for name in re.findall(r"""{%\s*static\s+["']([^"']+)["']""", template.read_text())
    }
    assert {name for name in named if finders.find(name) is None} == set()
