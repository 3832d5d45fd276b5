"""What the encoder reads: the text with a marker for each quantity, and what the markers hide.

A number's digits say little to an encoder, and its value must not be learnt by heart: each quantity
becomes one marker token, and a few facts about its value enter as features.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10
from typing import Final

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from unitdep.problem import Problem

QUANTITY: Final = "[unused1]"
QUESTION: Final = "[unused2]"  # stands before the clause that asks
START: Final = "[CLS]"
END: Final = "[SEP]"
LONGEST: Final = 256  # tokens; a longer text is cut around its quantities
NUMBER_FEATURES: Final = 7
PAIR_FEATURES: Final = 5

Ints = NDArray[np.int64]
Floats32 = NDArray[np.float32]


@dataclass(frozen=True)
class Input:
    """One problem as the network takes it."""

    tokens: tuple[int, ...]
    places: tuple[int, ...]  # the marker of each quantity
    question: int  # the marker of the question
    numbers: Floats32  # (n, NUMBER_FEATURES)
    pairs: Floats32  # (n, n, PAIR_FEATURES)


@dataclass(frozen=True)
class InputBatch:
    """Problems padded to one size, as arrays with the names of the network's inputs."""

    tokens: Ints  # (problems, length)
    mask: Ints  # (problems, length)
    places: Ints  # (problems, quantities)
    question: Ints  # (problems,)
    numbers: Floats32  # (problems, quantities, NUMBER_FEATURES)
    pairs: Floats32  # (problems, quantities, quantities, PAIR_FEATURES)

    def feed(self) -> dict[str, Ints | Floats32]:
        """Give the arrays by name."""
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
    values = [float(q.value) for q in problem.quantities]
    return _cut(
        Input(
            (*tokens, _id(tokenizer, END)),
            tuple(places),
            question,
            np.array([_number(v) for v in values], np.float32).reshape(-1, NUMBER_FEATURES),
            np.array([[_pair(a, b) for b in values] for a in values], np.float32).reshape(
                len(values), len(values), PAIR_FEATURES
            ),
        )
    )


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


def _number(value: float) -> list[float]:
    size = log10(1 + abs(value))
    return [value == 1, value == 2, value == int(value), value < 1, value > 100, size / 3, 1.0]


def _pair(first: float, second: float) -> list[float]:
    whole = first > 1 and second > 1
    return [
        first > second,
        first == second,
        whole and (first / second).is_integer(),
        whole and (second / first).is_integer(),
        1.0,
    ]


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
        found.numbers,
        found.pairs,
    )


def join(inputs: Sequence[Input]) -> InputBatch:
    """Pad inputs to one size."""
    length = max(len(i.tokens) for i in inputs)
    size = max(1, *(len(i.places) for i in inputs))
    batch = InputBatch(
        np.zeros((len(inputs), length), np.int64),
        np.zeros((len(inputs), length), np.int64),
        np.zeros((len(inputs), size), np.int64),
        np.array([i.question for i in inputs], np.int64),
        np.zeros((len(inputs), size, NUMBER_FEATURES), np.float32),
        np.zeros((len(inputs), size, size, PAIR_FEATURES), np.float32),
    )
    for row, found in enumerate(inputs):
        n = len(found.places)
        batch.tokens[row, : len(found.tokens)] = found.tokens
        batch.mask[row, : len(found.tokens)] = 1
        batch.places[row, :n] = found.places
        batch.numbers[row, :n] = found.numbers
        batch.pairs[row, :n, :n] = found.pairs
    return batch
