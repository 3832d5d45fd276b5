"""The encoder scorer: inputs, outputs, blending."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from tokenizers import Tokenizer

from factories import random_grids, small_tokenizer
from unitdep.reading.problem import read_problem
from unitdep.scoring.blend import BlendScorer, blend
from unitdep.scoring.encoder.facts import PAIR_FACTS, VERTEX_FACTS
from unitdep.scoring.encoder.inputs import (
    END,
    LONGEST,
    QUANTITY,
    QUESTION,
    START,
    Input,
    join,
    read_input,
)
from unitdep.scoring.encoder.output import tables_of
from unitdep.scoring.encoder.scorer import read_tokenizer
from unitdep.scoring.tables import ScoreTables, number_pairs

TEXT = "Ann has 12 pens and 3 boxes. How many pens fit in each box if she has $1,200.50?"


def names(found: Input, tokenizer: Tokenizer) -> list[str]:
    return [str(tokenizer.id_to_token(token)) for token in found.tokens]


def test_each_quantity_is_one_marker(tokenizer: Tokenizer) -> None:
    found = read_input(read_problem(TEXT), tokenizer)
    tokens = names(found, tokenizer)
    assert tokens[0] in START
    assert tokens[-1] in END
    assert [tokens[place] for place in found.places] == [QUANTITY] * 3
    assert tokens[found.question] == QUESTION
    assert tokens[found.question + 1] == "how"
    assert not any(any(c.isdigit() for c in t) for t in tokens if not t.startswith("[unused"))
    assert tokens[found.places[2] - 1] == "$"


def test_a_text_without_a_question_has_the_marker_at_its_end(tokenizer: Tokenizer) -> None:
    found = read_input(read_problem("Ann has 12 pens and 3 boxes."), tokenizer)
    assert names(found, tokenizer)[found.question] == QUESTION
    assert found.question == len(found.tokens) - 2


def test_values_and_units_enter_as_facts(tokenizer: Tokenizer) -> None:
    found = read_input(read_problem(TEXT), tokenizer)
    vertex = {fact: k for k, fact in enumerate(VERTEX_FACTS)}
    pair = {fact: k for k, fact in enumerate(PAIR_FACTS)}
    assert found.vertices[:, vertex["quantity"]].tolist() == [1, 1, 1, 0]
    assert found.vertices[:, vertex["question"]].tolist() == [0, 0, 0, 1]
    assert found.vertices[:3, vertex["broken"]].tolist() == [0, 0, 1]  # 1,200.50
    assert found.vertices[:3, vertex["num=asked"]].tolist() == [1, 0, 0]  # pens are asked for
    assert found.pairs[0, 1, pair["descending"]] == 1  # 12 > 3
    assert found.pairs[0, 1, pair["divides"]] == 1
    assert found.pairs[0, 1, pair["num=num"]] == 0
    assert found.pairs[0, 3, pair["num=num"]] == 1  # pens, and the question's pens
    assert not found.pairs[1, 0].any()


def test_long_texts_are_cut_around_the_markers(tokenizer: Tokenizer) -> None:
    text = "Ann has 12 pens. " + "She has pens. " * 100 + "She has 3 boxes. How many pens?"
    found = read_input(read_problem(text), tokenizer)
    tokens = names(found, tokenizer)
    assert len(tokens) == LONGEST
    assert [tokens[place] for place in found.places] == [QUANTITY] * 2
    assert tokens[found.question] == QUESTION


def test_odd_texts(tokenizer: Tokenizer) -> None:
    for text in ("", "5", "?", "5 5 5 5", "how many 3?", "\u00a0", "1/2 + 3 = ?", "7" * 50):
        found = read_input(read_problem(text), tokenizer)
        assert len(found.places) == len(read_problem(text).quantities)


def test_padding(tokenizer: Tokenizer) -> None:
    inputs = [read_input(read_problem(t), tokenizer) for t in (TEXT, "Ann has 2 pens and 3 pens.")]
    batch = join(inputs)
    assert batch.tokens.shape == batch.mask.shape
    assert batch.mask.sum(axis=1).tolist() == [len(i.tokens) for i in inputs]
    assert batch.places.shape == (2, 3)
    assert batch.pairs.shape[:3] == (2, 4, 4)
    assert (batch.vertices[1, 3] == inputs[1].vertices[2]).all()  # the question stays last
    assert (batch.pairs[1, 1, 3] == inputs[1].pairs[1, 2]).all()


def test_tables_are_cut_out_of_the_random_grids() -> None:
    outputs = random_grids([2, 4])
    first, second = tables_of(outputs, [2, 4])
    assert first.lca.shape == (1, 6)
    assert first.edge.shape == (3, 6)
    assert second.edge.shape == (10, 6)
    for table in (first.irrelevance, first.lca, first.vertex, first.edge):
        assert np.allclose(np.exp(table).sum(axis=1), 1)
    assert np.argmax(first.vertex[2]) == np.argmax(outputs[2][0, 4])  # the question is last
    assert np.argmax(first.edge[1]) == np.argmax(outputs[3][0, 0, 4])
    assert np.argmax(second.lca[number_pairs(4).index((1, 3))]) == np.argmax(outputs[1][1, 1, 3])


class Fixed:
    """A scorer that knows its tables."""

    def __init__(self, tables: ScoreTables) -> None:
        self.tables = tables

    def score(self, problems: Any) -> list[ScoreTables]:
        return [self.tables for _ in problems]


def test_blending() -> None:
    [a], [b] = tables_of(random_grids([3]), [3]), tables_of(random_grids([3], 1), [3])
    for share, like in ((0.0, a), (1.0, b)):
        assert np.allclose(blend(a, b, share).edge, like.edge)
    mixed = BlendScorer(Fixed(a), Fixed(b), 0.5).score([read_problem(TEXT)])[0]
    assert np.allclose(np.exp(mixed.lca).sum(axis=1), 1)
    assert np.allclose(mixed.lca, blend(b, a, 0.5).lca)


def test_read_tokenizer_neither_pads_nor_cuts(tmp_path: Path) -> None:
    file = tmp_path / "tokenizer.json"
    other = small_tokenizer()
    other.enable_truncation(4)
    other.enable_padding(length=64)
    other.save(str(file))
    assert (
        len(read_tokenizer(file.read_bytes()).encode("ann has pens and boxes if she has").ids) == 8
    )
