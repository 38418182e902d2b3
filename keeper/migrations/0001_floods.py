"""Where PostgreSQL counts floods. On SQLite they are counted in a file of their own."""

from typing import Any

from django.db import migrations

# Unlogged: counting must cost no write to the log, and a crash may forget the last minute.
MAKE = """
CREATE UNLOGGED TABLE keeper_floods (
    key text PRIMARY KEY,
    until double precision NOT NULL,
    hits integer NOT NULL
) WITH (fillfactor = 50)
"""


def make(apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(MAKE)


def drop(apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP TABLE keeper_floods")


class Migration(migrations.Migration):
    initial = True
    dependencies = []
    operations = [migrations.RunPython(make, drop)]
