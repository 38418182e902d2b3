"""nginx and Caddy before a server that a bench or a test started, set up as the document says."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.servers import ROOT, free_port, wait_for

TEXT = (ROOT / "docs" / "deploying.md").read_text("utf-8")
NGINX = """pid {folder}/pid;
worker_rlimit_nofile 20000;
events {{ worker_connections 8192; }}
http {{
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  {format}
  server {{
    listen 127.0.0.1:{port};
    access_log {folder}/access.log keeper;
    {inside}
  }}
}}
"""
CADDY = """{{
  admin off
  auto_https off
}}
http://127.0.0.1:{port} {{
  {inside}
}}
"""


@contextmanager
def proxied(kind: str, port: int) -> Iterator[int]:
    """The port of a proxy of this kind, `nginx` or `caddy`, before the server at `port`.

    What the document's example says between its server's names and its end, without TLS.
    """
    with tempfile.TemporaryDirectory(prefix="keeper-proxy-") as folder:
        own = free_port()
        command = COMMANDS[kind](Path(folder), own, port)
        process = subprocess.Popen(
            command, env={**os.environ, "HOME": folder},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            wait_for(own)
            yield own
        finally:
            process.terminate()
            process.wait(30)


def example(kind: str) -> str:
    (only,) = re.findall(rf"^```{kind}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    return str(only)


def nginx(folder: Path, own: int, port: int) -> list[str]:
    text = example("nginx")
    (log_format,) = re.findall(r"^log_format .*;$", text, re.MULTILINE)
    inside = text[text.index("client_max_body_size") : text.rindex("}")]
    config = NGINX.format(folder=folder, port=own, format=log_format,
                          inside=inside.replace("127.0.0.1:8000", f"127.0.0.1:{port}"))  # fmt: skip
    (folder / "nginx.conf").write_text(config)
    return ["nginx", "-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf"),
            "-g", "daemon off;"]  # fmt: skip


def caddy(folder: Path, own: int, port: int) -> list[str]:
    text = example("caddy")
    inside = text[text.index("request_body") : text.rindex("}")]
    config = CADDY.format(port=own, inside=inside.replace("127.0.0.1:8000", f"127.0.0.1:{port}"))
    (folder / "Caddyfile").write_text(config)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


COMMANDS = {"nginx": nginx, "caddy": caddy}
