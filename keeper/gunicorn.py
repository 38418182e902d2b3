"""How the keeper is served: `gunicorn -c python:keeper.gunicorn`, from the repository.

HOST, PORT          where to listen (0.0.0.0, 8000)
WEB_CONCURRENCY     processes (2)
THREADS             threads in each (4)
ACCESS_LOG          1: a line for every request, secret links masked
"""

from pathlib import Path
from typing import Any

from gunicorn.glogging import Logger

from keeper.address import listen_address
from keeper.env import env_bool, env_int
from keeper.logging import MaskSecretLinks

wsgi_app = "keeper.wsgi:application"
bind = listen_address()

# Threads, because a phone on weak network holds its worker for as long as it sends. Two
# processes, because one of them can then render while the other waits for the disk.
worker_class = "gthread"
workers = env_int("WEB_CONCURRENCY", 2, least=1, most=64)
threads = env_int("THREADS", 4, least=1, most=64)
# Settings are read once, before the fork: nonsense stops the start instead of every worker.
preload_app = True

# SQLite waits up to 20 s for another writer; a worker is given up only well after that.
timeout = 60
graceful_timeout = 25
keepalive = 5
# The heartbeat file in memory: on an SD card its touch can stall long enough to look dead.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108

limit_request_line = 2048
limit_request_fields = 50
# Nobody steers a running keeper through a socket in the home folder.
control_socket_disable = True

# Off unless asked for: at home it would scroll the QR code away, and a proxy keeps its own.
accesslog = "-" if env_bool("ACCESS_LOG") else None


class MaskedLogger(Logger):  # type: ignore[misc]  # gunicorn has no types
    """Gunicorn's own lines name the path too, in the access log and when a request fails."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        for handler in (*self.error_log.handlers, *self.access_log.handlers):
            handler.addFilter(MaskSecretLinks())


logger_class = MaskedLogger
