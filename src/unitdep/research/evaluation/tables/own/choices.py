"""What a user could pick: packaged models and other systems, on the same problems in one run.

The other systems learn from some of the corpus's training problems: all of them would take hours.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from unitdep import models
from unitdep.models import DEFAULT, FAST, LINEAR, PACKAGED
from unitdep.models.calibration import SURE
from unitdep.reading.problem import Scope
from unitdep.research.baselines import systems
from unitdep.research.corpus import Split
from unitdep.research.corpus.dataset import load_split
from unitdep.research.datasets import Record, annotate
from unitdep.research.evaluation.layout import templates
from unitdep.research.evaluation.layout.markdown import bullets, table
from unitdep.research.evaluation.layout.rows import NONE, RowPlan, percent
from unitdep.research.evaluation.layout.signatures import signature_line
from unitdep.research.evaluation.metrics.significance import bootstrap_interval
from unitdep.research.evaluation.protocol.evaluate import APPLIED, evaluate_model
from unitdep.research.evaluation.protocol.outcomes import Outcome, outcome_of
from unitdep.research.evaluation.protocol.results import Results, find, sign
from unitdep.research.evaluation.table_names import TableName
from unitdep.research.evaluation.tables.table import Options
from unitdep.research.progress import Progress
from unitdep.scoring.linear import LinearScorer
from unitdep.scoring.tables import Part
from unitdep.solver import Solver

DATASET: Final = "corpus-test"
MODELS: Final = {
    DEFAULT: "default model",
    FAST: "fast model",
    LINEAR: "linear model",
}
# Systems that are trained here, and on how many problems. Template's time grows with templates.
TRAINED: Final = {
    "lca++": ("LCA++, the paper's features", 500),
    "singleeq": ("SingleEq", 500),
    "template": ("Template", 100),
}
_BODIES: Final = {"mpnet": 66.0, "minilm": 22.7}  # millions of parameters, as the model card says
_WARM: Final = 5  # problems that are solved before the clock starts

name: Final = TableName.CHOICES
datasets: Final = (DATASET,)
rows: Final[tuple[RowPlan, ...]] = ()


@dataclass(frozen=True)
class Choice:
    """What was measured of one system."""

    problems: int
    right: int
    interval: tuple[float, float]  # 95%, bootstrap over problems
    answered: int
    sure: int | None  # answers with a high confidence; None: it has no such confidence
    sure_right: int | None
    milliseconds: float  # of processor time a problem
    megabytes: float | None  # of its files; None: it has not been saved
    parameters: float | None  # in millions
    trained_on: int | None  # problems; None: a packaged model
    units: bool  # whether answers have units


def steps(_dataset: str, _options: Options) -> int:
    """Return how many times ``run`` reports progress."""
    return len(MODELS) + len(TRAINED) + 1


def run(_dataset: str, options: Options, progress: Progress) -> Results:
    """Measure all of them."""
    started = time.perf_counter()
    data = load_split(Split.TEST, options.seed)
    training = load_split(Split.TRAIN, options.seed).records
    progress("read")
    found: dict[str, Choice] = {}
    for model in MODELS:
        found[model] = packaged(model, data.records)
        progress(model)
    for system, (_, count) in TRAINED.items():
        chosen = random.Random(options.seed).sample(training, min(count, len(training)))
        found[system] = trained(system, chosen, data.records, options.seed)
        progress(system)
    signature = sign(data, options.seed, APPLIED, models=list(MODELS))
    content = {"choices": {row: asdict(choice) for row, choice in found.items()}}
    return Results(name, signature, time.perf_counter() - started, content=content)


def packaged(model: str, records: Sequence[Record]) -> Choice:
    """Measure a packaged model on texts in the paper's scope, as all systems here read them."""
    solver = Solver.load(model, scope=Scope.PAPER)
    evaluate_model(solver, records[:_WARM])
    outcomes, milliseconds = timed(lambda: evaluate_model(solver, records).outcomes)
    size = sum(file.stat().st_size for file in PACKAGED[model].iterdir()) / 1e6
    return choice(outcomes, milliseconds, megabytes=size, parameters=parameters(model), sure=True)


