"""Each session of an earlier release becomes a device with its grants; the sessions go.

A session's key is in clear in that table, and in each copy of it: it opened the pads by itself.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.core import signing
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from scorepads.core import old_cookies
from scorepads.core.devices import secret_digest

TABLE = 'django_session'
SALT = 'django.contrib.sessions.SessionStore'
AT_ONCE = 500

Held = Mapping[str, Any]


def carry_over(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    connection = schema_editor.connection
    if TABLE not in connection.introspection.table_names():
        return  # a new server
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT session_key, session_data FROM {TABLE}')  # noqa: S608 (our own name)
        while rows := cursor.fetchmany(AT_ONCE):
            make_devices(apps, connection.alias, dict(read_sessions(rows)))
    schema_editor.execute(f'DROP TABLE {TABLE}')


def read_sessions(rows: list[tuple[str, str]]) -> Iterator[tuple[str, Held]]:
    """What the sessions hold, by the digest of the device that each becomes.

    One that another secret key signed opened nothing any more, and is left out.
    """
    for key, data in rows:
        try:
            held = signing.loads(data, salt=SALT)
        except signing.BadSignature:
            continue
        if held.get('grants') or held.get('own_versions'):
            yield secret_digest(old_cookies.session_successor(key)), held


def make_devices(apps: StateApps, database: str, sessions: Mapping[str, Held]) -> None:
    Device, Grant, KeptRuleset, PadLink = (
        apps.get_model('scorepads', name)
        for name in ('Device', 'Grant', 'KeptRuleset', 'PadLink')
    )  # fmt: skip
    numbers = {
        link for held in sessions.values() for link, _ in held.get('grants', {}).values()
    }
    links = PadLink.objects.using(database).select_related('pad').in_bulk(numbers)
    devices = Device.objects.using(database).bulk_create(
        Device(digest=digest, carried_over=True) for digest in sessions
    )
    grants, kept = [], []
    for device in devices:
        held = sessions[device.digest]
        for public_id, (number, phone) in held.get('grants', {}).items():
            link = links.get(number)
            if link and str(link.pad.public_id) == public_id:
                grants.append(Grant(device=device, pad=link.pad, link=link, phone=phone))
        kept += [
            KeptRuleset(device=device, family=family, is_mine=whose == 'mine')
            for family, whose in held.get('own_versions', {}).items()
        ]
    Grant.objects.using(database).bulk_create(grants)
    KeptRuleset.objects.using(database).bulk_create(kept)


class Migration(migrations.Migration):

    dependencies = [
        ('scorepads', '0005_devices'),
    ]

    operations = [
        migrations.RunPython(carry_over, migrations.RunPython.noop),
    ]
