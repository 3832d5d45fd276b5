"""The section of docs/results.md about our corpus: what it adds, and how hard its test part is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from unitdep.research.evaluation.pages import published
from unitdep.research.evaluation.pages.markdown import bullets, table
from unitdep.research.evaluation.pages.results import signature_line, title
from unitdep.research.evaluation.pages.rows import NONE, Cell, find
from unitdep.research.evaluation.protocol.results import Results, read
from unitdep.research.evaluation.tables import corpus as with_corpus
from unitdep.research.evaluation.tables import examples
from unitdep.research.evaluation.tables import kinds as corpus_test

_TEXT: Final = """\
## Our corpus

The linear systems with our features, trained on the training folds alone and on the training folds
plus the training and development parts of [our corpus](datasheet.md), each template filled once.
No template matches a problem of these sets by over 50 %. With the corpus one fifth of a training
part is for development, without it each fifth in turn; weights are tuned on the set's own problems
in both cases.
"""
_TEST: Final = """\
The test part of the corpus, solved end to end from the text by three models: a linear one trained
on the authors' problems only, the packaged linear one, trained on them and on the corpus's other
parts as they were in version 0.2.0, and the default model, the encoder.
"""
_SYSTEMS: Final = {"lca++": "LCA++", "unitdep": "UnitDep"}
_MODELS: Final = {
    corpus_test.WITHOUT: "linear, without the corpus",
    corpus_test.WITH: "linear, with it",
    corpus_test.ENCODER: "encoder",
}
_FEWEST: Final = 25  # problems of a group that is shown


@dataclass(frozen=True)
class CorpusResults:
    """The results files of this section."""

    results: Sequence[Results] = ()  # of the tables corpus and solving
    test: Mapping[str, Any] | None = None


def read_corpus(folder: Path) -> CorpusResults:
    """Read the results files, as far as they are there."""
    files = [f for t in (with_corpus.TABLE, "solving") for f in sorted(folder.glob(f"{t}-*.json"))]
    return CorpusResults([read(file) for file in files], examples.read(folder / corpus_test.FILE))


def render_corpus(found: CorpusResults) -> str:
    """Write the section."""
    return f"{_TEXT}\n{_folds(found.results)}\n{_TEST}\n{_by_group(found.test)}"


def _folds(results: Sequence[Results]) -> str:
    measured = {name: find(results, with_corpus.TABLE, name) for name in published.SETS}
    known = [r for r in measured.values() if r]
    if not known:
        return "Not measured yet.\n"
    head = ["", *map(title, measured)]
    lines = []
    for system, says in _SYSTEMS.items():
        without = [
            _cell(find(results, "solving", name), f"{system}, {with_corpus.FEATURES}")
            for name in measured
        ]
        row = with_corpus.ROW.format(system=system)
        lines.append([f"{says}, without", *without])
        lines.append([f"{says}, with", *(_cell(r, row) for r in measured.values())])
    return f"{table(head, lines)}\n{bullets(map(signature_line, known))}"


def _cell(results: Results | None, row: str) -> str:
    figure = next((f for f in results.figures if f.row == row), None) if results else None
    if figure is None:
        return NONE
    interval = figure.interval and (100 * figure.interval[0], 100 * figure.interval[1])
    return Cell(None, 100 * figure.mean, interval).ours_text


def _by_group(content: Mapping[str, Any] | None) -> str:
    if content is None:
        return "Not measured yet.\n"
    models = [content["models"][name] for name in _MODELS]
    lines = [["all", str(models[0]["problems"]), *map(_overall, models)]]
    for group, (_, count) in models[0]["groups"].items():
        if count >= _FEWEST:
            lines.append([group, str(count), *(_share(*m["groups"][group]) for m in models)])
    head = ["", "problems", *_MODELS.values()]
    s = content["signature"]
    signed = (
        f"corpus {s['data_hash']}, seed {s['seed']}, unitdep {s['version']}, "
        f"{content['seconds']:.0f} s"
    )
    return f"{table(head, lines)}\n{bullets([signed])}"


def _overall(model: Mapping[str, Any]) -> str:
    low, high = model["interval"]
    return f"{100 * model['accuracy']:.1f} ({100 * low:.1f}-{100 * high:.1f})"


def _share(right: int, count: int) -> str:
    return f"{100 * right / count:.1f}"
