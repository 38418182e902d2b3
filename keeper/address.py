"""The address to listen on, and the one to open on the phone: `python -m keeper.address`."""

import errno
import io
import ipaddress
import socket
import sys

import segno
from django.core.exceptions import ImproperlyConfigured

from keeper.env import env_int, env_text

ANYWHERE = {"0.0.0.0", "::"}  # noqa: S104  # at home the phones must reach it


def host_and_port() -> tuple[str, int]:
    return env_text("HOST", "0.0.0.0").strip("[]"), env_int("PORT", 8000, least=1, most=65535)  # noqa: S104


def listen_address() -> str:
    return join_address(*host_and_port())


def join_address(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def lan_host() -> str:
    """This machine's address on the home network. Connecting a datagram socket sends nothing:
    it only asks the system which of its addresses it would send from."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # set aside for documentation, nobody's address
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def is_here_only(host: str) -> bool:
    """Whether nobody but this machine can come to that address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def listen_error(host: str, port: int) -> str | None:
    """Why the server cannot listen there, in one line, or None."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return (
                    f"Port {port} is taken. Stop what uses it, or choose another: "
                    f"PORT={port + 1 if port < 65535 else 8000} script/run"
                )
            return f"Cannot listen on {join_address(host, port)}: {error.strerror}."
    return None


def start_message(host: str, port: int) -> str:
    """The text printed at the start: the address for the phone, and its QR code.

    No phone is invited where none can come.
    """
    shown = lan_host() if host in ANYWHERE else host
    url = f"http://{join_address(shown, port)}/"
    if is_here_only(shown):
        return f"\nPitch Keeper: open {url} on this machine.\nStop it with Ctrl-C.\n"
    code = io.StringIO()
    segno.make(url).terminal(code, compact=True, border=2)
    return (
        f"\n{code.getvalue()}\n"
        f"Pitch Keeper: open {url} on a phone in the same network, or scan the code.\n"
        "Stop it with Ctrl-C.\n"
    )


def main() -> int:
    try:
        host, port = host_and_port()
    except ImproperlyConfigured as error:
        print(error, file=sys.stderr)
        return 1
    if trouble := listen_error(host, port):
        print(trouble, file=sys.stderr)
        return 1
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without blocks is no reason to fail
    print(start_message(host, port), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
