"""What ``unitdep check`` shows at a terminal: a judged working, for a teacher or for the pupil."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from unitdep.cli import console

if TYPE_CHECKING:
    from rich.console import Console

    from unitdep.batch.records import Tally
    from unitdep.checking import CheckResult
    from unitdep.checking.types import JudgedStep

# The sign, its spelling on a plain keyboard, and the colour of each mark; the word says it too.
_SIGNS: Final = {
    "right": ("✓", "+", "green"),
    "wrong": ("✗", "x", "red"),
    "follows": ("↳", ">", "yellow"),
    "unclear": ("?", "?", "yellow"),
}
_COLOURS: Final = {"right": "bold green", "wrong": "bold red"}  # of verdicts; all others are yellow
_ORDER: Final = ("right", "wrong", "incomplete", "cannot tell")  # of the summary
KEYBOARD: Final = str.maketrans("×÷−≈–—“”‘’", "*/-~--\"\"''")


def show(result: CheckResult, screen: Console, *, units: bool = False) -> None:
    """Print a result for a teacher: verdict, reason, steps, the right answer, and remarks."""
    verdict = result.verdict.value
    _print(screen, headline(result), _COLOURS.get(verdict, "bold yellow"))
    _print(screen, result.reason)
    _show_steps(result, screen, notes=True, units=units)
    if result.steps:
        screen.print()
    if result.expected is not None:
        if verdict != "right":
            _print(screen, f"right answer: {result.expected}")
        _print(screen, f"compared with: {_source(result)}", "dim")
    for remark in result.remarks:
        _print(screen, f"note: {remark}")


def show_pupil(result: CheckResult, screen: Console) -> None:
    """Print a result for the pupil: a hint and the marks of the steps, never the answer."""
    _print(screen, result.hint, "bold")
    _show_steps(result, screen, notes=False, units=False)


def show_summary(tally: Tally, screen: Console) -> None:
    """Print how many workings there are of each verdict and finding."""
    table = console.table("verdict", "finding", "workings", "share")
    for column in table.columns[2:]:
        column.justify = "right"
    rows = tally.rows
    for verdict in (*_ORDER, *sorted({first for first, _ in tally.counts} - set(_ORDER))):
        found = [(n, second) for (first, second), n in tally.counts.items() if first == verdict]
        for count, finding in sorted(found, key=lambda one: (-one[0], one[1])):
            detail = "" if finding == verdict else finding
            table.add_row(verdict, detail, f"{count:,}", console.percentage(count / rows))
    screen.print(table)


def headline(result: CheckResult) -> str:
    """Return the verdict with what it rests on: "wrong: arithmetic slip"."""
    verdict, finding = result.verdict.value, result.finding.value
    return verdict if finding == verdict else f"{verdict}: {finding}"


def _show_steps(result: CheckResult, screen: Console, *, notes: bool, units: bool) -> None:
    if not result.steps:
        return
    plain = not console.prints_unicode()
    words = [_words(step, result.work) for step in result.steps]
    width = max(map(len, words))
    screen.print()
    for step, text in zip(result.steps, words, strict=True):
        mark = step.mark.value
        sign, typed, colour = _SIGNS[mark]
        line = f"{typed if plain else sign} {mark:<7}  {text:<{width}}"
        _print(screen, f"{line}  {step.note}" if notes and step.note else line.rstrip(), colour)
        for trail in step.units.lines if units else ():
            _print(screen, f"{'':11}{trail}", "dim")
        if units and not step.units.closes and step.units.note != step.note:
            _print(screen, f"{'':11}{step.units.note}", "dim")


def _words(step: JudgedStep, work: str) -> str:
    """Return a step as it's written, on one line."""
    return " ".join(work[step.written.start : step.written.end].split())


def _source(result: CheckResult) -> str:
    if result.basis.value == "gold":
        return "the given answer"
    sure = console.percentage(result.solution.confidence)
    return f"the program's own answer, confidence {sure}"


def _print(screen: Console, line: str, style: str = "") -> None:
    """Print a line; what a working has in it must not steer the terminal."""
    from rich.text import Text

    seen = "".join(c if c.isprintable() else " " for c in line)
    shown = seen if console.prints_unicode() else seen.translate(KEYBOARD)
    screen.print(Text(shown, style=style), soft_wrap=True)
