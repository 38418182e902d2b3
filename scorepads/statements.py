"""What every look at a pad and every save ask of the database, in SQL by hand.

The ORM takes several times as long to word these five statements as the database to answer them
(`bench/run` shows it). All others are left to the ORM.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import connection, models
from django.utils import timezone

from scorepads.models import HandEntry, OwnVersion, Pad, PadLink, Side

_HELD = """
    SELECT pad.*, link.id AS link_id, link.access AS access,
           own.name AS own_name, own.version AS own_number
    FROM scorepads_padlink link
    JOIN scorepads_pad pad ON pad.id = link.pad_id
    LEFT JOIN scorepads_ownversion own ON own.id = pad.own_version_id
    WHERE link.id = %s AND pad.public_id = %s AND link.revoked_at IS NULL
"""
_SIDES = "SELECT * FROM scorepads_side WHERE pad_id = %s ORDER BY number"
_CHANGES = "SELECT * FROM scorepads_handentry WHERE pad_id = %s ORDER BY revision"
_SENT = "SELECT * FROM scorepads_handentry WHERE pad_id = %s AND entry_key = %s"
_CLAIM = """
    UPDATE scorepads_pad SET revision = revision + 1, changed_at = %s
    WHERE id = %s AND revision = %s
"""

_LARGEST = 2**31 - 1
"""No revision is larger; forms may say anything, and a database fails at what it cannot hold."""


def held_pad(link: int, public_id: UUID) -> PadLink | None:
    """The link with its pad, of which only the name and number of the own version are read.

    None where the link opens some other pad, or nothing any more.
    """
    found = Pad.objects.raw(_HELD, [link, _stored(Pad, "public_id", public_id)])
    pad: Any = next(iter(found), None)
    if pad is None:
        return None
    if pad.own_version_id:
        own = [pad.own_version_id, pad.own_number, pad.own_name]
        pad.own_version = OwnVersion.from_db(connection.alias, ["id", "version", "name"], own)
    row = [pad.link_id, pad.pk, pad.access]
    held = PadLink.from_db(connection.alias, ["id", "pad_id", "access"], row)
    held.pad = pad
    return held


def sides(pad: Pad) -> list[Side]:
    """The sides in the order of the table. They never change: a `pad` object is asked once."""
    read: list[Side] | None = pad.__dict__.get("sides_read")
    if read is None:
        read = pad.__dict__["sides_read"] = list(Side.objects.raw(_SIDES, [pad.pk]))
    return read


def changes(pad: Pad) -> list[HandEntry]:
    """All changes of a pad, in order."""
    return list(HandEntry.objects.raw(_CHANGES, [pad.pk]))


def change_sent(pad: Pad, key: UUID) -> HandEntry | None:
    """The change that a form with this entry key made, if it made one."""
    sent = HandEntry.objects.raw(_SENT, [pad.pk, _stored(HandEntry, "entry_key", key)])
    return next(iter(sent), None)


def claim(pad: Pad, seen: int) -> bool:
    """Move the pad on by a revision; False where it is not at `seen` any more."""
    if not 0 <= seen <= _LARGEST:
        return False
    at = _stored(Pad, "changed_at", timezone.now())
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM, [at, pad.pk, seen])
        return bool(cursor.rowcount == 1)


def _stored(model: type[models.Model], name: str, value: object) -> Any:
    """A value as this kind of database keeps that field."""
    field: Any = model._meta.get_field(name)
    return field.get_db_prep_value(value, connection)
