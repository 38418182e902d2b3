"""What docs/deploying.md, the Dockerfile and CI say in several places, they say alike."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import get_commands

from scorepads.files.formats import MAX_BYTES

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "deploying.md").read_text("utf-8")
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
LISTED = re.findall(r"^\| `([A-Z_]+)` \|", TEXT.partition("## Every variable")[2], re.MULTILINE)
START = "python -m gunicorn --config python:keeper.gunicorn"
PACKAGE = re.compile(r"\b(?:fonts-|lib)[a-z][\w.-]+")


def block(kind: str) -> str:
    """The only example of its kind in the document."""
    (only,) = re.findall(rf"^```{kind}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    return only


def test_every_variable_that_an_example_sets_is_one_of_the_servers() -> None:
    built_with = {"BASE"}  # a variable of the Dockerfile
    assert set(re.findall(r"\b([A-Z]{2}[A-Z_]+)=", TEXT)) - built_with <= set(LISTED)


def test_the_service_the_platform_and_the_container_start_the_same_server() -> None:
    for section in ("## A small server", "## A platform", "## Several machines"):
        assert START in TEXT.partition(section)[2].partition("\n## ")[0], section
    assert f"exec {START}" in DOCKERFILE


@pytest.mark.parametrize("kind", ["caddy", "nginx"])
def test_a_proxy_lets_the_largest_import_through(kind: str) -> None:
    (megabytes,) = re.findall(r"(?:max_size|client_max_body_size) (\d+)(?:MB|m)\b", block(kind))
    assert int(megabytes) * 1000 * 1000 > MAX_BYTES


def test_no_proxy_writes_secret_links_down() -> None:
    (secret,) = re.findall(r"location ~ \^/\(\?:join\|k\)/ \{(.*?)\}", block("nginx"), re.DOTALL)
    assert "access_log off;" in secret
    assert "error_log /dev/null;" in secret
    assert 'request>uri regexp "/(join|k)/[^/?]+" "/join/***"' in block("caddy")


def test_the_document_the_container_and_ci_install_the_same_packages_for_pdf_files() -> None:
    (named,) = re.findall(r"`apt install ([^`]*fonts[^`]*)`", TEXT)
    ci = re.findall(r"^need (\S+)", (ROOT / ".ci" / "run").read_text("utf-8"), re.MULTILINE)
    assert set(PACKAGE.findall(DOCKERFILE)) == set(named.split()) <= set(ci)


def test_the_container_gets_what_runs_the_server_and_nothing_else() -> None:
    """No pads, no key, no history: the list of what is left out begins with everything."""
    copied = set(re.findall(r"^COPY (\S+)", DOCKERFILE, re.MULTILINE))
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    rules = [line for line in lines if not line.startswith("#")]
    assert rules[0] == "*"
    assert {rule.strip("!/") for rule in rules if rule[0] == "!"} == copied
    assert {"manage.py", "keeper", "scorepads", "static", "templates"} <= copied


# --- The examples are what their programs take, where those are installed ----------------------


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(not shutil.which(program), reason=f"{program} is not installed")


def told_by(*command: str | Path) -> str:
    """What a program says of a file that it takes."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


CURRENT_CADDY = Path(sys.executable).parent
"""The folder of the Caddy that requirements-dev.txt brings; Debian's is another."""


@needs("caddy")
@pytest.mark.parametrize("is_current", [False, True], ids=["debian", "current"])
def test_every_caddy_takes_the_same_example(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_current: bool
) -> None:
    """Whatever only one of them knows would keep the other from starting after an update."""
    others = [each for each in os.get_exec_path() if each != str(CURRENT_CADDY)]
    search = [str(CURRENT_CADDY), *others] if is_current else others
    monkeypatch.setenv("PATH", os.pathsep.join(search))
    (tmp_path / "Caddyfile").write_text(block("caddy"))
    config = ("--adapter", "caddyfile", "--config", tmp_path / "Caddyfile")
    assert "Valid configuration" in told_by("caddy", "validate", *config)


