"""The steps of a solution and the remarks on its numbers, as lines of text."""

from __future__ import annotations

from textwrap import wrap

from unitdep.solution import Solution
from unitdep.units.wording import TO_ASCII

WIDTH = 80


def tell_steps(solution: Solution, *, width: int = WIDTH, ascii_only: bool = False) -> str:
    """Write the steps of a solution and the remarks on its numbers, one per line, wrapped."""
    lines: list[str] = []
    for number, step in enumerate(solution.steps, start=1):
        lines += _wrapped(step.text, f"{number}. ", width)
        if step.note:
            head = "" if step.closes else "the units do not close: "
            lines += _wrapped(head + step.note, "   ", width)
    for remark in solution.remarks:
        lines += _wrapped(remark.text, "- ", width)
    text = "\n".join(lines)
    return text.translate(TO_ASCII) if ascii_only else text


def _wrapped(text: str, mark: str, width: int) -> list[str]:
    return wrap(
        text,
        max(width, 20),
        initial_indent=mark,
        subsequent_indent=" " * len(mark),
        break_on_hyphens=False,
    )
