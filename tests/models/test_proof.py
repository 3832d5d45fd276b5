"""A model folder from anywhere is proved to work before it answers anything."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from unitdep.errors import ModelError
from unitdep.inference import Weights
from unitdep.models import FAST, PACKAGED
from unitdep.models.sealed import read_config
from unitdep.models.store import CONFIG, NETWORK, TOKENIZER, load, seal
from unitdep.scoring.encoder.network_file import OPERATORS, check_network
from unitdep.scoring.encoder.output import tables_of

pytest.importorskip("onnx", reason="onnx is not installed")

from hostile_networks import cases, packaged

CASES = dict(cases())
CHEAP = (  # one of each kind; all of them run with "make attack"
    "good as it is",
    "outputs lca and edge swapped",
    "one weight nan",
    "weights that overflow",
    "one token too few",
    "an endless Loop",
    "8,589,934,592 numbers",
    "a token 30522",
    "weight temperature 4.94066e-324",
)


@pytest.fixture(scope="module")
def parts() -> tuple[Any, dict[str, Any]]:
    return packaged()


def made(name: str, parts: tuple[Any, dict[str, Any]], folder: Path) -> Path:
    """Write the model of a case, with the right hashes."""
    network, tokenizer = copy.deepcopy(parts)
    weights = dict(read_config(PACKAGED[FAST])["weights"])
    CASES[name](network, tokenizer, weights)
    folder.mkdir()
    (folder / NETWORK).write_bytes(network.SerializeToString())
    (folder / TOKENIZER).write_text(json.dumps(tokenizer))
    seal(folder, "encoder", {}, Weights(), {})
    config = json.loads((folder / CONFIG).read_text())
    (folder / CONFIG).write_text(json.dumps({**config, "weights": weights}))
    return folder


def check(name: str, parts: tuple[Any, dict[str, Any]], folder: Path) -> None:
    place = made(name, parts, folder)
    if name.startswith("good"):
        assert load(place).scorer.everyday
        return
    with pytest.raises(ModelError) as refused:
        load(place)
    assert "\n" not in str(refused.value)[:100]


@pytest.mark.parametrize("name", CHEAP)
def test_one_of_each_kind(name: str, parts: tuple[Any, dict[str, Any]], tmp_path: Path) -> None:
    check(name, parts, tmp_path / "model")


@pytest.mark.attack
@pytest.mark.parametrize("name", sorted(CASES.keys() - set(CHEAP)))
def test_all_that_cannot_work(name: str, parts: tuple[Any, dict[str, Any]], tmp_path: Path) -> None:
    check(name, parts, tmp_path / "model")


def test_operators_are_those_of_the_packaged_models() -> None:
    """No more are allowed, and no fewer."""
    import onnx

    found: dict[str, set[str]] = {}
    for folder in PACKAGED.values():
        if (folder / NETWORK).exists():
            content = (folder / NETWORK).read_bytes()
            check_network(content)
            for node in onnx.load_from_string(content).graph.node:
                found.setdefault(node.domain, set()).add(node.op_type)
    assert {domain: set(names) for domain, names in OPERATORS.items()} == found


def test_scores_that_are_not_finite_are_no_answer() -> None:
    """They were "no expression gives a positive answer"; half of them answered at random."""
    shapes = ((1, 2, 2), (1, 2, 2, 6), (1, 3, 2), (1, 3, 3, 6))
    for place in range(4):
        grids = [np.zeros(shape, np.float32) for shape in shapes]
        grids[place].flat[1] = np.nan
        with pytest.raises(ModelError, match="not finite numbers; retrain it"):
            tables_of(grids, [2], [None])
