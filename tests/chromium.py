"""Where Chromium is, for the browser tests and for the bench."""

from __future__ import annotations

import os
import shutil

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def find_chromium() -> str | None:
    """CHROMIUM if it is set, and then nothing else; otherwise the first that is installed."""
    if named := os.environ.get("CHROMIUM"):
        return shutil.which(named)
    return next(filter(None, map(shutil.which, NAMES)), None)
