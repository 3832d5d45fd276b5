"""``unitdep data``: build, subset, derive, agreement, list, info, download.

Thin parsers over ``unitdep.research.datasets.acquisition``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unitdep.cli import console as common
from unitdep.cli import records as data

if TYPE_CHECKING:
    from unitdep.research.datasets import Dataset
    from unitdep.research.datasets.acquisition import KnownSet

SourceArgument = Annotated[str, typer.Argument(metavar="SET", help="A set's name, or a file.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
OutputOption = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write JSON lines here.")
]
CompareOption = Annotated[
    str | None, typer.Option("--compare", metavar="SET", help="Count the ids shared with a set.")
]

app = typer.Typer(
    help="Data sets: what there is, and how the paper's were made.", no_args_is_help=True
)


class ReadingName(Enum):
    """The names of ``unitdep.core.graph.Reading``; here so that the help loads nothing."""

    ALGEBRA = "algebra"
    PRINTED = "printed"


def register(application: typer.Typer) -> None:
    """Add the commands to the application."""
    application.add_typer(app, name="data")


@app.command("build")
def build(
    names: Annotated[
        list[str], typer.Argument(metavar="SET...", help="Sets or files, pooled in this order.")
    ],
    match: Annotated[
        float, typer.Option("--match", metavar="PERCENT", help="Drop what matches by over this.")
    ] = 80.0,
    output: OutputOption = None,
    compare: CompareOption = None,
    as_json: JsonOption = False,
) -> None:
    """Pool data sets, write numbers as digits, prune problems that match one before them."""
    if not 0 < match <= 100:
        raise typer.BadParameter(f"--match is {match:g}, not above 0 and at most 100")
    if len(set(names)) < len(names):
        raise typer.BadParameter("a set is given twice")
    sources = {name: load(name).records for name in names}
    other = None if compare is None else load(compare)
    from unitdep.research.datasets.acquisition import build as build_set
    from unitdep.research.datasets.acquisition import jsonl, record_json
    from unitdep.research.datasets.acquisition.prune import DEFINITION

    with data.progress_bar("reading", sum(map(len, sources.values()))) as step:
        built = build_set(sources, Fraction(str(match)) / 100, step)
    if output is not None:
        common.write_file(output, jsonl(map(record_json, built.records)))
    dropped = [
        {"id": built.pool[d.index].id, "by": built.pool[d.by].id, "match": float(d.match)}
        for d in built.dropped
    ]
    shown: dict[str, object] = {
        "pooled": len(built.pool),
        "rewritten": built.rewritten,
        "kept": len(built.kept),
        "match": DEFINITION,
        "threshold": match,
        **shared([record.id for record in built.records], other),
    }
    report(shown, as_json, dropped=dropped)


@app.command("subset")
def subset(
    name: SourceArgument,
    size: Annotated[int, typer.Option("--size", metavar="K", min=1, help="How many problems.")],
    lexical: Annotated[bool, typer.Option("--lexical", help="Little lexical overlap.")] = False,
    template: Annotated[bool, typer.Option("--template", help="Little template overlap.")] = False,
    output: OutputOption = None,
    compare: CompareOption = None,
    as_json: JsonOption = False,
) -> None:
    """Choose problems with little overlap, as MAWPS does: greedily, in the order of choice."""
    if not (lexical or template):
        raise typer.BadParameter("give --lexical, --template, or both")
    records = load(name).records
    other = None if compare is None else load(compare)
    from unitdep.research.datasets.acquisition import jsonl, record_json
    from unitdep.research.datasets.acquisition import subset as choose

    try:
        found = choose(records, size, by_words=lexical, by_template=template)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    chosen = [records[position] for position in found.chosen]
    if output is not None:
        common.write_file(output, jsonl(map(record_json, chosen)))
    ids = [record.id for record in chosen]
    shown: dict[str, object] = {
        "problems": len(records),
        "chosen": len(ids),
        "lexical overlap before": found.before.lexical,
        "lexical overlap": found.after.lexical,
        "template overlap before": found.before.template,
        "template overlap": found.after.template,
        **shared(ids, other),
    }
    report(shown, as_json, ids=ids)


@app.command("derive")
def derive(
    name: SourceArgument,
    reading: Annotated[
        ReadingName, typer.Option("--reading", help="Algorithm 1 by unit algebra, or as printed.")
    ] = ReadingName.ALGEBRA,
    output: OutputOption = None,
    as_json: JsonOption = False,
) -> None:
    """Annotate unit dependency graphs from solution trees and rate labels."""
    dataset = load(name)
    from unitdep.core.labels import Reading
    from unitdep.research.datasets.acquisition import derive_all, jsonl, summary
    from unitdep.research.datasets.acquisition.jsonl import annotation_json
    from unitdep.research.datasets.annotate import annotate

    if any(record.tree is None and record.equation is not None for record in dataset.records):
        with data.progress_bar("reading", len(dataset.records)) as step:
            solved = annotate(dataset.records, lambda done: step(str(done)))
        annotations, without = derive_all(solved, Reading(reading.value))
    else:
        annotations, without = derive_all(dataset.records, Reading(reading.value))
    if output is not None:
        common.write_file(output, jsonl(map(annotation_json, annotations)))
    found = summary(annotations, len(without))
    shown: dict[str, object] = {
        "problems": found.problems,
        "without a tree": found.without_tree,
        "only + and -": found.by_tree,
        "need a person": found.need_person,
        "labelled by a person": found.by_person,
        "labels missing": found.missing,
        "edges": found.edges,
        "No Relation": found.no_relation,
        "share of No Relation": found.no_relation_share,
    }
    missing = [a.id for a in annotations if a.graph is None]
    labels = {label.name.lower(): count for label, count in found.labels.items()}
    report(shown, as_json, labels=labels, missing=missing, without_tree=without)


@app.command("agreement")
def agreement(
    first: Annotated[Path, typer.Argument(metavar="A", help="One annotator's rate labels.")],
    second: Annotated[Path, typer.Argument(metavar="B", help="The other's.")],
    name: Annotated[
        str, typer.Option("--data", metavar="SET", help="The problems, where A and B do not say.")
    ] = "allarith",
    as_json: JsonOption = False,
) -> None:
    """Return Cohen's kappa between two annotators' rate labels."""
    from unitdep.core.graph import vertices
    from unitdep.research.datasets.acquisition import agreement as agree
    from unitdep.research.datasets.acquisition import read_labels

    try:
        ours, theirs = read_labels(first), read_labels(second)
    except OSError as error:
        where = error.filename or "a file"
        raise typer.BadParameter(f"cannot read {where}: {error.strerror or error}") from None
    data.report_malformed([*ours.problems, *theirs.problems])
    both = ours.rates.keys() & theirs.rates.keys()
    if not both:
        common.fail("no problem is in both files")
    known = None
    if both - ours.vertices.keys() - theirs.vertices.keys():
        known = {r.id: vertices(r.tree) for r in load(name).records if r.tree is not None}
    try:
        found = agree(ours, theirs, known)
    except ValueError as error:
        raise typer.BadParameter(f"{error}; name their data set with --data") from None
    shown = {"kappa": found.kappa, "observed": found.observed, "vertices": found.vertices}
    counts = {key: value for key, value in asdict(found).items() if key != "kappa"}
    report({**shown, **counts}, as_json)


@app.command("list")
def list_sets(as_json: JsonOption = False) -> None:
    """List the known data sets."""
    from rich.table import Table

    from unitdep.research.datasets.acquisition import REGISTRY

    rows = [set_json(known) for known in REGISTRY.values()]
    if as_json:
        typer.echo(json.dumps(rows, indent=1))
        return
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for column in ("name", "kB", "licence", "where"):
        table.add_column(column, overflow="fold")
    for row in rows:
        place = str(row["root"] or "not here")
        table.add_row(str(row["name"]), f"{row['size']:,}"[:-4], str(row["licence"]), place)
    common.console().print(table)


@app.command("info")
def info(name: SourceArgument, as_json: JsonOption = False) -> None:
    """Show what is known of a data set: licence, files, sizes, hashes, addresses, where it is."""
    known = known_set(name)
    root = known.root()
    files = [
        {**asdict(file), "state": "missing" if root is None else file.state(root).value}
        for file in known.files
    ]
    if as_json:
        typer.echo(json.dumps({**set_json(known), "files": files}, indent=1))
        return
    report({key: value for key, value in set_json(known).items() if value is not None}, False)
    for file in files:
        typer.echo(f"\n{file['path']}: {file['size']} bytes, {file['state']}")
        typer.echo(f"  sha256 {file['sha256']}\n  {file['url']}")


@app.command("download")
def download(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[SET...]", help="The sets to fetch.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Fetch all sets.")] = False,
    base: Annotated[
        str | None,
        typer.Option("--from", metavar="URL", help="Take the files from URL/path instead."),
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Fetch files anew that differ from the known ones.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Fetch data sets into UNITDEP_DATA or the cache folder: complete and checked, or not."""
    if bool(names) == everything:
        raise typer.BadParameter("give the names of sets, or --all")
    if base is not None and not base.startswith(("http://", "https://")):
        raise typer.BadParameter("--from takes an address that starts with http:// or https://")
    from unitdep.research.datasets.acquisition import REGISTRY, DownloadError, target_root
    from unitdep.research.datasets.acquisition import download as fetch

    sets = list(REGISTRY.values()) if everything else [known_set(name) for name in names or ()]
    files = {file for known in sets for file in known.files}
    try:
        with data.progress_bar("fetching", len(files)) as step:
            done = fetch(sets, target_root(), base=base, replace=replace, progress=step)
    except DownloadError as error:
        common.fail(str(error))
    shown = {"folder": str(done.root), "fetched": len(done.fetched), "present": len(done.present)}
    report(dict(shown), as_json, files=list(done.fetched))


