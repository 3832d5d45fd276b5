"""A spaCy pipeline component: ``nlp.add_pipe("unitdep")``, and ``doc._.unitdep`` is a Solution.

It reads the tags and the parse that the pipeline has made and parses nothing anew. What it leaves
on a Doc is plain data, so that Docs can be written to disk and sent between processes;
``doc._.unitdep`` makes the Solution of it when it is asked for. spaCy finds the component by the
entry point ``spacy_factories``: nothing of this package needs to be imported.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from spacy.language import Language
from spacy.tokens import Doc

from unitdep.core.expression import evaluate, leaves, monotonic, render
from unitdep.inference import Candidate, Ranking
from unitdep.reading.arithmetic import parse_indices
from unitdep.reading.problem import Problem, from_doc
from unitdep.reading.refusals import too_large
from unitdep.solution import MAX_ALTERNATIVES, Solution, build, unsolved
from unitdep.solver import BATCH, Solver, default_solver

NAME: Final = "unitdep"  # of the component, of the extension and in ``Doc.user_data``

# What of a Doc is read, and the component of spaCy that gives it.
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
        problems = [from_doc(doc) for doc in docs]
        asked = [p.size > 1 and too_large(p) is None for p in problems]
        rankings = iter(
            self.solver.rank([p for p, ask in zip(problems, asked, strict=True) if ask])
        )
        for doc, problem, ask in zip(docs, problems, asked, strict=True):
            ranking = next(rankings) if ask else None
            doc.user_data[NAME] = self._state(problem, ranking)
        return docs

    def _state(self, problem: Problem, ranking: Ranking | None) -> dict[str, Any]:
        """Return what is kept of a ranking, or the reason why there is no answer."""
        if ranking is None:
            return {"reason": self.solver.solve_problems([problem])[0].reason}
        solution = build(problem, ranking)
        if solution.answer is None:
            return {"reason": solution.reason}
        if solution.confidence < self.min_confidence:
            return {
                "reason": f"the best answer has confidence {solution.confidence:.2f}, below the "
                f"{self.min_confidence:g} that is asked for"
            }
        return to_plain(ranking)


@Language.factory(
    NAME,
    default_config={"model": None, "min_confidence": 0.0},
    assigns=[f"doc._.{NAME}"],
    requires=["token.dep", "token.head", "token.tag", "token.lemma"],
)
def make_component(
    nlp: Language,
    name: str,  # noqa: ARG001 - spaCy gives it
    model: str | None,
    min_confidence: float,
) -> UnitDepComponent:
    """Make the component; ``model`` is a folder, None for the model inside the package.

    An answer whose confidence is below ``min_confidence`` is not given.
    """
    if nlp.lang != "en":
        raise ValueError(f"unitdep reads English; this pipeline is of the language {nlp.lang!r}")
    Doc.set_extension(NAME, getter=solution_of, force=True)
    solver = default_solver() if model is None else Solver.load(model)
    return UnitDepComponent(solver, min_confidence)


def check_annotation(doc: Doc) -> None:
    """Raise ValueError where a Doc lacks what is read of it."""
    missing = [part for need, part in NEEDED.items() if not doc.has_annotation(need)]
    if missing:
        raise ValueError(
            f"unitdep reads the work of other components that this pipeline lacks, or has after "
            f"it: {', '.join(missing)}; add it to a pipeline that tags and parses English, such "
            f"as en_core_web_sm, as its last component"
        )


def solution_of(doc: Doc) -> Solution | None:
    """Return the Solution of a Doc, or None if the component has not seen it."""
    state = doc.user_data.get(NAME)
    if state is None:
        return None
    problem = from_doc(doc)
    if "reason" in state:
        return unsolved(problem, state["reason"])
    return build(problem, from_plain(state, problem))


def to_plain(ranking: Ranking) -> dict[str, Any]:
    """Return a ranking as plain data, as long as a Solution needs it."""
    return {
        "exact": ranking.exact,
        "candidates": [
            {
                "tree": render(c.tree, {i: str(i) for i in leaves(c.tree)}),
                "rates": sorted(c.rates, key=str),
                "score": float(c.score),
                "parts": {part: float(score) for part, score in c.parts.items()},
                "probability": float(c.probability),
            }
            for c in ranking.candidates[: 1 + MAX_ALTERNATIVES]
        ],
    }


def from_plain(state: Mapping[str, Any], problem: Problem) -> Ranking:
    """Return the ranking that ``to_plain`` has written for a problem."""
    values = [quantity.value for quantity in problem.quantities]
    found = []
    for kept in state["candidates"]:
        tree = monotonic(parse_indices(kept["tree"]))
        found.append(
            Candidate(
                tree,
                frozenset(kept["rates"]),
                evaluate(tree, values),
                kept["score"],
                kept["parts"],
                kept["probability"],
            )
        )
    return Ranking(tuple(found), state["exact"])
