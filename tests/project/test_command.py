"""`pitch-keeper COMMAND`: as the service's user, with its variables, or not at all."""

from __future__ import annotations

import os
import pwd
import subprocess
from pathlib import Path

import pytest

from keeper import command

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "script" / "pitch-keeper"
NOBODY = pwd.getpwnam("nobody")
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")


def unit_text(user: str, *more: str) -> str:
    return "\n".join(["[Unit]", "User=not-this-one", "[Service]", f"User={user}", *more, ""])


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "SYSTEMD_UNIT_PATH": str(folder), "DATA_DIR": "/not/the/service's"}
    return subprocess.run(
        [SCRIPT, *arguments], env=env, cwd="/", capture_output=True, text=True, check=False
    )


@pytest.fixture
def service(tmp_path: Path) -> Path:
    """A service whose games are in `tmp_path/games`, run by this very user."""
    (tmp_path / "games").mkdir()
    variables = tmp_path / "pitch-keeper.env"
    variables.write_text(f"# where\nDATA_DIR='{tmp_path}/games'\nDATABASE_URL=\nSECRET_KEY=\n")
    user = pwd.getpwuid(os.geteuid()).pw_name
    unit = unit_text(user, f"EnvironmentFile={variables}")
    (tmp_path / command.SERVICE).write_text(unit)
    return tmp_path


def test_a_command_acts_on_the_services_games_wherever_it_is_typed(service: Path) -> None:
    missing = run(service, "backup")
    assert missing.returncode == 1
    assert f"The database {service}/games/keeper.sqlite3 is not there" in missing.stderr
    assert list((service / "games").iterdir()) == []
    assert run(service, "migrate", "--verbosity=0").returncode == 0
    done = run(service, "backup")
    assert done.returncode == 0, done.stderr
    assert f"The database {service}/games/keeper.sqlite3 holds 0 games." in done.stdout
    assert len(list((service / "games" / "backups").iterdir())) == 1
    assert [path for path in (service / "games").iterdir() if path.stat().st_mode & 0o077] == []


def test_without_a_service_nothing_is_done(tmp_path: Path) -> None:
    done = run(tmp_path, "backup")
    assert done.returncode == 1
    assert done.stderr.startswith("Nothing was done. There is no pitch-keeper.service in ")


def test_a_user_who_is_not_there_runs_nothing(service: Path) -> None:
    (service / command.SERVICE).write_text(unit_text("no-such-user"))
    done = run(service, "backup")
    assert done.returncode == 1
    assert "There is no user no-such-user" in done.stderr


@as_root
def test_root_becomes_the_services_user_with_its_groups_and_no_more(service: Path) -> None:
    (service / command.SERVICE).write_text(unit_text("nobody"))
    program = (
        "import os, sys; sys.path.insert(0, sys.argv[1]); from keeper import command; "
        "command.become_user(command.find_user(command.Path(sys.argv[2]))); "
        "print(os.getuid(), os.getgid(), os.getgroups())"
    )
    done = subprocess.run(
        ["python3", "-c", program, str(ROOT), str(service / command.SERVICE)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"{NOBODY.pw_uid} {NOBODY.pw_gid} [{NOBODY.pw_gid}]\n"


def test_drop_ins_come_after_the_unit(service: Path) -> None:
    unit = service / command.SERVICE
    unit.write_text(unit_text("a", "Environment=PORT=1", "; User=b"))
    drop_ins = service / f"{command.SERVICE}.d"
    drop_ins.mkdir()
    (drop_ins / "10.conf").write_text("[Service]\nUser = c\nEnvironment=PORT=2\n")
    drop_ins.joinpath("20.conf").write_text(f"[Service]\nUser={NOBODY.pw_name}\n")
    assert command.service_variables(unit) == {"PORT": "2"}
    if os.geteuid() == 0:
        assert command.find_user(unit) == NOBODY
    else:
        with pytest.raises(command.Unusable, match="Only root and nobody may do this"):
            command.find_user(unit)


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("A=b", "b"),
        ("A=", ""),
        ("A= two words ", "two words"),
        ("A='p$ss \\ \"word\"'", 'p$ss \\ "word"'),
        ('A="two words"', "two words"),
        ("A=postgresql://keeper:a%20b@127.0.0.1:5432/keeper", "postgresql://keeper:a%20b@127.0.0.1:5432/keeper"),
    ],
)  # fmt: skip
def test_a_value_is_read_as_the_service_reads_it(line: str, value: str) -> None:
    assert command.read_variable(line, "line 1") == ("A", value)


@pytest.mark.parametrize(
    "line", ["A=p$ss", "A=it's", "A=a\\b", 'A="a"b"', "export A=b", "A", "A='a'b'"]
)
def test_what_could_be_read_in_two_ways_is_refused(line: str) -> None:
    with pytest.raises(command.Unusable, match="line 1"):
        command.read_variable(line, "line 1")
