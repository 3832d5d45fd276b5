"""The corpus as data sets with names, one per split, with every template filled once.

``siblings-dev`` and ``siblings-test`` have the stories of the writers who are held out. ``parts``
describes all of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
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
LICENCE: Final = "CC BY 4.0"
HOME: Final = "https://github.com/unitdep/unitdep"
_USES: Final = {Split.TRAIN: "training", Split.DEV: "development", Split.TEST: "test"}
_DATA: Final = Path(__file__).parent / "data"


@dataclass(frozen=True)
class CorpusPart:
    """A part of the packaged corpus, as ``unitdep data list`` shows it."""

    name: str
    title: str  # in one line
    split: Split
    siblings: bool  # whether it has the stories with several questions

    @property
    def root(self) -> Path:
        """The folder of its template files; other parts are in the same files."""
        return _DATA / "siblings" if self.siblings else _DATA

    @property
    def size(self) -> int:
        """Bytes of these files."""
        return sum(file.stat().st_size for file in self.root.glob("*.jsonl"))

    @property
    def problems(self) -> int:
        """How many problems it has, one for each template."""
        return len(siblings_part(self.split) if self.siblings else part(self.split))

    @property
    def hash(self) -> str:
        """The first digits of a hash of its files."""
        return siblings_signature() if self.siblings else signature()


def parts() -> dict[str, CorpusPart]:
    """Return the parts of the packaged corpus by name."""
    own = [
        CorpusPart(name, f"our own corpus, {_USES[split]} part", split, siblings=False)
        for name, split in NAMES.items()
    ]
    stories = [
        CorpusPart(
            name, f"our stories with several questions, {_USES[split]} part", split, siblings=True
        )
        for name, split in SIBLINGS.items()
    ]
    return {known.name: known for known in (*own, *stories)}


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
