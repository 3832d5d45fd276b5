"""Small pieces of Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(head: Sequence[str], lines: Iterable[Sequence[str]], *, text_columns: int = 1) -> str:
    """Return a table; the first columns are text (left-aligned), the others figures (right)."""
    rule = ["---" if k < text_columns else "---:" for k in range(len(head))]
    return "".join(f"| {' | '.join(line)} |\n" for line in (head, rule, *lines))


def bullets(items: Iterable[str]) -> str:
    """Return a bulleted list."""
    return "".join(f"- {item}\n" for item in items)
