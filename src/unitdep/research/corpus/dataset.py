"""The corpus as data sets with names, one per split, with every template filled once.

``siblings-dev`` and ``siblings-test`` have the stories of the writers who are held out.
"""

from __future__ import annotations

from typing import Final

from unitdep.research.corpus.siblings.packaged import siblings_part, siblings_signature
from unitdep.research.corpus.templates.generate import generate, generate_each
from unitdep.research.corpus.templates.packaged import part, signature
from unitdep.research.corpus.templates.template import Split
from unitdep.research.datasets import Dataset, DatasetNotFoundError
from unitdep.research.datasets import load as load_other
from unitdep.research.datasets.readers.tables import Columns

SEED: Final = 0
NAMES: Final = {f"corpus-{split.value}": split for split in Split}
SIBLINGS: Final = {f"siblings-{split.value}": split for split in Split}


def load(name: str, columns: Columns | None = None) -> Dataset:
    """Load a split of the corpus, or any other data set by name or path.

    ``columns`` names those of a CSV file.
    """
    if name.lower() in NAMES:
        return load_split(NAMES[name.lower()])
    if name.lower() in SIBLINGS:
        return load_siblings(SIBLINGS[name.lower()])
    try:
        return load_other(name, columns=columns)
    except DatasetNotFoundError as error:
        if "is neither" in str(error):
            raise DatasetNotFoundError(f"{error}, {', '.join((*NAMES, *SIBLINGS))}") from error
        raise


def load_split(split: Split, seed: int = SEED) -> Dataset:
    """Fill each template of a split once; deterministic for a given seed."""
    templates = part(split)
    records = tuple(i.record() for i in generate(templates, len(templates), seed))
    return Dataset(
        f"corpus-{split.value}", records, None, (), f"{signature()}-{split.value}-{seed}", ()
    )


def load_siblings(split: Split, seed: int = SEED) -> Dataset:
    """Fill each question of the stories of a split once; deterministic for a given seed."""
    records = tuple(i.record() for i in generate_each(siblings_part(split), seed))
    name = f"siblings-{split.value}"
    return Dataset(name, records, None, (), f"{siblings_signature()}-{split.value}-{seed}", ())
