"""Training and exporting an encoder; most of it needs the ``train`` extra."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tokenizers import Tokenizer
from typer.testing import CliRunner

from factories import own_problems, random_grids
from unitdep.cli.app import app
from unitdep.core.labels import Reading
from unitdep.errors import WeightsNotFoundError
from unitdep.inference import Weights
from unitdep.inference.listed.forest import forest
from unitdep.inference.listed.scores import rate_sets, score_tuples, stack
from unitdep.models import LINEAR, resolve
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
from unitdep.research.datasets import AnnotatedProblem
from unitdep.scoring.blend import BlendScorer
from unitdep.scoring.encoder.inputs import (
    read_input,
)
from unitdep.scoring.encoder.output import tables_of
from unitdep.scoring.encoder.scorer import EncoderScorer
from unitdep.solver import Solver

# PyTorch's newer exporter to ONNX needs one more library; the old one warns.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")


def test_a_work_folder_is_only_for_an_encoder(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["train", "-o", str(tmp_path), "--work", str(tmp_path)])
    assert done.exit_code == 2


@pytest.fixture(scope="module")
def torch() -> Any:
    pytest.importorskip("onnx", reason="the train extra is not installed")
    found = pytest.importorskip("torch", reason="the train extra (torch) is not installed")
    found.set_num_threads(1)
    return found


def make_network(torch: Any, tokenizer: Tokenizer, design: str = "BERT") -> Any:
    from unitdep.research.learning.encoder.bodies import body
    from unitdep.research.learning.encoder.network import Network

    torch.manual_seed(0)
    small = replace(getattr(body, design), heads=2)
    words = tokenizer.get_vocab_size()
    return Network(body.Body(words, 32, 64, 1, small), 0.0, hidden=1)


def train_a_little(torch: Any, tokenizer: Tokenizer, problems: Any, epochs: int) -> Any:
    from unitdep.research.learning.encoder.examples import examples_of
    from unitdep.research.learning.encoder.training import Settings, fit

    network = make_network(torch, tokenizer)
    examples = examples_of(problems, tokenizer)
    fit(network, lambda _: examples, Settings(epochs=epochs, rate=3e-3, batch=8))
    return network


def loss(torch: Any, outputs: list[Any], gold: Any) -> float:
    from unitdep.research.learning.encoder.likelihood import negative_log_likelihood

    tensors = [torch.tensor(o).float() for o in outputs]
    return float(negative_log_likelihood(tensors, [gold]))


@pytest.mark.parametrize("number", range(8))
def test_the_likelihood_is_that_of_the_search(torch: Any, number: int) -> None:
    from unitdep.research.learning.encoder.likelihood import WEIGHTS, gold_answer, gold_tree

    annotated = own_problems()[number]
    values = [q.value for q in annotated.problem.quantities]
    numbers, size = [float(v) for v in values], len(values)
    outputs = random_grids([size], size)
    scored = score_tuples(stack(tables_of(outputs, [size]), [values]), WEIGHTS)
    total = np.logaddexp.reduce(scored.total[0][~np.isnan(scored.values[0])])
    assert annotated.tree is not None
    gold = gold_tree(annotated.tree, numbers)
    assert gold is not None
    [row] = gold.right
    assert forest(size).tree(row) == annotated.tree
    assert loss(torch, outputs, gold) == pytest.approx(total - scored.total[0, row], rel=1e-4)

    answer = scored.values[0, row]
    same = np.flatnonzero(np.abs(scored.values[0] - answer) < 1e-4)
    mass = np.logaddexp.reduce(scored.total[0, same])
    found = loss(torch, outputs, gold_answer(float(answer), numbers))
    assert found == pytest.approx(total - mass, rel=1e-4)


def test_the_graphs_of_a_tree_share_its_likelihood(torch: Any) -> None:
    from dataclasses import replace

    from unitdep.research.learning.encoder.likelihood import gold_tree

    annotated = next(p for p in own_problems() if p.rates)
    values = [float(q.value) for q in annotated.problem.quantities]
    size = len(values)
    outputs = random_grids([size], 5)
    assert annotated.tree is not None
    known = gold_tree(annotated.tree, values, annotated.rates)
    assert known is not None
    assert known.rates is not None
    sets = rate_sets(size, Reading.ALGEBRA)
    shape = forest(size).shape[known.right[0]]
    each = [
        np.exp(-loss(torch, outputs, replace(known, rates=int(k))))
        for k in np.flatnonzero(sets.consistent[shape])
    ]
    whole = np.exp(-loss(torch, outputs, replace(known, rates=None)))
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
    inputs = [example.input for example in examples]
    for a, b in zip(score(whole, inputs), score(resumed, inputs), strict=True):
        assert np.allclose(a.lca, b.lca, atol=1e-4)


def test_a_run_stopped_in_an_epoch_is_resumed_exactly(
    torch: Any,
    tokenizer: Tokenizer,
    problems: list[AnnotatedProblem],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from unitdep.research.learning.encoder import training
    from unitdep.research.learning.encoder.examples import examples_of

    examples = examples_of(problems, tokenizer)
    settings = training.Settings(epochs=2, rate=3e-3, batch=4)
    whole, stopped, resumed = (make_network(torch, tokenizer) for _ in range(3))
    training.fit(whole, lambda _: examples, settings)
    monkeypatch.setattr(training, "SAVE_SECONDS", 0)
    real, calls = training.loss_of, []

    def failing(*given: Any) -> Any:
        calls.append(given)
        if len(calls) == len(examples) // settings.batch + 2:
            raise KeyboardInterrupt
        return real(*given)

    monkeypatch.setattr(training, "loss_of", failing)
    with pytest.raises(KeyboardInterrupt):
        training.fit(stopped, lambda _: examples, settings, folder=tmp_path)
    monkeypatch.setattr(training, "loss_of", real)
    training.fit(resumed, lambda _: examples, settings, folder=tmp_path)
    for a, b in zip(whole.parameters(), resumed.parameters(), strict=True):
        assert torch.equal(a, b)


# The first states of the pretrained transformers, as the library transformers computes them, at
# four places of two texts: the tokens 2000 to 2139, and 2140 to 2239 with padding after them.
PLACES = ((0, 0), (0, 99), (1, 50), (1, 98))
STATES = {
    "minilm": (
        (0.0126, -0.1895, 0.3314),
        (-0.1223, -0.012, 0.006),
        (-0.0437, -0.3056, -0.0949),
        (-0.1009, -0.0494, -0.1596),
    ),
    "mpnet": (
        (-0.0137, 0.0545, 0.0042),
        (-0.0247, -0.1767, -0.0172),
        (0.0734, -0.6942, 0.5903),
        (-0.0526, -0.2516, 0.5977),
    ),
}


class TestBody:
    @pytest.mark.parametrize("name", STATES)
    def test_it_gives_the_states_of_the_pretrained_transformer(self, torch: Any, name: str) -> None:
        from unitdep.research.learning.encoder.bodies.pretrained import BODIES

        source = BODIES[name]
        try:
            files = source.files()
        except WeightsNotFoundError as error:
            pytest.skip(str(error))
        body = replace(source, starts={}).body(files).eval()
        tokens = torch.arange(2000, 2280).reshape(2, 140)
        mask = torch.ones_like(tokens)
        mask[1, 100:] = 0
        at = torch.tensor([[place for _, place in PLACES]] * 2)
        with torch.no_grad():
            states = body(body.words(tokens), mask, at)
        for k, (text, _) in enumerate(PLACES):
            assert states[text, k + 1, :3].tolist() == pytest.approx(STATES[name][k], abs=2e-4)

    def test_a_marker_starts_as_the_mean_of_words(self, torch: Any) -> None:
        from unitdep.research.learning.encoder.bodies.pretrained import BODIES

        source = BODIES["minilm"]
        try:
            files = source.files()
        except WeightsNotFoundError as error:
            pytest.skip(str(error))
        words = replace(source, starts={"[unused1]": ("2", "3")}).body(files).words.weight
        known = Tokenizer.from_buffer(files.tokenizer).token_to_id
        mean = (words[known("2")] + words[known("3")]) / 2
        assert torch.allclose(words[known("[unused1]")], mean)

    @pytest.mark.usefixtures("torch")
    def test_other_weights_are_refused(self) -> None:
        from unitdep.research.learning.encoder.bodies.pretrained import BODIES, Files

        with pytest.raises(WeightsNotFoundError, match="not those"):
            BODIES["mpnet"].body(Files(b"other", b""))

    @pytest.mark.usefixtures("torch")
    def test_near_places_have_buckets_of_their_own(self) -> None:
        from unitdep.research.learning.encoder.bodies.body import BUCKETS, _bucket

        near = [_bucket(distance) for distance in range(-7, 8)]
        assert len(set(near)) == len(near)
        assert _bucket(-200) == _bucket(-199) == BUCKETS // 2 - 1
        assert _bucket(200) == BUCKETS - 1


@pytest.fixture(scope="module")
def folder(
    torch: Any,
    tokenizer: Tokenizer,
    problems: list[AnnotatedProblem],
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """A model folder of a little encoder trained on the tests' own problems."""
    from unitdep.research.learning.encoder.exported.export import export, export_plain

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
    from unitdep.research.learning.encoder.training import score

    network = train_a_little(torch, tokenizer, problems, 20)
    trained = score(network, [read_input(p.problem, tokenizer) for p in problems])
    texts = [p.problem for p in problems]
    tokens = (folder / TOKENIZER).read_bytes()
    plain = EncoderScorer.load(folder.with_suffix(".onnx").read_bytes(), tokens).score(texts)
    small = EncoderScorer.load((folder / NETWORK).read_bytes(), tokens).score(texts)
    for a, b, c in zip(trained, plain, small, strict=True):
        assert np.allclose(a.lca, b.lca, atol=1e-3)
        assert np.abs(np.exp(a.lca) - np.exp(c.lca)).max() < 0.2


