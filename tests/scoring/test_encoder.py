"""The encoder scorer: inputs, outputs, blending; with the ``train`` extra also training, export."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import Lowercase
from tokenizers.pre_tokenizers import BertPreTokenizer
from typer.testing import CliRunner

from factories import own_problems
from unitdep.cli.app import app
from unitdep.core.labels import Reading
from unitdep.inference import Weights
from unitdep.inference.listed.forest import forest
from unitdep.inference.listed.scores import rate_sets, score_tuples, stack
from unitdep.models import LINEAR
from unitdep.models.store import (
    BLEND,
    ENCODER,
    NETWORK,
    TOKENIZER,
    ModelError,
    load,
    save_arrays,
    seal,
)
from unitdep.reading.problem import read_problem
from unitdep.research.datasets import AnnotatedProblem
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
from unitdep.scoring.encoder.scorer import EncoderScorer, read_tokenizer
from unitdep.scoring.tables import ScoreTables, number_pairs
from unitdep.solver import Solver

TEXT = "Ann has 12 pens and 3 boxes. How many pens fit in each box if she has $1,200.50?"


def make_tokenizer() -> Tokenizer:
    special = "[PAD] [UNK] [CLS] [SEP] [unused1] [unused2]"
    words = f"{special} ann has pens and boxes how many fit in each box if she $ ? . , a b c"
    letters = [f"##{c}" for c in "abcdefghijklmnopqrstuvwxyz"] + list("defghijklmnopqrstuvwxyz")
    vocabulary = {w: k for k, w in enumerate([*words.split(), *letters])}
    tokenizer = Tokenizer(WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = Lowercase()
    tokenizer.pre_tokenizer = BertPreTokenizer()
    return tokenizer


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return make_tokenizer()


def names(found: Input, tokenizer: Tokenizer) -> list[str]:
    return [str(tokenizer.id_to_token(token)) for token in found.tokens]


def test_each_quantity_is_one_marker(tokenizer: Tokenizer) -> None:
    found = read_input(read_problem(TEXT), tokenizer)
    tokens = names(found, tokenizer)
    assert tokens[0] == START
    assert tokens[-1] == END
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


def grids(sizes: list[int], seed: int = 0) -> list[np.ndarray[Any, Any]]:
    rng = np.random.default_rng(seed)
    count, n = len(sizes), max(sizes)
    shapes = [(count, n, 2), (count, n, n, 6), (count, n + 1, 2), (count, n + 1, n + 1, 6)]
    return [rng.normal(size=shape) for shape in shapes]


def test_tables_are_cut_out_of_the_grids() -> None:
    outputs = grids([2, 4])
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
    [a], [b] = tables_of(grids([3]), [3]), tables_of(grids([3], 1), [3])
    for share, like in ((0.0, a), (1.0, b)):
        assert np.allclose(blend(a, b, share).edge, like.edge)
    mixed = BlendScorer(Fixed(a), Fixed(b), 0.5).score([read_problem(TEXT)])[0]
    assert np.allclose(np.exp(mixed.lca).sum(axis=1), 1)
    assert np.allclose(mixed.lca, blend(b, a, 0.5).lca)


def test_training_without_torch_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "unitdep.research.learning.encoder.build", None)
    done = CliRunner().invoke(app, ["train", "-o", str(tmp_path), "--scorer", "encoder"])
    assert done.exit_code == 1
    assert "unitdep[train]" in done.output
    done = CliRunner().invoke(app, ["train", "-o", str(tmp_path), "--work", str(tmp_path)])
    assert done.exit_code == 2


# What follows needs the ``train`` extra.


@pytest.fixture(scope="module")
def torch() -> Any:
    pytest.importorskip("onnx", reason="the train extra is not installed")
    pytest.importorskip("transformers", reason="the train extra is not installed")
    found = pytest.importorskip("torch", reason="the train extra (torch) is not installed")
    found.set_num_threads(1)
    return found


def make_network(torch: Any, tokenizer: Tokenizer) -> Any:
    from transformers import BertConfig, BertModel

    from unitdep.research.learning.encoder.network import Network

    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=tokenizer.get_vocab_size(),
        hidden_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=64,
    )
    return Network(BertModel(config, add_pooling_layer=False), 32, 0.0, hidden=1)


def train_a_little(torch: Any, tokenizer: Tokenizer, problems: Any, epochs: int) -> Any:
    from unitdep.research.learning.encoder.examples import examples_of
    from unitdep.research.learning.encoder.training import Settings, fit

    network = make_network(torch, tokenizer)
    examples = examples_of(problems, tokenizer)
    fit(network, lambda _: examples, Settings(epochs=epochs, rate=3e-3, batch=8))
    return network


def loss(torch: Any, outputs: list[Any], size: int, gold: Any) -> float:
    from unitdep.research.learning.encoder.likelihood import negative_log_likelihood

    tensors = [torch.tensor(o).float() for o in outputs]
    return float(negative_log_likelihood(tensors, [(size, gold)]))


@pytest.mark.parametrize("number", range(8))
def test_the_likelihood_is_that_of_the_search(torch: Any, number: int) -> None:
    from unitdep.research.learning.encoder.likelihood import WEIGHTS, gold_answer, gold_tree

    annotated = own_problems()[number]
    values = [q.value for q in annotated.problem.quantities]
    numbers, size = [float(v) for v in values], len(values)
    outputs = grids([size], size)
    scored = score_tuples(stack(tables_of(outputs, [size]), [values]), WEIGHTS)
    total = np.logaddexp.reduce(scored.total[0][~np.isnan(scored.values[0])])
    assert annotated.tree is not None
    gold = gold_tree(annotated.tree, numbers)
    assert gold is not None
    [row] = gold.right
    assert forest(size).tree(row) == annotated.tree
    assert loss(torch, outputs, size, gold) == pytest.approx(total - scored.total[0, row], rel=1e-4)

    answer = scored.values[0, row]
    same = np.flatnonzero(np.abs(scored.values[0] - answer) < 1e-4)
    mass = np.logaddexp.reduce(scored.total[0, same])
    found = loss(torch, outputs, size, gold_answer(float(answer), numbers))
    assert found == pytest.approx(total - mass, rel=1e-4)


def test_the_graphs_of_a_tree_share_its_likelihood(torch: Any) -> None:
    from dataclasses import replace

    from unitdep.research.learning.encoder.likelihood import gold_tree

    annotated = next(p for p in own_problems() if p.rates)
    values = [float(q.value) for q in annotated.problem.quantities]
    size = len(values)
    outputs = grids([size], 5)
    assert annotated.tree is not None
    known = gold_tree(annotated.tree, values, annotated.rates)
    assert known is not None
    assert known.rates is not None
    sets = rate_sets(size, Reading.ALGEBRA)
    shape = forest(size).shape[known.right[0]]
    each = [
        np.exp(-loss(torch, outputs, size, replace(known, rates=int(k))))
        for k in np.flatnonzero(sets.consistent[shape])
    ]
    whole = np.exp(-loss(torch, outputs, size, replace(known, rates=None)))
    assert sum(each) == pytest.approx(whole, rel=1e-4)
    assert sets.members[known.rates].sum() == len(annotated.rates or ())


@pytest.mark.usefixtures("torch")
def test_what_the_likelihood_does_not_take() -> None:
    from unitdep.research.learning.encoder.likelihood import gold_answer, gold_tree

    annotated = own_problems()[0]
    assert annotated.tree is not None
    size = annotated.problem.size
    assert gold_tree(annotated.tree, [0.0] * size) is None  # no valid tree over zeros
    assert gold_answer(123456.0, [1.0, 2.0]) is None
    assert gold_answer(3.0, [1.0] * 6) is None


def test_hidden_words_are_never_markers(torch: Any) -> None:
    from unitdep.research.learning.encoder.training import hide

    torch.manual_seed(0)
    tokens = torch.arange(10, 30).reshape(1, 20)
    inputs = {
        "tokens": tokens,
        "mask": torch.cat([torch.ones(1, 16), torch.zeros(1, 4)], 1).long(),
        "places": torch.tensor([[3, 7]]),
        "question": torch.tensor([12]),
    }
    found = hide(inputs, 5, 1.0)[0].tolist()
    kept = {0, 3, 7, 12, 16, 17, 18, 19}
    assert [k for k, token in enumerate(found) if token != 5] == sorted(kept)
    assert torch.equal(hide(inputs, 5, 0.0), tokens)


def test_training_is_the_same_for_a_seed_and_can_be_resumed(
    torch: Any, tokenizer: Tokenizer, problems: list[AnnotatedProblem], tmp_path: Path
) -> None:
    from unitdep.research.learning.encoder.examples import examples_of
    from unitdep.research.learning.encoder.training import CURVE, Settings, fit, score

    whole = train_a_little(torch, tokenizer, problems, 3)
    examples = examples_of(problems, tokenizer)
    settings = Settings(epochs=3, rate=3e-3, batch=8)

    class StoppedError(Exception):
        pass

    def stop(line: str) -> None:
        if line.startswith("epoch 2"):
            raise StoppedError

    with pytest.raises(StoppedError):
        fit(
            make_network(torch, tokenizer),
            lambda _: examples,
            settings,
            folder=tmp_path,
            report=stop,
        )
    resumed = make_network(torch, tokenizer)
    fit(resumed, lambda _: examples, settings, folder=tmp_path)
    assert len((tmp_path / CURVE).read_text().splitlines()) == 3
    for a, b in zip(score(whole, examples), score(resumed, examples), strict=True):
        assert np.allclose(a.lca, b.lca, atol=1e-4)


@pytest.fixture(scope="module")
def folder(
    torch: Any,
    tokenizer: Tokenizer,
    problems: list[AnnotatedProblem],
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """A model folder of a little encoder trained on the tests' own problems."""
    from unitdep.research.learning.encoder.export import export, export_plain

    place = tmp_path_factory.mktemp("encoder")
    network = train_a_little(torch, tokenizer, problems, 20)
    export(network, place / NETWORK, [read_input(p.problem, tokenizer) for p in problems])
    export_plain(network, place.with_suffix(".onnx"))
    tokenizer.save(str(place / TOKENIZER))
    seal(place, ENCODER, {}, Weights(1.0, 1.0, 0.5, 1.5), {"seed": 0})
    return place


