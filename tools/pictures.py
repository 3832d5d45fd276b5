"""The pictures of the concept pages: graphs and trees of a few problems, as SVG.

The expression and the rates of each problem are given here, so a picture depends on the rules and
the drawing code, not on a model. ``tools/pages.py`` writes them to docs/pictures.
"""

from __future__ import annotations

from dataclasses import dataclass

from unitdep.core.expression import evaluate
from unitdep.core.graph import derive
from unitdep.core.labels import QUESTION, Vertex
from unitdep.explain import to_svg, to_tree_svg
from unitdep.explain.svg.tree import draw_tree
from unitdep.explain.view import expression_view
from unitdep.reading.arithmetic import parse_indices
from unitdep.reading.problem import read_problem
from unitdep.solution import Solution

FLOWERS = (
    "Isabel picked 66 flowers for her friend's wedding. She was making bouquets with 8 flowers in "
    "each one. If 10 of the flowers wilted before the wedding, how many bouquets could she still "
    "make?"
)


@dataclass(frozen=True)
class Scene:
    """A problem with its solution, to be drawn."""

    text: str
    expression: str  # over the indices of the quantities, monotonic
    rates: frozenset[Vertex] = frozenset()

    def solution(self) -> Solution:
        """Return the solution that the solver would return, without probabilities."""
        problem, tree = read_problem(self.text), parse_indices(self.expression)
        answer = evaluate(tree, [quantity.value for quantity in problem.quantities])
        return Solution(problem, answer, tree=tree, graph=derive(tree, self.rates))


SCENES = {
    "flowers": Scene(FLOWERS, "(0 - 2) / 1", frozenset({1})),
    "same-unit": Scene("Ann has 9 pens. She gives 2 pens to Ben. How many pens are left?", "0 - 1"),
    "times": Scene(
        "There are 6 eggs in each box. Ann buys 4 boxes. How many eggs does Ann have?",
        "0 * 1",
        frozenset({0}),
    ),
    "rate-asked": Scene(
        "A car drives 150 miles in 3 hours. How many miles does it drive per hour?",
        "0 / 1",
        frozenset({QUESTION}),
    ),
    "left-out": Scene(
        "Tom has 3 boxes with 12 pencils in each box. His sister has 20 crayons. How many pencils "
        "does Tom have?",
        "0 * 1",
        frozenset({1}),
    ),
}


def pictures() -> dict[str, str]:
    """Return the pictures by file name."""
    drawn = {f"{name}-graph.svg": to_svg(scene.solution()) for name, scene in SCENES.items()}
    flowers = SCENES["flowers"].solution()
    wrong = expression_view(flowers.problem, parse_indices("0 - 2 / 1"), flowers.graph)
    return {
        **drawn,
        "flowers-tree.svg": to_tree_svg(flowers),
        "flowers-wrong-tree.svg": draw_tree(wrong, "Expression tree: 66 - 10 / 8", highlight=1),
    }
