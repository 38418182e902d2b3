"""Sessions of releases before there were devices: how their cookies are traded for a device.

Migration 0006 made a device of each. Its secret follows from the session's key, so that every
request with the old cookie leads to the same device, also after an old backup was restored.
"""

from __future__ import annotations

import base64
import hmac
import re

from django.conf import settings

COOKIE_NAME = "keeper_session"
KEY = re.compile(r"[a-z0-9]{32}")


def is_key(text: str) -> bool:
    """Whether Django could have made it as a session's key."""
    return bool(KEY.fullmatch(text))


def device_secret(session_key: str) -> str:
    """The secret of the device that the session with this key became."""
    made = hmac.digest(
        settings.SECRET_KEY.encode(), f"device of session {session_key}".encode(), "sha256"
    )
    return base64.urlsafe_b64encode(made).rstrip(b"=").decode()
