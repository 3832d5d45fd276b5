"""Write what of docs/ is generated from the program itself: ``make pages``.

The command reference, the page of JSON outputs, and the pictures of the concept pages.
tests/test_site.py compares them with what is committed.
"""

from __future__ import annotations

from pathlib import Path

import commands
import pictures
import schemas

DOCS = Path(__file__).parents[1] / "docs"


def pages() -> dict[Path, str]:
    """Return what is to be written, by file."""
    return {
        DOCS / "commands.md": commands.reference(),
        DOCS / "schemas.md": schemas.reference(),
        **{DOCS / "pictures" / name: svg for name, svg in pictures.pictures().items()},
    }


if __name__ == "__main__":
    for path, text in pages().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(DOCS.parent))
