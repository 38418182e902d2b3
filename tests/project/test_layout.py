"""One word finds a feature in the app, in its templates, its static files and its tests."""

from __future__ import annotations

import re
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

from scorepads import urls

ROOT = Path(__file__).parents[2]
APP = ROOT / "scorepads"
FEATURES = sorted(path.parent.name for path in APP.glob("*/urls.py"))
SHARED = {"core", "rules"}
OTHER_TESTS = {"browser", "docs", "faults", "fuzz", "project"}


def folders(root: Path) -> set[str]:
    """The folders of a tree that hold files of ours."""
    return {path.name for path in root.iterdir() if path.is_dir() and path.name != "__pycache__"}


def test_the_address_map_has_every_feature() -> None:
    assert {feature.__name__ for feature in urls.FEATURES} == {
        f"scorepads.{name}.urls" for name in FEATURES
    }


@pytest.mark.parametrize("name", FEATURES)
def test_a_feature_has_tests_and_templates_of_its_own(name: str) -> None:
    assert name in folders(ROOT / "templates")
    assert list((ROOT / "tests" / name).glob("test_*.py"))


def test_templates_static_files_and_tests_stand_in_folders_of_the_app() -> None:
    known = {*FEATURES, *SHARED}
    assert folders(ROOT / "templates") <= known
    assert folders(ROOT / "static") <= known | {"icons"}
    assert folders(ROOT / "tests") <= known | OTHER_TESTS


def test_no_package_lists_the_names_of_its_modules_again() -> None:
    facades = [path for path in APP.rglob("__init__.py") if "import" in path.read_text("utf-8")]
    assert facades == []


def test_views_of_a_feature_are_addressed_by_that_feature() -> None:
    for name in FEATURES:
        module = import_module(f"scorepads.{name}.urls")
        patterns = [*getattr(module, "of_a_game", []), *getattr(module, "urlpatterns", [])]
        assert patterns
        for pattern in patterns:
            assert pattern.callback.__module__.startswith(f"scorepads.{name}."), pattern


def test_a_class_name_stands_for_one_thing() -> None:
    named = Counter(
        name
        for path in APP.rglob("*.py")
        if path.parent.name not in ("commands", "migrations")
        for name in re.findall(r"^class (\w+)", path.read_text("utf-8"), re.MULTILINE)
    )
    assert [name for name, times in named.items() if times > 1] == []
