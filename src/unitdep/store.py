"""Models as files: a folder of config.json and plain arrays. Nothing in it runs when loaded."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from unitdep.inference.weights import Weights
from unitdep.scoring.linear import FEATURE_SETS, LinearModel, LinearScorer

FORMAT: Final = 1
CONFIG: Final = "config.json"
ARRAYS: Final = "arrays.npz"
_PARTS: Final = ("irrelevance", "lca", "vertex", "edge")
_LABELS: Final = {"irrelevance": 2, "lca": 6, "vertex": 2, "edge": 6}


class ModelError(RuntimeError):
    """A model folder that is missing, damaged or of another version."""


@dataclass(frozen=True)
class Model:
    """A scorer with the weights tuned for it, and where both come from."""

    scorer: LinearScorer
    weights: Weights
    provenance: Mapping[str, Any]  # training data with hashes, seed, version, strengths, figures


def save(model: Model, folder: Path) -> None:
    """Write a model; an older one in the folder is replaced."""
    folder.mkdir(parents=True, exist_ok=True)
    arrays = {}
    for part in _PARTS:
        linear: LinearModel = getattr(model.scorer, part)
        arrays[f"{part}.hashes"] = linear.hashes
        arrays[f"{part}.weights"] = linear.weights.astype(np.float16)
        arrays[f"{part}.bias"] = linear.bias.astype(np.float32)
    np.savez_compressed(folder / ARRAYS, allow_pickle=False, **arrays)
    config = {
        "format": FORMAT,
        "scorer": "linear",
        "features": model.scorer.features.name,
        "weights": model.weights.as_dict(),
        "sha256": {ARRAYS: _digest(folder / ARRAYS)},
        "provenance": dict(model.provenance),
    }
    (folder / CONFIG).write_text(json.dumps(config, indent=2) + "\n", "utf-8")


def load(folder: Path) -> Model:
    """Read a model; raises ModelError with what is wrong and what to do."""
    config = _config(folder)
    arrays = _arrays(folder, config)
    try:
        features = FEATURE_SETS[config["features"]]
        weights = Weights(**{key: float(value) for key, value in config["weights"].items()})
        parts = {part: _linear(arrays, part) for part in _PARTS}
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _damaged(folder, f"{type(error).__name__}: {error}") from error
    return Model(LinearScorer(features, **parts), weights, config.get("provenance", {}))


def _config(folder: Path) -> dict[str, Any]:
    path = folder / CONFIG
    try:
        config = json.loads(path.read_text("utf-8"))
    except FileNotFoundError as error:
        raise ModelError(
            f"no model in {folder}: {CONFIG} is missing; train one with "
            "'unitdep train --output FOLDER'"
        ) from error
    except (OSError, ValueError) as error:
        raise _damaged(folder, f"{CONFIG} cannot be read: {error}") from error
    if not isinstance(config, dict):
        raise _damaged(folder, f"{CONFIG} is not an object")
    if config.get("format") != FORMAT:
        raise ModelError(
            f"the model in {folder} has format {config.get('format')!r}, this version reads "
            f"{FORMAT}: train it anew with 'unitdep train'"
        )
    return config


def _arrays(folder: Path, config: Mapping[str, Any]) -> dict[str, Any]:
    """Read the arrays after their hash has been checked."""
    path = folder / ARRAYS
    try:
        if _digest(path) != config["sha256"][ARRAYS]:
            raise _damaged(folder, f"{ARRAYS} does not have the hash that {CONFIG} gives")
        with np.load(path, allow_pickle=False) as file:
            return {name: file[name] for name in file.files}
    except (OSError, KeyError, TypeError, ValueError, zipfile.BadZipFile) as error:
        raise _damaged(folder, f"{ARRAYS}: {type(error).__name__}: {error}") from error


def _linear(arrays: Mapping[str, Any], part: str) -> LinearModel:
    hashes, weights, bias = (arrays[f"{part}.{name}"] for name in ("hashes", "weights", "bias"))
    count = _LABELS[part]
    if hashes.dtype != np.uint32 or weights.shape != (len(hashes), count) or bias.shape != (count,):
        raise ValueError(f"the arrays of {part} do not fit together")
    return LinearModel(hashes, weights, bias)


def _damaged(folder: Path, reason: str) -> ModelError:
    return ModelError(f"the model in {folder} is damaged ({reason}): copy or train it anew")


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
