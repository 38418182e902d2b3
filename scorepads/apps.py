from django.apps import AppConfig


class ScorepadsConfig(AppConfig):
    name = "scorepads"
    verbose_name = "Score pads"

    def ready(self) -> None:
        from scorepads.core import busy, checks  # noqa: F401
