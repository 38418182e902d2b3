from django.apps import AppConfig


class ScorepadsConfig(AppConfig):
    name = "scorepads"
    verbose_name = "Score pads"

    def ready(self) -> None:
        from scorepads.core import checks  # noqa: F401
