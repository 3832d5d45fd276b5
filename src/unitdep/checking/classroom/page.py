"""A report on a class as one HTML page with a bar chart, which needs nothing from other hosts."""

from __future__ import annotations

from html import escape
from typing import Final

from unitdep.checking.classroom.report import RIGHT, ClassReport, Group
from unitdep.checking.classroom.tables import answers, names

_STYLE: Final = """
:root { color-scheme: light dark; --ink: #1b1b1f; --soft: #5b5b66; --line: #d7d7de;
  --back: #fff; --bar: #5062b8; --good: #2f7d4f; }
@media (prefers-color-scheme: dark) { :root { --ink: #ececf1; --soft: #a9a9b6; --line: #3d3d47;
  --back: #17171b; --bar: #93a3f5; --good: #6cc793; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 1.5rem; background: var(--back);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; }
blockquote { margin: 1rem 0; padding: .25rem 1rem; border-left: 4px solid var(--line); }
.chart { display: grid; grid-template-columns: minmax(8rem, 2fr) 3fr 3rem; gap: .35rem .75rem;
  align-items: center; margin: 1.5rem 0; }
.chart svg { display: block; width: 100%; height: 1.1rem; }
.bar { fill: var(--bar); } .good { fill: var(--good); }
.count { text-align: right; font-variant-numeric: tabular-nums; }
section { border-top: 1px solid var(--line); padding: .75rem 0; break-inside: avoid; }
h2 { font-size: 1.1rem; margin: 0 0 .25rem; }
p { margin: .25rem 0; } .soft { color: var(--soft); }
@media print { body { max-width: none; padding: 0; font-size: 11pt; background: #fff; }
  :root { --ink: #000; --soft: #333; --line: #999; --bar: #666; --good: #222; } }
"""
NOTE: Final = (
    "What may be behind an answer is a guess. How likely each mistake is rests on a table of "
    "assumptions, so ask before you conclude."
)


def to_page(report: ClassReport) -> str:
    """Write a report as a page that can be kept and printed."""
    right = escape(report.expected or "not known")
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>Answers of a class</title><style>{_STYLE}</style></head><body>",
            "<h1>Answers of a class</h1>",
            f"<blockquote><p>{escape(report.text)}</p></blockquote>",
            f"<p>Right answer: <b>{right}</b>. {report.count} answers.</p>",
            f'<div class="chart">{"".join(_bar(report, group) for group in report.groups)}</div>',
            *(_section(group) for group in report.groups),
            f'<p class="soft">{escape(NOTE)}</p></body></html>',
            "",
        )
    )


def _bar(report: ClassReport, group: Group) -> str:
    most = max(one.count for one in report.groups)
    width = 100 * group.count / most
    look = "good" if group.name == RIGHT else "bar"
    label = escape(f"{group.name}: {group.count}", quote=True)
    return (
        f'<span>{escape(group.name)}</span><svg viewBox="0 0 100 10" preserveAspectRatio="none" '
        f'role="img" aria-label="{label}"><rect class="{look}" width="{width:.2f}" height="10"/>'
        f'</svg><span class="count">{group.count}</span>'
    )


def _section(group: Group) -> str:
    said = [f"<p>{escape(names(group))}</p>"]
    if group.answers:
        said.append(f'<p class="soft">Answered: {escape(answers(group))}</p>')
    if group.about:
        said.append(f"<p>{escape(group.about)}</p>")
    if group.advice:
        said.append(f"<p>Ask: {escape(group.advice)}</p>")
    return f"<section><h2>{escape(group.name)} ({group.count})</h2>{''.join(said)}</section>"
