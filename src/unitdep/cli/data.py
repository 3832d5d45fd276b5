"""``unitdep data``: build, subset, derive, agreement, list, info, download.

Thin parsers over ``unitdep.research.datasets`` and its ``acquisition``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unitdep.cli import console, datasets
from unitdep.cli.options import JsonOption
from unitdep.cli.progress import progress_bar
from unitdep.core.labels import Reading

if TYPE_CHECKING:
    from unitdep.research.corpus.dataset import CorpusPart
    from unitdep.research.datasets import Dataset
    from unitdep.research.datasets.catalog import KnownSet

SourceArgument = Annotated[
    str, typer.Argument(metavar="SET", help="The name of a data set, or a file.")
]
OutputOption = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write JSON lines here."),
]
CompareOption = Annotated[
    str | None, typer.Option("--compare", metavar="SET", help="Count the ids shared with this set.")
]

app = typer.Typer(
    help="List and download data sets, and repeat how the paper's were made.",
    no_args_is_help=True,
)


def register(application: typer.Typer) -> None:
    """Add the commands to the application."""
    application.add_typer(app, name="data")


@app.command("build")
def build(
    names: Annotated[
        list[str],
        typer.Argument(metavar="SET...", help="Sets or files, pooled in this order."),
    ],
    match: Annotated[
        float, typer.Option("--match", metavar="PERCENT", help="Drop problems that match by more.")
    ] = 80.0,
    output: OutputOption = None,
    compare: CompareOption = None,
    as_json: JsonOption = False,
) -> None:
    """Pool data sets, write numbers as digits, drop problems that match an earlier one."""
    if not 0 < match <= 100:
        raise typer.BadParameter(f"--match must be above 0 and at most 100, not {match:g}")
    if len(set(names)) < len(names):
        raise typer.BadParameter("a data set is named twice")
    sources = {name: datasets.load(name).records for name in names}
    other = None if compare is None else datasets.load(compare)
    from unitdep.research.datasets.acquisition import build as build_set
    from unitdep.research.datasets.acquisition import jsonl, record_json
    from unitdep.research.datasets.acquisition.prune import DEFINITION

    with progress_bar("reading", sum(map(len, sources.values()))) as step:
        built = build_set(sources, Fraction(str(match)) / 100, step)
    if output is not None:
        console.write_file(output, jsonl(map(record_json, built.records)))
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
    size: Annotated[int, typer.Option("--size", metavar="K", min=1, help="Number of problems.")],
    lexical: Annotated[bool, typer.Option("--lexical", help="Minimise lexical overlap.")] = False,
    template: Annotated[
        bool, typer.Option("--template", help="Minimise template overlap.")
    ] = False,
    output: OutputOption = None,
    compare: CompareOption = None,
    as_json: JsonOption = False,
) -> None:
    """Choose problems with little overlap, greedily as MAWPS does."""
    if not (lexical or template):
        raise typer.BadParameter("choose --lexical, --template, or both")
    records = datasets.load(name).records
    other = None if compare is None else datasets.load(compare)
    from unitdep.research.datasets.acquisition import jsonl, record_json
    from unitdep.research.datasets.acquisition import subset as choose

    try:
        selection = choose(records, size, by_words=lexical, by_template=template)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    chosen = [records[position] for position in selection.chosen]
    if output is not None:
        console.write_file(output, jsonl(map(record_json, chosen)))
    ids = [record.id for record in chosen]
    shown: dict[str, object] = {
        "problems": len(records),
        "chosen": len(ids),
        "lexical overlap before": selection.before.lexical,
        "lexical overlap": selection.after.lexical,
        "template overlap before": selection.before.template,
        "template overlap": selection.after.template,
        **shared(ids, other),
    }
    report(shown, as_json, ids=ids)


@app.command("derive")
def derive(
    name: SourceArgument,
    reading: Annotated[
        Reading, typer.Option("--reading", help="Algorithm 1 by unit algebra, or as printed.")
    ] = Reading.ALGEBRA,
    output: OutputOption = None,
    as_json: JsonOption = False,
) -> None:
    """Annotate unit dependency graphs from solution trees and rate labels."""
    dataset = datasets.load(name)
    from unitdep.research.datasets.acquisition import derive_all, jsonl, summary
    from unitdep.research.datasets.acquisition.jsonl import annotation_json
    from unitdep.research.datasets.annotate import annotate

    if any(record.tree is None and record.equation is not None for record in dataset.records):
        with progress_bar("reading", len(dataset.records)) as step:
            solved = annotate(dataset.records, lambda done: step(str(done)))
        annotations, without = derive_all(solved, reading)
    else:
        annotations, without = derive_all(dataset.records, reading)
    if output is not None:
        console.write_file(output, jsonl(map(annotation_json, annotations)))
    counts = summary(annotations, len(without))
    shown: dict[str, object] = {
        "problems": counts.problems,
        "without a tree": counts.without_tree,
        "only + and -": counts.by_tree,
        "need a person": counts.need_person,
        "labelled by a person": counts.by_person,
        "labels missing": counts.missing,
        "edges": counts.edges,
        "No Relation": counts.no_relation,
        "share of No Relation": counts.no_relation_share,
    }
    missing = [a.id for a in annotations if a.graph is None]
    labels = {label.name.lower(): count for label, count in counts.labels.items()}
    report(shown, as_json, labels=labels, missing=missing, without_tree=without)


@app.command("agreement")
def agreement(
    first: Annotated[Path, typer.Argument(metavar="A", help="One annotator's rate labels.")],
    second: Annotated[Path, typer.Argument(metavar="B", help="The other's.")],
    name: Annotated[
        str, typer.Option("--data", metavar="SET", help="The problems, if A and B lack vertices.")
    ] = "allarith",
    as_json: JsonOption = False,
) -> None:
    """Compute Cohen's kappa between two annotators' rate labels."""
    from unitdep.core.graph import vertices
    from unitdep.research.datasets.acquisition import agreement as agree
    from unitdep.research.datasets.acquisition import read_labels

    try:
        ours, theirs = read_labels(first), read_labels(second)
    except OSError as error:
        where = error.filename or "a file"
        raise typer.BadParameter(f"cannot read {where}: {error.strerror or error}") from None
    datasets.report_malformed([*ours.problems, *theirs.problems])
    both = ours.rates.keys() & theirs.rates.keys()
    if not both:
        console.fail("no problem is in both files")
    known = None
    if both - ours.vertices.keys() - theirs.vertices.keys():
        known = {r.id: vertices(r.tree) for r in datasets.load(name).records if r.tree is not None}
    try:
        result = agree(ours, theirs, known)
    except ValueError as error:
        raise typer.BadParameter(f"{error}; name their data set with --data") from None
    shown = {"kappa": result.kappa, "observed": result.observed, "vertices": result.vertices}
    counts = {key: value for key, value in asdict(result).items() if key != "kappa"}
    report({**shown, **counts}, as_json)


@app.command("list")
def list_sets(as_json: JsonOption = False) -> None:
    """List the known data sets, those of our own corpus last."""
    from rich.table import Table

    from unitdep.research.corpus.dataset import parts
    from unitdep.research.datasets.catalog import CATALOG

    rows = [*map(set_json, CATALOG.values()), *map(part_json, parts().values())]
    if as_json:
        typer.echo(json.dumps(rows, indent=1))
        return
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for column in ("name", "kB", "licence", "where"):
        table.add_column(column, overflow="fold")
    for row in rows:
        location = str(row["root"] or "not found")
        table.add_row(str(row["name"]), f"{row['size']:,}"[:-4], str(row["licence"]), location)
    console.console().print(table)


@app.command("info")
def info(name: SourceArgument, as_json: JsonOption = False) -> None:
    """Show a data set's licence and location, and its files with sizes, hashes and addresses."""
    from unitdep.research.corpus.dataset import parts

    own = parts().get(name.lower())
    if own is not None:
        shown = {**part_json(own), "problems": own.problems, "hash": own.hash}
        report(shown, as_json, **({"files": []} if as_json else {}))
        return
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
        list[str] | None, typer.Argument(metavar="[SET...]", help="The data sets to download.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Download all data sets.")] = False,
    base: Annotated[
        str | None,
        typer.Option("--from", metavar="URL", help="Download the files from URL/path instead."),
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace files that differ from the known ones.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Download data sets to UNITDEP_DATA or the cache folder; all files, checked, or none."""
    if bool(names) == everything:
        raise typer.BadParameter("name the data sets, or use --all")
    if base is not None and not base.startswith(("http://", "https://")):
        raise typer.BadParameter("--from must start with http:// or https://")
    from unitdep.errors import DownloadError
    from unitdep.research.datasets.catalog import CATALOG
    from unitdep.research.datasets.download import download as fetch
    from unitdep.research.datasets.download import target_root

    sets = list(CATALOG.values()) if everything else [known_set(name) for name in names or ()]
    files = {file for known in sets for file in known.files}
    try:
        with progress_bar("downloading", len(files)) as step:
            done = fetch(sets, target_root(), base=base, replace=replace, progress=step)
    except DownloadError as error:
        console.fail(str(error))
    shown = {"folder": str(done.root), "fetched": len(done.fetched), "present": len(done.present)}
    report(dict(shown), as_json, files=list(done.fetched))


def known_set(name: str) -> KnownSet:
    """Return a data set of the catalog; an unknown one is bad usage."""
    from unitdep.research.corpus.dataset import parts
    from unitdep.research.datasets import DatasetNotFoundError
    from unitdep.research.datasets.catalog import find

    if name.lower() in parts():
        raise typer.BadParameter(f"{name} is part of the package")
    try:
        return find(name)
    except DatasetNotFoundError as error:
        raise typer.BadParameter(f"{error}, {', '.join(parts())}") from None


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


def part_json(known: CorpusPart) -> dict[str, object]:
    """Return a part of our corpus with the fields of a known set."""
    from unitdep.research.corpus.dataset import HOME, LICENCE

    return {
        "name": known.name,
        "title": known.title,
        "licence": LICENCE,
        "home": HOME,
        "size": known.size,
        "root": str(known.root),
    }


def shared(ids: Sequence[str], other: Dataset | None) -> dict[str, object]:
    """Count the ids shared with another set, if there is one."""
    if other is None:
        return {}
    theirs = {record.id for record in other.records}
    return {"compared with": other.name, "its ids": len(theirs), "shared ids": len(theirs & {*ids})}


def report(shown: Mapping[str, object], as_json: bool, **further: object) -> None:
    """Print values for people, or everything as one JSON object."""
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
