"""Django's sessions in the database, for cookies that may hold anything."""

import re

from django.contrib.sessions.backends import db

KEY = re.compile(r"[a-z0-9]{32}")


class SessionStore(db.SessionStore):
    """Asks the database only for keys that Django could have given out.

    A cookie may hold a NUL too, at which PostgreSQL fails instead of finding nothing.
    """

    def _validate_session_key(self, key: str | None) -> bool:
        return bool(key and KEY.fullmatch(key))
