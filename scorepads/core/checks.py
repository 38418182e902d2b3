"""System checks: is every preset, and every pad's preset, what it was when published?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core import checks
from django.db import DatabaseError

from scorepads.core.health import is_migrated
from scorepads.core.scorepad import pads_in_trouble
from scorepads.rules import catalog


@checks.register("presets")
def presets_are_as_published(**_: Any) -> list[checks.CheckMessage]:
    """`scorepads.E001`: a preset file was altered, lost, or never published."""
    return [
        checks.Error(
            f"The preset {pin} {wrong}.",
            hint="Put the published rules back; a correction is a new version (publish_preset).",
            id="scorepads.E001",
        )
        for pin, wrong in catalog.current.find_problems().items()
    ]


@checks.register(checks.Tags.database)
def pads_have_their_presets(
    *, databases: Sequence[str] | None = None, **_: Any
) -> list[checks.CheckMessage]:
    """`scorepads.E002`: pads are pinned to a preset that is missing or was altered."""
    if not databases:
        return []
    try:
        if not is_migrated():  # a migration may be what puts the pads right
            return []
        troubled = pads_in_trouble()
    except DatabaseError:
        return []
    return [
        checks.Error(
            f"{many} game(s) are pinned to the preset {pin}, which {wrong}: "
            f"{', '.join(public_ids)}.",
            hint="Put that file back into scorepads/rules/presets; the games lose nothing.",
            id="scorepads.E002",
        )
        for pin, wrong, many, public_ids in troubled
    ]
