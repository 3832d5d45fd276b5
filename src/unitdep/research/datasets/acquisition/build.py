"""Pool data sets, write numbers as digits, prune matching problems (paper, "Dataset")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from unitdep.reading.spacy_pipeline import parse_many
from unitdep.research.datasets.acquisition.normalise import normalise_record
from unitdep.research.datasets.acquisition.prune import (
    THRESHOLD,
    Dropped,
    grams,
    masked_tokens,
    prune,
)
from unitdep.research.datasets.records import Record
from unitdep.research.progress import Progress


@dataclass(frozen=True)
class Built:
    """A built data set: the pool in digits, and which records were kept and dropped."""

    pool: tuple[Record, ...]
    kept: tuple[int, ...]  # positions in the pool
    dropped: tuple[Dropped, ...]
    rewritten: int  # records whose text has changed

    @property
    def records(self) -> tuple[Record, ...]:
        """The kept records, in the order of the pool."""
        return tuple(self.pool[position] for position in self.kept)


def build(
    sources: Mapping[str, Sequence[Record]],
    threshold: Fraction = THRESHOLD,
    progress: Progress | None = None,
) -> Built:
    """Pool the sources in their order, normalise and prune.

    With several sources, each id is prefixed with the name of its source. ``progress`` is called
    with the id of each record done.
    """
    records = pool(sources)
    texts = parse_many(record.text for record in records)
    digital: list[Record] = []
    documents: list[frozenset[str]] = []
    for record, doc in zip(records, texts, strict=True):
        normal = normalise_record(record, doc)
        same = normal.text == record.text
        parsed = doc if same else next(iter(parse_many([normal.text])))
        digital.append(normal)
        documents.append(grams(masked_tokens(parsed)))
        if progress is not None:
            progress(record.id)
    pruned = prune(documents, threshold)
    changed = sum(a.text != b.text for a, b in zip(records, digital, strict=True))
    return Built(tuple(digital), pruned.kept, pruned.dropped, changed)


def pool(sources: Mapping[str, Sequence[Record]]) -> list[Record]:
    """Return all records, with unique ids."""
    if len(sources) == 1:
        return [record for records in sources.values() for record in records]
    return [
        replace(record, id=f"{name}:{record.id}")
        for name, records in sources.items()
        for record in records
    ]
