"""Servers that a bench starts and ends, on 127.0.0.1 or a socket."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).parents[1]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def wait_for(port: int, seconds: float = 30) -> None:
    """Until something listens there; raises `TimeoutError`."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.02)
    raise TimeoutError(f"nothing listens on port {port}")


def _processes() -> Iterator[tuple[str, list[str]]]:
    """Every process of this machine: its number, and `/proc/…/stat` from its state on."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it may have ended meanwhile
            yield stat.parent.name, stat.read_text().rpartition(")")[2].split()


def _cpu_seconds(ticks: Iterable[list[str]]) -> float:
    return sum(int(one) for some in ticks for one in some) / os.sysconf("SC_CLK_TCK")


class Server:
    """The server as it runs for real, with a port that stays the same over restarts."""

    def __init__(self, env: dict[str, str], log: Path) -> None:
        self.port = free_port()
        self.log = log
        self.env = {**os.environ, **env, "HOST": "127.0.0.1", "PORT": str(self.port)}
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "gunicorn", "--config", "python:keeper.gunicorn"]
        with self.log.open("ab") as output:
            # A group of its own, so that a kill reaches the workers as well.
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=self.env, stdout=output, stderr=output,
                start_new_session=True,
            )  # fmt: skip
        wait_for(self.port)

    def cpu(self) -> float:
        """Seconds of processor that its processes have used; 0 where the system does not say."""
        assert self.process
        group = str(self.process.pid)
        return _cpu_seconds(told[11:13] for _, told in _processes() if told[2] == group)

    def memory(self) -> int:
        """Kilobytes that its processes take, what they share counted once."""
        assert self.process
        group, taken = str(self.process.pid), 0
        for number, told in _processes():
            if told[2] == group:
                with suppress(OSError):
                    smaps = Path(f"/proc/{number}/smaps_rollup").read_text()
                    taken += sum(int(line.split()[1]) for line in smaps.splitlines()
                                 if line.startswith("Pss:"))  # fmt: skip
        return taken

    def kill(self) -> None:
        """SIGKILL to every process of it at once, as when the power goes."""
        self._signal(signal.SIGKILL)

    def stop(self) -> None:
        self._signal(signal.SIGTERM)

    def _signal(self, number: int) -> None:
        if self.process is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, number)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(30)
        self.process = None


def manage(env: dict[str, str], *arguments: str) -> str:
    """manage.py in a process of its own; what it printed. Raises where it fails."""
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **env}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(arguments)}: {done.stderr or done.stdout}")
    return done.stdout


class Postgres:
    """A throwaway cluster on a socket of its own; `url` is what DATABASE_URL takes."""

    def __init__(self, *options: str) -> None:
        self.bin = postgres_bin()
        self.folder = Path(tempfile.mkdtemp(prefix="keeper-pg-"))
        self.options = ["listen_addresses=", f"unix_socket_directories={self.folder}", *options]
        self.user = "postgres" if os.geteuid() == 0 else ""
        if self.user:
            shutil.chown(self.folder, self.user)
        self._run("initdb", "-D", str(self.data), "-A", "trust", "-U", "postgres", "-E", "UTF8",
                  "--locale=C.UTF-8")  # fmt: skip
        self.start()

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def url(self) -> str:
        return f"postgresql://postgres@{quote(str(self.folder), safe='')}/postgres"

    def start(self) -> None:
        options = " ".join(f"-c {option}" for option in self.options)
        self._ctl("-w", "-l", str(self.folder / "log"), "-o", options, "start")

    def stop(self, mode: str = "immediate") -> None:
        """`immediate` is as a crash: the next start recovers from the log."""
        self._ctl("-m", mode, "stop")

    def remove(self) -> None:
        try:
            self.stop()
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    def cpu(self) -> float:
        """Seconds of processor that the cluster has used, also by backends that have ended."""
        pid = (self.data / "postmaster.pid").read_text().split()[0]
        return _cpu_seconds(
            told[11:15] if number == pid else told[11:13]
            for number, told in _processes()
            if pid in (number, told[1])
        )

    def _ctl(self, *arguments: str) -> None:
        self._run("pg_ctl", "-D", str(self.data), "-s", *arguments)

    def _run(self, name: str, *arguments: str) -> None:
        as_whom = ["runuser", "-u", self.user, "--"] if self.user else []
        subprocess.run(
            [*as_whom, str(self.bin / name), *arguments],
            cwd=self.folder, check=True, stdout=subprocess.DEVNULL, timeout=60,
        )  # fmt: skip


def postgres_bin() -> Path:
    """The folder of the newest PostgreSQL on this machine; raises `FileNotFoundError`."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=_version)
    if not found and (initdb := shutil.which("initdb")):
        found = [Path(initdb)]
    if not found:
        raise FileNotFoundError("no PostgreSQL here; on Debian: apt install postgresql")
    return found[-1].parent


def _version(path: Path) -> list[int]:
    return [int(part) for part in path.parts[-3].split(".") if part.isdigit()]


@contextmanager
def database(kind: str, *options: str) -> Iterator[tuple[dict[str, str], Postgres | None]]:
    """The environment for `sqlite` or `postgresql` with a scratch folder for everything, and
    the cluster, so that it can be stopped."""
    folder = Path(tempfile.mkdtemp(prefix="keeper-bench-"))
    env = {"DATA_DIR": str(folder), "SECRET_KEY": "only-for-the-bench-" + "0123456789" * 5,
           "DATABASE_URL": "", "DEBUG": "", "HTTPS": ""}  # fmt: skip
    cluster = Postgres(*options) if kind == "postgresql" else None
    try:
        yield env | ({"DATABASE_URL": cluster.url} if cluster else {}), cluster
    finally:
        if cluster:
            cluster.remove()
        shutil.rmtree(folder, ignore_errors=True)
