"""Log formatters and filters that mask secrets and names, with the number of each request.

A pad's link (`/join/<token>/`) opens the pad to everybody who reads it, and logs should name no
players. So links are masked, and so are rows that a database quotes.
"""

import json
import logging
import re
import traceback
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

FORMATS = ("lines", "json")

# Plain or percent-encoded (as in `?next=%2Fjoin%2F…`), up to whatever ends a path segment.
SECRET_LINK = re.compile(r"(/(?:join|k)/|%2F(?:join|k)%2F)[^/\s?#&%\"'<>]+", re.IGNORECASE)
# PostgreSQL quotes the row that it refuses, names and all: (1, 0, Ann, …).
QUOTED_ROW = re.compile(r"(Failing row contains |Key \([^)]*\)=)\(.*")

MAX_REFUSAL_LENGTH = 400

request_number: ContextVar[str] = ContextVar("request_number", default="-")
"""The number of the request that this thread is answering, or has answered last."""


def mask_secrets(text: str) -> str:
    return QUOTED_ROW.sub(r"\1(***)", SECRET_LINK.sub(r"\1***", text))


class MaskSecretLinks(logging.Filter):
    """Masks secret links. Put it on handlers: a logger's filter misses its children's records."""

    _format_exception = staticmethod(logging.Formatter().formatException)

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = mask_secrets(record.getMessage()), None
        if record.exc_info and not record.exc_text:
            # Formatters print exc_text where there is one, so the traceback is masked as well.
            record.exc_text = self._format_exception(record.exc_info)
        record.exc_text = record.exc_text and mask_secrets(record.exc_text)
        record.stack_info = record.stack_info and mask_secrets(record.stack_info)
        return True


class NumberRequests(logging.Filter):
    """Gives each record the number of the request that it is about, `-` where there is none."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_number = request_number.get()
        return True


_refused: ContextVar[str] = ContextVar("refused", default="")
"""The number of the last request that Django refused as suspicious, in this thread."""


class RefuseInOneLine(logging.Filter):
    """Keeps what is refused to one line: no traceback, and no second line for the same request.

    Anybody can send junk, or go silent in the middle of it, and none of it is a fault of ours. Of a
    suspicious request it is said why it was refused, and then Django would say that it was.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name.startswith("django.security."):
            _refused.set(request_number.get())
        elif record.name == "gunicorn.error":
            if not record.getMessage().startswith("Socket error"):
                return True
        elif not 400 <= getattr(record, "status_code", 0) < 500:
            return True
        elif not record.exc_info and _refused.get() == request_number.get():
            return False
        record.exc_info = record.exc_text = None
        record.msg, record.args = record.getMessage()[:MAX_REFUSAL_LENGTH], None
        return True


class JsonLines(logging.Formatter):
    """A record as one line of JSON, for machines that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "process": record.process,
            "request": getattr(record, "request_number", "-"),
            "message": record.getMessage(),
        }
        if status := getattr(record, "status_code", None):
            fields["status"] = status
        if error := self.error_text(record):
            fields["error"] = error
        return json.dumps(fields, ensure_ascii=False)

    @staticmethod
    def error_text(record: logging.LogRecord) -> str | None:
        if record.exc_text or not record.exc_info:
            return record.exc_text
        return "".join(traceback.format_exception(*record.exc_info))


LINES = "%(asctime)s [%(process)d] %(levelname)s %(request_number)s %(name)s: %(message)s"


def make_formatter(kind: str) -> logging.Formatter:
    """The formatter for one of `FORMATS`."""
    return JsonLines() if kind == "json" else logging.Formatter(LINES)


def console_logging(kind: str = "lines") -> dict[str, Any]:
    """The LOGGING setting: one masked handler on stderr, which a terminal, systemd and a
    container all read. Django's own handlers are removed, since they log and mail unmasked."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {
            "refused": {"()": RefuseInOneLine},
            "mask": {"()": MaskSecretLinks},
            "number": {"()": NumberRequests},
        },
        "formatters": {kind: {"()": make_formatter, "kind": kind}},
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "filters": ["refused", "mask", "number"],
                "formatter": kind,
            }
        },
        "root": {"handlers": ["console"], "level": "INFO"},
        "loggers": {
            "django": {"handlers": [], "level": "INFO", "propagate": True},
            "django.server": {"handlers": [], "level": "INFO", "propagate": True},
        },
    }
