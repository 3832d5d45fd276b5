"""``unitdep corpus``: generate problems from templates, check templates, describe the corpus."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from unitdep.cli import console, datasets
from unitdep.cli.options import JsonOption, SeedOption
from unitdep.cli.progress import progress_bar
from unitdep.research.evaluation.pages import PATHS

if TYPE_CHECKING:
    from unitdep.research.corpus import Template
    from unitdep.research.corpus.check import Finding
    from unitdep.research.corpus.everyday.check import Checked
    from unitdep.research.corpus.everyday.template import EverydayTemplate
    from unitdep.research.corpus.second_reading import Agreement
    from unitdep.research.corpus.siblings.story import Story
    from unitdep.research.corpus.templates.packaged import BadLine

T = TypeVar("T")
app = typer.Typer(help="Our own corpus, with gold units and graphs.", no_args_is_help=True)
FilesOption = Annotated[
    Path | None,
    typer.Option(
        "--templates",
        metavar="PATH",
        exists=True,
        help="A JSONL file or folder of templates (default: those of the package).",
    ),
]


class SplitName(Enum):
    """The names of the corpus's splits, or all of them; copied to keep --help fast."""

    TRAIN = "train"
    DEV = "dev"
    TEST = "test"
    ALL = "all"


def register(application: typer.Typer) -> None:
    """Add the commands to the application."""
    application.add_typer(app, name="corpus")


@app.command("generate")
def generate(
    size: Annotated[int, typer.Option("--size", metavar="N", min=1, help="Number of problems.")],
    seed: SeedOption = 0,
    split: Annotated[
        SplitName, typer.Option("--split", help="Only templates of this split.")
    ] = SplitName.ALL,
    templates: FilesOption = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write to this file."),
    ] = None,
) -> None:
    """Write problems as JSON lines: text, answer, expression, quantities, units, rates, graph."""
    from unitdep.errors import UnsatisfiableError
    from unitdep.research.corpus import generate as fill_all
    from unitdep.research.corpus.output import instance_json

    chosen = [t for t in _templates(templates) if split.value in ("all", t.split.value)]
    if not chosen:
        raise typer.BadParameter("this split has no templates")
    lines = []
    try:
        with progress_bar("writing", size) as step:
            for instance in fill_all(chosen, size, seed):
                lines.append(json.dumps(instance_json(instance), ensure_ascii=False))
                step(instance.id)
    except (UnsatisfiableError, ValueError) as error:
        console.fail(f"{error}; find the template with: unitdep corpus check")
    if output is None:
        typer.echo("\n".join(lines))
    else:
        console.write_file(output, "\n".join(lines) + "\n")


