"""From records to parsed problems with gold labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from unitdep.core.expression import leaves
from unitdep.core.labels import QUESTION
from unitdep.reading.problem import from_doc
from unitdep.reading.spacy_pipeline import parse_many
from unitdep.research.datasets.align import align_record
from unitdep.research.datasets.records import AnnotatedProblem, Record


def annotate(
    records: Sequence[Record], progress: Callable[[int], None] | None = None
) -> list[AnnotatedProblem]:
    """Parse the records' texts, with the quantities that a set itself lists if it does.

    Texts are read in the paper's scope: data sets and their labels know written numbers only.
    ``progress`` is called after each problem with the number done.
    """
    annotated = []
    for done, (record, doc) in enumerate(
        zip(records, parse_many(record.text for record in records), strict=True), start=1
    ):
        problem = from_doc(doc, record.numbers)
        aligned = align_record(record, [q.number for q in problem.quantities])
        tree, rates = aligned.tree, aligned.rates
        if tree is not None and rates is not None:
            rates = frozenset(rates & {*leaves(tree), QUESTION})
        annotated.append(AnnotatedProblem(record.id, problem, record.answer, tree, rates))
        if progress is not None:
            progress(done)
    return annotated
