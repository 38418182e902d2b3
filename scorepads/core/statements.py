"""What every look at a pad and every save ask of the database, in SQL by hand.

The ORM takes several times as long to word these six statements as the database to answer them
(`bench/run` shows it). All others are left to the ORM.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeVar
from uuid import UUID

from django.db import connection, models
from django.utils import timezone

from scorepads.models import HandEntry, OwnVersion, Pad, PadLink, Side

Row = TypeVar("Row", bound=models.Model)
Convert = Callable[[Any, Any, Any], Any]


def _names(model: type[models.Model]) -> list[str]:
    return [str(field.column) for field in model._meta.concrete_fields]


def _columns(model: type[models.Model], table: str) -> str:
    return ", ".join(f"{table}.{name}" for name in _names(model))


_HELD = f"""
    SELECT {_columns(Pad, "pad")}, link.access, own.name, own.version
    FROM scorepads_padlink link
    JOIN scorepads_pad pad ON pad.id = link.pad_id
    LEFT JOIN scorepads_ownversion own ON own.id = pad.own_version_id
    WHERE link.id = %s AND pad.public_id = %s AND link.revoked_at IS NULL
"""  # noqa: S608 - columns of our own
_SIDES = f"""
    SELECT {_columns(Side, "side")} FROM scorepads_side side WHERE pad_id = %s ORDER BY number
"""  # noqa: S608
_ENTRIES = f"SELECT {_columns(HandEntry, 'entry')} FROM scorepads_handentry entry"  # noqa: S608
_CHANGES = f"{_ENTRIES} WHERE pad_id = %s ORDER BY revision"
_SENT = f"{_ENTRIES} WHERE pad_id = %s AND entry_key = %s"
_CLAIM = """
    UPDATE scorepads_pad SET revision = revision + 1, changed_at = %s
    WHERE id = %s AND revision = %s
"""
_KEEP = f"""
    INSERT INTO scorepads_handentry ({", ".join(_names(HandEntry)[1:])})
    VALUES ({", ".join(["%s"] * len(_names(HandEntry)[1:]))})
    RETURNING id
"""  # noqa: S608

_LARGEST = 2**31 - 1
"""No revision is larger; forms may say anything, and a database fails at what it cannot hold."""


def held_pad(link: int, public_id: UUID) -> PadLink | None:
    """The link with its pad, of which only the name and number of the own version are read.

    None where the link opens some other pad, or nothing any more.
    """
    found = _ask(_HELD, [link, _stored(Pad, "public_id", public_id)])
    if not found:
        return None
    *row, access, name, version = found[0]
    pad = _made(Pad, row)
    if pad.own_version_id:
        own = [pad.own_version_id, version, name]
        pad.own_version = OwnVersion.from_db(connection.alias, ["id", "version", "name"], own)
    held = PadLink.from_db(connection.alias, ["id", "pad_id", "access"], [link, pad.pk, access])
    held.pad = pad
    return held


def sides(pad: Pad) -> list[Side]:
    """The sides in the order of the table. They never change: a `pad` object is asked once."""
    read: list[Side] | None = pad.__dict__.get("sides_read")
    if read is None:
        read = pad.__dict__["sides_read"] = [_made(Side, row) for row in _ask(_SIDES, [pad.pk])]
    return read


def changes(pad: Pad) -> list[HandEntry]:
    """All changes of a pad, in order."""
    return [_made(HandEntry, row) for row in _ask(_CHANGES, [pad.pk])]


def change_sent(pad: Pad, key: UUID) -> HandEntry | None:
    """The change that a form with this entry key made, if it made one."""
    found = _ask(_SENT, [pad.pk, _stored(HandEntry, "entry_key", key)])
    return _made(HandEntry, found[0]) if found else None


def claim(pad: Pad, seen: int) -> bool:
    """Move the pad on by a revision; False where it is not at `seen` any more."""
    if not 0 <= seen <= _LARGEST:
        return False
    at = _stored(Pad, "changed_at", timezone.now())
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM, [at, pad.pk, seen])
        return bool(cursor.rowcount == 1)


def keep(change: HandEntry) -> None:
    """Keep a new change, which then knows its number; raises `IntegrityError`."""
    values = [
        field.get_db_prep_save(field.pre_save(change, add=True), connection)
        for field in HandEntry._meta.concrete_fields[1:]
    ]
    change.pk = _ask(_KEEP, values)[0][0]
    change._state.adding = False


def _ask(statement: str, values: list[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())


def _stored(model: type[models.Model], name: str, value: object) -> Any:
    """A value as this kind of database keeps that field."""
    field: Any = model._meta.get_field(name)
    return field.get_db_prep_value(value, connection)


def _made(model: type[Row], stored: Sequence[Any]) -> Row:
    """The object of a row that holds all columns of its model, in their order."""
    names, conversions = _fields(model, connection.vendor)
    values = list(stored)
    for place, column, converts in conversions:
        for convert in converts:
            values[place] = convert(values[place], column, connection)
    return model.from_db(connection.alias, names, values)


@cache
def _fields(
    model: type[models.Model], vendor: str
) -> tuple[list[str], list[tuple[int, Any, list[Convert]]]]:
    """The names of a model's fields; and for those that this kind of database keeps in another
    form, their place and how to bring them back: as the ORM does it, but found out once."""
    fields: list[Any] = list(model._meta.concrete_fields)
    columns = [field.get_col(model._meta.db_table) for field in fields]
    converts = [
        [*connection.ops.get_db_converters(column), *column.get_db_converters(connection)]
        for column in columns
    ]
    needed = [(place, columns[place], each) for place, each in enumerate(converts) if each]
    return [field.attname for field in fields], needed
