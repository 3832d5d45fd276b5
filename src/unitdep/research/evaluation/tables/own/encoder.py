"""The encoder on the authors' folds, and trained on AllArith (2018) to test on Perturb.

Measuring takes hours and the extra ``train``; ``protocol.encoder_folds`` does it. Writing the
section needs neither.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean, pstdev
from typing import TYPE_CHECKING, Final

from unitdep.research.corpus.dataset import load
from unitdep.research.evaluation.layout import templates
from unitdep.research.evaluation.layout.markdown import bullets, table
from unitdep.research.evaluation.layout.published import SETS, best, title
from unitdep.research.evaluation.layout.rows import NONE, RowPlan, figure_of, measured_on
from unitdep.research.evaluation.layout.signatures import signature_line
from unitdep.research.evaluation.metrics.significance import bootstrap_interval
from unitdep.research.evaluation.protocol.folds import TRAINED_ON, transfer_split
from unitdep.research.evaluation.protocol.results import Figure, Results, sign
from unitdep.research.evaluation.table_names import TableName
from unitdep.research.evaluation.tables.table import Options
from unitdep.research.progress import Progress

if TYPE_CHECKING:
    from unitdep.research.evaluation.protocol.encoder_folds import EncoderFold

JOINT: Final = "joint"  # the encoder with its graph: what the default model is
TREE: Final = "tree"  # the same without vertex and edge terms
SHOWN: Final = (*SETS, *TRAINED_ON)  # in its own section; that of the earlier sets has the others

name: Final = TableName.ENCODER
datasets: Final = (*SHOWN, "multiarith", "multiarith-blocks")
rows: Final = (
    RowPlan("Encoder + UDG, corpus only", "corpus only"),
    RowPlan("Encoder without vertex and edge terms", TREE),
    RowPlan("Encoder + UDG, joint", JOINT),
    RowPlan("Encoder + UDG, blended with the linear scorer", "blend"),
)


def steps(_dataset: str, _options: Options) -> int:
    """Return 0: how many steps there are depends on what ``Options.work`` already has."""
    return 0


def run(dataset: str, options: Options, progress: Progress) -> Results:
    """Train and test on every fold with several seeds; ``options.work`` is required."""
    from unitdep.research.evaluation.protocol.encoder_folds import cross_validate_encoder

    if options.work is None:
        raise ValueError("the table encoder needs a folder for what it trains")
    folds = cross_validate_encoder(
        dataset, seeds=options.seeds, work=options.work, half=options.half, progress=progress
    )
    data = load(dataset)
    signature = sign(data, 0, transfer_split(data), seeds=range(options.seeds))
    figures = tuple(_figure(row.figure, data.name, folds) for row in rows)
    return Results(name, signature, sum(fold.seconds for fold in folds), figures)


def _figure(system: str, column: str, folds: Sequence[EncoderFold]) -> Figure:
    """Combine the folds of all seeds; the interval is over problems, averaged over seeds."""
    by_fold = [[o.right for o in fold.systems[system]] for fold in folds]
    by_seed: dict[int, list[float]] = {}
    by_problem: dict[str, list[bool]] = {}
    for fold, right in zip(folds, by_fold, strict=True):
        by_seed.setdefault(fold.seed, []).append(sum(right) / len(right))
        for outcome in fold.systems[system]:
            by_problem.setdefault(outcome.id, []).append(outcome.right)
    means = [100 * mean(shares) for shares in by_seed.values()]
    details = {
        "seeds": [round(m, 2) for m in means],
        "spread": round(pstdev(means), 2),
        "corpus": ", ".join(sorted({fold.corpus for fold in folds})),
    }
    return Figure(
        system,
        column,
        tuple(sum(right) / len(right) for right in by_fold),
        bootstrap_interval([mean(right) for right in by_problem.values()]),
        tuple(problem for problem, right in by_problem.items() if not any(right)),
        details,
    )


def section(results: Sequence[Results]) -> str:
    """Write the section: the mean over seeds next to the best published figures."""
    measured = measured_on(results, name, SHOWN)
    known = [r for r in measured.values() if r]
    if not known:
        return templates.not_measured(name)
    lines = [["Best published", *(f"{best(dataset):.1f}" for dataset in measured)]]
    lines += [
        [row.title, *(_cell_text(figure_of(r, row.figure)) for r in measured.values())]
        for row in rows
    ]
    return templates.fill(
        name,
        table=table(["", *map(title, measured)], lines),
        signatures=bullets(map(_signature, known)),
    )


def _cell_text(figure: Figure | None) -> str:
    if figure is None:
        return NONE
    spread = f" ({figure.details['spread']:.1f})" if len(figure.details["seeds"]) > 1 else ""
    return f"{100 * figure.mean:.1f}{spread}"


def _signature(results: Results) -> str:
    details = results.figures[0].details
    seeds, corpus = len(details["seeds"]), details["corpus"]
    return f"{signature_line(results)}, seeds: {seeds}, trained on corpus {corpus}"
