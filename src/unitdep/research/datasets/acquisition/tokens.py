"""Tokens and sentences close to CoreNLP's "tokenize, ssplit", for MAWPS's overlap measures.

Case, punctuation and numbers are kept. With these tokens the overlap of the authors' two subsets is
within 0.00001 of what they logged. Making ’ a token of its own fits those logs best among a dozen
variants; 413 of the 415 ids agree either way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

SENTENCE_END: Final = frozenset({".", "?", "!"})
_TOKEN: Final = re.compile(
    r"""
      (?:Mr|Mrs|Ms|Dr|St|Jr|Sr|Prof|vs|etc)\.(?=\s|$)  # abbreviations keep their dot
    | (?:[A-Za-z]\.){2,}                               # P.E.
    | \d+(?:,\d{3})*(?:\.\d+)?(?:/\d+)?(?![A-Za-z])    # 1,200.5 and 1/2
    | \.\d+
    | [A-Za-z]+(?=n't\b) | n't\b                       # did n't
    | '(?:s|S|re|ve|ll|d|m)\b                          # Ann 's
    | \w+(?:-\w+)*(?:\.\d+)?                           # tee-shirt
    | \.{2,} | --+ | `` | ''
    | \S                                               # any other character is a token; so is ’
    """,
    re.VERBOSE,
)


def tokenise(text: str) -> list[str]:
    """Return the tokens of a text."""
    return _TOKEN.findall(text)


def sentences(tokens: Sequence[str]) -> Iterator[list[str]]:
    """Cut the tokens after each full stop, question mark and exclamation mark."""
    current: list[str] = []
    for token in tokens:
        current.append(token)
        if token in SENTENCE_END:
            yield current
            current = []
    if current:
        yield current


def document(text: str) -> frozenset[str]:
    """Return a text's unigrams, and its bigrams within sentences, as a set."""
    grams: set[str] = set()
    for sentence in sentences(tokenise(text)):
        grams.update(sentence)
        grams.update(f"{a} {b}" for a, b in pairwise(sentence))
    return frozenset(grams)
