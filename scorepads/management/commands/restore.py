"""`manage.py restore`: a backup becomes the database, where there is none yet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import migrate

from keeper.locks import restoring
from scorepads.core.backups import CopyFailed, restore_database
from scorepads.management.data_command import DataCommand


class Command(DataCommand):
    help = "Make the database anew from a backup, where none is and no server runs."
    requires_system_checks = []
    needs_games = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="what `manage.py backup` has written")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            with restoring() as is_alone:
                if not is_alone:
                    raise CopyFailed("a server runs on this database. Stop it first.")
                restore_database(file)
                # For copies of older versions. Django's own, since ours waits for the restore.
                call_command(migrate.Command(), interactive=False, verbosity=0)
        except CopyFailed as failure:
            raise CommandError(f"Nothing was restored: {failure}") from failure
        self.stdout.write(f"Restored from {file}. Start the server now.")
