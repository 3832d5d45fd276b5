"""The section of docs/results.md about the encoder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from unitdep.research.evaluation.pages.markdown import bullets, table
from unitdep.research.evaluation.pages.published import SETS
from unitdep.research.evaluation.pages.results import signature_line, title
from unitdep.research.evaluation.pages.rows import NONE, find
from unitdep.research.evaluation.protocol.results import Figure, Results, read

TABLE: Final = "encoder"
_COLUMNS: Final = (*SETS, "perturb")
_TEXT: Final = """\
## The encoder

A pretrained transformer (MiniLM-L6, 22.7 million parameters) behind the same search. It learns from
more than the paper's systems do: its pretraining, [our corpus](datasheet.md), then the training
folds mixed with generated problems, through the exact likelihood of the right (graph, tree) tuples.
A tenth of each training fold is held out for the temperature and the share of the blend. Perturb
is solved from AllArith of 2018. "Corpus only" has seen no problem of these sets at all: it is the
network after its first stage, which is trained once. Mean of the seeds of the second stage; where
there are several, their standard deviation in brackets.
"""
_ROWS: Final = {
    "corpus only": "Encoder + UDG, corpus only",
    "tree": "Encoder without vertex and edge terms",
    "joint": "Encoder + UDG, joint",
    "blend": "Encoder + UDG, blended with the linear scorer",
}
_BEST: Final = {"allarith": 81.7, "allarithlex": 68.9, "allarithtmpl": 79.5, "perturb": 65.7}


def read_encoder(folder: Path) -> list[Results]:
    """Read the results files, as far as they are there."""
    return [read(file) for file in sorted(folder.glob(f"{TABLE}-*.json"))]


def render_encoder(found: Sequence[Results]) -> str:
    """Write the section."""
    if not found:
        return f"{_TEXT}\nNot measured yet.\n"
    measured = {name: find(found, TABLE, name) for name in _COLUMNS}
    lines = [["Best published", *(f"{_BEST[name]:.1f}" for name in measured)]]
    lines += [[says, *_cells(measured, row)] for row, says in _ROWS.items()]
    signed = [f"{signature_line(r)}, seeds: {_seeds(r)}, corpus {_corpus(r)}" for r in found]
    return f"{_TEXT}\n{table(['', *map(title, measured)], lines)}\n{bullets(signed)}"


def _cells(measured: Mapping[str, Results | None], row: str) -> list[str]:
    return [_cell(_figure(results, row)) if results else NONE for results in measured.values()]


def _figure(results: Results, row: str) -> Figure | None:
    return next((f for f in results.figures if f.row == row), None)


def _cell(figure: Figure | None) -> str:
    if figure is None:
        return NONE
    seeds = len(figure.details["seeds"])
    return f"{100 * figure.mean:.1f}" + (f" ({figure.details['spread']:.1f})" if seeds > 1 else "")


def _seeds(results: Results) -> int:
    return len(results.figures[0].details["seeds"])


def _corpus(results: Results) -> str:
    return str(results.figures[0].details["corpus"])
