"""The drawings in the documents, as SVG: reliability diagram and risk-coverage curve.

Matplotlib draws them; it comes with the extra ``figures`` and is imported only here. The same
outcomes always produce the same file, byte for byte.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import cycle
from typing import TYPE_CHECKING, Final

from unitdep.research.evaluation.metrics.calibration import Judged, equal_width, risk_coverage

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Systems = Mapping[str, Sequence[Judged]]  # outcomes by the name that the legend shows

_COLOURS: Final = ("#1f5fa8", "#c2571a", "#2e7d4f", "#7a4fa3")
_MARKERS: Final = ("o", "s", "^", "D")
_GREY: Final = "#8a8a8a"
_STYLE: Final = {
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "unitdep",
    "font.family": "sans-serif",
    "font.size": 11,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#e4e4e4",
    "axes.axisbelow": True,
}
_TARGET: Final = (0.8, 0.95)  # coverage, and the accuracy to reach there


def reliability_svg(systems: Systems) -> str:
    """Draw accuracy against confidence, and how many answers have that confidence."""
    with _style():
        from matplotlib.figure import Figure

        figure = Figure(figsize=(6.0, 7.2), layout="constrained")
        above, below = figure.subplots(2, 1, height_ratios=(3, 1), sharex=True)
        above.plot([0, 1], [0, 1], color=_GREY, linestyle="--", label="calibrated")
        _lines(above, below, systems)
        above.set(ylabel="share of answers that are right", xlim=(0, 1), ylim=(0, 1.02))
        below.set(xlabel="confidence", ylabel="share of answers")
        above.legend(loc="upper left", frameon=False)
        return _svg(figure)


def _lines(above: Axes, below: Axes, systems: Systems) -> None:
    width = 0.08 / max(len(systems), 1)
    for k, (name, judged) in enumerate(systems.items()):
        bins = equal_width(judged)
        colour, marker = _COLOURS[k % len(_COLOURS)], _MARKERS[k % len(_MARKERS)]
        sure = [b.confidence for b in bins]
        above.plot(sure, [b.accuracy for b in bins], color=colour, marker=marker, label=name)
        left = [b.low + 0.01 + k * width for b in bins]
        shares = [b.count / len(judged) for b in bins]
        below.bar(left, shares, width, align="edge", color=colour)


def risk_coverage_svg(systems: Systems) -> str:
    """Draw the accuracy of the most confident answers against how many are given."""
    with _style():
        from matplotlib.figure import Figure

        figure = Figure(figsize=(6.4, 4.6), layout="constrained")
        axes = figure.subplots()
        for (name, judged), colour in zip(systems.items(), cycle(_COLOURS), strict=False):
            curve = risk_coverage(judged)
            shares = [p.accuracy for p in curve]
            axes.plot([p.coverage for p in curve], shares, color=colour, label=name, linewidth=1.8)
        coverage, target = _TARGET
        axes.plot([coverage], [target], color="black", marker="+", markersize=14, linestyle="none")
        axes.annotate(
            f"aim: {target:.0%} at {coverage:.0%}",
            (coverage, target),
            xytext=(-6, -22),
            textcoords="offset points",
            ha="right",
        )
        axes.set(
            xlabel="coverage: share of the problems that get an answer",
            ylabel="share of these answers that are right",
            xlim=(0, 1.02),
            ylim=(0, 1.05),
        )
        axes.legend(loc="lower left", frameon=False)
        return _svg(figure)


@contextmanager
def _style() -> Iterator[None]:
    import matplotlib

    with matplotlib.rc_context(_STYLE):
        yield


def _svg(figure: Figure) -> str:
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    content = io.StringIO()
    FigureCanvasSVG(figure).print_svg(content, metadata={"Date": None, "Creator": "unitdep"})
    return "\n".join(line.rstrip() for line in content.getvalue().splitlines()) + "\n"
