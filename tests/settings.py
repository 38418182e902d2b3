"""The real settings, in a folder of their own: a test must never meet somebody's evenings."""

import atexit
import os
import tempfile

# Removed when the process ends; each worker of a parallel run has its own.
_scratch = tempfile.TemporaryDirectory(prefix="pitch-keeper-tests-", ignore_cleanup_errors=True)
atexit.register(_scratch.cleanup)
# In the environment, so that commands which tests start in a process of their own are held too.
os.environ["DATA_DIR"] = _scratch.name
os.environ.setdefault("SECRET_KEY", "only-for-tests-" + "0123456789" * 5)
# A machine's own choices would change what is tested.
for name in ("DEBUG", "HTTPS", "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "SECRET_KEY_FILE",
             "TRUSTED_PROXIES", "LOG_FORMAT", "LIMIT_LINKS", "LIMIT_OPENINGS", "LIMIT_WRITES",
             "LIMIT_PAD", "LIMIT_PDFS", "LIMIT_PAGES", "LIMIT_OVERVIEWS"):  # fmt: skip
    os.environ.pop(name, None)

from keeper.settings import *  # noqa: E402, F403
from keeper.settings import DATA_DIR, DATABASES, REQUEST_LIMITS, STORAGES  # noqa: E402

# A file, not memory: only there do two connections lock each other out as in real use.
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["TEST"] = {"NAME": DATA_DIR / "test.sqlite3"}

# As they lie in static/, so that tests need no collectstatic (tests/project tries that once).
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
WHITENOISE_AUTOREFRESH = True

# All tests come from one address; those of the limits set them.
REQUEST_LIMITS = dict.fromkeys(REQUEST_LIMITS, 0)
WHITENOISE_USE_FINDERS = True
