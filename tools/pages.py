"""Write the parts of docs/ that are generated from the program itself: ``make pages``.

These are the command reference, the page of JSON outputs, the glossary (and its words for the web
app), and the pictures of the concept pages. A
test fails if the committed files are stale.
"""

from __future__ import annotations

from pathlib import Path

import commands
import glossary
import pictures
import schemas

DOCS = Path(__file__).parents[1] / "docs"
STATIC = DOCS.parent / "src" / "unitdep" / "web" / "static"


def pages() -> dict[Path, str]:
    """Return the content of every generated file."""
    return {
        DOCS / "reference" / "commands.md": commands.reference(),
        DOCS / "reference" / "schemas.md": schemas.reference(),
        DOCS / "concepts" / "glossary.md": glossary.page(),
        STATIC / "terms.js": glossary.script(),
        **{DOCS / "pictures" / name: svg for name, svg in pictures.pictures().items()},
        **{DOCS / "pictures" / name: svg for name, svg in glossary.pictures().items()},
    }


if __name__ == "__main__":
    for path, text in pages().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(DOCS.parent))
