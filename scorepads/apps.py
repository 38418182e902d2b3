from django.apps import AppConfig


class ScorepadsConfig(AppConfig):
    name = "scorepads"
    verbose_name = "Score pads"

    def ready(self) -> None:
        from django.db import connection

        from scorepads.core import busy, checks  # noqa: F401

        # Both kinds of database do. A system check would otherwise connect to ask, and SQLite
        # would make an empty file for a command that was typed without the service's variables.
        connection.features.supports_json_field = True
