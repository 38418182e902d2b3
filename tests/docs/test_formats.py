"""`docs/formats.md`, the JSON Schemas and the readers describe the same formats."""

from __future__ import annotations

import copy
import json
import re
from collections import Counter
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from jsonschema import Draft202012Validator

from scorepads.files.reading import read_pads
from scorepads.management.commands.write_house_rules import updated_documents
from scorepads.models import HandEntry
from scorepads.rules import catalog, terms
from scorepads.rules.house_rules.kinds import EXTRA_POINTS
from scorepads.rules.interchange import score_document
from tests.material import some
from tests.schemas import FOLDER, REGISTRY, SCHEMAS, Json, errors_under, schema_errors

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "formats.md").read_text("utf-8")
ROW = re.compile(r"^\| `(\w+)` \| (.+?) \| (yes|no) \| `(.+?)` \| .+ \|$", re.MULTILINE)


class Field(NamedTuple):
    """A field as its row in a table describes it."""

    limits: str
    needed: bool
    example: Any


def described() -> Iterator[tuple[str, list[tuple[str, Field]]]]:
    """The heading of each table of fields, and its rows."""
    for heading, body in re.findall(r"^##+ (.+)\n((?:(?!##).*\n)*)", TEXT, re.MULTILINE):
        rows = [
            (name, Field(limits, needed == "yes", json.loads(example)))
            for name, limits, needed, example in ROW.findall(body)
        ]
        if rows:
            yield heading.strip("`"), rows


class Object(NamedTuple):
    """An object that a schema names fields of, and where it stands."""

    place: str
    schema: Json


def objects() -> Iterator[tuple[str, Object]]:
    """The title of every object with named fields in the schemas."""
    for schema in SCHEMAS.values():
        parts = {"#": schema} | {f"#/$defs/{key}": part for key, part in schema["$defs"].items()}
        for place, part in parts.items():
            if "properties" in part:
                yield part["title"], Object(schema["$id"] + place, part)


