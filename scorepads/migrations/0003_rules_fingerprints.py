"""Pads keep their rules while the fingerprints of these are taken anew, without any prose."""

from collections.abc import Mapping

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

RENEWED = {
    'bicycle': (
        'b0e20f4220c010bec0fce345e58a5160d36c63fce5c4a449fed1da3a25edf40a',
        'fd7dff34638dbb5de5f84a3c3da5202cd572e522977c33dc9dacbe173712ceab',
    ),
    'wikipedia': (
        'ddde156625108374114080e4328d97f50257070d4bda7fa38688427fd608705e',
        '38482900318e5568fb302024c58c259671d75c08768c55f8a4937fd440bd87c4',
    ),
    'pagat-partnership': (
        '339049b82422ee6c55cc7865c8f4e520a4f2b588f18d5423e3bd4a7ebe2753f4',
        '6c1f648ab031c330fb9b7b44ef4b358e4d9c6bcbf12243c38f0d91dfe70f32d4',
    ),
    'five-point': (
        'bf1da9a39e7d062ffee514276486f2e156960431b32c43b6acd7ab3253137706',
        '3642666e32c7957e6a6274ff33cc39efd682694ca03448a8a468b043cbe73f7b',
    ),
    'oklahoma': (
        '95566fba8b9f35b6352fba4614fce5796765bd8865c81f7233771d705a3a61d7',
        'ca52948857e0d11c0871807ad1150a22be941145872bf8bedc1602852581fa85',
    ),
    'pedro': (
        'b00e4a1c8babb8b96aa2d467b90de42b24f8e84f7783f2c1fad974614fd06fb0',
        'a43f8984509ab7706de17de44bfad4a4e2a637e18acd5eb5aed542a11c52a438',
    ),
}
"""Of version 1 of each preset: its fingerprint with all prose, and the one of its rules alone."""


def renew(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    _exchange(apps, schema_editor, RENEWED)


def take_back(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    _exchange(apps, schema_editor, {key: (new, old) for key, (old, new) in RENEWED.items()})


def _exchange(
    apps: StateApps,
    schema_editor: BaseDatabaseSchemaEditor,
    fingerprints: Mapping[str, tuple[str, str]],
) -> None:
    """Pads with any other fingerprint rest on altered rules, and stay as they are."""
    pads = apps.get_model('scorepads', 'Pad').objects.using(schema_editor.connection.alias)
    for key, (was, becomes) in fingerprints.items():
        pads.filter(preset_key=key, preset_version=1, fingerprint=was).update(fingerprint=becomes)


class Migration(migrations.Migration):

    dependencies = [
        ('scorepads', '0002_request_counts'),
    ]

    operations = [
        migrations.RunPython(renew, take_back),
    ]
