"""Sentences: how the answer comes about, step by step, and why the numbers count as they do."""

from __future__ import annotations

from textwrap import wrap

from unitdep.solution import Solution

WIDTH = 80
_PLAIN = str.maketrans("×÷", "*/")


def tell_steps(solution: Solution, *, width: int = WIDTH, ascii_only: bool = False) -> str:
    """Write the steps of a solution and the remarks on its numbers, a line each, wrapped."""
    lines: list[str] = []
    for number, step in enumerate(solution.steps, start=1):
        lines += _wrapped(step.text, f"{number}. ", width)
        if step.note:
            head = "" if step.closes else "the units do not close: "
            lines += _wrapped(head + step.note, "   ", width)
    for remark in solution.remarks:
        lines += _wrapped(remark.text, "- ", width)
    text = "\n".join(lines)
    return text.translate(_PLAIN) if ascii_only else text


def _wrapped(text: str, mark: str, width: int) -> list[str]:
    return wrap(
        text,
        max(width, 20),
        initial_indent=mark,
        subsequent_indent=" " * len(mark),
        break_on_hyphens=False,
    )
