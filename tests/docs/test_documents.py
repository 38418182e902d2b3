"""What the documents point at is there, and what they tell people to type works."""

import os
import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import get_commands

from scorepads.rules import catalog

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def links(document: Path) -> list[str]:
    text = document.read_text("utf-8")
    return re.findall(r"\]\((\S+?)\)", text) + re.findall(r'(?:src|href)="([^"]+)"', text)


def anchors(document: Path) -> set[str]:
    """As hosts of repositories make them: small letters, dashes for spaces."""
    titles = HEADING.findall(document.read_text("utf-8"))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("document", DOCUMENTS, ids=named)
def test_links_lead_to_files_that_are_there(document: Path) -> None:
    inside = [link for link in links(document) if "://" not in link]
    for link in inside:
        path, _, anchor = link.partition("#")
        target = document.parent / path if path else document
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def commands_named(document: Path) -> list[str]:
    return re.findall(r"manage\.py ([a-z_]+)", document.read_text("utf-8"))


def scripts_named(document: Path) -> list[str]:
    text = document.read_text("utf-8")
    return re.findall(r"(?<![\w/.-])(?:script|\.ci)/[a-z]+\b(?!\.)", text)


def files_named(document: Path) -> list[str]:
    text = document.read_text("utf-8")
    folders = "keeper|scorepads|tests|templates|static|docs"
    return re.findall(rf"`((?:{folders})/[\w./-]*)`", text)


@pytest.mark.parametrize("find", [links, commands_named, scripts_named, files_named])
def test_what_documents_name_is_found(find: Callable[[Path], list[str]]) -> None:
    """So that the tests below, of which many find nothing in one document, do not all of it."""
    assert len([document for document in DOCUMENTS if find(document)]) > 1


@pytest.mark.parametrize("document", DOCUMENTS, ids=named)
def test_every_command_that_is_named_is_there(document: Path) -> None:
    for script in scripts_named(document):
        assert os.access(ROOT / script, os.X_OK), script
    for command in commands_named(document):
        assert command in get_commands(), command


@pytest.mark.parametrize("document", DOCUMENTS, ids=named)
def test_every_file_of_ours_that_is_named_is_there(document: Path) -> None:
    for path in files_named(document):
        assert (ROOT / path).exists(), path


def test_the_readme_starts_and_tests_with_one_command_each() -> None:
    first_block = r"^## (Start it|Test it)\n(?:(?!^```).*\n)*```\n(.+)\n```"
    blocks = re.findall(first_block, read("README.md"), re.MULTILINE)
    assert blocks == [("Start it", "script/run"), ("Test it", "script/test")]


def test_pictures_are_few_and_small() -> None:
    pictures = list((ROOT / "docs" / "img").iterdir())
    used = {ROOT / link for link in links(ROOT / "README.md") if link.endswith(".png")}
    assert set(pictures) == used
    assert all(picture.stat().st_size < 150_000 for picture in pictures)


def test_the_newest_version_in_the_changes_is_that_of_the_project() -> None:
    """While no version is given anywhere, all changes stand under Unreleased."""
    given = tomllib.loads(read("pyproject.toml")).get("project", {}).get("version")
    told = re.findall(r"^## (\d[\w.]*)", read("CHANGELOG.md"), re.MULTILINE)
    assert told[:1] == ([given] if given else [])


def test_every_published_version_of_a_preset_is_in_the_changes() -> None:
    rules = "".join(re.findall(r"^### Rules\n((?:(?!#).*\n)*)", read("CHANGELOG.md"), re.MULTILINE))
    assert [pin for pin in catalog.current.published if f"`{pin}`" not in rules] == []
