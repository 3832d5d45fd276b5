"""A parsed text as columns of words, and where its sentences begin and end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spacy.tokens import Doc

from unitdep.lexicon import LEMMAS, LEXICON


@dataclass(frozen=True)
class Words:
    """A text as columns with one entry per token, for quick scans."""

    low: tuple[str, ...] = ()  # in lower case
    tag: tuple[str, ...] = ()  # Penn Treebank tags
    lemma: tuple[str, ...] = ()  # the tagger's, for verbs
    sentence: tuple[tuple[int, int], ...] = ()  # token bounds of the sentence the token is in

    @classmethod
    def of(cls, doc: Doc) -> Words:
        """Read the columns off a parsed text."""
        tokens = list(doc)  # once: spaCy creates a new object on every access
        spans: list[tuple[int, int]] = []
        for start, end in _bounds([t.text for t in tokens]):
            spans.extend([(start, end)] * (end - start))
        return cls(
            tuple([t.lower_ for t in tokens]),
            tuple([t.tag_ for t in tokens]),
            tuple([t.lemma_.lower() for t in tokens]),
            tuple(spans),
        )

    @property
    def sentences(self) -> list[tuple[int, int]]:
        """The token bounds of the sentences."""
        return list(dict.fromkeys(self.sentence))


def sentences(doc: Doc) -> list[tuple[int, int]]:
    """Return the token bounds of the sentences, cut at marks: the parser's cuts are unreliable."""
    return _bounds([token.text for token in doc])


def _bounds(texts: Sequence[str]) -> list[tuple[int, int]]:
    ends = LEXICON["sentence-end"]
    bounds: list[tuple[int, int]] = []
    start = 0
    for i, text in enumerate(texts):
        after = i + 1
        if text in ends or "\n" in text or (text[-1:] == "." and _abbreviated_end(texts, i)):
            if text == "." and after < len(texts) and texts[after][:1].islower():
                continue
            bounds.append((start, after))
            start = after
    if start < len(texts):
        bounds.append((start, len(texts)))
    return bounds


def _abbreviated_end(texts: Sequence[str], i: int) -> bool:
    """Whether the point of an abbreviated measure ends the sentence too: "4 m. How long"."""
    low = texts[i].lower()
    short = low in LEMMAS or low in LEXICON["noon"]
    return short and i + 1 < len(texts) and texts[i + 1][:1].isupper()