def test_an_exported_network_can_be_trained_further(
    torch: Any, tokenizer: Tokenizer, problems: list[AnnotatedProblem], folder: Path
) -> None:
    from unitdep.research.learning.encoder.exported.restore import restored
    from unitdep.research.learning.encoder.training import score

    network = make_network(torch, tokenizer)
    network.load_state_dict(restored((folder / NETWORK).read_bytes()))
    again = score(network, [read_input(p.problem, tokenizer) for p in problems])
    exported = load(folder).scorer.score([p.problem for p in problems])
    for a, b in zip(again, exported, strict=True):
        assert np.abs(np.exp(a.lca) - np.exp(b.lca)).max() < 0.2


def test_a_student_learns_the_tables_of_its_teacher(
    torch: Any, tokenizer: Tokenizer, problems: list[AnnotatedProblem], folder: Path
) -> None:
    from unitdep.research.learning.encoder.examples import examples_of
    from unitdep.research.learning.encoder.training import Settings, fit, score

    teacher = load(folder).scorer
    inputs = [read_input(p.problem, tokenizer) for p in problems]
    taught = [
        replace(e, labels={part: [-1] * len(gold) for part, gold in e.labels.items()}, gold=None)
        for e in examples_of(problems, tokenizer, teacher)
    ]
    student = make_network(torch, tokenizer)

    def apart() -> float:
        pairs = zip(
            score(student, inputs), teacher.score([p.problem for p in problems]), strict=True
        )
        return float(np.mean([np.abs(np.exp(a.lca) - np.exp(b.lca)).mean() for a, b in pairs]))

    before = apart()
    fit(student, lambda _: taught, Settings(epochs=12, rate=3e-3, batch=8))
    assert apart() < before / 2


