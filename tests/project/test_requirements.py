"""What is installed is pinned, with the hashes of its files, and follows from the .in files."""

import re
from pathlib import Path

import pytest

from tests.material import some

ROOT = Path(__file__).parents[2]
NAMES = [path.stem for path in sorted(ROOT.glob("requirements*.in"))]
PIN = re.compile(r"([A-Za-z0-9._-]+)(?:\[[a-z,]+\])?==([\w.]+)")


def asked_for(name: str) -> dict[str, str]:
    """The direct requirements of a .in file, by name, each with its version."""
    lines = (ROOT / f"{name}.in").read_text("utf-8").splitlines()
    pins = [line for line in lines if line and not line.startswith(("#", "-c "))]
    return dict(split(pin) for pin in pins)


def pinned(name: str) -> dict[str, str]:
    return dict(split(entry.split()[0]) for entry in entries(name))


def entries(name: str) -> list[str]:
    """Each requirement of a .txt file with its hashes, as one line."""
    text = (ROOT / f"{name}.txt").read_text("utf-8")
    plain = re.sub(r"^ *#.*\n", "", text, flags=re.MULTILINE)
    return plain.replace("\\\n", "").splitlines()


def split(pin: str) -> tuple[str, str]:
    found = PIN.fullmatch(pin)
    assert found, pin
    return re.sub(r"[-_.]+", "-", found[1]).lower(), found[2]


def test_there_is_one_of_each() -> None:
    assert NAMES == ["requirements-dev", "requirements-tools", "requirements"]
    assert [path.stem for path in sorted(ROOT.glob("requirements*.txt"))] == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_requirement_is_pinned_with_hashes_and_nothing_else_is_there(name: str) -> None:
    """No index, no address, no file: where things come from is the machine's own setting."""
    for entry in some(entries(name)):
        assert re.fullmatch(rf"{PIN.pattern}(\s+--hash=sha256:[0-9a-f]{{64}})+", entry), entry


@pytest.mark.parametrize("name", NAMES)
def test_what_was_asked_for_is_what_is_pinned(name: str) -> None:
    assert asked_for(name).items() <= pinned(name).items(), "run script/pin"


def test_what_runs_the_server_is_what_is_tested() -> None:
    runs, tests = pinned("requirements"), pinned("requirements-dev")
    both = runs.keys() & tests.keys()
    assert {name: tests[name] for name in both} == {name: runs[name] for name in both}


def test_every_direct_requirement_is_accounted_for() -> None:
    """In the table of libraries, under its own name or that of what it goes with."""
    decisions = (ROOT / "docs" / "decisions.md").read_text("utf-8").partition("## Libraries")[2]
    table = decisions.partition("\n## ")[0].lower()
    direct = set().union(*map(asked_for, NAMES))
    assert {name for name in direct if name not in table} == set()


def test_pip_is_told_to_insist_on_the_hashes() -> None:
    assert "--require-hashes" in (ROOT / "script" / "environment").read_text("utf-8")
