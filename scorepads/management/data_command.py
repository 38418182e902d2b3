"""Commands on the games that are kept: they act on the service's own database, or on nothing."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection

from scorepads.models import Pad

AS_THE_SERVICE = "A service's games are reached by `pitch-keeper COMMAND`: see docs/deploying.md."


class DataCommand(BaseCommand):
    """A command that says on which database it acted and how many games that holds.

    It refuses, and makes nothing, where there is no database of games, or where the folder belongs
    to somebody else. A command may be typed without the service's variables, and then means
    another folder.
    """

    needs_games = True
    """Whether the database has to be there."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        refuse_foreign_folder()
        if self.needs_games:
            refuse_missing_games()
        try:
            said = super().execute(*args, **options)
        except CommandError as failure:
            raise CommandError(f"{failure} {games_line()}") from failure
        self.stdout.write(games_line())
        return said


def is_file() -> bool:
    """Whether the database is a file of ours."""
    return connection.vendor == "sqlite"


def database_name() -> str:
    """The name of the database, as the command's messages say it."""
    at = connection.settings_dict
    if is_file():
        return f"The database {at['NAME']}"
    where = f" on {at['HOST']}" if at["HOST"] else ""
    return f"The PostgreSQL database {at['NAME']}{where}"


def games_line() -> str:
    """Which database this is, and how many games it holds."""
    if is_file() and not has_file():
        return f"{database_name()} is not there."
    try:
        many = Pad.objects.count()
    except DatabaseError:
        return f"{database_name()} holds no games."
    return f"{database_name()} holds {counted(many, 'game')}."


def counted(many: int, what: str) -> str:
    """So many of something, such as "1 game" or "2 games"."""
    return f"{many} {what}{'s' if many != 1 else ''}"


def has_file() -> bool:
    file = Path(connection.settings_dict["NAME"])
    return file.is_file() and file.stat().st_size > 0


def refuse_missing_games() -> None:
    """Raise `CommandError` where there is no database of games; SQLite would make an empty one."""
    if is_file() and not has_file():
        raise CommandError(f"{database_name()} is not there, and none was made. {AS_THE_SERVICE}")
    try:
        tables = connection.introspection.table_names()
    except DatabaseError as failure:
        raise CommandError(f"{database_name()} does not answer: {failure}") from failure
    if Pad._meta.db_table not in tables:
        raise CommandError(f"{database_name()} holds no games. {AS_THE_SERVICE}")


def refuse_foreign_folder() -> None:
    """Raise `CommandError` where the folder of the database belongs to another user.

    What root left there the service could not read.
    """
    folder = Path(settings.DATA_DIR)
    if is_file() and folder.exists() and (owner := folder.stat().st_uid) != os.geteuid():
        raise CommandError(f"{folder} belongs to user {owner}. {AS_THE_SERVICE}")
