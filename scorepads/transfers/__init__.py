"""Pads as files: what a pad is exported as, and what an imported file holds.

Four formats, each defined in docs/decisions.md: `pitch-ledger/1` (the ledger alone, see
`rules/interchange.py`), `pitch-pad/1` (a ledger with its note, dates and, if asked for,
every change), `pitch-pads/1` (several of those), and CSV for spreadsheets. What is
exported imports to the same pad. Reads no database and changes nothing.
"""

from scorepads.transfers.formats import MOST_BYTES, ledger_document, pad_document, pads_document
from scorepads.transfers.people import as_csv, as_text, file_name, harmless, told
from scorepads.transfers.reading import is_same, problem_lines, read_pads

__all__ = [
    "MOST_BYTES",
    "as_csv",
    "as_text",
    "file_name",
    "harmless",
    "is_same",
    "ledger_document",
    "pad_document",
    "pads_document",
    "problem_lines",
    "read_pads",
    "told",
]
