"""What the encoder reads: the text with a marker for each quantity, and facts about the quantities.

The digits of a number tell an encoder little, and it must not memorise values. So each quantity
becomes one marker token, and facts about its value and its unit are passed separately (``facts``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from unitdep.core.labels import Kind
from unitdep.reading.problem import Problem, Scope
from unitdep.scoring.encoder.facts import PAIR_FACTS, VERTEX_FACTS, Floats32, read_facts

QUANTITY: Final = "[unused1]"
QUESTION: Final = "[unused2]"  # before the clause that asks
IMPLIED: Final = "[unused3]"  # before a word that implies a quantity
START: Final = ("<s>", "[CLS]")  # MPNet's, then BERT's; MPNet has BERT's tokens too
END: Final = ("</s>", "[SEP]")
LONGEST: Final = 256  # tokens; a longer text is cut around its quantities

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Input:
    """One problem as input of the network."""

    tokens: tuple[int, ...]
    places: tuple[int, ...]  # the marker of each quantity
    question: int  # the marker of the question
    vertices: Floats32  # (n + 1, VERTEX_FACTS), the question last
    pairs: Floats32  # (n + 1, n + 1, PAIR_FACTS)
    amounts: tuple[bool, ...] | None = None  # what ``again`` may stand for; None: paper's scope


@dataclass(frozen=True)
class InputBatch:
    """Problems padded to one size, as arrays named like the network's inputs."""

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
    """Turn a problem into tokens, positions and facts."""
    tokens = [_id(tokenizer, *START)]
    places: list[int] = []
    question = 0
    for marker, piece in _pieces(problem):
        if marker in (QUANTITY, IMPLIED):
            places.append(len(tokens))
        if marker == QUESTION:
            question = len(tokens)
        if marker:
            tokens.append(_id(tokenizer, marker))
        if piece.strip():
            tokens += tokenizer.encode(piece, add_special_tokens=False).ids
    if not question:  # nothing is asked: use the end of the text
        question = len(tokens)
        tokens.append(_id(tokenizer, QUESTION))
    end = (*tokens, _id(tokenizer, *END))
    everyday = problem.scope is Scope.EVERYDAY
    amounts = tuple(q.kind is Kind.AMOUNT for q in problem.quantities) if everyday else None
    return _cut(Input(end, tuple(places), question, *read_facts(problem), amounts))


def _pieces(problem: Problem) -> list[tuple[str, str]]:
    """Cut a text at its quantities and its question into markers, each with the text after it."""
    cuts = [
        (q.number.start, q.index, q.number.start, IMPLIED)
        if q.implied
        else (q.number.start, q.index, q.number.end, QUANTITY)
        for q in problem.quantities
    ]
    if problem.question is not None:
        cuts.append((problem.question.start, -1, problem.question.start, QUESTION))
    pieces, done, marker = [], 0, ""
    for start, _, end, next_marker in sorted(cuts):
        pieces.append((marker, problem.text[done : max(start, done)]))
        marker, done = next_marker, max(end, done)
    return [*pieces, (marker, problem.text[done:])]


def _id(tokenizer: Tokenizer, *names: str) -> int:
    """Return the first of some tokens that the tokenizer knows."""
    for name in names:
        identity = tokenizer.token_to_id(name)
        if identity is not None:
            return int(identity)
    raise ValueError(f"the tokenizer has no {names[-1]}")


def _cut(whole: Input) -> Input:
    """Cut a text that is too long down to its markers and the tokens nearest to them."""
    if len(whole.tokens) <= LONGEST:
        return whole
    markers = sorted({0, whole.question, *whole.places})[:LONGEST]
    distance = np.abs(np.arange(len(whole.tokens))[:, None] - np.array(markers)[None]).min(axis=1)
    kept = np.sort(np.argsort(distance, kind="stable")[:LONGEST])
    place = {int(old): new for new, old in enumerate(kept)}
    return Input(
        tuple(whole.tokens[int(old)] for old in kept),
        tuple(place.get(old, 0) for old in whole.places),
        place.get(whole.question, 0),
        whole.vertices,
        whole.pairs,
        whole.amounts,
    )


def join(inputs: Sequence[Input], length: int = 0) -> InputBatch:
    """Pad inputs to one size, at least ``length`` tokens."""
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
    for row, item in enumerate(inputs):
        n = len(item.places)
        batch.tokens[row, : len(item.tokens)] = item.tokens
        batch.mask[row, : len(item.tokens)] = 1
        batch.places[row, :n] = item.places
        ends = [*range(n), size]
        batch.vertices[row, ends] = item.vertices
        batch.pairs[row, :n, :n] = item.pairs[:n, :n]
        batch.pairs[row, :n, size] = item.pairs[:n, n]
    return batch
