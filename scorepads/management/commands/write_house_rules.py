"""`manage.py write_house_rules`: the house rules in `docs/`, out of their records."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from scorepads.rules.house_rules.record import HouseRule
from scorepads.rules.house_rules.records import HOUSE_RULES

SCHEMA = re.compile(
    r'(?<="title": "House rules",\n      "type": "object",\n      "additionalProperties": false,\n'
    r'      "properties": \{\n).*?(?=\n      \})',
    re.DOTALL,
)
TABLE = re.compile(r"(?<=\n### House rules\n).*?\n\|---.*?(?=\n\n)", re.DOTALL)


class Command(BaseCommand):
    help = "Write the house rules into docs/formats.md and the JSON Schema of pitch-ledger/1."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        for path, text in updated_documents(Path(settings.BASE_DIR) / "docs").items():
            path.write_text(text, "utf-8")


def updated_documents(docs: Path) -> dict[Path, str]:
    """The documents about house rules, updated from the records, by their paths."""
    schema, formats = docs / "schemas" / "pitch-ledger-1.schema.json", docs / "formats.md"
    properties = ",\n".join(
        f'        "{key}": {json.dumps(rule.kind.json_schema)}' for key, rule in HOUSE_RULES.items()
    )
    return {
        schema: SCHEMA.sub(lambda _: properties, schema.read_text("utf-8")),
        formats: TABLE.sub(lambda _: rules_table(), formats.read_text("utf-8")),
    }


def rules_table() -> str:
    rows = "\n".join(map(rule_row, HOUSE_RULES.values()))
    return f"""
All are off unless chosen. House rules that contradict each other or the preset are refused. The
last ones, from `dealer_steal` on, change no score. [terms.md](terms.md#who-can-go-out-goingout)
defines the words that `going_out` and others take.

| Field | Type and limits | Needed | Example | Meaning |
|---|---|---|---|---|
{rows}"""


def rule_row(rule: HouseRule) -> str:
    limits, example = rule.kind.described or limits_text(rule.kind.json_schema)
    summary = rule.summary.rstrip(".")
    return f"| `{rule.key}` | {limits} | no | `{json.dumps(example)}` | {summary} |"


def limits_text(schema: dict[str, Any]) -> tuple[str, Any]:
    """The limits in a schema in words, and an example value."""
    if "enum" in schema:
        *words, last = [f"`{json.dumps(word)}`" for word in schema["enum"]]
        return f"{', '.join(words)} or {last}", schema["enum"][-1]
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`", schema["const"]
    if "anyOf" in schema:
        return "false, or a whole number from 1 to the total", 2
    if schema["type"] == "boolean":
        return "true or false", True
    if schema["type"] == "object":
        most = schema["additionalProperties"]["maximum"]
        told = f"object: the key of each point, and a whole number from 0 to {most}"
        return told, {"jack": 0, "joker": 1}
    least, most = schema["minimum"], schema["maximum"]
    null = ", or null" if "null" in schema["type"] else ""
    return f"whole number from {least} to {most}{null}", min(15, most)
