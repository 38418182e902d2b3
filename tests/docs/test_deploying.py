"""The examples of docs/deploying.md, and the Dockerfile, agree with the keeper and each other."""

import json
import re
import shlex
from pathlib import Path

import pytest

from keeper import gunicorn
from scorepads.files.formats import MAX_BYTES

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "deploying.md").read_text("utf-8")
LISTED = re.findall(r"^\| `([A-Z_]+)` \|", TEXT.partition("## Every variable")[2], re.MULTILINE)
START = "python -m gunicorn --config python:keeper.gunicorn"
PDF_PACKAGES = {"libpangoft2-1.0-0", "libharfbuzz-subset0"}


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def block(kind: str) -> str:
    (only,) = blocks(kind)
    return only


SERVICE, BACKUP, TIMER = blocks("ini")


def unit_of(text: str) -> dict[str, str]:
    """The settings of a unit; each of ours stands once in it."""
    lines = [line for line in text.splitlines() if line and not line.startswith("[")]
    pairs = [line.partition("=")[::2] for line in lines]
    assert len(dict(pairs)) == len(pairs)
    return dict(pairs)


def file_of_variables() -> dict[str, str]:
    return dict(line.split("=", 1) for line in block("sh").splitlines())


def instructions() -> list[tuple[str, str]]:
    """Of the Dockerfile, in order, each on one line."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text("utf-8"), flags=re.MULTILINE)
    lines = re.sub(r" *\\\n *", " ", text).splitlines()
    return [(line.split()[0], line.split(None, 1)[1]) for line in lines if line]


def of_kind(kind: str) -> list[str]:
    return [rest for name, rest in instructions() if name == kind]


# --- Services -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(set(re.findall(r"\b([A-Z]{2}[A-Z_]+)=", TEXT))))
def test_every_variable_that_is_set_somewhere_is_one_of_the_keepers(name: str) -> None:
    assert name in LISTED


def test_the_service_starts_the_keeper_as_everybody_else_does() -> None:
    service = unit_of(SERVICE)
    assert service["ExecStart"] == f"{service['WorkingDirectory']}/.venv/bin/{START}"
    assert " migrate " in service["ExecStartPre"]
    assert int(service["TimeoutStopSec"]) > gunicorn.graceful_timeout


def test_the_services_write_where_the_pads_are_and_nowhere_else() -> None:
    for service in map(unit_of, (SERVICE, BACKUP)):
        assert service["ProtectSystem"] == "strict"
        assert service["NoNewPrivileges"] == "yes"
        assert service["UMask"] == "0077"
        assert file_of_variables()["DATA_DIR"] == f"/var/lib/{service['StateDirectory']}"
        assert service["EnvironmentFile"] in TEXT.partition("```ini")[0]


def test_the_backup_throws_old_copies_away_where_it_puts_new_ones() -> None:
    service = unit_of(BACKUP)
    folder = f"{file_of_variables()['DATA_DIR']}/backups"
    assert shlex.split(service["ExecStartPost"])[:4] == ["find", folder, "-name", "keeper-*"]
    assert unit_of(TIMER)["Persistent"] == "yes"


# --- Proxies ------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["caddy", "nginx"])
def test_a_proxy_asks_the_keeper_where_it_listens_and_by_its_name(kind: str) -> None:
    variables = file_of_variables()
    assert f"{variables['HOST']}:8000" in block(kind)
    assert set(re.findall(r"\S+:(\d{4,5})\b", block(kind))) == {"8000"}
    assert variables["ALLOWED_HOSTS"] in block(kind)
    assert (variables["HTTPS"], variables["TRUSTED_PROXIES"]) == ("1", "1")


@pytest.mark.parametrize("kind", ["caddy", "nginx"])
def test_a_proxy_lets_the_largest_import_through(kind: str) -> None:
    (megabytes,) = re.findall(r"(?:max_size|client_max_body_size) (\d+)(?:MB|m)\b", block(kind))
    assert int(megabytes) * 1000 * 1000 > MAX_BYTES


def test_nginx_hands_on_what_the_keeper_believes_and_takes_in_whole_requests() -> None:
    """Caddy hands on all but the number of the request by itself."""
    handed_on = dict(re.findall(r"proxy_set_header (\S+) (\S+);", block("nginx")))
    assert handed_on == {
        "Host": "$host",
        "X-Forwarded-Proto": "$scheme",
        "X-Forwarded-For": "$proxy_add_x_forwarded_for",
        "X-Request-Id": "$request_id",
    }
    assert "_buffering" not in block("nginx")
    assert "request_buffers" in block("caddy")
    assert "X-Request-Id" in block("caddy")


def test_no_proxy_writes_secret_links_down() -> None:
    (secret,) = re.findall(r"location /k/ \{(.*?)\}", block("nginx"), re.DOTALL)
    assert "access_log off;" in secret
    assert "error_log /dev/null;" in secret
    assert "referer" not in block("nginx").lower()  # a page that was opened by a link names it
    assert 'request>uri regexp "/k/[^/?]+" "/k/***"' in block("caddy")
    assert "request>headers>Referer delete" in block("caddy")


# --- The container ------------------------------------------------------------------------


def test_the_container_has_the_packages_that_the_documents_name_for_pdf_files() -> None:
    (named,) = re.findall(r"`apt install ([^`]*fonts[^`]*)`", TEXT)
    (installed,) = [run for run in of_kind("RUN") if "apt-get" in run]
    packages = set(re.findall(r"(?<= )(?:lib|fonts-)[\w.-]+", installed))
    assert packages == set(named.split())
    ci = (ROOT / ".ci" / "run").read_text("utf-8")
    assert packages <= set(re.findall(r"^need (\S+)", ci, re.MULTILINE))
    assert packages >= PDF_PACKAGES


def test_the_container_starts_and_installs_as_everybody_else_does() -> None:
    (command,) = of_kind("CMD")
    shell = json.loads(command)
    assert shell[:2] == ["sh", "-c"]
    assert shell[2] == f"python manage.py migrate --verbosity 0 && exec {START}"
    assert any("--require-hashes -r requirements.txt" in run for run in of_kind("RUN"))
    assert START in TEXT.partition("## A platform")[2]


def test_the_container_gets_what_runs_the_keeper_and_nothing_else() -> None:
    """No pads, no key, no history: the list of what is left out begins with everything."""
    copied = [copy.split()[0] for copy in of_kind("COPY")]
    assert all((ROOT / name).exists() for name in copied)
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    rules = [line for line in lines if not line.startswith("#")]
    assert rules[0] == "*"
    assert sorted(rule.strip("!/") for rule in rules if rule[0] == "!") == sorted(copied)
    assert {"manage.py", "keeper", "scorepads", "static", "templates"} <= set(copied)


def test_the_container_keeps_no_secret_and_is_nobody_special() -> None:
    assert of_kind("USER") == ["keeper"]
    assert of_kind("VOLUME") == ["/data"]
    for setting in of_kind("ENV"):
        assert "SECRET" not in setting
        assert {pair.partition("=")[0] for pair in setting.split()} - {"PYTHONUNBUFFERED"} <= set(
            LISTED
        )
    (collects,) = [run for run in of_kind("RUN") if "collectstatic" in run]
    # With a key of its own, and elsewhere: the keeper would otherwise make one, in the image.
    assert re.search(r"SECRET_KEY=\S+ DATA_DIR=/tmp/data python manage\.py collectstatic", collects)
    assert collects.endswith("rm -rf /tmp/data")


def test_the_container_says_that_it_is_well_where_the_keeper_does() -> None:
    (health,) = of_kind("HEALTHCHECK")
    command = json.loads(health.partition("CMD ")[2])
    assert command[:2] == ["python", "-c"]
    compile(command[2], "HEALTHCHECK", "exec")
    assert "'/health/'" in command[2]
