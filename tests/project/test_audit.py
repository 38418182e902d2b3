"""`script/audit` never says that all is well when nobody was asked."""

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

FINE = {"name": "django", "version": "5.2.19", "vulns": []}
UNKNOWN = {"name": "segno", "skip_reason": "not found"}
BROKEN = {"name": "pillow", "version": "1.0", "vulns": [{"id": "X-1", "fix_versions": ["1.1"]}]}


@pytest.fixture
def audit() -> ModuleType:
    path = Path(__file__).parents[2] / "script" / "audit.py"
    spec = importlib.util.spec_from_file_location("audit", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("answers", "status", "says"),
    [
        ([[FINE]], 0, "Audited: 1 packages"),
        ([[FINE, BROKEN]], 1, "pillow 1.0: X-1, fixed in 1.1"),
        ([[UNKNOWN, BROKEN]], 1, "VULNERABLE"),
        ([[FINE, UNKNOWN], None], 75, "1 of 2 packages were not looked up"),
        ([[UNKNOWN], [FINE, FINE]], 0, "Audited: 2 packages"),
        ([None, None], 75, "NOT AUDITED"),
        ([[], []], 75, "NOT AUDITED"),
    ],
)
def test_its_status(
    audit: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    answers: list[Any],
    status: int,
    says: str,
) -> None:
    monkeypatch.setattr(audit, "ask", lambda *_: answers.pop(0))
    assert audit.main([]) == status
    assert says in capsys.readouterr().err


def test_a_service_that_gives_no_answer_is_named(
    audit: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    """pip-audit itself is not installed where the tests run."""
    assert audit.ask("pypi", [], []) is None
    assert "pypi: " in capsys.readouterr().err
