"""Settings, all from the environment; with none set, Pitch Keeper runs safely at home.

DEBUG                 1 for development only
DATA_DIR              where the database and the secret key live (data/ in the repository;
                      a relative path is taken from the repository)
SECRET_KEY            signs tickets; else SECRET_KEY_FILE; else made once, in DATA_DIR/secret.key
ALLOWED_HOSTS         names it answers to, comma separated (any)
CSRF_TRUSTED_ORIGINS  further origins that may post, comma separated, with https://
HTTPS                 1 behind a proxy that ends TLS and sets X-Forwarded-Proto
HSTS_SECONDS          how long browsers then insist on https (2592000, thirty days)
DATABASE_URL          a database other than SQLite in DATA_DIR
CONN_MAX_AGE          seconds that a database connection is kept (60)
TRUSTED_PROXIES       how many proxies in front add to X-Forwarded-For (0: it is not believed)
LIMIT_LINKS           secret links that one address may try in a minute (60; 0: any number)
LIMIT_OPENINGS        pads that one address may open in ten minutes (60)
LIMIT_WRITES          other changes that one address may send in a minute (600)
LIMIT_PAD             changes to one pad that one of its phones may send in a minute (120)
LIMIT_PDFS            PDF sheets that one address may ask for in a minute (30)
LIMIT_PAGES           pages of PDF made for one address in ten minutes (200)
LIMIT_OVERVIEWS       statistics and exports over all pads, of one address in a minute (30)
LOG_FORMAT            lines, or json for machines that collect logs (lines)

How gunicorn serves it is set in `keeper/gunicorn.py`.
"""

from pathlib import Path
from urllib.parse import quote

from csp.constants import NONE, SELF

from keeper.env import (
    env_bool,
    env_choice,
    env_database,
    env_int,
    env_list,
    env_path,
    env_secret,
)
from keeper.logging import FORMATS, console_logging

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = env_path("DATA_DIR", BASE_DIR / "data", base=BASE_DIR)

DAY = 24 * 60 * 60

DEBUG = env_bool("DEBUG")
SECRET_KEY = env_secret("SECRET_KEY", kept_in=DATA_DIR / "secret.key")

# Any name by default, since at home the name is whatever address the router gave out. A false
# Host header gains nothing here: the grant to a pad is a cookie, which browsers keep by host,
# pages of a pad are never cached, and nothing is mailed.
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", default=("*",))
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS")

# No accounts, no sessions: a cookie tells a phone again (`scorepads.core.devices`).
INSTALLED_APPS = [
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",  # so that our templates for fields may use those of Django
    "csp",
    "django_htmx",
    "template_partials",
    "scorepads",
]

MIDDLEWARE = [
    "keeper.middleware.number_requests",
    "keeper.middleware.answer_probes",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Compressing a page with a secret in it invites BREACH. What our pages hold are the tickets of
    # forms, which change each second, no page of a game repeats what its address says, and the
    # middleware pads by random lengths.
    "django.middleware.gzip.GZipMiddleware",
    # Outside of whatever may refuse a request, so that refusals carry these headers too.
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "keeper.middleware.permissions_policy",
    "keeper.middleware.refuse_long_requests",
    "keeper.middleware.utf8_only",
    "scorepads.core.csrf.refuse_other_sites",
    "django.middleware.common.CommonMiddleware",
    "scorepads.core.devices.remember_devices",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "scorepads.core.busy.AnswerBusy",
]

# Answered before any other middleware: see `keeper.middleware.answer_probes`.
PROBES = {
    "/health/": "scorepads.core.health.health",
    "/ready/": "scorepads.core.health.ready",
}

# What the streams of `keeper.streams` tell: the versions of so many keys.
READ_FOLLOWED = "scorepads.entry.follow.read_news"
# Seconds between two signs of life on each; proxies give up what is silent for a minute.
STREAM_BEAT = 20.0

ROOT_URLCONF = "keeper.urls"
WSGI_APPLICATION = "keeper.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.messages.context_processors.messages",
            ],
            # No {% load %} for what most templates use; {% partialdef %} is built in from Django 6.
            "builtins": [
                "django.templatetags.static",
                "django_htmx.templatetags.django_htmx",
                "template_partials.templatetags.partials",
            ],
        },
    }
]

# --- Data ---------------------------------------------------------------------------------

