"""QR codes, to carry an address from one phone to another. Pure."""

from __future__ import annotations

from dataclasses import dataclass

import segno


@dataclass(frozen=True, slots=True)
class QrCode:
    """A QR code as an SVG path of one-unit squares, on a square of `size` units."""

    size: int
    path: str


def qr_code(address: str) -> QrCode:
    rows = [list(row) for row in segno.make(address, error="m").matrix_iter(border=2)]
    path = "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark
    )
    return QrCode(len(rows), path)
