"""`manage.py backup`: copy the database while it is in use."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.db import connection
from django.utils import timezone

from scorepads.core.backups import CopyFailed, write_copy
from scorepads.management.data_command import DataCommand, counted

ENDINGS = {"sqlite": "sqlite3", "postgresql": "dump"}


class Command(DataCommand):
    help = "Copy the database to a new file while it is in use, and read the copy back."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file",
            nargs="?",
            type=Path,
            help="a file that is not there yet (else backups/keeper-<time> in DATA_DIR)",
        )

    def handle(self, *args: Any, file: Path | None, **options: Any) -> None:
        target = file or default_backup_path()
        try:
            seen = write_copy(target)
        except CopyFailed as failure:
            raise CommandError(f"No backup was made: {failure}") from failure
        for trouble in seen.unreadable:
            self.stderr.write(f"As in the database itself, unreadable: game {trouble}")
        games, changes = counted(seen.pads, "game"), counted(seen.changes, "change")
        self.stdout.write(f"{target}: {games}, {changes}, all read back.")


def default_backup_path() -> Path:
    time = timezone.now().strftime("%Y%m%d-%H%M%S")
    ending = ENDINGS.get(connection.vendor, "dump")
    return Path(settings.DATA_DIR) / "backups" / f"keeper-{time}.{ending}"
