"""The spaCy component: it solves every Doc that passes, and ``doc._.unitdep`` is the Solution.

It reads the tags and the parse that the pipeline has made and does not parse again. What it leaves
on a Doc is plain data, so that Docs can be written to disk and sent between processes.
``doc._.unitdep`` turns that into a Solution on request.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any, Final

from spacy.tokens import Doc

from unitdep.core.expression import (
    Expression,
    leaf_nodes,
    leaves,
    monotonic,
    render,
    with_faces,
)
from unitdep.core.labels import Face, Finish
from unitdep.inference import Candidate, Ranking
from unitdep.integrations.spacy import NAME
from unitdep.reading.arithmetic import parse_indices
from unitdep.reading.problem import Problem, Scope, from_doc, of_sum
from unitdep.reading.text import BATCH
from unitdep.solution import (
    MAX_ALTERNATIVES,
    Solution,
    abstain,
    build,
    unsolved,
    with_confidence,
)
from unitdep.solver import Analysis, Solver

# What the component reads of a Doc, and the spaCy component that sets it.
NEEDED: Final = {
    "DEP": "parser",
    "TAG": "tagger",
    "POS": "attribute_ruler",
    "LEMMA": "lemmatizer",
}


class UnitDepComponent:
    """Solves the text of every Doc that passes."""

    def __init__(self, solver: Solver, min_confidence: float = 0.0) -> None:
        if not 0 <= min_confidence <= 1:
            raise ValueError(f"min_confidence is {min_confidence:g}, not between 0 and 1")
        self.solver = solver
        self.min_confidence = min_confidence

    def __call__(self, doc: Doc) -> Doc:
        """Solve one Doc."""
        return self._solved([doc])[0]

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = BATCH) -> Iterator[Doc]:
        """Solve Docs in batches, in order."""
        docs = iter(stream)
        while batch := list(islice(docs, batch_size)):
            yield from self._solved(batch)

    def _solved(self, docs: Sequence[Doc]) -> Sequence[Doc]:
        for doc in docs:
            check_annotation(doc)
        scope = self.solver.scope
        analyses = self.solver.analyse(from_doc(doc, scope=scope) for doc in docs)
        for doc, analysis in zip(docs, analyses, strict=True):
            doc.user_data[NAME] = to_plain(analysis, self.min_confidence)
        return docs


def register_extension() -> None:
    """Make ``doc._.unitdep`` the Solution of a Doc."""
    Doc.set_extension(NAME, getter=solution_of, force=True)


def check_annotation(doc: Doc) -> None:
    """Raise ValueError if a Doc lacks annotation that the component reads."""
    missing = [part for need, part in NEEDED.items() if not doc.has_annotation(need)]
    if missing:
        raise ValueError(
            f"unitdep needs components that this pipeline lacks, or has after it: "
            f"{', '.join(missing)}; add it as the last component of a pipeline that tags and "
            f"parses English, such as en_core_web_sm"
        )


def solution_of(doc: Doc) -> Solution | None:
    """Return the Solution of a Doc, or None if the component has not seen it."""
    state = doc.user_data.get(NAME)
    if state is None:
        return None
    problem = from_doc(doc, scope=Scope(state["scope"]))
    summed = of_sum(problem)
    return from_plain(state, problem if summed is None else summed[0])


def to_plain(analysis: Analysis, min_confidence: float) -> dict[str, Any]:
    """Return what a Solution needs of an analysis, as plain data."""
    scope = analysis.problem.scope.value
    if analysis.refusal is not None:
        return {"scope": scope, "reason": analysis.refusal}
    return {
        "scope": scope,
        "confidence": analysis.solution().confidence,
        "min_confidence": min_confidence,
        "exact": analysis.ranking.exact,
        "candidates": [
            {
                "tree": render(plain_tree(c.tree), {i: str(i) for i in leaves(c.tree)}),
                "faces": {str(leaf.index): leaf.face.name for leaf in leaf_nodes(c.tree)},
                "stands_for": {str(vertex): other for vertex, other in c.stands_for.items()},
                "finish": c.finish.name,
                "value": str(c.value),
                "rates": sorted(c.rates, key=str),
                "score": float(c.score),
                "parts": {part: float(score) for part, score in c.parts.items()},
                "probability": float(c.probability),
            }
            for c in analysis.ranking.candidates[: 1 + MAX_ALTERNATIVES]
        ],
    }


def from_plain(state: Mapping[str, Any], problem: Problem) -> Solution:
    """Return the Solution of a problem that ``to_plain`` wrote the state of."""
    if "reason" in state:
        return unsolved(problem, state["reason"])
    candidates = tuple(_candidate(kept, problem) for kept in state["candidates"])
    solution = build(problem, Ranking(candidates, state["exact"]))
    return abstain(with_confidence(solution, state["confidence"]), state["min_confidence"])


def plain_tree(tree: Expression) -> Expression:
    """Return a tree with every factor as itself."""
    return with_faces(tree, dict.fromkeys(leaves(tree), Face.ITSELF))


def _candidate(kept: Mapping[str, Any], problem: Problem) -> Candidate:
    faces = {int(i): Face[name] for i, name in kept["faces"].items()}
    tree = with_faces(monotonic(parse_indices(kept["tree"])), faces)
    used = set(leaves(tree))
    return Candidate(
        tree,
        frozenset(kept["rates"]),
        Fraction(kept["value"]),
        kept["score"],
        kept["parts"],
        kept["probability"],
        pure=frozenset(q.index for q in problem.quantities if q.kind.pure and q.index in used),
        stands_for={int(vertex): other for vertex, other in kept["stands_for"].items()},
        finish=Finish[kept["finish"]],
    )
