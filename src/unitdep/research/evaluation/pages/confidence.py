"""The section of docs/results.md about confidence, and its two figures."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from unitdep.research.evaluation.metrics.calibration import (
    COVERAGES,
    Judged,
    brier_score,
    calibration_error,
    equal_mass,
    equal_width,
    keep,
)
from unitdep.research.evaluation.metrics.significance import bootstrap_interval
from unitdep.research.evaluation.pages.markdown import bullets, table
from unitdep.research.evaluation.pages.results import title
from unitdep.research.evaluation.tables import calibration
from unitdep.research.evaluation.tables.calibration import DEFAULT, ENCODER, PLATT, SYSTEM, Sure

FIGURES: Final = "figures"
RELIABILITY: Final = f"{FIGURES}/reliability.svg"
RISK: Final = f"{FIGURES}/risk-coverage.svg"

_TEXT: Final = """\
## Confidence

The confidence of an answer is the sum of the probabilities of all graphs and trees that give it,
after a temperature that is tuned on held-out fifths of the training folds. ECE is the expected
calibration error: the mean distance between how sure answers are and how many are right, over ten
bins of equal width, or of equally many answers. The Brier score is the mean squared distance. A
system that abstains on the fifth of the problems that it is least sure of covers 80 %. "Platt" is
a second calibration of the same answers, a logistic regression on the held-out answers that also
knows the number of quantities. AllArith is cross-validated; the corpus's test part is solved end to
end by the default model. The encoder's temperature is tuned on a tenth of each training fold.
"""
_BY_COVERAGE: Final = """\
The share of right answers if only the surest are given, and the confidence that is needed:
"""
_BY_SIZE: Final = """\
Mean confidence and share of right answers by the number of quantities. Up to five the sum over all
graphs and trees is exact; above, the trees that the search did not look at are estimated from a
sample (`inference/mass.py`).
"""
_DRAWINGS: Final = f"""\
![Reliability diagram: the share of right answers against confidence]({RELIABILITY})

![Risk and coverage: the share of right answers against the share of problems answered]({RISK})
"""
_SYSTEMS: Final = {
    SYSTEM: "UnitDep, our features",
    PLATT: "the same, Platt",
    ENCODER: "encoder + UDG",
    DEFAULT: "default model",
}
_SURE_ENOUGH: Final = 0.8  # the coverage that is told with an interval
Content = Mapping[str, Any]


def read_calibration(folder: Path) -> list[Content]:
    """Read the results files, as far as they are there."""
    files = [folder / f"{calibration.TABLE}-{name}.json" for name in calibration.SETS]
    return [calibration.read(file) for file in files if file.is_file()]


def render_calibration(contents: Sequence[Content]) -> str:
    """Write the section."""
    if not contents:
        return f"{_TEXT}\nNot measured yet.\n"
    found = named_outcomes(contents)
    first = [[name, *_figures([o.judged for o in sure])] for name, sure in found.items()]
    head = ["", "problems", "right", "ECE", "ECE, equal mass", "Brier", "right at 80 % coverage"]
    by_coverage = [[name, *_kept([o.judged for o in sure])] for name, sure in found.items()]
    parts = (
        _TEXT,
        table(head, first),
        _BY_COVERAGE,
        table(["", *(f"{c:.0%}".replace("%", " %") for c in COVERAGES)], by_coverage),
        _DRAWINGS,
        _BY_SIZE,
        _by_size(found),
        bullets(map(_signed, contents)),
    )
    return "\n".join(parts)


def drawings(contents: Sequence[Content]) -> dict[str, str]:
    """Draw both figures, by file name below the documents; Platt's calibration is left out."""
    from unitdep.research.evaluation.pages.figures import reliability_svg, risk_coverage_svg

    systems = {
        name: [o.judged for o in sure]
        for name, sure in named_outcomes(contents, without=(PLATT,)).items()
    }
    if not systems:
        return {}
    return {RELIABILITY: reliability_svg(systems), RISK: risk_coverage_svg(systems)}


def named_outcomes(
    contents: Sequence[Content], without: Sequence[str] = ()
) -> dict[str, list[Sure]]:
    """Return the outcomes of all systems by the name that a reader sees."""
    return {
        f"{title(content['signature']['dataset'])}: {_SYSTEMS.get(system, system)}": sure
        for content in contents
        for system, sure in content["systems"].items()
        if system not in without
    }


def _figures(judged: Sequence[Judged]) -> list[str]:
    right = sum(r for _, r in judged)
    surest = sorted(judged, key=lambda j: -j[0])[: round(_SURE_ENOUGH * len(judged))]
    low, high = bootstrap_interval([r for _, r in surest])
    kept = keep(judged, _SURE_ENOUGH)
    return [
        str(len(judged)),
        f"{100 * right / len(judged):.1f}",
        f"{calibration_error(equal_width(judged)):.3f}",
        f"{calibration_error(equal_mass(judged)):.3f}",
        f"{brier_score(judged):.3f}",
        f"{100 * kept.accuracy:.1f} ({100 * low:.1f}-{100 * high:.1f})",
    ]


def _kept(judged: Sequence[Judged]) -> list[str]:
    found = (keep(judged, coverage) for coverage in COVERAGES)
    return [f"{100 * k.accuracy:.1f} (from {k.threshold:.2f})" for k in found]


def _by_size(found: Mapping[str, Sequence[Sure]]) -> str:
    sizes = sorted({o.quantities for sure in found.values() for o in sure if o.quantities > 1})
    lines = []
    for name, sure in found.items():
        groups: dict[int, list[Sure]] = defaultdict(list)
        for outcome in sure:
            groups[outcome.quantities].append(outcome)
        lines.append([name, *(_group(groups[size]) for size in sizes)])
    return table(["", *(f"{size} quantities" for size in sizes)], lines)


def _group(outcomes: Sequence[Sure]) -> str:
    if not outcomes:
        return "–"
    sure = sum(o.probability for o in outcomes) / len(outcomes)
    right = sum(o.right for o in outcomes) / len(outcomes)
    return f"{100 * sure:.0f} / {100 * right:.0f} ({len(outcomes)})"


def _signed(content: Content) -> str:
    s = content["signature"]
    return (
        f"{title(s['dataset'])}: data {s['data_hash']}, {s['problems']} problems, "
        f"seed {s['seed']}, unitdep {s['version']}, {content['seconds']:.0f} s"
    )