def test_teachers_teach_their_mean(problems: list[AnnotatedProblem], folder: Path) -> None:
    from unitdep.research.learning.encoder.teaching import teacher_of

    packaged = resolve("fast")
    alone = [load(place).scorer.score([problems[0].problem])[0] for place in (folder, packaged)]
    teacher = teacher_of([folder, packaged])
    assert teacher is not None
    both = teacher.scorer.score([problems[0].problem])[0]
    wanted = np.mean([table.lca for table in alone], axis=0)
    wanted -= np.log(np.exp(wanted).sum(-1, keepdims=True))
    assert np.allclose(both.lca, wanted, atol=1e-5)
    assert teacher.hash != teacher_of([packaged, folder]).hash != teacher_of([packaged]).hash
    assert teacher_of([]) is None


@pytest.mark.usefixtures("torch")
def test_generated_problems_are_kept_for_the_next_run(
    tokenizer: Tokenizer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from unitdep.research.corpus import Split
    from unitdep.research.learning.encoder import stages

    whole = stages.packaged(Split.DEV)
    few = stages.Templates(whole.paper[:3], whole.everyday[:2])
    made = stages.generated(few, tokenizer, 0)(1)
    stages.generated(few, tokenizer, 0, kept=tmp_path)(1)
    monkeypatch.setattr(stages, "examples_of", None)  # nothing is read again
    again = stages.generated(few, tokenizer, 0, kept=tmp_path)(1)
    assert [e.input.tokens for e in again] == [e.input.tokens for e in made]
    assert [e.labels for e in again] == [e.labels for e in made]
    for one, other in zip(again, made, strict=True):
        assert (one.face, one.again, one.finish) == (other.face, other.again, other.finish)
        assert np.allclose(one.input.pairs, other.input.pairs, atol=1e-3)
        assert (one.gold is None) == (other.gold is None)
        if one.gold and other.gold:
            assert (one.gold.valid == other.gold.valid).all()
            assert one.gold.right.tolist() == other.gold.right.tolist()
            assert (one.gold.rates, one.gold.pure, one.gold.chosen) == (
                other.gold.rates,
                other.gold.pure,
                other.gold.chosen,
            )


def test_only_an_encoder_has_a_teacher(tmp_path: Path) -> None:
    for option in ("--teacher", "--start"):
        done = CliRunner().invoke(app, ["train", "-o", str(tmp_path / "new"), option, "fast"])
        assert done.exit_code == 2
        assert f"{option} is for --scorer encoder" in " ".join(done.output.split())


@pytest.mark.parametrize("name", ["linear", "nothing"])
def test_a_teacher_is_an_encoder(tmp_path: Path, name: str) -> None:
    words = ["train", "--scorer", "encoder", "-o", str(tmp_path / "new"), "--teacher", name]
    assert CliRunner().invoke(app, words).exit_code == 2


def test_a_body_with_relative_positions_is_exported(
    torch: Any, tokenizer: Tokenizer, problems: list[AnnotatedProblem], tmp_path: Path
) -> None:
    from unitdep.research.learning.encoder.exported.export import export_plain
    from unitdep.research.learning.encoder.training import score

    network = make_network(torch, tokenizer, "MPNET").eval()
    export_plain(network, tmp_path / "plain.onnx")
    content = (tmp_path / "plain.onnx").read_bytes()
    exported = EncoderScorer.load(content, tokenizer.to_str().encode())
    read = [problem.problem for problem in problems]
    ours = score(network, [read_input(problem, tokenizer) for problem in read])
    for a, b in zip(exported.score(read), ours, strict=True):
        assert np.allclose(a.lca, b.lca, atol=1e-4)


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
