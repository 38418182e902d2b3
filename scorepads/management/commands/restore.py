"""`manage.py restore`: a backup becomes the database, where there is none yet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from scorepads.core.backups import CopyFailed, restore_database


class Command(BaseCommand):
    help = "Make the database anew from a backup. Refuses where there is a database already."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="what `manage.py backup` has written")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            restore_database(file)
        except CopyFailed as failure:
            raise CommandError(f"Nothing was restored: {failure}") from failure
        call_command("migrate", interactive=False, verbosity=0)  # for copies of older versions
        self.stdout.write(f"Restored from {file}. Start the keeper again if it is running.")