def parameters(model: str) -> float | None:
    """Return the number of a packaged model's parameters in millions, or None if it's unknown."""
    loaded = models.load(model)
    if not isinstance(loaded.scorer, LinearScorer):
        return _BODIES.get(loaded.provenance.get("body", "minilm"))
    parts = (getattr(loaded.scorer, part.value) for part in Part)
    return float(sum(part.weights.size + part.bias.size for part in parts)) / 1e6


def trained(
    system: str, training: Sequence[Record], records: Sequence[Record], seed: int
) -> Choice:
    """Train a system and measure it on texts; it reads their numbers itself."""
    fitted = systems()[system].fit(annotate(training), seed=seed)
    plain = [Record(r.id, r.text, r.answer) for r in records]

    def solve() -> Sequence[Outcome]:
        problems = annotate(plain)
        predictions = fitted.predict([p.problem for p in problems])
        return [outcome_of(p, made, fold=0) for p, made in zip(problems, predictions, strict=True)]

    outcomes, milliseconds = timed(solve)
    return choice(outcomes, milliseconds, trained_on=len(training))


def timed(solve: Callable[[], Sequence[Outcome]]) -> tuple[Sequence[Outcome], float]:
    """Return outcomes, and the processor time for each in milliseconds."""
    before = time.process_time()
    outcomes = solve()
    return outcomes, 1000 * (time.process_time() - before) / max(len(outcomes), 1)


def choice(
    outcomes: Sequence[Outcome],
    milliseconds: float,
    *,
    megabytes: float | None = None,
    parameters: float | None = None,
    trained_on: int | None = None,
    sure: bool = False,
) -> Choice:
    """Count outcomes; ``sure`` says whether confidences are meant to be believed."""
    answered = [o for o in outcomes if o.answer is not None]
    certain = [o for o in answered if o.probability >= SURE] if sure else None
    return Choice(
        len(outcomes),
        sum(o.right for o in outcomes),
        bootstrap_interval([o.right for o in outcomes]),
        len(answered),
        None if certain is None else len(certain),
        None if certain is None else sum(o.right for o in certain),
        round(milliseconds, 2),
        None if megabytes is None else round(megabytes, 1),
        parameters,
        trained_on,
        units=trained_on is None,
    )


def section(results: Sequence[Results]) -> str:
    """Write the section."""
    measured = find(results, name, DATASET)
    if measured is None:
        return templates.not_measured(name)
    titles = MODELS | {system: title for system, (title, _) in TRAINED.items()}
    head = [
        "",
        "right",
        "answered",
        "sure, of these right",
        "ms",
        "MB",
        "million parameters",
        "trained here on",
        "units",
        "can abstain",
    ]
    lines = [
        [titles.get(row, row), *_cells(found)] for row, found in measured.content["choices"].items()
    ]
    signed = signature_line(measured, without=("folds",))
    return templates.fill(name, table=table(head, lines), signatures=bullets([signed]))


def _cells(found: dict[str, Any]) -> list[str]:
    total, sure = found["problems"], found["sure"]
    certain = NONE
    if sure is not None:
        certain = f"{percent(sure / total)}, {percent(found['sure_right'] / max(sure, 1))}"
    return [
        percent(found["right"] / total, found["interval"]),
        percent(found["answered"] / total),
        certain,
        f"{found['milliseconds']:.1f}",
        *(
            NONE if found[key] is None else f"{found[key]:.1f}"
            for key in ("megabytes", "parameters")
        ),
        NONE if found["trained_on"] is None else f"{found['trained_on']:,}",
        "yes" if found["units"] else "no",
        "no" if sure is None else "yes",
    ]
