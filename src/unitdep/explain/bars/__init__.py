"""Bars: bar models of a solution, as teachers draw them.

``bar_model`` takes a problem, its graph and an expression tree (solved or gold) and returns a
``BarModel``: plain data, or a reason why no bar fits. ``draw_bars`` draws one as SVG, ``bars_text``
in the terminal. ``to_bar_model`` and ``draw_bars_text`` do both steps for a solution, and
``BarPicture`` shows itself in a notebook.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from unitdep.explain.bars.build import bar_model
from unitdep.explain.bars.model import BarModel
from unitdep.explain.bars.svg import draw_bars
from unitdep.explain.bars.terminal import bars_text
from unitdep.solution import Solution
from unitdep.steps.remarks import About


@dataclass(frozen=True)
class BarPicture:
    """A solution's bar model that shows itself: as a picture in a notebook, else as text."""

    solution: Solution

    @property
    def svg(self) -> str:
        """The bar model as SVG."""
        return to_bar_model(self.solution)

    def __str__(self) -> str:
        return draw_bars_text(self.solution)

    def __repr__(self) -> str:
        return str(self)

    def _repr_svg_(self) -> str:
        return self.svg


def bars_of(solution: Solution) -> BarModel:
    """Return a solution's bar model, or why there is none."""
    model = bar_model(solution.problem, solution.graph, solution.tree, solution.finish)
    told = [remark.text for remark in solution.remarks if remark.about is About.FINISH]
    if not model.panels or not told:
        return model
    *first, last = model.panels
    return BarModel((*first, replace(last, captions=(*last.captions, *told))))


def to_bar_model(solution: Solution) -> str:
    """Draw a solution's bar model as one SVG element; without one, it shows the reason."""
    return draw_bars(bars_of(solution), f"Bar model: {solution}")


def draw_bars_text(solution: Solution, *, width: int = 80, ascii_only: bool = False) -> str:
    """Draw a solution's bar model in the terminal; without one, return the reason."""
    return bars_text(bars_of(solution), width=width, ascii_only=ascii_only)


__all__ = [
    "BarModel",
    "BarPicture",
    "bar_model",
    "bars_of",
    "bars_text",
    "draw_bars",
    "draw_bars_text",
    "to_bar_model",
]
