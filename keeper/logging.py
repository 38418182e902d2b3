"""Logs without secrets: a pad's link (`/k/<token>/`) opens the pad to whoever reads it."""

import logging
import re
from typing import Any

# Plain or percent-encoded (as in `?next=%2Fk%2F…`), up to whatever ends a path segment.
SECRET_LINK = re.compile(r"(/k/|%2Fk%2F)[^/\s?#&%\"'<>]+", re.IGNORECASE)


def masked(text: str) -> str:
    return SECRET_LINK.sub(r"\1***", text)


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


def console_logging() -> dict[str, Any]:
    """Everything to one masked handler on stderr, where a terminal, systemd and a container
    all look. Django's own handlers are taken off: they would print unmasked, and by mail."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"mask": {"()": MaskSecretLinks}},
        "formatters": {
            "line": {"format": "%(asctime)s [%(process)d] %(levelname)s %(name)s: %(message)s"}
        },
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "filters": ["mask"],
                "formatter": "line",
            }
        },
        "root": {"handlers": ["console"], "level": "INFO"},
        "loggers": {
            "django": {"handlers": [], "level": "INFO", "propagate": True},
            "django.server": {"handlers": [], "level": "INFO", "propagate": True},
        },
    }