TABLES = {heading: dict(rows) for heading, rows in described()}
OBJECTS = dict(objects())
FIELDS = [(title, field) for title, table in TABLES.items() for field in table]
BLOCKS = re.findall(r"^```json\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)
DOCUMENTS: list[Json] = [json.loads(block) for block in BLOCKS]

every_field = pytest.mark.parametrize(("title", "field"), FIELDS, ids=map(".".join, FIELDS))


def documents(name: str) -> list[Json]:
    return [document for document in DOCUMENTS if document["format"] == name]


# --- The schemas


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_schema_is_one_and_lies_under_the_name_of_its_format(name: str) -> None:
    schema = SCHEMAS[name]
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == f"{name.replace('/', '-')}.schema.json"
    assert (FOLDER / schema["$id"]).exists()


def test_there_is_a_schema_for_every_format() -> None:
    assert set(SCHEMAS) == {"pitch-ledger/1", "pitch-score/1", "pitch-pad/1", "pitch-pads/1"}


def test_the_house_rules_described_are_those_of_the_records() -> None:
    for path, text in some(updated_documents(ROOT / "docs").items()):
        assert path.read_text("utf-8") == text, f"{path.name}: run manage.py write_house_rules"


@pytest.mark.parametrize(
    ("title", "field", "choices"),
    [
        ("Hand with a bid", "trump", terms.Suit),
        ("Ending", "how", terms.EndingKind),
    ],
)
def test_the_choices_of_the_schema_are_those_of_the_rules(
    title: str, field: str, choices: type[Enum]
) -> None:
    _, schema = resolved(OBJECTS[title].place, OBJECTS[title].schema["properties"][field])
    assert schema["enum"] == [choice.value for choice in choices]


def test_the_kinds_of_change_of_the_schema_are_those_that_are_stored() -> None:
    kinds = [OBJECTS[title].schema["properties"]["kind"]
             for title in ("Line entered or corrected", "Line struck", "Undo or redo",
                           "Change of players")]  # fmt: skip
    named = [kind for each in kinds for kind in each.get("enum", [each.get("const")])]
    assert sorted(named) == sorted(HandEntry.Kind.values)


def test_every_preset_fits_the_schema() -> None:
    ledger = SCHEMAS["pitch-ledger/1"]
    point, sides = ledger["$defs"]["point"], ledger["$defs"]["sides"]
    for preset in some(catalog.current):
        assert errors_under(preset.pin, ledger["properties"]["preset"]) == []
        assert sides["minItems"] <= preset.least_sides <= preset.most_sides <= sides["maxItems"]
        for key in [each.key for each in (*preset.points, *EXTRA_POINTS)]:
            assert errors_under(key, point) == []


# --- The document beside the schemas


def test_no_object_is_described_twice_and_none_has_another_s_title() -> None:
    assert [title for title, times in Counter(t for t, _ in described()).items() if times > 1] == []
    assert [title for title, times in Counter(t for t, _ in objects()).items() if times > 1] == []


def test_the_objects_described_are_those_of_the_schemas() -> None:
    assert sorted(TABLES) == sorted(OBJECTS)


@pytest.mark.parametrize("title", OBJECTS)
def test_the_fields_described_are_those_of_the_schema(title: str) -> None:
    assert sorted(TABLES[title]) == sorted(OBJECTS[title].schema["properties"])


@every_field
def test_a_field_is_needed_where_the_schema_requires_it(title: str, field: str) -> None:
    assert TABLES[title][field].needed == (field in OBJECTS[title].schema.get("required", []))


@every_field
def test_the_example_of_a_field_is_valid(title: str, field: str) -> None:
    place = f"{OBJECTS[title].place}/properties/{field}"
    assert errors_under(TABLES[title][field].example, {"$ref": place}) == []


@every_field
def test_the_limits_and_choices_of_the_schema_are_told(title: str, field: str) -> None:
    told = TABLES[title][field].limits
    wanted = set(limits(OBJECTS[title].place, OBJECTS[title].schema["properties"][field]))
    missing = {limit for limit in wanted if not re.search(rf"(?<![\w-]){limit}(?!\w)", told)}
    assert missing == set()


def limits(place: str, schema: Json) -> Iterator[str]:
    """Every bound and every choice of a field's values, as JSON."""
    place, schema = resolved(place, schema)
    bounds = ("minimum", "maximum", "minItems", "maxItems", "maxLength", "const")
    yield from (json.dumps(schema[key]) for key in bounds if key in schema)
    yield from map(json.dumps, schema.get("enum", []))
    parts = [schema.get(key) for key in ("items", "additionalProperties", "not")]
    for part in [*parts, *schema.get("anyOf", [])]:
        if isinstance(part, dict):
            yield from limits(place, part)


def resolved(place: str, schema: Json) -> tuple[str, Json]:
    """What a reference leads to, if `schema` is one, and the file that it stands in."""
    if "$ref" not in schema:
        return place, schema
    file, reference = place.partition("#")[0], schema["$ref"]
    found: Json = REGISTRY.resolver(file).lookup(reference).contents
    return reference.partition("#")[0] or file, found


# --- Whole documents


@pytest.mark.parametrize("name", SCHEMAS)
def test_there_are_examples_of_every_format_and_they_are_valid(name: str) -> None:
    assert documents(name)
    for document in documents(name):
        assert schema_errors(document, name) == []


@pytest.mark.parametrize("name", ["pitch-ledger/1", "pitch-pad/1", "pitch-pads/1"])
def test_an_import_takes_the_examples(name: str) -> None:
    for document in some(documents(name)):
        assert len(read_pads(json.dumps(document))) == len(document.get("pads", [1]))


def test_the_score_shown_is_that_of_the_ledger_shown() -> None:
    """Sentences aside, since their wording is free."""
    shown, refused = documents("pitch-score/1")
    ledger = documents("pitch-ledger/1")[0]
    assert without_words(score_document(ledger)) == without_words(shown)
    broken = copy.deepcopy(ledger)
    broken["hands"][0]["points"]["jack"] = 7
    assert without_words(score_document(broken)) == without_words(refused)


def without_words(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: without_words(v) for k, v in value.items() if k not in ("why", "message")}
    return [without_words(each) for each in value] if isinstance(value, list) else value