@app.command("check")
def check(
    templates: FilesOption = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against",
            metavar="SET",
            help="A data set that no template but an everyday one may match by over 50%; may be "
            "repeated.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Check slots, conditions, answers, labels, unit algebra and duplicates; exit 1 if any fail.

    Everyday templates and stories with sibling questions are checked too. Everyday questions that
    are out of reach are only counted.
    """
    from unitdep.research.corpus.check import check as check_paper
    from unitdep.research.corpus.everyday.check import check_everyday
    from unitdep.research.corpus.siblings.check import check_siblings

    paper, everyday, stories = _templates_of_all_kinds(templates)
    count = len(paper) + len(everyday) + sum(len(story.templates) for story in stories)
    texts = sorted({r.text for name in against or () for r in datasets.load(name).records})
    with progress_bar("checking", 2 * (count + len(texts))) as step:
        found = check_paper(paper, texts, lambda name: step(name[:40]))
        found += check_siblings(stories, texts, lambda name: step(name[:40]))
        checked = check_everyday(everyday, step)
    _report([*found, *checked.findings], count, checked, as_json)


def _report(findings: Sequence[Finding], templates: int, checked: Checked, as_json: bool) -> None:
    """Print what is wrong with templates; exits with code 1 if something is."""
    reach = {"questions": checked.questions, "unreachable": checked.unreachable}
    if as_json:
        wrong = [{"template": f.template, "message": f.message} for f in findings]
        typer.echo(json.dumps({"templates": templates, "findings": wrong, "everyday": reach}))
    else:
        for finding in findings:
            typer.echo(f"{finding.template}: {finding.message}")
        if checked.questions:
            typer.echo(
                "{unreachable} of {questions} everyday questions out of reach".format(**reach)
            )
        typer.echo(f"{templates} templates, {len(findings)} findings")
    if findings:
        raise typer.Exit(1)


@app.command("info")
def info() -> None:
    """Print counts by split, label, shape and question as JSON."""
    from unitdep.research.corpus import corpus, signature
    from unitdep.research.corpus.survey import survey

    typer.echo(json.dumps({"hash": signature(), **survey(corpus()).to_json()}, indent=1))


@app.command("gate")
def gate(
    texts: Annotated[
        Path | None,
        typer.Option(
            "--texts",
            metavar="FILE",
            exists=True,
            dir_okay=False,
            help="A wild set (default: the everyday templates of the test split).",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write to this file."),
    ] = None,
) -> None:
    """Print as JSON how many problems are within reach of what is read and proposed."""
    from unitdep.research.corpus import Split
    from unitdep.research.corpus.everyday.gate import gate_of_templates, gate_of_texts
    from unitdep.research.corpus.everyday.packaged import everyday_part

    try:
        found = gate_of_texts(texts) if texts else gate_of_templates(everyday_part(Split.TEST))
    except (ValueError, KeyError) as error:
        console.fail(f"{texts} can't be read as a wild set: {error}")
    text = json.dumps(found.to_dict(), indent=1)
    if output is not None:
        console.write_file(output, text + "\n")
    typer.echo(text)


@app.command("rules")
def count_rules(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[SET]...", help="Data sets (default: corpus-train and corpus-dev)."
        ),
    ] = None,
    found: Annotated[
        bool,
        typer.Option("--found", help="Read the numbers that the program finds, not those listed."),
    ] = False,
) -> None:
    """Print how often each unit rule fires, in the order of trial, separated by tabs."""
    from unitdep.reading.unit_rules import RULES
    from unitdep.research.corpus import rules

    sets = [datasets.load(name) for name in names or ("corpus-train", "corpus-dev")]
    with progress_bar("reading", sum(len(chosen.records) for chosen in sets)) as step:
        counts = [rules.count_rules(chosen.records, step, found=found) for chosen in sets]
    typer.echo("\t".join([*(chosen.name for chosen in sets), "rule", "example"]))
    for rule in RULES.values():
        typer.echo("\t".join([*(str(n[rule.name]) for n in counts), rule.name, rule.example]))


@app.command("agreement")
def agreement(
    readings: Annotated[
        Path,
        typer.Argument(metavar="FILE", exists=True, dir_okay=False, help="Pairs of readings."),
    ],
) -> None:
    """Print as JSON how often two readers of the templates differ."""
    typer.echo(json.dumps(_agreement(readings).to_json(), indent=1))


@app.command("datasheet")
def write_datasheet(
    readings: Annotated[
        Path,
        typer.Option(
            "--readings",
            metavar="FILE",
            exists=True,
            dir_okay=False,
            help="Pairs of readings, as for agreement.",
        ),
    ] = Path("experiments/corpus/readings.jsonl"),
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="The page to write.")
    ] = Path("docs", PATHS["datasheet"]),
) -> None:
    """Write the data sheet with the counts of the templates."""
    from unitdep.research.corpus import corpus
    from unitdep.research.corpus.everyday.packaged import everyday
    from unitdep.research.corpus.siblings.packaged import stories
    from unitdep.research.corpus.survey import survey
    from unitdep.research.evaluation.pages.datasheet import datasheet

    page = datasheet(survey(corpus()), _agreement(readings), everyday(), stories())
    console.write_file(output, page)
    typer.echo(f"wrote {output}")


def _agreement(readings: Path) -> Agreement:
    from unitdep.research.corpus.second_reading import compare

    try:
        return compare(readings)
    except (OSError, ValueError, KeyError, TypeError) as error:
        console.fail(f"{readings} is not a file of readings ({type(error).__name__}: {error})")


def _templates(path: Path | None) -> list[Template]:
    """Read the templates at ``path``, or the package's; exits with code 1 if a line is bad."""
    from unitdep.research.corpus import corpus, read

    return list(corpus()) if path is None else _read(path, read)


def _templates_of_all_kinds(
    path: Path | None,
) -> tuple[list[Template], list[EverydayTemplate], list[Story]]:
    """Read templates like ``_templates``: the paper's kind, everyday ones, stories."""
    from unitdep.research.corpus import Template, corpus
    from unitdep.research.corpus.everyday.packaged import everyday
    from unitdep.research.corpus.everyday.template import EverydayTemplate
    from unitdep.research.corpus.formats import read_any
    from unitdep.research.corpus.siblings.packaged import stories
    from unitdep.research.corpus.siblings.story import Story

    if path is None:
        return list(corpus()), list(everyday()), list(stories())
    found = _read(path, read_any)
    return (
        [template for template in found if isinstance(template, Template)],
        [template for template in found if isinstance(template, EverydayTemplate)],
        [template for template in found if isinstance(template, Story)],
    )


def _read(path: Path, read: Callable[[Path], tuple[list[T], list[BadLine]]]) -> list[T]:
    """Read templates; exits with code 1 if the file or a line is bad."""
    try:
        read_templates, bad = read(path)
    except (OSError, UnicodeDecodeError) as error:
        console.fail(f"cannot read {path}: {error}")
    for line in bad:
        typer.echo(f"{line.place}: {line.message}", err=True)
    if bad:
        raise typer.Exit(1)
    if not read_templates:
        raise typer.BadParameter(f"no templates in {path}")
    return read_templates
