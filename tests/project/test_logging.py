"""No log line may open a pad."""

import io
import logging
import logging.config
from collections.abc import Iterator

import pytest
from django.test import Client

from keeper.logging import MaskSecretLinks, console_logging, masked

TOKEN = "q3_Zt-dJ0eXAMPLE8Q2c"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"Not Found: /k/{TOKEN}/", "Not Found: /k/***/"),
        (f"GET /k/{TOKEN}", "GET /k/***"),
        (f"/k/{TOKEN}/?next=1", "/k/***/?next=1"),
        (f"/?next=%2Fk%2F{TOKEN}%2F&a=1", "/?next=%2Fk%2F***%2F&a=1"),
        (f"http://a/k/{TOKEN}/ and /k/{TOKEN}/", "http://a/k/***/ and /k/***/"),
        ("/pads/1/ /book/2/ /k/", "/pads/1/ /book/2/ /k/"),
    ],
)
def test_the_secret_part_of_a_link_is_masked(text: str, shown: str) -> None:
    assert masked(text) == shown


@pytest.fixture
def log() -> Iterator[logging.Logger]:
    logger = logging.getLogger("tests.masked")
    logger.propagate = False
    handler = logging.StreamHandler(io.StringIO())
    handler.addFilter(MaskSecretLinks())
    logger.addHandler(handler)
    yield logger
    logger.removeHandler(handler)


def written(log: logging.Logger) -> str:
    return log.handlers[0].stream.getvalue()


def test_arguments_of_a_line_are_masked(log: logging.Logger) -> None:
    log.warning("%s: %s", "Not Found", f"/k/{TOKEN}/")
    assert written(log) == "Not Found: /k/***/\n"


def test_a_traceback_is_masked(log: logging.Logger) -> None:
    try:
        raise ValueError(f"no pad at /k/{TOKEN}/")
    except ValueError:
        log.exception("failed")
    assert "ValueError: no pad at /k/***/" in written(log)
    assert TOKEN not in written(log)


def test_every_handler_masks_and_django_adds_none_of_its_own() -> None:
    config = console_logging()
    assert all(handler["filters"] == ["mask"] for handler in config["handlers"].values())
    for name in ("django", "django.server", "django.request"):
        assert logging.getLogger(name).handlers == []


def test_what_django_says_of_a_stale_link_is_masked(
    client: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    # The handler that the settings made holds the stderr of that moment: make it anew.
    logging.config.dictConfig(console_logging())
    assert client.get(f"/k/{TOKEN}/no-such-page/").status_code == 404
    printed = capsys.readouterr().err
    assert "Not Found: /k/***/no-such-page/" in printed
    assert TOKEN not in printed