def load(name: str) -> Dataset:
    """Load a set or file as ``data.dataset`` does, and the pool by its name too."""
    from unitdep.research.datasets import DatasetNotFoundError
    from unitdep.research.datasets.acquisition.registry import location

    try:
        return data.dataset(location(name))
    except DatasetNotFoundError as error:
        raise typer.BadParameter(str(error)) from None


def known_set(name: str) -> KnownSet:
    """Return a known set; an unknown one is bad usage."""
    from unitdep.research.datasets import DatasetNotFoundError
    from unitdep.research.datasets.acquisition import find

    try:
        return find(name)
    except DatasetNotFoundError as error:
        raise typer.BadParameter(str(error)) from None


def set_json(known: KnownSet) -> dict[str, object]:
    """Return a known set without its files."""
    root = known.root()
    return {
        "name": known.name,
        "title": known.title,
        "licence": known.licence,
        "home": known.home,
        "size": known.size,
        "root": None if root is None else str(root),
    }


def shared(ids: Sequence[str], other: Dataset | None) -> dict[str, object]:
    """Count the ids shared with another set, if one is given."""
    if other is None:
        return {}
    theirs = {record.id for record in other.records}
    return {"compared with": other.name, "its ids": len(theirs), "shared ids": len(theirs & {*ids})}


def report(shown: Mapping[str, object], as_json: bool, **further: object) -> None:
    """Print values for people, or with what else there is as one JSON object."""
    if as_json:
        plain = {key.replace(" ", "_"): value for key, value in {**shown, **further}.items()}
        typer.echo(json.dumps(plain, indent=1))
        return
    for key, value in shown.items():
        typer.echo(f"{key}: {_text(value)}")


def _text(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.5f}".rstrip("0").rstrip(".")
    return "-" if value is None else str(value)
