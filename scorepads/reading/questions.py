"""What players ask and the words that they use: the content of two of the rules pages."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from scorepads.rules.preset import Citation, Source
from scorepads.rules.terms import Basis

QUESTIONS = Path(__file__).parent / "questions.toml"
GLOSSARY = Path(__file__).parent / "glossary.toml"


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its answer, statement by statement; `key` is its anchor on the page."""

    key: str
    asks: str
    says: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class GlossaryTerm:
    """A word of the table: other words for it, what it means, and the question with more on it."""

    term: str
    also: tuple[str, ...]
    says: str
    see: Question | None

    @property
    def key(self) -> str:
        """Its anchor on the page."""
        return self.term.lower().replace(" ", "-")


@cache
def all_questions() -> tuple[Question, ...]:
    data = tomllib.loads(QUESTIONS.read_text("utf-8"))
    sources = {name: Source(**entry) for name, entry in data["sources"].items()}
    return tuple(
        Question(
            entry["key"],
            entry["asks"],
            tuple(read_statement(statement, sources) for statement in entry["says"]),
        )
        for entry in data["questions"]
    )


def read_statement(entry: Mapping[str, Any], sources: Mapping[str, Source]) -> Citation:
    """A statement with the source that says it, or our reading where none is named."""
    if "source" in entry:
        return Citation(entry["text"], Basis.SOURCE, sources[entry["source"]])
    return Citation(entry["text"], Basis.OUR_READING)


@cache
def all_terms() -> tuple[GlossaryTerm, ...]:
    """The glossary, in alphabetical order."""
    by_key = {question.key: question for question in all_questions()}
    return tuple(
        GlossaryTerm(
            entry["term"],
            tuple(entry.get("also", ())),
            entry["says"],
            by_key[entry["see"]] if "see" in entry else None,
        )
        for entry in tomllib.loads(GLOSSARY.read_text("utf-8"))["terms"]
    )
