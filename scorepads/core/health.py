"""Health and readiness probes for load balancers and watchdogs."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorepads.models import RequestCount
from scorepads.rules import catalog

log = logging.getLogger(__name__)

WRITE_EVERY_SECONDS = 10


@never_cache
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """200 as long as the process answers; nothing else is checked."""
    return plain_text("alive")


@never_cache
@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """200 where pads can be saved, else 503 with the check that failed."""
    for what, is_fine in CHECKS.items():
        try:
            fine = is_fine()
        except DatabaseError as error:
            log.warning("Not ready, %s: %s", what, error)
            fine = False
        if not fine:
            return plain_text(f"not ready: {what}", status=503)
    return plain_text("ready")


def plain_text(text: str, status: int = 200) -> HttpResponse:
    return HttpResponse(f"{text}\n", content_type="text/plain; charset=utf-8", status=status)


def database_answers() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone() == (1,))


_migrated = False


def is_migrated() -> bool:
    """Whether every migration is applied; once true it is not asked again."""
    global _migrated
    if not _migrated:
        executor = MigrationExecutor(connection)
        _migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return _migrated


def presets_are_unaltered() -> bool:
    return not catalog.current.find_problems()


_written_at = -math.inf


def can_write() -> bool:
    """Whether a row can be written, on a disk that is not full; tried every few seconds only.

    Raises `DatabaseError` where it cannot.
    """
    global _written_at
    if time.monotonic() - _written_at > WRITE_EVERY_SECONDS:
        row = RequestCount(key="ready", window_ends=timezone.now(), count=0)
        RequestCount.objects.bulk_create(
            [row], update_conflicts=True, unique_fields=["key"], update_fields=["window_ends"]
        )
        _written_at = time.monotonic()
    return True


CHECKS: dict[str, Callable[[], bool]] = {
    "database": database_answers,
    "migrations": is_migrated,
    "presets": presets_are_unaltered,
    "writing": can_write,
}
"""The readiness checks, in this order, by their names."""