def test_the_exported_network_is_the_trained_one(
    torch: Any, tokenizer: Tokenizer, problems: list[AnnotatedProblem], folder: Path
) -> None:
    from unitdep.research.learning.encoder.examples import examples_of
    from unitdep.research.learning.encoder.training import score

    network = train_a_little(torch, tokenizer, problems, 20)
    trained = score(network, examples_of(problems, tokenizer))
    texts = [p.problem for p in problems]
    tokens = (folder / TOKENIZER).read_bytes()
    plain = EncoderScorer.load(folder.with_suffix(".onnx").read_bytes(), tokens).score(texts)
    small = EncoderScorer.load((folder / NETWORK).read_bytes(), tokens).score(texts)
    for a, b, c in zip(trained, plain, small, strict=True):
        assert np.allclose(a.lca, b.lca, atol=1e-3)
        assert np.abs(np.exp(a.lca) - np.exp(c.lca)).max() < 0.2


def test_an_encoder_model_solves(folder: Path, problems: list[AnnotatedProblem]) -> None:
    model = load(folder)
    assert model.features is None
    solver = Solver.of(model)
    right = sum(
        solver.solve(p.problem.text).answer == p.answer for p in problems if p.answer is not None
    )
    assert right > len(problems) / 2


def test_order_and_batch_do_not_matter(folder: Path, problems: list[AnnotatedProblem]) -> None:
    scorer = load(folder).scorer
    texts = [p.problem for p in problems]
    together = scorer.score(texts)
    for k in random.Random(0).sample(range(len(texts)), 5):
        assert np.array_equal(together[k].lca, scorer.score([texts[k]])[0].lca)


