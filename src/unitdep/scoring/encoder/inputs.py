"""What the encoder reads: the text with a marker for each quantity, and what the markers hide.

A number's digits say little to an encoder, and its value must not be learnt by heart: each quantity
becomes one marker token; facts about its value and its unit enter beside the text (``facts``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from unitdep.reading.problem import Problem
from unitdep.scoring.encoder.facts import PAIR_FACTS, VERTEX_FACTS, Floats32, read_facts

QUANTITY: Final = "[unused1]"
QUESTION: Final = "[unused2]"  # stands before the clause that asks
START: Final = "[CLS]"
END: Final = "[SEP]"
LONGEST: Final = 256  # tokens; a longer text is cut around its quantities

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Input:
    """One problem as the network takes it."""

    tokens: tuple[int, ...]
    places: tuple[int, ...]  # the marker of each quantity
    question: int  # the marker of the question
    vertices: Floats32  # (n + 1, VERTEX_FACTS): facts of each vertex, the question last
    pairs: Floats32  # (n + 1, n + 1, PAIR_FACTS)


@dataclass(frozen=True)
class InputBatch:
    """Problems padded to one size, as arrays with the names of the network's inputs."""

    tokens: Ints  # (problems, length)
    mask: Ints  # (problems, length)
    places: Ints  # (problems, quantities)
    question: Ints  # (problems,)
    vertices: Floats32  # (problems, quantities + 1, VERTEX_FACTS)
    pairs: Floats32  # (problems, quantities + 1, quantities + 1, PAIR_FACTS)

    def feed(self) -> dict[str, Ints | Floats32]:
        """Return the arrays by name."""
        return dict(vars(self))


def read_input(problem: Problem, tokenizer: Tokenizer) -> Input:
    """Turn a problem into tokens, places and features."""
    tokens = [_id(tokenizer, START)]
    places: list[int] = []
    question = 0
    for marker, piece in _pieces(problem):
        if marker == QUANTITY:
            places.append(len(tokens))
        if marker == QUESTION:
            question = len(tokens)
        if marker:
            tokens.append(_id(tokenizer, marker))
        if piece.strip():
            tokens += tokenizer.encode(piece, add_special_tokens=False).ids
    if not question:  # nothing asks: the end of the text has to do
        question = len(tokens)
        tokens.append(_id(tokenizer, QUESTION))
    end = (*tokens, _id(tokenizer, END))
    return _cut(Input(end, tuple(places), question, *read_facts(problem)))


def _pieces(problem: Problem) -> list[tuple[str, str]]:
    """Cut a text at its quantities and at its question: a marker, and the text after it."""
    cuts = [(q.number.start, q.number.end, QUANTITY) for q in problem.quantities]
    if problem.question is not None:
        cuts.append((problem.question.start, problem.question.start, QUESTION))
    found, done, marker = [], 0, ""
    for start, end, next_marker in sorted(cuts):
        found.append((marker, problem.text[done : max(start, done)]))
        marker, done = next_marker, max(end, done)
    return [*found, (marker, problem.text[done:])]


def _id(tokenizer: Tokenizer, token: str) -> int:
    found = tokenizer.token_to_id(token)
    if found is None:
        raise ValueError(f"the tokenizer has no {token}")
    return int(found)


def _cut(found: Input) -> Input:
    """Keep the markers of a text that is too long, and the tokens nearest to them."""
    if len(found.tokens) <= LONGEST:
        return found
    markers = sorted({0, found.question, *found.places})[:LONGEST]
    distance = np.abs(np.arange(len(found.tokens))[:, None] - np.array(markers)[None]).min(axis=1)
    kept = np.sort(np.argsort(distance, kind="stable")[:LONGEST])
    place = {int(old): new for new, old in enumerate(kept)}
    return Input(
        tuple(found.tokens[int(old)] for old in kept),
        tuple(place.get(old, 0) for old in found.places),
        place.get(found.question, 0),
        found.vertices,
        found.pairs,
    )


def join(inputs: Sequence[Input], length: int = 0) -> InputBatch:
    """Pad inputs to one size, and to ``length`` tokens at least."""
    length = max(length, *(len(i.tokens) for i in inputs))
    size = max(1, *(len(i.places) for i in inputs))
    batch = InputBatch(
        np.zeros((len(inputs), length), np.int64),
        np.zeros((len(inputs), length), np.int64),
        np.zeros((len(inputs), size), np.int64),
        np.array([i.question for i in inputs], np.int64),
        np.zeros((len(inputs), size + 1, len(VERTEX_FACTS)), np.float32),
        np.zeros((len(inputs), size + 1, size + 1, len(PAIR_FACTS)), np.float32),
    )
    for row, found in enumerate(inputs):
        n = len(found.places)
        batch.tokens[row, : len(found.tokens)] = found.tokens
        batch.mask[row, : len(found.tokens)] = 1
        batch.places[row, :n] = found.places
        ends = [*range(n), size]
        batch.vertices[row, ends] = found.vertices
        batch.pairs[row, :n, :n] = found.pairs[:n, :n]
        batch.pairs[row, :n, size] = found.pairs[:n, n]
    return batch
