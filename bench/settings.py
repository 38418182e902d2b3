"""The real settings with the bare views beside the product's own, and without limits."""

import os
from pathlib import Path

from keeper.settings import *  # noqa: F403
from keeper.settings import (
    DATA_DIR,
    DATABASES,
    INSTALLED_APPS,
    PROBES,
    REQUEST_LIMITS,
    STREAM_BEAT,
)

ROOT_URLCONF = "bench.urls"
INSTALLED_APPS = [*INSTALLED_APPS, "bench"]
REQUEST_LIMITS = dict.fromkeys(REQUEST_LIMITS, int(os.environ.get("BENCH_LIMIT", "0")))
STATIC_ROOT = Path(os.environ.get("BENCH_STATIC", DATA_DIR / "staticfiles"))

# An evening's keep-alives in fast motion.
STREAM_BEAT = float(os.environ.get("BENCH_BEAT", STREAM_BEAT))

# A disk that is full, for the fault of that name: SQLite may add no page to its file. The log of
# changes would take a few more, so it is emptied into the file after every one of them.
if os.environ.get("BENCH_FULL"):
    DATABASES["default"]["OPTIONS"]["init_command"] += (
        "PRAGMA wal_autocheckpoint=1; PRAGMA max_page_count=1;"
    )

# Answered before any other middleware, as bare as Django gets.
PROBES = {
    **PROBES,
    "/bare/query/": "bench.views.query",
    "/bare/insert/": "bench.views.insert",
}