def test_the_example_for_caddy_stands_in_one_file() -> None:
    assert "import " not in block("caddy")


@needs("nginx")
@needs("openssl")
def test_nginx_takes_its_example(tmp_path: Path) -> None:
    key, certificate = tmp_path / "key", tmp_path / "pem"
    told_by("openssl", "req", "-x509", "-newkey", "ed25519", "-nodes", "-keyout", key, "-out",
            certificate, "-days", "1", "-subj", "/CN=pitch.example.org")  # fmt: skip
    site = block("nginx").replace("/var/log/nginx", str(tmp_path))
    site = site.replace("/etc/ssl/pitch.example.org.key", str(key))
    site = site.replace("/etc/ssl/pitch.example.org.pem", str(certificate))
    # Sockets in place of ports, which nginx would try to open.
    ports = iter(range(9))
    site = re.sub(r"listen \S*\d(?=[ ;])", lambda _: f"listen unix:{tmp_path}/{next(ports)}", site)
    conf = tmp_path / "nginx.conf"
    conf.write_text(f"pid {tmp_path}/pid;\nevents {{}}\nhttp {{\n{site}\n}}\n")
    assert "test is successful" in told_by("nginx", "-t", "-e", tmp_path / "log", "-c", conf)


@needs("systemd-analyze")
def test_systemd_takes_its_units(tmp_path: Path) -> None:
    server, backup, timer = re.findall(r"^```ini\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    units = {
        "pitch-keeper.service": server,
        "pitch-keeper-backup.service": backup,
        "pitch-keeper-backup.timer": timer,
    }
    for name, text in units.items():
        # The programs are where the document puts them, which is not here.
        (tmp_path / name).write_text(
            re.sub(r"=/(?:srv|usr/local)/\S+/(?:python|pitch-keeper)", f"={sys.executable}", text)
        )
    said = told_by("systemd-analyze", "verify", "--man=no", *(tmp_path / name for name in units))
    assert not [line for line in said.splitlines() if str(tmp_path) in line], said


def test_the_server_and_the_backup_have_limits_of_memory_and_tasks() -> None:
    server, backup, _ = re.findall(r"^```ini\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    for unit in (server, backup):
        assert {"MemoryMax", "TasksMax"} <= set(re.findall(r"^(\w+)=", unit, re.MULTILINE))
    assert "OOMPolicy=continue" in server  # the making of a PDF goes, the server stays


def test_the_service_is_only_started_when_it_listens_and_may_migrate_for_long() -> None:
    """systemd ends a start after 90 s by itself; a migration that is cut off begins anew."""
    server, *_ = re.findall(r"^```ini\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    assert "Type=notify" in server
    (minutes,) = re.findall(r"^TimeoutStartSec=(\d+)min$", server, re.MULTILINE)
    assert int(minutes) >= 10


def test_the_backup_is_shut_in_as_the_server_is() -> None:
    shut_in = re.compile(
        r"^((?:CapabilityBoundingSet|Lock|NoNew|Private|Proc|Protect|Restrict[A-Z]|System)\w*=.*)$",
        re.MULTILINE,
    )
    server, backup, _ = re.findall(r"^```ini\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    assert len(shut_in.findall(server)) > 20
    assert shut_in.findall(backup) == shut_in.findall(server)


def test_a_service_is_commanded_by_its_one_command() -> None:
    """`manage.py` typed by hand would act as root, on another folder."""
    typed = re.findall(r"^(?!Exec|#)(?:.*/)?(?:python )?manage\.py \w+", TEXT, re.MULTILINE)
    assert typed == []
    commands = set(re.findall(r"^pitch-keeper (\w+)", TEXT, re.MULTILINE))
    assert {"backup", "restore", "pads", "pad", "check"} <= commands <= {"help", *get_commands()}
