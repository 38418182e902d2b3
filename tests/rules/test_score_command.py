"""`manage.py score`: what it prints, and with what status it ends."""

from __future__ import annotations

import codecs
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from scorepads.management.commands.score import Command
from scorepads.rules.interchange import score_document

ROOT = Path(__file__).parents[2]
POINTS = {"high": 0, "low": 1, "jack": 0, "game": 0}
HAND = {"pitcher": 0, "bid": 2, "points": POINTS}


def ledger(**changes: Any) -> dict[str, Any]:
    return {
        "format": "pitch-ledger/1",
        "preset": "bicycle@1",
        "sides": [{"name": "Us"}, {"name": "Them"}],
        "hands": [HAND],
    } | changes


class Stdin:
    """Standard input that holds these bytes."""

    def __init__(self, data: bytes) -> None:
        self.buffer = io.BytesIO(data)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run the command on stdin: what it printed, and its exit status."""

    def run(data: bytes | str, *args: str) -> tuple[str, int]:
        raw = data.encode() if isinstance(data, str) else data
        monkeypatch.setattr(sys, "stdin", Stdin(raw))
        out = io.StringIO()
        try:
            call_command("score", *args, stdout=out)
        except SystemExit as exit:
            return out.getvalue(), int(str(exit.code))
        except CommandError as error:
            return str(error), error.returncode
        return out.getvalue(), 0

    return run


def answers(printed: str) -> list[Any]:
    return [json.loads(line) for line in printed.splitlines()]


def test_a_ledger_is_scored(run: Any) -> None:
    printed, status = run(json.dumps(ledger()))
    assert status == 0
    assert json.loads(printed) == score_document(ledger())
    assert json.loads(printed)["hands"][0]["totals"] == [3, 1]


def test_a_row_has_the_keys_of_the_format(run: Any) -> None:
    answer = json.loads(run(json.dumps(ledger()))[0])
    assert list(answer) == ["format", "preset", "hands", "totals", "ending"]
    assert list(answer["hands"][0]) == ["number", "change", "totals", "made", "why"]


def test_a_file_or_a_dash_or_nothing(run: Any, tmp_path: Path) -> None:
    text = json.dumps(ledger())
    file = tmp_path / "ledger.json"
    file.write_text(text, "utf-8")
    assert run("", str(file)) == run(text, "-") == run(text)


def test_a_refused_ledger_names_the_path_and_ends_with_one(run: Any) -> None:
    wrong = {**HAND, "points": {**POINTS, "jack": 7}}
    printed, status = run(json.dumps(ledger(hands=[HAND, wrong])))
    assert status == 1
    answer = json.loads(printed)
    assert answer["format"] == "pitch-score/1"
    assert [problem["at"] for problem in answer["problems"]] == ["hands[1].points.jack"]


@pytest.mark.parametrize(
    "data",
    [
        b"", b"   ", b"{", b"Us 3, Them 1", b"\xff\xfe{}", b"NaN", b"[1e999, Infinity]",
        b"[" * 100_000, b"1" * 5_000, b'"\xed\xa0\x80"', json.dumps(ledger()).encode("utf-16"),
    ],
)  # fmt: skip
def test_what_is_no_json_is_told_in_one_line_and_ends_with_two(run: Any, data: bytes) -> None:
    printed, status = run(data)
    assert status == 2
    assert "is not JSON" in printed
    assert "\n" not in printed


def test_a_file_that_cannot_be_read_ends_with_two(run: Any, tmp_path: Path) -> None:
    for file in (tmp_path, tmp_path / "missing.json"):
        printed, status = run("", str(file))
        assert status == 2
        assert "cannot be read" in printed
    assert run("", "--lines", str(tmp_path / "missing.json"))[1] == 2


@pytest.mark.parametrize("value", ["[]", "1", "null", '"ledger"', "true"])
def test_json_that_is_no_ledger_is_refused_at_the_top(run: Any, value: str) -> None:
    printed, status = run(value)
    assert status == 1
    assert [problem["at"] for problem in json.loads(printed)["problems"]] == [""]


def test_a_byte_order_mark_is_passed_over(run: Any) -> None:
    data = codecs.BOM_UTF8 + json.dumps(ledger()).encode()
    assert run(data)[1] == 0
    assert run(data + b"\n" + data, "--lines")[1] == 0


def test_a_line_an_answer_in_order(run: Any) -> None:
    many = [ledger(start=[number, 0]) for number in range(3)]
    printed, status = run("\n".join(map(json.dumps, many)), "--lines")
    assert status == 0
    assert [answer["totals"] for answer in answers(printed)] == [[3, 1], [4, 1], [5, 1]]


def test_a_bad_line_does_not_stop_the_rest(run: Any) -> None:
    good = json.dumps(ledger())
    lines = [good, "{", json.dumps(ledger(preset="poker@1")), "", "  ", good]
    printed, status = run("\r\n".join(lines), "--lines")
    assert status == 1
    first, no_json, refused, last = answers(printed)
    assert first == last == score_document(ledger())
    assert [problem["at"] for problem in no_json["problems"]] == [""]
    assert [problem["at"] for problem in refused["problems"]] == ["preset"]


def test_no_lines_no_answers(run: Any) -> None:
    assert run("\n \n", "--lines") == ("", 0)


def test_a_line_ends_at_a_newline_only(run: Any) -> None:
    note = "one\u2028two\u0085three"
    text = json.dumps(ledger(hands=[{**HAND, "note": note}]), ensure_ascii=False)
    printed, status = run(text + "\n", "--lines")
    assert (status, len(printed.split("\n"))) == (0, 2)


def test_half_a_character_is_refused_and_can_be_printed(run: Any) -> None:
    printed, status = run(r'{"\ud800": 1, "format": "pitch-ledger/1"}')
    assert status == 1
    assert json.loads(printed)["problems"][0]["at"] == "\ud800"
    named = json.dumps(ledger(sides=[{"name": "\ud83c"}, {"name": "Them"}]))
    problems = json.loads(run(named)[0])["problems"]
    assert [problem["at"] for problem in problems] == ["sides[0].name"]


@pytest.mark.parametrize("depth", [10, 500, 900, 940, 960, 980])
def test_what_is_nested_deep_is_refused_in_few_words(run: Any, depth: int) -> None:
    nested = "[" * depth + "]" * depth
    for key in ("sides", "hands", "format", "preset", "house_rules", "start"):
        text = json.dumps(ledger(**{key: "HERE"})).replace('"HERE"', nested)
        printed, status = run(text)
        assert (status in (1, 2)) and len(printed) < 2_000
    adjusted = json.dumps(ledger(hands=[{"adjust": "HERE", "by": 1}])).replace('"HERE"', nested)
    assert run(adjusted)[1] in (1, 2)


def test_a_key_that_stands_twice_is_refused(run: Any) -> None:
    text = json.dumps(ledger()).replace('"pitcher": 0', '"pitcher": 1, "pitcher": 0')
    printed, status = run(text)
    assert status == 1
    assert json.loads(printed)["problems"][0]["at"].startswith("hands[0].pitcher")


def test_no_check_and_no_database_is_asked_for(run: Any) -> None:
    """Tests without a database mark are stopped at any query; this one is without."""
    assert Command.requires_system_checks == []
    assert not Command.requires_migrations_checks
    assert run(json.dumps(ledger()))[1] == 0


def started(*args: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "manage.py", "score", *args]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=False, **options)


def test_as_a_program_it_prints_utf_8_whatever_the_terminal(tmp_path: Path) -> None:
    database = tmp_path / "data" / "keeper.sqlite3"
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "DATA_DIR": str(tmp_path / "data")}
    data = json.dumps(ledger(sides=[{"name": "Zoë ♠"}, {"name": "Them"}])).encode()
    done = started(input=data, env=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "Zoë ♠ bid 2" in done.stdout.decode("utf-8")
    assert not database.exists()


def test_as_a_program_it_ends_with_the_status_and_one_line(tmp_path: Path) -> None:
    refused = started(input=b"{}")
    assert (refused.returncode, refused.stderr) == (1, b"")
    no_json = started(input=b"{")
    assert (no_json.returncode, no_json.stdout, no_json.stderr.count(b"\n")) == (2, b"", 1)
    missing = started(str(tmp_path / "missing.json"))
    assert (missing.returncode, missing.stdout, missing.stderr.count(b"\n")) == (2, b"", 1)


def test_as_a_program_it_answers_each_line_as_it_comes_and_ends_quietly() -> None:
    """A reader that goes away in the middle is no error to talk about."""
    command = [sys.executable, "manage.py", "score", "--lines"]
    line = json.dumps(ledger()).encode() + b"\n"
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as program:  # fmt: skip
        assert program.stdin and program.stdout and program.stderr
        program.stdin.write(line)
        program.stdin.flush()
        assert json.loads(program.stdout.readline()) == score_document(ledger())
        program.stdout.close()
        try:
            program.stdin.write(line * 10)
            program.stdin.close()
        except BrokenPipeError:
            pass
        assert program.stderr.read() == b""
