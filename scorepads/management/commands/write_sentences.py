"""`manage.py write_sentences`: the sentences of the rules as a script module for phones."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from scorepads.rules.wording.sentences import sentences_module

MODULE = settings.BASE_DIR / "static" / "rules" / "sentences.js"


class Command(BaseCommand):
    help = "Write static/rules/sentences.js anew, out of scorepads/rules/wording/sentences.toml."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        MODULE.write_text(sentences_module(), "utf-8")
