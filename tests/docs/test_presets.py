"""`docs/presets.md` says what the rules files say, and CONTRIBUTING.md how to add one."""

import io
import json
import re
import shutil
from pathlib import Path

from django.core.management import call_command
from django.test import Client

from scorepads.rules import catalog
from scorepads.rules.interchange import score_document
from tests.preset_files import Shelf, edit

ROOT = Path(__file__).parents[2]
PRESETS = ROOT / "docs" / "presets.md"


def recipe(title: str) -> str:
    """A section of CONTRIBUTING.md, up to the next heading."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    return re.split(r"^#+ ", text.partition(f"### {title}\n")[2], flags=re.MULTILINE)[0]


def publish_as_told(told: str, key: str) -> None:
    (command,) = set(re.findall(r"manage\.py (publish_preset) KEY", told))
    call_command(command, key, stdout=io.StringIO())


def test_the_table_is_that_of_the_rules_files() -> None:
    printed = io.StringIO()
    call_command("presets_table", stdout=printed)

    head, first_row, table = PRESETS.read_text("utf-8").partition("| Preset |")
    assert first_row + table == printed.getvalue(), "docs/presets.md: run manage.py presets_table"
    assert "presets_table" in head


def test_a_new_preset_is_added_as_the_recipe_says(shelf: Shelf, client: Client) -> None:
    told = recipe("A new preset")
    shutil.copytree(shelf.folder / "bicycle", shelf.folder / "spare")  # step 1
    for named in ("1.toml", "words.toml", "golden/", "published.json"):
        assert f"`{named}`" in told
    edit(shelf.rules("spare@1"), 'key = "bicycle"', 'key = "spare"')
    edit(shelf.rules("spare@1"), "target = 7", "target = 9")
    name = catalog.current.get("bicycle@1").name
    edit(shelf.words("spare"), f'name = "{name}"', 'name = "Spare Pitch to 9"')  # step 2
    publish_as_told(told, "spare")  # step 3

    assert shelf.reread().find_problems() == {}
    assert catalog.current.latest()[-1].pin == "spare@1"
    for game in (shelf.folder / "spare" / "golden").glob("*.json"):  # step 4
        ledger = json.loads(game.read_text("utf-8"))["ledger"] | {"preset": "spare@1"}
        assert "problems" not in score_document(ledger)
    printed = io.StringIO()
    call_command("presets_table", stdout=printed)  # step 5
    assert "`spare@1`" in printed.getvalue().splitlines()[-1]
    for page in (
        "/rules/",
        "/rules/spare/",
        "/rules/spare/card/",
        "/rules/differences/",
    ):
        assert "Spare Pitch" in client.get(page).content.decode()


def test_a_new_version_is_added_as_the_recipe_says(shelf: Shelf, client: Client) -> None:
    told = recipe("A new version of a preset")
    assert "`[versions.2]`" in told and "`[versions.1.cites.smudge]`" in told
    before = catalog.current.newest("pedro")
    number = before.version + 1
    new = shelf.rules(f"pedro@{number}")
    shutil.copy(shelf.rules(before.pin), new)  # step 1
    edit(new, f"version = {before.version}", f"version = {number}")
    edit(new, 'smudge = "none"', 'smudge = "four-wins"')
    with shelf.words("pedro").open("a", encoding="utf-8") as words:  # step 2
        words.write(f"""
[versions.{number}]
changes = "There is a smudge."
[versions.{number}.cites.smudge]
says = "A made bid of four wins the game."
""")
    publish_as_told(recipe("A new preset"), "pedro")  # step 3

    assert shelf.reread().find_problems() == {}
    assert catalog.current.get(before.pin) == before
    page = client.get("/rules/pedro/").content.decode()
    assert "A made bid of four wins the game" in page and "There is a smudge." in page
    older = client.get(f"/rules/pedro/{before.version}/").content.decode()
    assert "A made bid of four wins the game" not in older
