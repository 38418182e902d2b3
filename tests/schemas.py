"""The JSON Schemas of the formats, for tests that hold documents to them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

Json = dict[str, Any]

FOLDER = Path(__file__).parents[1] / "docs" / "schemas"
SCHEMAS: dict[str, Json] = {
    schema["title"]: schema
    for schema in (json.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.json")))
}
"""Every schema by the name of its format, such as `pitch-ledger/1`."""

REGISTRY: Registry[Any] = Registry().with_resources(
    (schema["$id"], Resource.from_contents(schema)) for schema in SCHEMAS.values()
)


def schema_errors(document: Any, name: str) -> list[str]:
    """What the schema of the format `name` refuses in a document; empty when it is valid."""
    return errors_under(document, SCHEMAS[name])


def errors_under(document: Any, schema: Json) -> list[str]:
    validator = Draft202012Validator(schema, registry=REGISTRY)
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(document)]
