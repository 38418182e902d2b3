"""The sentences that server and phone share: each is used by both, and every blank is filled."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from scorepads.management.commands.write_sentences import MODULE
from scorepads.rules.terms import DecidingStep
from scorepads.rules.wording.sentences import SENTENCES, say, sentences_module

ROOT = Path(__file__).parents[2]
WORDS = [ROOT / "static" / "rules" / name for name in ("words.js", "standing.js")]
WITHOUT_A_NETWORK = [
    ROOT / "static" / "entry" / name
    for name in ("judge.js", "kept_view.js", "offline.js", "parts.js", "waiting.js")
]
KEYS = {f"{group}.{name}" for group, sentences in SENTENCES.items() for name in sentences}
BY_THE_PHONE_ALONE = {key for key in KEYS if key.startswith("kept.")}
ENDINGS = {key for key in KEYS if key.startswith("ending.")}


def blanks_of(key: str) -> set[str]:
    group, _, name = key.partition(".")
    return set(re.findall(r"\{(\w+)\}", SENTENCES[group][name]))


def said_in_python() -> Iterator[tuple[set[str], set[str]]]:
    """Of each call of `say`, the keys that it may name, and the blanks that it fills."""
    for file in (ROOT / "scorepads").rglob("*.py"):
        module = ast.parse(file.read_text("utf-8"))
        functions = {n.name: n for n in ast.walk(module) if isinstance(n, ast.FunctionDef)}
        for function in functions.values():
            yield from calls_of_say(function, functions)


def calls_of_say(
    function: ast.FunctionDef, functions: Mapping[str, ast.FunctionDef]
) -> Iterator[tuple[set[str], set[str]]]:
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "say":
            strings = texts_in(node.args[0], function, functions)
            keys = ENDINGS if "ending." in strings else KEYS & strings
            yield keys, {str(keyword.arg) for keyword in node.keywords}


def texts_in(
    expression: ast.expr, function: ast.FunctionDef, functions: Mapping[str, ast.FunctionDef]
) -> set[str]:
    """The texts of an expression.

    Those of a variable are what the function gives to it, of a call what the called one holds.
    """
    if isinstance(expression, ast.Name):
        assigned = [node for node in ast.walk(function) if isinstance(node, ast.Assign)]
        values = [node.value for node in assigned if ast.unparse(node.targets[0]) == expression.id]
        return set().union(*(texts_in(value, function, functions) for value in values))
    named: ast.AST = expression
    if isinstance(expression, ast.Call):
        named = functions.get(ast.unparse(expression.func), expression)
    return {str(node.value) for node in ast.walk(named) if isinstance(node, ast.Constant)}


CALLS = list(said_in_python())


def read(file: Path) -> str:
    return file.read_text("utf-8")


def literals(script: str) -> list[str]:
    """The texts that a script holds, without what is put into templates and without comments."""
    code = re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", script, flags=re.DOTALL)
    found = re.findall(r'"([^"\n]*)"|`([^`]*)`', code)
    return [re.sub(r"\$\{.*?\}", "", double or template) for double, template in found]


def test_the_server_says_every_sentence_and_no_other() -> None:
    assert all(keys for keys, _ in CALLS)
    assert set().union(*(keys for keys, _ in CALLS)) == KEYS - BY_THE_PHONE_ALONE


def test_the_server_fills_every_blank() -> None:
    for keys, filled in CALLS:
        for key in keys:
            assert blanks_of(key) <= filled, key


def test_the_phone_says_every_sentence_and_no_other() -> None:
    groups = "|".join(SENTENCES)
    texts = [text for file in [*WORDS, *WITHOUT_A_NETWORK] for text in literals(read(file))]
    named = {text for text in texts if re.match(rf"({groups})\.(?!js)", text)}
    assert named - {"ending."} == KEYS - ENDINGS


def test_there_is_a_sentence_for_every_way_to_win() -> None:
    others = {"ending.counted-there-first-by-smudge", "ending.pitcher-not-there"}
    assert {f"ending.{because}" for because in DecidingStep} | others == ENDINGS


def test_the_phone_holds_no_sentence_of_its_own() -> None:
    texts = [text for file in WORDS for text in literals(read(file))]
    assert len(texts) > 30
    assert [text for text in texts if re.search(r"[A-Za-z]", text) and " " in text] == []


@pytest.mark.parametrize("file", WITHOUT_A_NETWORK, ids=lambda file: file.name)
def test_what_goes_on_without_a_network_holds_no_sentence_of_its_own(file: Path) -> None:
    """Two words in a row, the first with a capital; its selectors have none."""
    assert not [text for text in literals(read(file)) if re.search(r"\b[A-Z]\w* \w", text)]


def test_the_phone_gets_the_sentences_of_the_server() -> None:
    assert MODULE.read_text("utf-8") == sentences_module(), "run manage.py write_sentences"


def test_a_blank_that_is_not_filled_is_an_error() -> None:
    assert say("stake.loss", loss=3) == "−3"
    with pytest.raises(KeyError):
        say("stake.loss")


def test_a_name_with_braces_is_said_as_it_is() -> None:
    moved = {"points": 1, "before": 0, "total": 1}
    assert say("line.scored", name="{total}", **moved) == "{total} scored 1, 0 to 1."
