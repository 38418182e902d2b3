"""What a balancer or a watchdog asks: does the process answer, and can it do its work?"""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorepads.rules import catalog

log = logging.getLogger(__name__)


@never_cache
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """200 as long as the process answers; nothing else is looked at."""
    return _said("alive")


@never_cache
@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """200 where pads can be kept, else 503 with what is missing, in a word."""
    for what, is_fine in CHECKS.items():
        try:
            fine = is_fine()
        except DatabaseError as error:
            log.warning("Not ready, %s: %s", what, error)
            fine = False
        if not fine:
            return _said(f"not ready: {what}", status=503)
    return _said("ready")


def _said(text: str, status: int = 200) -> HttpResponse:
    return HttpResponse(f"{text}\n", content_type="text/plain; charset=utf-8", status=status)


def _database_answers() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone() == (1,))


_migrated = False


def is_migrated() -> bool:
    """Whether every migration is applied; once seen it is believed, for they only ever add."""
    global _migrated
    if not _migrated:
        executor = MigrationExecutor(connection)
        _migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return _migrated


def _presets_are_as_published() -> bool:
    return not catalog.current.find_problems()


CHECKS: dict[str, Callable[[], bool]] = {
    "database": _database_answers,
    "migrations": is_migrated,
    "presets": _presets_are_as_published,
}
"""What is looked at, in this order, by the word that names it."""
