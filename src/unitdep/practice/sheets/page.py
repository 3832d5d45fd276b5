"""A page to print: problems with room for working, and a key with steps and pictures."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

from unitdep.explain import to_bar_model
from unitdep.explain.bars import bars_of
from unitdep.explain.svg.frame import STYLE as PICTURE_STYLE
from unitdep.explain.svg.frame import bare
from unitdep.practice.exercise import Exercise
from unitdep.practice.sheets.sheet import Paper, Sheet
from unitdep.steps import Step
from unitdep.steps.remarks import About
from unitdep.units.wording import SIGNS

LINES: Final = 3  # to write on, and one more for each step
_SIZE: Final = {Paper.A4: "A4", Paper.LETTER: "letter"}
_TYPE: Final = {False: "11.5pt", True: "17pt"}
STYLE: Final = """
@page { size: SIZE; margin: 16mm 16mm 18mm; @bottom-right { content: counter(page); \
font: 9pt system-ui, sans-serif; } }
* { box-sizing: border-box; }
html { color: #111; background: #fff; color-scheme: light; }
body { font: TYPE/1.45 Georgia, 'Times New Roman', 'DejaVu Serif', serif; margin: 0 auto; \
max-width: 48em; padding: 0 1em; }
h1 { font-size: 1.5em; margin: 0 0 .5em; }
.who { display: flex; gap: 2em; margin: 0 0 1.4em; font-size: .9em; }
.who span { flex: 1; border-bottom: 1px solid #666; padding-bottom: .1em; }
.who span + span { flex: 0 0 10em; }
ol { margin: 0; padding: 0; list-style: none; }
li { position: relative; padding-left: 2.2em; margin: 0 0 1.3em; break-inside: avoid; }
li > .number { position: absolute; left: 0; font-weight: bold; }
p { margin: 0 0 .4em; }
.line { border-bottom: 1px solid #aaa; height: 2em; }
.answer { margin-top: .9em; }
.answer span { display: inline-block; min-width: 14em; border-bottom: 1px solid #666; }
.key { break-before: page; margin-top: 3em; }
.key li { margin-bottom: 1em; }
.key ol > li { display: flex; gap: 1.2em; align-items: flex-start; }
.key .told { flex: 1 1 50%; }
.steps { margin: 0; padding: 0; font-size: .95em; }
.key .steps li { display: block; padding: 0; margin: 0; }
.working, .about { color: #444; font-size: .9em; }
.picture { flex: 0 1 46%; }
.picture svg { max-width: 100%; height: auto; max-height: 75mm; display: block; }
footer { margin-top: 1.5em; padding-top: .4em; border-top: 1px solid #aaa; color: #444; \
font: .72em/1.4 system-ui, 'DejaVu Sans', sans-serif; overflow-wrap: anywhere; }
@media print { body { max-width: none; padding: 0; } .key { margin-top: 0; } }
"""


def to_page(sheet: Sheet) -> str:
    """Write a sheet as an HTML page that needs no other file."""
    style = STYLE.replace("SIZE", _SIZE[sheet.paper]).replace("TYPE", _TYPE[sheet.large])
    style += PICTURE_STYLE if sheet.key else ""
    title = escape(sheet.title)
    parts = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n<main>",
        f"<section>\n<h1>{title}</h1>",
        '<p class="who"><span>Name:</span><span>Date:</span></p>',
        *_listed(map(_problem, sheet.exercises)),
        f"{_footer(sheet)}\n</section>",
    ]
    if sheet.key:
        parts += [
            f'<section class="key">\n<h1>Key: {title}</h1>',
            *_listed(map(_solved, sheet.exercises)),
            f"{_footer(sheet)}\n</section>",
        ]
    return "\n".join([*parts, "</main>\n</body>\n</html>\n"])


def _listed(items: Iterator[str]) -> Iterator[str]:
    yield "<ol>"
    for number, item in enumerate(items, 1):
        yield f'<li><span class="number">{number}.</span>{item}</li>'
    yield "</ol>"


def _problem(exercise: Exercise) -> str:
    lines = LINES + sum(not step.prepares for step in exercise.steps) - 1
    room = '<div class="line"></div>' * lines
    return (
        f"<p>{escape(exercise.text)}</p>{room}"
        '<p class="answer">Answer: <span aria-hidden="true">&nbsp;</span></p>'
    )


def _solved(exercise: Exercise) -> str:
    steps = "".join(f"<li>{escape(sentence(step))}</li>" for step in exercise.steps)
    about = f"{exercise.title}; reading grade {exercise.grade:.0f}, {exercise.words} words"
    return (
        f'<div class="told"><p><strong>{escape(exercise.answer_text)}</strong> '
        f'<span class="working">= {escape(for_people(exercise.solution.working))}</span></p>'
        f'<ul class="steps">{steps}</ul>{_remark(exercise)}'
        f'<p class="about">{escape(about)}</p></div>{_picture(exercise)}'
    )


def _remark(exercise: Exercise) -> str:
    """Explain how the question finishes, if it rounds."""
    told = (r.text for r in exercise.solution.remarks if r.about is About.FINISH)
    return "".join(f"<p>{escape(text)}</p>" for text in told)


def _picture(exercise: Exercise) -> str:
    """Draw the bar model, if there is one."""
    if not bars_of(exercise.solution).panels:
        return ""
    return f'<div class="picture" data-theme="light">{bare(to_bar_model(exercise.solution))}</div>'


def sentence(step: Step) -> str:
    """Write a step for people."""
    return f"{step.text}."


def for_people(expression: str) -> str:
    """Write an expression with the signs that people use."""
    for operator, sign in SIGNS.items():
        expression = expression.replace(f" {operator.value} ", f" {sign} ")
    return expression


def _footer(sheet: Sheet) -> str:
    again = f"Seed {sheet.settings.seed}. The same sheet again: {sheet.command}"
    return f"<footer>{escape(again)}</footer>"