def test_a_blend_is_loaded(folder: Path, problems: list[AnnotatedProblem], tmp_path: Path) -> None:
    linear = Solver.load(LINEAR).scorer
    for name in (NETWORK, TOKENIZER):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    save_arrays(linear, tmp_path)  # type: ignore[arg-type]
    settings = {"features": "own", "share": 0.25}
    seal(tmp_path, BLEND, settings, Weights(1.0, 1.0, 0.5, 1.5), {})
    found = load(tmp_path).scorer
    assert isinstance(found, BlendScorer)
    assert found.share == 0.25
    assert len(found.score([problems[0].problem])) == 1


@pytest.mark.parametrize("name", [NETWORK, TOKENIZER])
def test_a_damaged_encoder_is_refused(folder: Path, tmp_path: Path, name: str) -> None:
    for file in folder.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / name).write_bytes(b"something else")
    with pytest.raises(ModelError, match=f"{name} does not have the hash"):
        load(tmp_path)
    seal(tmp_path, ENCODER, {}, Weights(1.0, 1.0, 0.5, 1.5), {})
    with pytest.raises(ModelError, match="damaged"):
        load(tmp_path)


def test_read_tokenizer_neither_pads_nor_cuts(tmp_path: Path) -> None:
    file = tmp_path / "tokenizer.json"
    other = make_tokenizer()
    other.enable_truncation(4)
    other.enable_padding(length=64)
    other.save(str(file))
    assert (
        len(read_tokenizer(file.read_bytes()).encode("ann has pens and boxes if she has").ids) == 8
    )
