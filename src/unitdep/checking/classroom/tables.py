"""A report on a class as text for the terminal, and as CSV for a spreadsheet."""

from __future__ import annotations

import csv
import io
from typing import Final

from unitdep.checking.classroom.report import ClassReport, Group

NAMES: Final = 8  # that the text lists; the others are counted
_BAR: Final = 20  # columns of the longest bar
_FORMULA: Final = ("=", "+", "@", "-")  # how a cell begins that a spreadsheet may work out
HEADER: Final = ("what", "kind", "count", "who", "answers", "about", "advice")


def to_text(report: ClassReport, *, ascii_only: bool = False) -> str:
    """Write a report as a table with bars."""
    most = max((group.count for group in report.groups), default=1)
    sign = "#" if ascii_only else "█"
    width = max((len(group.name) for group in report.groups), default=0)
    lines = [f"{report.count} answers; right: {report.expected or 'not known'}", ""]
    for group in report.groups:
        bar = sign * max(1, round(_BAR * group.count / most))
        lines.append(f"{group.name:<{width}}  {group.count:>4}  {bar}")
        lines.append(f"  {names(group, NAMES)}")
        if group.about:
            lines.append(f"  {group.about}")
    return "\n".join(line.rstrip() for line in lines)


def names(group: Group, most: int | None = None) -> str:
    """List who is in a group; "and 3 others" after the first ``most``."""
    shown = group.who if most is None or group.count <= most else group.who[:most]
    rest = group.count - len(shown)
    return ", ".join(shown) + (f", and {rest} more" if rest else "")


def answers(group: Group) -> str:
    """List what a group answered: "48 (3), 48 bouquets"."""
    return ", ".join(f"{a} ({n})" if n > 1 else a for a, n in group.answers)


def to_csv(report: ClassReport) -> str:
    """Write a report as CSV, one row per group."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADER)
    for group in report.groups:
        cells = (group.name, group.kind, group.count, names(group), answers(group))
        writer.writerow(map(_safe, (*cells, group.about, group.advice)))
    return out.getvalue()


def _safe(cell: object) -> str:
    """Return a cell that a spreadsheet takes as text, not as a formula."""
    text = str(cell)
    return f"'{text}" if text.startswith(_FORMULA) else text
