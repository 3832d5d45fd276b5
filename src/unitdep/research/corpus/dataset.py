"""The corpus as data sets with names, one per split, with every template filled once."""

from __future__ import annotations

from typing import Final

from unitdep.research.corpus.templates.generate import generate
from unitdep.research.corpus.templates.packaged import part, signature
from unitdep.research.corpus.templates.template import Split
from unitdep.research.datasets import Dataset, DatasetNotFoundError
from unitdep.research.datasets import load as load_other

SEED: Final = 0
NAMES: Final = {f"corpus-{split.value}": split for split in Split}


def load(name: str) -> Dataset:
    """Load a split of the corpus, or any other data set by name or path."""
    if name.lower() in NAMES:
        return load_split(NAMES[name.lower()])
    try:
        return load_other(name)
    except DatasetNotFoundError as error:
        if "is neither" in str(error):
            raise DatasetNotFoundError(f"{error}, {', '.join(NAMES)}") from error
        raise


def load_split(split: Split, seed: int = SEED) -> Dataset:
    """Fill each template of a split once; deterministic for a given seed."""
    templates = part(split)
    records = tuple(i.record() for i in generate(templates, len(templates), seed))
    return Dataset(
        f"corpus-{split.value}", records, None, (), f"{signature()}-{split.value}-{seed}", ()
    )
