"""Logs without secrets or names, as lines or as JSON, each with the number of its request.

A pad's link (`/join/<token>/`) opens the pad to whoever reads it; and who plays cards on a Friday
is nobody's business. So links are masked, and so are rows that a database quotes.
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

request_number: ContextVar[str] = ContextVar("request_number", default="-")
"""The number of the request that this thread is answering, or has answered last."""


def masked(text: str) -> str:
    return QUOTED_ROW.sub(r"\1(***)", SECRET_LINK.sub(r"\1***", text))


class MaskSecretLinks(logging.Filter):
    """Belongs on handlers, not loggers: a logger's filter does not see its children's records."""

    _format_exception = staticmethod(logging.Formatter().formatException)

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = masked(record.getMessage()), None
        if record.exc_info and not record.exc_text:
            # Formatters print exc_text where there is one, so the traceback is masked as well.
            record.exc_text = self._format_exception(record.exc_info)
        record.exc_text = record.exc_text and masked(record.exc_text)
        record.stack_info = record.stack_info and masked(record.stack_info)
        return True


class NumberRequests(logging.Filter):
    """Gives each record the number of the request that it is about, `-` where there is none."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_number = request_number.get()
        return True


class JsonLines(logging.Formatter):
    """A record as one line of JSON, for machines that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "process": record.process,
            "request": getattr(record, "request_number", "-"),
            "message": record.getMessage(),
        }
        if status := getattr(record, "status_code", None):
            told["status"] = status
        if error := self._error(record):
            told["error"] = error
        return json.dumps(told, ensure_ascii=False)

    @staticmethod
    def _error(record: logging.LogRecord) -> str | None:
        if record.exc_text or not record.exc_info:
            return record.exc_text
        return "".join(traceback.format_exception(*record.exc_info))


LINES = "%(asctime)s [%(process)d] %(levelname)s %(request_number)s %(name)s: %(message)s"


def formatter(kind: str) -> logging.Formatter:
    """What writes a record in this one of `FORMATS`."""
    return JsonLines() if kind == "json" else logging.Formatter(LINES)


def console_logging(kind: str = "lines") -> dict[str, Any]:
    """Everything to one masked handler on stderr, where a terminal, systemd and a container
    all look. Django's own handlers are taken off: they would print unmasked, and by mail."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"mask": {"()": MaskSecretLinks}, "number": {"()": NumberRequests}},
        "formatters": {kind: {"()": formatter, "kind": kind}},
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "filters": ["mask", "number"],
                "formatter": kind,
            }
        },
        "root": {"handlers": ["console"], "level": "INFO"},
        "loggers": {
            "django": {"handlers": [], "level": "INFO", "propagate": True},
            "django.server": {"handlers": [], "level": "INFO", "propagate": True},
        },
    }
