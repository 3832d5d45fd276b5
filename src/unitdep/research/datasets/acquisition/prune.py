"""Prune a data set: drop each problem that matches one kept before it (paper, "Dataset").

The match of two problems is the Jaccard similarity of their sets of token unigrams and bigrams.
Tokens are in lower case; numbers, nouns and names are replaced by their part of speech (CD, NN,
NNS, NNP, ...), so that problems that differ only in who has how many of what do match. The paper
does not define "match"; this is what the authors' program does (CogComp/arithmetic at e48c32c),
with our tagger instead of theirs. Results for their pool of 1,552, pruned at 80% in file order
(rows below the third: tokens split at spaces):

    tokens, in lower case     grams, measure                      kept   of the authors' 831
    nouns and numbers masked  both, Jaccard                        812   803   (this module)
    nouns and numbers masked  both, 2 shared / sum of sizes        718   712
    nouns and numbers masked  both, shared / smaller size          659   648
    numbers masked            both, Jaccard                       1234   830
    numbers masked            unigrams, 2 shared / sum of sizes    937   772
    numbers masked            unigrams, shared / smaller size      888   745
    as they are               both, Jaccard                       1519   831

Scanned from the last problem to the first, the variants without masked nouns do worse: the one
closest to the 831 keeps 1,207, with 713 of them. The 28 that this module misses, and the 9 that it
keeps in addition, are presumably due to words that the two taggers tag differently; we have not
checked this.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, pairwise
from math import floor
from typing import Final

import numpy as np
from spacy.tokens import Doc

THRESHOLD: Final = Fraction(4, 5)
DEFINITION: Final = (
    "Jaccard similarity of the sets of token unigrams and bigrams, in lower case, nouns and "
    "numbers replaced by their part of speech; a match is over the threshold"
)
_LEFT_OUT: Final = frozenset({";"})
_ROWS: Final = 256  # documents compared with all others at a time


@dataclass(frozen=True)
class Dropped:
    """A problem that was dropped, the kept one that it matches best, and how much."""

    index: int
    by: int
    match: Fraction


@dataclass(frozen=True)
class Pruned:
    """The result of pruning: positions of the kept problems in order, and the dropped ones."""

    kept: tuple[int, ...]
    dropped: tuple[Dropped, ...]


def masked_tokens(doc: Doc) -> list[str]:
    """Return the tokens to compare: numbers and nouns replaced by their part of speech."""
    return [
        token.tag_ if token.tag_ == "CD" or token.tag_.startswith("N") else token.lower_
        for token in doc
        if not token.is_space and token.text not in _LEFT_OUT
    ]


def grams(tokens: Sequence[str]) -> frozenset[str]:
    """Return the unigrams and bigrams of a problem as a set; a bigram has a space inside."""
    return frozenset([*tokens, *(f"{a} {b}" for a, b in pairwise(tokens))])


def match(first: Set[str], second: Set[str]) -> Fraction:
    """Return the Jaccard similarity of two sets of grams."""
    shared = len(first & second)
    union = len(first) + len(second) - shared
    return Fraction(shared, union) if union else Fraction(0)


def prune(documents: Sequence[Set[str]], threshold: Fraction = THRESHOLD) -> Pruned:
    """Scan the documents in order; keep each that matches no kept one by over ``threshold``.

    Two sets that match by over t must share one of the rarest floor((1 - t) n) + 1 grams of each
    (n is its size), so only those are indexed, and only documents that share one are compared.
    """
    if not 0 < threshold <= 1:
        raise ValueError(f"the threshold is {threshold}, not above 0 and at most 1")
    frequency = Counter(gram for document in documents for gram in document)
    index: dict[str, list[int]] = defaultdict(list)
    kept: list[int] = []
    dropped: list[Dropped] = []
    for position, document in enumerate(documents):
        rare = _rarest(document, frequency, threshold)
        candidates = {other for gram in rare for other in index[gram]}
        best = _best(document, documents, candidates)
        if best is not None and best[1] > threshold:
            dropped.append(Dropped(position, *best))
            continue
        kept.append(position)
        for gram in rare:
            index[gram].append(position)
    return Pruned(tuple(kept), tuple(dropped))


def matches_over(
    documents: Sequence[Set[str]], threshold: Fraction
) -> Iterator[tuple[int, int, Fraction]]:
    """Yield the pairs of documents (later, earlier) with a match over ``threshold``, and the match.

    ``prune`` stops at the first reason to drop a document; this compares every pair.
    """
    from scipy.sparse import csr_matrix  # the web app imports this module and needs no scipy

    columns: dict[str, int] = {}
    places = [[columns.setdefault(gram, len(columns)) for gram in doc] for doc in documents]
    sizes = np.array([len(row) for row in places], np.intp)
    flat = np.fromiter(chain.from_iterable(places), np.intp)
    has = csr_matrix(
        (np.ones(len(flat), np.int32), flat, np.append(0, sizes.cumsum())),
        (len(documents), len(columns)),
    )
    for start in range(0, len(documents), _ROWS):
        shared = (has[start : start + _ROWS] @ has.T).toarray()
        union = sizes[start : start + _ROWS, None] + sizes - shared
        over = shared * threshold.denominator > union * threshold.numerator
        for row, earlier in np.argwhere(np.tril(over, start - 1)).tolist():
            similarity = Fraction(int(shared[row, earlier]), int(union[row, earlier]))
            yield start + row, earlier, similarity


def _rarest(document: Set[str], frequency: Counter[str], threshold: Fraction) -> list[str]:
    in_order = sorted(document, key=lambda gram: (frequency[gram], gram))
    return in_order[: floor((1 - threshold) * len(in_order)) + 1]


def _best(
    document: Set[str], documents: Sequence[Set[str]], candidates: Iterable[int]
) -> tuple[int, Fraction] | None:
    """Return the candidate that matches best (the first of equals) and its match."""
    matches = ((other, match(document, documents[other])) for other in sorted(candidates))
    return max(matches, key=lambda pair: pair[1], default=None)
