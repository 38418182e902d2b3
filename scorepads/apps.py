from django.apps import AppConfig


class ScorepadsConfig(AppConfig):
    name = "scorepads"
    verbose_name = "Score pads"
