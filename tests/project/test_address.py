"""The address for the phone, and a port that somebody else has."""

import socket
from collections.abc import Iterator

import pytest

from keeper import address


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_a_taken_port_is_said_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], taken_port: int
) -> None:
    monkeypatch.setenv("HOST", "127.0.0.1")
    monkeypatch.setenv("PORT", str(taken_port))
    assert address.main() == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"Port {taken_port} is taken.")
    assert printed.err.count("\n") == 1


def test_a_port_that_is_no_port_is_said_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PORT", "http")
    assert address.main() == 1
    assert capsys.readouterr().err.splitlines() == [
        "PORT must be a whole number from 1 to 65535, not 'http'."
    ]


def test_listening_everywhere_invites_to_the_home_networks_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(address, "lan_host", lambda: "192.168.1.23")
    shown = address.start_message("0.0.0.0", 8123)
    assert "open http://192.168.1.23:8123/ on a phone" in shown
    assert "█▀" in shown


def test_listening_on_one_address_invites_there() -> None:
    assert "http://[fe80::1]:8000/" in address.start_message("fe80::1", 8000)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.0.1", "::1", "localhost"])
def test_where_no_phone_can_come_none_is_invited(host: str) -> None:
    shown = address.start_message(host, 8000)
    assert f"open http://{address.join_address(host, 8000)}/ on this machine" in shown
    assert "phone" not in shown and "█" not in shown


def test_a_machine_without_network_invites_to_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(self: socket.socket, address: object) -> None:
        raise OSError("Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", unreachable)
    assert address.lan_host() == "127.0.0.1"
