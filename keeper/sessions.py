"""Sessions in the database; a cookie that cannot be a key of one is nobody's, without asking."""

import re
from typing import Any

from django.contrib.sessions.backends import db
from django.db import connection
from django.utils import timezone

from scorepads.core.access import GRANTS
from scorepads.opening.own_rulesets import KEPT

_LOAD = "SELECT session_data FROM django_session WHERE session_key = %s AND expire_date > %s"

KEY = re.compile(r"[a-z0-9]{32}")


class SessionStore(db.SessionStore):
    """Django's own, save that it asks no database for what it never gave out.

    A cookie may hold anything, a NUL too, at which PostgreSQL fails instead of finding nothing.
    """

    def _validate_session_key(self, key: str | None) -> bool:
        return bool(key and KEY.fullmatch(key))

    def load(self) -> dict[str, Any]:
        """By a statement of our own: it is asked for every page, and the ORM words it slowly."""
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        with connection.cursor() as cursor:
            cursor.execute(_LOAD, [self.session_key, now])
            found = cursor.fetchone()
        if found is None:
            self._session_key = None
            return {}
        held: dict[str, Any] = self.decode(found[0])
        return held

    def flush(self) -> None:
        """Forget who logged in, under a new key; a table's pads and own versions stay its own."""
        ours = {name: self[name] for name in (GRANTS, KEPT) if name in self}
        super().flush()
        self.update(ours)
