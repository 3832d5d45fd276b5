"""Sheets: a set of exercises as a page to print, or as a file for another system.

``sheet`` has the ``Sheet``; ``write`` returns it in one of ``FORMATS`` as bytes, the same ones for
the same sheet. ``mistakes`` of the room gives the wrong answers that get feedback.

- ``page``: a page to print, with a key;
- ``moodle``: Moodle XML; ``gift``: GIFT, which Moodle and others read;
- ``oatutor``: a zip file with a content pool, a skill model and a course for OATutor;
- ``text``: tab-separated cards for Anki, JSON lines, and plain text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from unitdep.practice.sheets.gift import to_gift
from unitdep.practice.sheets.moodle import to_moodle
from unitdep.practice.sheets.oatutor import to_oatutor
from unitdep.practice.sheets.page import to_page
from unitdep.practice.sheets.sheet import Paper, Sheet
from unitdep.practice.sheets.text import to_anki, to_jsonl, to_text

FORMATS: Final[Mapping[str, Callable[[Sheet], str | bytes]]] = MappingProxyType(
    {
        "html": to_page,
        "moodle": to_moodle,
        "gift": to_gift,
        "oatutor": to_oatutor,
        "anki": to_anki,
        "jsonl": to_jsonl,
        "text": to_text,
    }
)

__all__ = ["FORMATS", "Paper", "Sheet", "write"]


def write(sheet: Sheet, form: str) -> bytes:
    """Return a sheet in one of the formats; the same sheet always gives the same bytes."""
    written = FORMATS[form](sheet)
    return written if isinstance(written, bytes) else written.encode("utf-8")
