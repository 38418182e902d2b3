"""`docs/presets.md` says what the preset files say."""

import io
from pathlib import Path

from django.core.management import call_command

PRESETS = Path(__file__).parents[2] / "docs" / "presets.md"


def test_the_tables_are_those_of_the_preset_files() -> None:
    printed = io.StringIO()
    call_command("presets_table", stdout=printed)

    head, first_row, tables = PRESETS.read_text("utf-8").partition("| Preset |")
    assert first_row + tables == printed.getvalue(), "docs/presets.md: run manage.py presets_table"
    assert "presets_table" in head
