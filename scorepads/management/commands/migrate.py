"""`manage.py migrate`: Django's own, which also makes the folder of the database."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.core.management.commands import migrate

from keeper.locks import serving
from scorepads.management.data_command import is_file, refuse_foreign_folder


class Command(migrate.Command):
    """Makes the database where there is none; no other command but restore does."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        refuse_foreign_folder()
        if is_file():
            Path(settings.DATA_DIR).mkdir(mode=0o700, parents=True, exist_ok=True)
        with serving() as may_serve:
            if not may_serve:
                raise CommandError("The database is being restored just now. Try again afterwards.")
            return super().execute(*args, **options)
