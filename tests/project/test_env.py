"""Readers of the environment: what they take, and that nonsense stops the start."""

import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from keeper.env import (
    env_bool,
    env_database,
    env_int,
    env_list,
    env_path,
    env_secret,
    kept_secret,
)


@pytest.fixture(autouse=True)
def empty(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("X", "X_FILE"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("value", ["1", "true", "YES", " on "])
def test_yes_in_any_of_its_spellings(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("X", value)
    assert env_bool("X") is True


@pytest.mark.parametrize("value", ["0", "False", "no", "off"])
def test_no_in_any_of_its_spellings(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("X", value)
    assert env_bool("X", default=True) is False


def test_an_empty_variable_means_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("X", " ")
    assert env_bool("X", default=True) is True
    assert env_int("X", 7, least=1, most=9) == 7
    assert env_list("X", default=("a",)) == ["a"]


def test_neither_yes_nor_no_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("X", "maybe")
    with pytest.raises(ImproperlyConfigured, match="X must be 1 or 0, not 'maybe'"):
        env_bool("X")


@pytest.mark.parametrize("value", ["0", "10", "-1", "1.5", "1_0", "٣", "two", "9" * 5000])
def test_a_number_out_of_range_or_no_number_is_refused(
    monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("X", value)
    with pytest.raises(ImproperlyConfigured, match="X must be a whole number from 1 to 9"):
        env_int("X", 7, least=1, most=9)


def test_a_list_forgives_spaces_and_a_last_comma(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("X", "one, two ,")
    assert env_list("X") == ["one", "two"]


def test_a_relative_path_does_not_depend_on_the_current_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("X", "evenings")
    monkeypatch.chdir("/")
    assert env_path("X", Path("/unused"), base=tmp_path) == tmp_path / "evenings"


def test_an_absolute_path_is_taken_as_it_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("X", str(tmp_path))
    assert env_path("X", Path("/unused"), base=Path("/base")) == tmp_path


@pytest.mark.parametrize(
    "value", ["secret@nowhere", "oraculum://u:secret@h/n", "postgres://h:secret/n"]
)
def test_a_bad_database_address_is_refused_without_showing_it(
    monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("X", value)
    with pytest.raises(ImproperlyConfigured, match="X is not a database address") as refusal:
        env_database("X", "sqlite:///unused")
    assert "secret" not in str(refusal.value)


def test_a_database_address_must_name_a_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("X", "postgres://user@host/")
    with pytest.raises(ImproperlyConfigured, match="X does not name a database"):
        env_database("X", "sqlite:///unused")


def test_a_secret_may_come_from_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("from the file\n")
    monkeypatch.setenv("X_FILE", str(tmp_path / "secret"))
    assert env_secret("X", kept_in=tmp_path / "unused") == "from the file"
    assert not (tmp_path / "unused").exists()


def test_a_secret_given_twice_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("X", "one")
    monkeypatch.setenv("X_FILE", "two")
    with pytest.raises(ImproperlyConfigured, match="Set X or X_FILE, not both"):
        env_secret("X", kept_in=tmp_path / "unused")


@pytest.mark.parametrize("content", [None, b"", b"\xff"])
def test_a_secret_file_that_gives_none_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: bytes | None
) -> None:
    if content is not None:
        (tmp_path / "secret").write_bytes(content)
    monkeypatch.setenv("X_FILE", str(tmp_path / "secret"))
    with pytest.raises(ImproperlyConfigured, match="X_FILE: "):
        env_secret("X", kept_in=tmp_path / "unused")


def test_a_secret_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "data" / "secret.key"
    made = kept_secret(path)
    assert len(made) >= 50
    assert kept_secret(path) == made
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_processes_that_start_at_once_keep_one_secret(tmp_path: Path) -> None:
    path = tmp_path / "data" / "secret.key"
    script = (
        "import sys, pathlib; from keeper.env import kept_secret; sys.stdin.read(1);"
        "print(kept_secret(pathlib.Path(sys.argv[1])))"
    )
    started = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(path)],
            cwd=Path(__file__).parents[2],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    for process in started:  # all have imported by now or soon, and wait for this
        process.stdin.write("\n")
        process.stdin.flush()
    assert {process.communicate()[0].strip() for process in started} == {path.read_text()}


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    with pytest.raises(ImproperlyConfigured, match="Cannot keep a secret key in"):
        kept_secret(tmp_path / "data" / "secret.key")
