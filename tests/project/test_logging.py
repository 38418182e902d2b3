"""No log line may open a pad."""

import io
import json
import logging
import logging.config
from collections.abc import Iterator

import pytest
from django.test import Client

from keeper.logging import (
    MaskSecretLinks,
    NumberRequests,
    console_logging,
    make_formatter,
    mask_secrets,
    request_number,
)
from tests.material import some

TOKEN = "q3_Zt-dJ0eXAMPLE8Q2c"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"Not Found: /join/{TOKEN}/", "Not Found: /join/***/"),
        (f"GET /join/{TOKEN}", "GET /join/***"),
        (f"/join/{TOKEN}/?next=1", "/join/***/?next=1"),
        (f"/?next=%2Fjoin%2F{TOKEN}%2F&a=1", "/?next=%2Fjoin%2F***%2F&a=1"),
        (f"http://a/join/{TOKEN}/ and /join/{TOKEN}/", "http://a/join/***/ and /join/***/"),
        ("/games/1/ /book/2/ /join/", "/games/1/ /book/2/ /join/"),
        ("DETAIL:  Failing row contains (3, 1, 0, Ann).", "DETAIL:  Failing row contains (***)"),
        ("Key (pad_id, name)=(1, Ann) already exists.", "Key (pad_id, name)=(***)"),
    ],
)
def test_the_secret_part_of_a_link_is_masked(text: str, shown: str) -> None:
    assert mask_secrets(text) == shown


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
    log.warning("%s: %s", "Not Found", f"/join/{TOKEN}/")
    assert written(log) == "Not Found: /join/***/\n"


def test_a_traceback_is_masked(log: logging.Logger) -> None:
    try:
        raise ValueError(f"no pad at /join/{TOKEN}/")
    except ValueError:
        log.exception("failed")
    assert "ValueError: no pad at /join/***/" in written(log)
    assert TOKEN not in written(log)


def test_every_handler_masks_and_django_adds_none_of_its_own() -> None:
    config = console_logging()
    assert all("mask" in handler["filters"] for handler in some(config["handlers"].values()))
    for name in ("django", "django.server", "django.request"):
        assert logging.getLogger(name).handlers == []


def test_what_django_says_of_a_stale_link_is_masked(
    client: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    # The handler that the settings made holds the stderr of that moment: make it anew.
    logging.config.dictConfig(console_logging())
    assert client.get(f"/join/{TOKEN}/no-such-page/").status_code == 404
    printed = capsys.readouterr().err
    assert "Not Found: /join/***/no-such-page/" in printed
    assert TOKEN not in printed


def json_of(record: logging.LogRecord) -> dict[str, object]:
    MaskSecretLinks().filter(record)
    NumberRequests().filter(record)
    line = make_formatter("json").format(record)
    assert "\n" not in line
    return json.loads(line)


def test_a_line_of_json_tells_what_happened_when_and_in_which_request() -> None:
    request_number.set("ab12cd34")
    record = logging.makeLogRecord(
        {"name": "django.request", "levelname": "WARNING", "msg": "Not Found: %s",
         "args": (f"/join/{TOKEN}/",), "status_code": 404, "created": 0.0}
    )  # fmt: skip
    told = json_of(record)
    assert told["message"] == "Not Found: /join/***/"
    assert (told["level"], told["logger"], told["status"]) == ("WARNING", "django.request", 404)
    assert told["request"] == "ab12cd34"
    assert told["time"] == "1970-01-01T00:00:00.000+00:00"


def test_an_error_is_one_line_of_json_too_and_masked() -> None:
    try:
        raise ValueError(f"no pad at /join/{TOKEN}/")
    except ValueError as error:
        record = logging.makeLogRecord({"exc_info": (ValueError, error, error.__traceback__)})
    told = json_of(record)
    assert str(told["error"]).endswith("ValueError: no pad at /join/***/")
    assert TOKEN not in str(told)


def test_a_line_has_the_number_that_the_answer_carries(
    client: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    logging.config.dictConfig(console_logging())
    number = client.get("/no-such-page/")["X-Request-Id"]
    assert f" {number} django.request: Not Found: /no-such-page/" in capsys.readouterr().err
