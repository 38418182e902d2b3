"""Django's sessions in the database, safe against cookies with malformed keys."""

import re

from django.contrib.sessions.backends import db

KEY = re.compile(r"[a-z0-9]{32}")


class SessionStore(db.SessionStore):
    """Looks up only keys that Django could have made.

    A cookie may hold a NUL, for which PostgreSQL raises an error instead of finding nothing.
    """

    def _validate_session_key(self, key: str | None) -> bool:
        return bool(key and KEY.fullmatch(key))
