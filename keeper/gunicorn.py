"""Settings of the gunicorn server: `gunicorn -c python:keeper.gunicorn`, from the repository.

HOST, PORT          where to listen (0.0.0.0, 8000)
WEB_CONCURRENCY     processes (2)
THREADS             threads in each (4)
ACCESS_LOG          1: a line for every request, secret links masked, without what follows a ?
LOG_FORMAT          lines, or json (as in `keeper/settings.py`)

Slow clients. Phones on weak networks are slow without meaning harm, and others mean it. Coroutines
take requests in and send answers out, so neither holds a thread (`keeper.bridge`); they hold a
connection, of which there are many. What is sent is bounded: the line and the headers here, the
time that they take in `keeper.worker`, the body in `keeper.bridge`, its fields in
`keeper/settings.py`. A client that stops reading is cut off by the system, after `SILENCE` seconds.
"""

import socket
from pathlib import Path
from typing import Any

from gunicorn.glogging import Logger

from keeper.address import listen_address
from keeper.env import env_bool, env_choice, env_int
from keeper.logging import (
    FORMATS,
    MaskSecretLinks,
    NumberRequests,
    RefuseInOneLine,
    make_formatter,
)
from keeper.private import keep_private
from keeper.worker import raise_file_limit

keep_private()

wsgi_app = "keeper.asgi:application"
bind = listen_address()

# Two processes, because one of them can then render while the other waits for the disk.
worker_class = "keeper.worker.BoundedWorker"
workers = env_int("WEB_CONCURRENCY", 2, least=1, most=64)
worker_connections = 8000
raise_file_limit(2 * worker_connections)
# Settings are read once, before the fork: nonsense stops the start instead of every worker.
preload_app = True

# SQLite waits up to 5 s for another writer; a worker is given up only well after that.
timeout = 60
graceful_timeout = 25
keepalive = 5
SILENCE = 10
# The heartbeat file in memory: on an SD card its touch can stall long enough to look dead.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108

limit_request_line = 2048
limit_request_fields = 50
limit_request_field_size = 4096
# A proxy on this machine could move the whole site by a header of these names (SCRIPT_NAME), and
# Caddy passes on any that a client sends.
forwarder_headers = ""
# Gunicorn's control socket in the home folder is not needed.
control_socket_disable = True

# Off unless asked for: at home it would scroll the QR code away, and a proxy keeps its own.
accesslog = "-" if env_bool("ACCESS_LOG") else None
# The path without its query, the status, the milliseconds, who asked, and the request's number.
access_log_format = '%(h)s "%(m)s %(U)s %(H)s" %(s)s %(B)s %(M)sms %({x-request-id}o)s'
log_format = env_choice("LOG_FORMAT", FORMATS)


def when_ready(server: Any) -> None:
    """A connection takes this limit over from the socket that accepted it (Linux)."""
    if option := getattr(socket, "TCP_USER_TIMEOUT", None):
        for listener in server.LISTENERS:
            listener.sock.setsockopt(socket.IPPROTO_TCP, option, 1000 * SILENCE)


class MaskedLogger(Logger):  # type: ignore[misc]  # gunicorn has no types
    """Gunicorn's own lines name the path too, in the access log and when a request fails."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        for handler in (*self.error_log.handlers, *self.access_log.handlers):
            handler.addFilter(RefuseInOneLine())
            handler.addFilter(MaskSecretLinks())
            handler.addFilter(NumberRequests())
            if log_format == "json":
                handler.setFormatter(make_formatter("json"))


logger_class = MaskedLogger
