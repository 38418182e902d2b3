"""Cookies that told a phone before, and the device's cookie that follows from each.

Earlier releases had sessions; migration 0006 made a device of each. And a server that used to speak
plain http named its cookie otherwise. What follows from a cookie is the same each time, so that all
requests that come at once lead to the same device, also after an old backup was restored.
"""

from __future__ import annotations

import base64
import hmac
import re

from django.conf import settings

SESSION = "keeper_session"
SESSION_KEY = re.compile(r"[a-z0-9]{32}")
"""What Django made as a session's key."""
PLAIN = "keeper_phone"
"""The device's cookie over plain http."""


def session_successor(key: str) -> str:
    """The secret of the device that the session with this key became."""
    return successor(f"device of session {key}")


def plain_successor(secret: str) -> str:
    """The secret, over https, of the device that had this one over plain http."""
    return successor(f"device over https {secret}")


def successor(before: str) -> str:
    made = hmac.digest(settings.SECRET_KEY.encode(), before.encode(), "sha256")
    return base64.urlsafe_b64encode(made).rstrip(b"=").decode()
