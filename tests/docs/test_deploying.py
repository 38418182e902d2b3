"""What docs/deploying.md, the Dockerfile and CI say in several places, they say alike."""

import re
from pathlib import Path

import pytest

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


def test_every_variable_that_an_example_sets_is_one_of_the_keepers() -> None:
    assert set(re.findall(r"\b([A-Z]{2}[A-Z_]+)=", TEXT)) <= set(LISTED)


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


def test_the_container_gets_what_runs_the_keeper_and_nothing_else() -> None:
    """No pads, no key, no history: the list of what is left out begins with everything."""
    copied = set(re.findall(r"^COPY (\S+)", DOCKERFILE, re.MULTILINE))
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    rules = [line for line in lines if not line.startswith("#")]
    assert rules[0] == "*"
    assert {rule.strip("!/") for rule in rules if rule[0] == "!"} == copied
    assert {"manage.py", "keeper", "scorepads", "static", "templates"} <= copied
