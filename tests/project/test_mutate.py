"""Mutants: what each mistake makes of a source, which are chosen, and that a survivor is told."""

import json
from collections import Counter
from pathlib import Path
from textwrap import dedent

import pytest

from bench import measured_tests, mutant_judge, mutate
from bench.measured_tests import measure_tests
from bench.mutant_choice import (
    Mutant,
    Verdict,
    choose_mutants,
    choose_survivors,
    find_files,
)
from bench.mutant_judge import Judge
from bench.mutations import find_mutations
from bench.scratch_copies import copies_of

ROOT = Path(__file__).parents[2]


def mutants_of(source: str, kind: str) -> list[str]:
    """What the source is with each mutation of this kind."""
    given = source.encode()
    return [each.apply_to(given).decode() for each in find_mutations(given) if each.kind == kind]


@pytest.mark.parametrize(
    ("kind", "source", "mutants"),
    [
        ("comparison", "x = a < b", ["x = a <= b"]),
        ("comparison", "x = a <= b > c", ["x = a < b > c", "x = a <= b >= c"]),
        ("comparison", "x = (a) >= (  # < 3\n b)", ["x = (a) > (  # < 3\n b)"]),
        ("comparison", "x = a == b", ["x = a != b"]),
        ("comparison", "x = a != b", ["x = a == b"]),
        ("comparison", "x = inner in a", ["x = inner not in a"]),
        ("comparison", "x = a not  in b", ["x = a in b"]),
        ("comparison", "x = a is None", ["x = a is not None"]),
        ("comparison", "x = a is not None", ["x = a is None"]),
        ("and/or", "x = a and b or c", ["x = a or b or c", "x = a and b and c"]),
        ("arithmetic", "x = a + b - c", ["x = a - b - c", "x = a + b + c"]),
        ("arithmetic", "x = a * b // c", ["x = a // b // c", "x = a * b * c"]),
        ("arithmetic", "x += 1", ["x -= 1"]),
        ("integer", "x = [7]", ["x = [6]", "x = [8]"]),
        ("boolean", "x = True", ["x = False"]),
        ("negated condition", "if a:\n    b()", ["if (not (a)):\n    b()"]),
        ("negated condition", "x = b if a else c", ["x = b if (not (a)) else c"]),
        ("negated condition", "while a < 3:\n    b()", ["while (not (a < 3)):\n    b()"]),
        ("negated condition", "x = [a for a in b if a]", ["x = [a for a in b if (not (a))]"]),
        ("removed not", "x = not (a or b)", ["x =  (a or b)"]),
        ("return value", "def f(): return '“”', 1", ["def f(): return None"]),
        ("dropped call", "def f(x): x.sort()", ["def f(x): pass"]),
        ("dropped assignment", "def f(x): x = a; y = a", ["def f(x): pass; y = a"]),
        ("dropped assignment", "x += 1", ["pass"]),
        ("dropped raise", "raise A()", ["pass"]),
        ("dropped break", "for a in b:\n    break", ["for a in b:\n    pass"]),
        ("dropped continue", "for a in b:\n    continue", ["for a in b:\n    pass"]),
        ("min/max", "x = min(max(a))", ["x = max(max(a))", "x = min(min(a))"]),
        ("key", "x = {'é': y['b']}", ["x = {'é~': y['b']}", "x = {'é': y['b~']}"]),
        ("enum value", "class A(StrEnum):\n    B = 'b'", ["class A(StrEnum):\n    B = 'b~'"]),
    ],
)  # fmt: skip
def test_each_kind_of_mistake_changes_its_place_alone(
    kind: str, source: str, mutants: list[str]
) -> None:
    assert mutants_of(source, kind) == mutants


@pytest.mark.parametrize(
    "source",
    [
        '"""A docstring, 3 < 4."""',
        "if TYPE_CHECKING:\n    import a",
        "class A:\n    __slots__ = ('a', 'b')",
        "x: Literal[3]",
        "def f(a: dict[str, Literal[3]]) -> 'b':\n    '''Says more.'''",
        "def f(a):\n    logger.warning('%d', 3)",
        "assert a < 3",
        "@dataclass(frozen=True)\nclass A:\n    pass",
        "x = 'a message' + a",
        "x = zip(a, b, strict=True)",
        "x = f'{a + 1}'",
    ],
)
def test_what_no_test_could_notice_is_left_alone(source: str) -> None:
    assert find_mutations(source.encode()) == []


def test_a_statement_in_a_function_is_told_from_one_that_runs_on_import() -> None:
    source = "A = 1\ndef f(b=2):\n    if b:\n        return (\n            3)\n"
    runs_at = {each.before: each.runs_at for each in find_mutations(source.encode())}
    assert (runs_at["1"], runs_at["2"], runs_at["b"], runs_at["3"]) == (None, 3, 3, 4)


SOURCES = {
    "long.py": b"x = a < 1\n" * 300,
    "short.py": b"x = a < 1\n" * 100,
    "text.py": b'"""A docstring."""\n',
}


