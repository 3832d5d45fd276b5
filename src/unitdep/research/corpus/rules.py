"""How often each unit rule fires on a data set, so that rules that never fire can go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from unitdep.reading.problem import from_doc
from unitdep.reading.spacy_pipeline import parse_many
from unitdep.reading.unit_rules import RULES
from unitdep.reading.unit_rules.rule import fired
from unitdep.research.datasets import Record


def count_rules(
    records: Sequence[Record], progress: Callable[[str], None], *, found: bool = False
) -> Counter[str]:
    """Count by rule how many units it has read; rules that never fired have a count of 0.

    The numbers are those that a set lists, if it does, as in training. With ``found`` they are
    those that the program finds, as in solving. ``progress`` is called with each record's id.
    """
    counts = Counter(dict.fromkeys(RULES, 0))
    for record, doc in zip(records, parse_many(r.text for r in records), strict=True):
        problem = from_doc(doc, None if found else record.numbers)
        asked = (problem.question,) if problem.question else ()
        for vertex in (*problem.quantities, *asked):
            counts.update(fired(vertex.unit.rule))
        progress(record.id)
    return counts
