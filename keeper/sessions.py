"""Sessions in the database; a cookie that cannot be a key of one is nobody's, without asking."""

import re

from django.contrib.sessions.backends import db

KEY = re.compile(r"[a-z0-9]{32}")


class SessionStore(db.SessionStore):
    """Django's own, save that it asks no database for what it never gave out.

    A cookie may hold anything, a NUL too, at which PostgreSQL fails instead of finding nothing.
    """

    def _validate_session_key(self, key: str | None) -> bool:
        return bool(key and KEY.fullmatch(key))