def test_the_same_seed_gives_the_same_mutants_and_another_gives_others() -> None:
    chosen = choose_mutants(SOURCES, 20, seed=1)
    assert choose_mutants(SOURCES, 20, seed=1) == chosen
    assert choose_mutants(SOURCES, 20, seed=2) != chosen


def test_files_get_mutants_by_their_lines() -> None:
    chosen = choose_mutants(SOURCES, 40, seed=1)
    many = Counter(each.path for each in chosen)
    assert set(many) == {"long.py", "short.py"}
    assert abs(many["long.py"] - 30) <= 1
    assert len(set(chosen)) == 40


def test_there_are_no_more_mutants_than_there_is_to_mutate() -> None:
    assert len(choose_mutants({"a.py": b"x = a < b\n", "b.py": b"x = 1\n"}, 9, seed=1)) == 3


def test_every_usual_file_is_there() -> None:
    assert "scorepads/rules/scoring.py" in find_files(ROOT, mutate.MUTATED)


def verdict(path: str, source: bytes, test: str) -> Verdict:
    return Verdict(Mutant(path, find_mutations(source)[0]), test, "", 0.5)


def test_the_report_tells_files_survivors_and_the_share() -> None:
    verdicts = [verdict("a.py", b"x = a < b", "tests/a.py::test_a")] * 3
    told = mutate.report([*verdicts, verdict("b.py", b"\nx = a > b", "")])
    assert "a.py: 3 of 3 killed" in told
    assert "b.py: 0 of 1 killed" in told
    assert "b.py:2:7  comparison: > → >=  SURVIVED" in told
    assert "3 of 4 killed: 75.0 %" in told


def test_what_survived_in_saved_results_is_chosen_again(tmp_path: Path) -> None:
    killed = verdict("a.py", b"x = a < b", "tests/a.py::test_a")
    survived = verdict("b.py", b"x = a > b", "")
    mutate.save_results(tmp_path / "saved.json", 1, [killed, survived])
    assert json.loads((tmp_path / "saved.json").read_text("utf-8"))["killed_percent"] == 50
    sources = {"a.py": b"x = a < b", "b.py": b"x = a > b", "c.py": b"x = a > b"}
    again = choose_survivors(sources, tmp_path / "saved.json")
    assert again == [survived.mutant]


PRODUCT = """
    LIMIT = 3

    def is_over(score):
        return score > LIMIT

    def count_down(number):
        while number > 0:
            number -= 1
        return number

    def never_called():
        return 1
"""
TESTS = """
    from scorepads.tiny import LIMIT, count_down, is_over

    def test_far_from_the_limit():
        assert is_over(9) and not is_over(1)

    def test_the_limit():
        assert LIMIT == 3

    def test_down():
        assert count_down(5) == 0
"""


def test_a_planted_survivor_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a tree of one module, by real test runs: killed, survived, not run at all, hung."""
    monkeypatch.delenv("DJANGO_SETTINGS_MODULE", raising=False)
    monkeypatch.setattr(mutant_judge, "EXTRA_SECONDS", 1)
    own = ["bench/__init__.py", "bench/mutations.py", "bench/mutant_tests.py"]
    texts = {path: (ROOT / path).read_text("utf-8") for path in own}
    texts |= dict.fromkeys(["pyproject.toml", "keeper/__init__.py", "scorepads/__init__.py"], "")
    texts |= {"scorepads/tiny.py": dedent(PRODUCT), "tests/test_tiny.py": dedent(TESTS)}
    for path, text in texts.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    planted = {(2, "4"), (5, ">="), (9, "+"), (13, "None")}
    found = find_mutations(texts["scorepads/tiny.py"].encode())
    mutants = [
        Mutant("scorepads/tiny.py", each) for each in found if (each.line, each.after) in planted
    ]
    with copies_of(tmp_path, list(texts), 1) as copies:
        judge = Judge(measure_tests(copies, list(texts), tmp_path / "kept"), {})
        told = [judge.judge(copies[0], mutant) for mutant in mutants]
        assert not judge.find_false_killer(copies[0], told)
    assert [(each.mutant.mutation.line, each.test, each.how) for each in told] == [
        (2, "tests/test_tiny.py::test_the_limit", ""),
        (5, "", ""),
        (9, "tests/test_tiny.py::test_down", ", which did not end"),
        (13, "", ", and no test runs the line"),
    ]
    assert (tmp_path / "scorepads/tiny.py").read_text("utf-8") == texts["scorepads/tiny.py"]


@pytest.mark.parametrize(
    ("patience", "near"), [(0, ""), (9, ""), (10, "a"), (15, "ab"), (99, "abc")]
)
def test_of_the_files_that_take_too_long_only_a_few_tests_are_tried(
    patience: float, near: str
) -> None:
    took = {"a": 10.0, "b": 5.0, "c": 1.0}
    files = [measured_tests.TestFile(path, {f"{path}::test": took[path]}, [], {}) for path in took]
    tried, rest = Judge(files, {}, patience).divide(files)
    assert "".join(each.path for each in tried) == near
    assert [*tried, *rest] == files
