"""Texts are tagged and parsed, one at a time or in batches whose size is bounded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter

from spacy.language import Language
from spacy.tokens import Doc

from unitdep.reading.spacy_pipeline.loading import pipeline
from unitdep.reading.text import BATCH, batches


def parse(text: str) -> Doc:
    """Tag and parse one text."""
    return pipeline()(text)


def parse_many(texts: Iterable[str], *, batch_size: int = BATCH) -> Iterator[Doc]:
    """Tag and parse texts in order, in batches whose tokens are bounded: memory grows with them."""
    made = map(_made, texts)
    for batch in batches(made, lambda one: len(one[1]), count=batch_size):
        for nlp, same in groupby(batch, key=itemgetter(0)):
            docs = [doc for _, doc in same]
            yield from nlp.pipe(docs, batch_size=len(docs))


def _made(text: str) -> tuple[Language, Doc]:
    """Return a text's tokens, with the pipeline whose vocabulary they have."""
    nlp = pipeline()
    return nlp, nlp.make_doc(text)


def tag_many(texts: Iterable[str], *, batch_size: int = 64) -> Iterator[Doc]:
    """Tag texts in batches, in order, without parsing them: takes half the time."""
    return pipeline().pipe(texts, batch_size=batch_size, disable=["parser", "lemmatizer"])
