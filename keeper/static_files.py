"""Which static files of the apps are collected and served."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib.staticfiles.finders import AppDirectoriesFinder


class AppFiles(AppDirectoriesFinder):
    """Without the admin's libraries: looking needs none, and every start would compress them."""

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterable[Any]:
        return super().list([*(ignore_patterns or ()), "vendor"])
