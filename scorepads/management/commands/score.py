"""`manage.py score`: scores ledgers by the same rules as the pages.

Exit status 0 for a scored ledger, 1 for a refused one, 2 for a file that is not JSON or
cannot be read. No database is touched, and nothing is stored.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scorepads.rules.interchange import NotJson, parse_json, refused_score, score_document
from scorepads.rules.terms import Problem

REFUSED = 1
NO_LEDGER = 2
BROKEN_PIPE = 141
"""What a shell reports of a program whose reader went away."""


class Command(BaseCommand):
    help = "Score a ledger (pitch-ledger/1) and print what it comes to (pitch-score/1)."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", default="-", help="a ledger; - or nothing: stdin")
        parser.add_argument(
            "--lines",
            action="store_true",
            help="a ledger a line, an answer a line; a refused one does not stop the rest",
        )
        parser.add_argument(
            "--standing",
            action="store_true",
            help="say as well what each side needs, and how it can win on the next hand",
        )

    def handle(self, *args: Any, file: str, lines: bool, standing: bool, **options: Any) -> None:
        answer, indent = (score_line, None) if lines else (score_ledger, 2)
        any_refused = False
        try:
            for data in read_ledgers(file, lines=lines):
                scored = answer(data, with_standing=standing)
                any_refused |= "problems" in scored
                self.print_text(json.dumps(scored, ensure_ascii=False, indent=indent) + "\n")
        except BrokenPipeError:
            detach_stdout()
            sys.exit(BROKEN_PIPE)
        if any_refused:
            sys.exit(REFUSED)

    def print_text(self, text: str) -> None:
        """Print at once, as UTF-8 whatever the terminal speaks; half a character is escaped."""
        data = text.encode("utf-8", "backslashreplace")
        buffer = getattr(self.stdout, "buffer", None)
        if buffer is None:  # text in memory, from a caller of `call_command`
            self.stdout.write(data.decode(), ending="")
        else:
            buffer.write(data)
            buffer.flush()


def read_ledgers(file: str, *, lines: bool) -> Iterator[bytes]:
    """What is to be scored, read only as far as it is asked for."""
    try:
        with open_input(file) as stream:
            if lines:
                yield from (line for line in stream if line.strip())
            else:
                yield stream.read()
    except OSError as error:
        name = "standard input" if file == "-" else file
        raise unreadable_ledger(f"{name} cannot be read: {error.strerror or error}") from error


def open_input(file: str) -> AbstractContextManager[BinaryIO]:
    if file != "-":
        return Path(file).open("rb")
    stdin = getattr(sys.stdin, "buffer", None)
    if stdin is None:
        raise OSError("there is no standard input")
    return nullcontext(stdin)


def score_ledger(data: bytes, *, with_standing: bool) -> dict[str, Any]:
    try:
        return score_document(decode_json(data), with_standing=with_standing)
    except NotJson as error:
        raise unreadable_ledger(f"this is not JSON: {error}") from error


def score_line(data: bytes, *, with_standing: bool) -> dict[str, Any]:
    try:
        return score_document(decode_json(data), with_standing=with_standing)
    except NotJson as error:
        return refused_score([Problem("", f"this line is not JSON: {error}")])


def decode_json(data: bytes) -> Any:
    """The JSON value in `data`: UTF-8, with or without a byte order mark."""
    try:
        return parse_json(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise NotJson("it is not UTF-8") from error


def unreadable_ledger(message: str) -> CommandError:
    return CommandError(" ".join(message.split()), returncode=NO_LEDGER)


def detach_stdout() -> None:
    """Keep Python from flushing into the broken pipe, and complaining, as it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
