"""Models as files: what is written is read back, and a damaged folder is refused."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from unitdep.inference import Weights
from unitdep.models import DEFAULT, FAST, PACKAGED
from unitdep.models.store import ARRAYS, CONFIG, Model, ModelError, load, save
from unitdep.research.learning.train_linear import DATASETS
from unitdep.scoring.linear import FEATURE_SETS, LinearModel, LinearScorer
from unitdep.scoring.linear.model import hash_features
from unitdep.solver import Solver


def linear(labels: int) -> LinearModel:
    rng = np.random.default_rng(labels)
    hashes = np.unique(hash_features(["a", "b", "c", "d"]))
    weights = rng.normal(size=(len(hashes), labels)).astype(np.float16)
    return LinearModel(hashes, weights, np.zeros(labels, np.float32))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    scorer = LinearScorer(FEATURE_SETS["paper"], linear(2), linear(6), linear(2), linear(6))
    save(Model(scorer, Weights(1, 2, 3, 4), {"seed": 5}), tmp_path)
    return tmp_path


def test_round_trip(folder: Path) -> None:
    model = load(folder)
    assert model.weights == Weights(1, 2, 3, 4)
    assert model.provenance == {"seed": 5}
    assert model.features == "paper"
    assert np.array_equal(model.scorer.lca.weights, linear(6).weights)
    text = "Ann has 3 pens and buys 4 pens. How many pens has she now?"
    assert Solver.of(model).solve(text).to_dict() == Solver.load(folder).solve(text).to_dict()


def test_the_packaged_models_fit_into_a_wheel() -> None:
    sizes = {
        name: sum(f.stat().st_size for f in folder.iterdir()) for name, folder in PACKAGED.items()
    }
    assert sizes[DEFAULT] < 80_000_000
    assert sizes[FAST] < 35_000_000


def test_the_default_model_says_where_it_comes_from() -> None:
    provenance = load(PACKAGED[DEFAULT]).provenance
    assert {d["name"] for d in provenance["datasets"]} == set(DATASETS)
    assert provenance["development"]["accuracy"] > 0.6  # most of it is the corpus, which is hard


def test_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="unitdep train"):
        load(tmp_path / "nowhere")


@pytest.mark.parametrize("file", [CONFIG, ARRAYS])
@pytest.mark.parametrize("damage", ["truncate", "flip", "empty", "remove"])
def test_damaged_files_are_refused(folder: Path, file: str, damage: str) -> None:
    path = folder / file
    data = path.read_bytes()
    if damage == "remove":
        path.unlink()
    else:
        middle = len(data) // 2
        flipped = data[:middle] + bytes([data[middle] ^ 0xFF]) + data[middle + 1 :]
        path.write_bytes({"truncate": data[:middle], "flip": flipped, "empty": b""}[damage])
    with pytest.raises(ModelError):
        load(folder)


@pytest.mark.parametrize(
    "change",
    [
        {"format": 99},
        {"features": "unheard of"},
        {"features": ["paper"]},
        {"weights": {"irrelevance": "x"}},
        {"weights": {"nonsense": 1.0}},
        {"weights": None},
        {"sha256": {}},
        {"sha256": None},
    ],
)
def test_wrong_config_is_refused(folder: Path, change: dict[str, object]) -> None:
    config = json.loads((folder / CONFIG).read_text())
    (folder / CONFIG).write_text(json.dumps(config | change))
    with pytest.raises(ModelError):
        load(folder)


def test_pickled_arrays_are_not_run(folder: Path) -> None:
    import hashlib

    np.savez(folder / ARRAYS, **{"lca.hashes": np.array([{"a": 1}], dtype=object)})
    config = json.loads((folder / CONFIG).read_text())
    config["sha256"][ARRAYS] = hashlib.sha256((folder / ARRAYS).read_bytes()).hexdigest()
    (folder / CONFIG).write_text(json.dumps(config))
    with pytest.raises(ModelError, match="damaged"):
        load(folder)


def test_places_equal_searchsorted() -> None:
    rng = np.random.default_rng(0)
    hashes = np.unique(rng.integers(0, 2**32, 5000, dtype=np.uint32))
    model = LinearModel(hashes, np.zeros((len(hashes), 2), np.float16), np.zeros(2, np.float32))
    wanted = np.concatenate([hashes[::3], rng.integers(0, 2**32, 5000, dtype=np.uint32)])
    assert np.array_equal(model._places(wanted), np.searchsorted(hashes, wanted))


def test_log_probabilities_are_sums_of_weights() -> None:
    model = linear(6)
    examples = [hash_features(["a", "b"]), hash_features(["z"]), hash_features([])]
    found = model.log_probabilities(examples)
    rows = [model.weights[np.isin(model.hashes, e)].astype(float).sum(axis=0) for e in examples]
    for row, scores in zip(found, rows, strict=True):
        assert row == pytest.approx(scores - np.log(np.exp(scores).sum()), abs=1e-5)