DATABASE = env_database("DATABASE_URL", f"sqlite:///{quote(str(DATA_DIR / 'keeper.sqlite3'))}")
DATABASES = {
    "default": {
        **DATABASE,
        "CONN_MAX_AGE": env_int("CONN_MAX_AGE", 60, least=0, most=DAY),
    }
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        # Take the write lock when a transaction begins, and wait for it: a transaction that
        # first reads and then finds the lock taken could only fail.
        # Not for longer than a phone waits (8 s), which then keeps the hand and sends it again.
        "transaction_mode": "IMMEDIATE",
        "timeout": 5,
        # Readers never wait for the writer (WAL), and "saved" outlives a power cut (FULL: in
        # WAL mode NORMAL may lose the last commits).
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
else:
    # Kept open rather than pooled: a thread needs one connection and always the same one, so
    # WEB_CONCURRENCY times THREADS is the most there are. The check finds those that a restart
    # of the server has cut off, at no query of its own until a request asks for the database.
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    # Else a server that is gone would be waited for for minutes.
    DATABASES["default"]["OPTIONS"] = {"connect_timeout": 5, **DATABASE.get("OPTIONS", {})}

# Nothing is kept in Django's cache: pages are made from what the database says now.
CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# A whole evening with its names and notes fits many times over; nothing larger is meant for us.
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
# A file of pads is longer: 16 MB, and what the form puts around it.
LONG_BODIES = {"/import/": 17_000_000}
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
DATA_UPLOAD_MAX_NUMBER_FILES = 1

# --- Time and language --------------------------------------------------------------------

USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en-us"
USE_I18N = False  # one language: no translation to look up on every page

# --- Cookies ------------------------------------------------------------------------------

# 400 days is the longest that browsers keep a cookie; each day of use begins them anew.
DEVICE_COOKIE_AGE = 400 * DAY
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"  # no query
SESSION_COOKIE_SAMESITE = "Lax"  # the messages' cookie goes by these settings

# --- Security -----------------------------------------------------------------------------

# One dict, so that the move to Django 6's SECURE_CSP is a rename.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

# Not "no-referrer": browsers then send `Origin: null` with a plain form, and Django refuses it.
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

# A home network has no certificate, so plain http is the default. HTTPS=1 says that a proxy in
# front ends TLS and sets (never passes on) X-Forwarded-Proto.
HTTPS = env_bool("HTTPS")
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = HTTPS
# Cookies do not tell ports apart, hence a name of our own. What begins with __Host- a browser takes
# only over https and from this very host, so no neighbor can plant it.
DEVICE_COOKIE_NAME = "__Host-keeper_phone" if HTTPS else "keeper_phone"
SECURE_HSTS_SECONDS = env_int("HSTS_SECONDS", 30 * DAY, least=1, most=730 * DAY) if HTTPS else 0

# HSTS for subdomains and the preload list speak for a whole domain, which is its owner's to say.
# Forms need no token (W003): `scorepads.core.csrf` goes by what browsers say of their origin.
SILENCED_SYSTEM_CHECKS = ["security.W003", "security.W005", "security.W021"]
if not HTTPS:
    # HSTS and the redirect need the certificate that a home network lacks.
    SILENCED_SYSTEM_CHECKS += ["security.W004", "security.W008"]

# How often somebody may do something before a 429 asks them to wait (`scorepads.core.limits`). A
# club behind one address, thirty phones at ten hands a minute, stays well below.
MAX_LIMIT = 1_000_000
REQUEST_LIMITS = {
    "links": env_int("LIMIT_LINKS", 60, least=0, most=MAX_LIMIT),
    "openings": env_int("LIMIT_OPENINGS", 60, least=0, most=MAX_LIMIT),
    "writes": env_int("LIMIT_WRITES", 600, least=0, most=MAX_LIMIT),
    "pad": env_int("LIMIT_PAD", 120, least=0, most=MAX_LIMIT),
    "pdfs": env_int("LIMIT_PDFS", 30, least=0, most=MAX_LIMIT),
    "pages": env_int("LIMIT_PAGES", 200, least=0, most=MAX_LIMIT),
    "overviews": env_int("LIMIT_OVERVIEWS", 30, least=0, most=MAX_LIMIT),
}
TRUSTED_PROXIES = env_int("TRUSTED_PROXIES", 0, least=0, most=9)

# --- Static files -------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        # Hashed names, so phones keep files for good and still get every change at once. While
        # developing there is no manifest, and files are served as they lie in static/.
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "keeper.storage.HashedStorage",
    },
}
WHITENOISE_ALLOW_ALL_ORIGINS = False  # no other site uses our files

# --- Logs ---------------------------------------------------------------------------------

LOGGING = console_logging(env_choice("LOG_FORMAT", FORMATS))
