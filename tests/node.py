"""Modules of static/ run by node, as they are served: one process for a batch of questions."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from keeper.storage import minify

SCRIPTS = Path(__file__).parents[1] / "static"


@cache
def served() -> tempfile.TemporaryDirectory[str]:
    """The modules in the form that phones get, which is where a word would be lost."""
    folder = tempfile.TemporaryDirectory(prefix="pitch-keeper-js-")
    atexit.register(folder.cleanup)
    for module in SCRIPTS.glob("*/*.js"):
        served = Path(folder.name) / module.relative_to(SCRIPTS)
        served.parent.mkdir(exist_ok=True)
        served.write_text(minify(module.name, module.read_text("utf-8")), "utf-8")
    return folder


def find_node() -> str | None:
    """NODE if it is set, and then nothing else; otherwise what is installed."""
    return shutil.which(os.environ.get("NODE") or "node")


def ask_node(body: str, given: Any) -> Any:
    """What the module `body` makes of `given`: it is to end by calling `answer(value)`.

    Modules are imported by `@/rules/scoring.js`.
    """
    node = find_node()
    assert node, "collection sees to tests that need node"
    head = """
      const chunks = [];
      for await (const chunk of process.stdin) chunks.push(chunk);
      const given = JSON.parse(Buffer.concat(chunks).toString());
      const answer = (value) => process.stdout.write(JSON.stringify(value));
    """
    source = (head + body).replace("@/", f"{Path(served().name).as_uri()}/")
    ran = subprocess.run(
        [node, "--input-type=module", "--eval", source],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)
