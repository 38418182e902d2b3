"""What is kept is for its owner alone: the database, the key and the copies."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

OTHERS = 0o077
KEPT = ("keeper.sqlite3*", "secret.key", "backups", "backups/*")


def make_private(folder: Path) -> None:
    """Take everybody else's rights from what earlier releases, or other means, left in `folder`.

    The folder itself may be one that somebody else made, and stays as it is.
    """
    for path in (found for pattern in KEPT for found in folder.glob(pattern)):
        with suppress(OSError):  # somebody else's, or just gone
            if path.stat().st_mode & OTHERS and not path.is_symlink():
                path.chmod(path.stat().st_mode & 0o700)


def keep_private() -> None:
    """Let this process and what it starts make files for its owner alone."""
    os.umask(OTHERS)
