"""`docs/terms.md` defines every word of the table once, and no value that is not there."""

import inspect
import re
from collections import Counter
from enum import Enum
from pathlib import Path

import pytest

from scorepads.models import HandEntry, PadLink
from scorepads.rules import terms
from scorepads.rules.terms import WordedChoice

TEXT = (Path(__file__).parents[2] / "docs" / "terms.md").read_text("utf-8")
SECTIONS = dict(re.findall(r"^##+ (.+)\n((?:(?!#).*\n)*)", TEXT, re.MULTILINE))
DEFINED = Counter(re.findall(r"^- \*\*(.+?)\*\*: \S", TEXT, re.MULTILINE))

WORDS = """pad, side, player, seat, dealer, hand, auction, bid, bidder, pitcher, point, total, made,
set back, smudge, passed out, in the hole, target, going out, within reach, ledger, line, facts,
adjustment, in play, standing, ending, correct, strike, preset, fingerprint, house rule, agreement,
pencil link, watch link, grant, holder, revision, entry key, version, ticket"""

ENUMS: list[type[Enum]] = [
    *(
        value
        for _, value in inspect.getmembers(terms, inspect.isclass)
        if issubclass(value, Enum) and value.__module__ == terms.__name__ and len(value)
    ),
    PadLink.Access,
    HandEntry.Kind,
]


def values_in(section: str) -> list[str]:
    return re.findall(r"^- `(.+?)`: \S", section, re.MULTILINE)


def section_of(enum: type[Enum]) -> str:
    (found,) = [body for title, body in SECTIONS.items() if title.endswith(f": `{enum.__name__}`")]
    return found


@pytest.mark.parametrize("word", re.split(r",\s+", WORDS))
def test_every_word_of_the_table_is_defined(word: str) -> None:
    assert DEFINED[word] == 1


def test_no_word_is_defined_twice() -> None:
    assert [word for word, times in DEFINED.items() if times > 1] == []


@pytest.mark.parametrize("enum", ENUMS, ids=lambda enum: enum.__name__)
def test_every_value_is_defined_once_and_no_other(enum: type[Enum]) -> None:
    assert sorted(values_in(section_of(enum))) == sorted(member.value for member in enum)


def test_there_is_no_section_for_an_enum_that_is_gone() -> None:
    named = {title.rpartition("`")[0].rpartition("`")[2] for title in SECTIONS if "`" in title}
    assert named == {enum.__name__ for enum in ENUMS}


@pytest.mark.parametrize("enum", WordedChoice.__subclasses__(), ids=lambda enum: enum.__name__)
def test_a_choice_is_defined_by_its_summary(enum: type[WordedChoice]) -> None:
    for choice in enum:
        assert f"- `{choice.value}`: {choice.summary.rstrip('.')}.\n" in section_of(enum)
