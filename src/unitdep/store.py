"""Models as files: a folder of config.json and plain data. Nothing in it runs when loaded.

A linear scorer is arrays (``arrays.npz``), an encoder a network and its tokenizer
(``network.onnx``, ``tokenizer.json``), a blend both. config.json says which, and has a hash of each
file, which is checked before the file is used.
"""

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
from unitdep.scoring.blend import BlendScorer
from unitdep.scoring.linear import FEATURE_SETS, LinearModel, LinearScorer
from unitdep.scoring.tables import Scorer

FORMAT: Final = 1
CONFIG: Final = "config.json"
ARRAYS: Final = "arrays.npz"
NETWORK: Final = "network.onnx"
TOKENIZER: Final = "tokenizer.json"
LINEAR: Final = "linear"
ENCODER: Final = "encoder"
BLEND: Final = "blend"
_FILES: Final = {
    LINEAR: (ARRAYS,),
    ENCODER: (NETWORK, TOKENIZER),
    BLEND: (ARRAYS, NETWORK, TOKENIZER),
}
_PARTS: Final = ("irrelevance", "lca", "vertex", "edge")
_LABELS: Final = {"irrelevance": 2, "lca": 6, "vertex": 2, "edge": 6}


class ModelError(RuntimeError):
    """A model folder that is missing, damaged or of another version."""


@dataclass(frozen=True)
class Model:
    """A scorer with the weights tuned for it, and where both come from."""

    scorer: Scorer
    weights: Weights
    provenance: Mapping[str, Any]  # training data with hashes, seed, version, strengths, figures

    @property
    def features(self) -> str | None:
        """The name of the feature set of a linear scorer; None for any other."""
        return self.scorer.features.name if isinstance(self.scorer, LinearScorer) else None


def save(model: Model, folder: Path) -> None:
    """Write a linear model; an older one in the folder is replaced."""
    scorer = model.scorer
    if not isinstance(scorer, LinearScorer):
        raise TypeError("only linear models are saved here; an encoder is written by its training")
    folder.mkdir(parents=True, exist_ok=True)
    save_arrays(scorer, folder)
    settings = {"features": scorer.features.name}
    seal(folder, LINEAR, settings, model.weights, model.provenance)


def save_arrays(scorer: LinearScorer, folder: Path) -> None:
    """Write the arrays of a linear scorer."""
    arrays = {}
    for part in _PARTS:
        linear: LinearModel = getattr(scorer, part)
        arrays[f"{part}.hashes"] = linear.hashes
        arrays[f"{part}.weights"] = linear.weights.astype(np.float16)
        arrays[f"{part}.bias"] = linear.bias.astype(np.float32)
    np.savez_compressed(folder / ARRAYS, allow_pickle=False, **arrays)


def seal(
    folder: Path,
    kind: str,
    settings: Mapping[str, Any],
    weights: Weights,
    provenance: Mapping[str, Any],
) -> None:
    """Write config.json for the files that a folder has: what they are, and their hashes."""
    config = {
        "format": FORMAT,
        "scorer": kind,
        **settings,
        "weights": weights.as_dict(),
        "sha256": {name: _digest(folder / name) for name in _FILES[kind]},
        "provenance": dict(provenance),
    }
    (folder / CONFIG).write_text(json.dumps(config, indent=2) + "\n", "utf-8")


def load(folder: Path) -> Model:
    """Read a model; raises ModelError with what is wrong and what to do."""
    config = _config(folder)
    kind = config.get("scorer", LINEAR)
    if kind not in _FILES:
        raise _damaged(folder, f"there is no scorer {kind!r}")
    _check_hashes(folder, config, _FILES[kind])
    try:
        weights = Weights(**{key: float(value) for key, value in config["weights"].items()})
        return Model(_scorer(folder, kind, config), weights, config.get("provenance", {}))
    except (KeyError, TypeError, ValueError, AttributeError, zipfile.BadZipFile) as error:
        raise _damaged(folder, f"{type(error).__name__}: {error}") from error


def _scorer(folder: Path, kind: str, config: Mapping[str, Any]) -> Scorer:
    if kind == LINEAR:
        return _linear_scorer(folder, config)
    encoder = _encoder(folder)
    if kind == ENCODER:
        return encoder
    return BlendScorer(_linear_scorer(folder, config), encoder, float(config["share"]))


def _linear_scorer(folder: Path, config: Mapping[str, Any]) -> LinearScorer:
    with np.load(folder / ARRAYS, allow_pickle=False) as file:
        arrays = {name: file[name] for name in file.files}
    parts = {part: _linear(arrays, part) for part in _PARTS}
    return LinearScorer(FEATURE_SETS[config["features"]], **parts)


def _encoder(folder: Path) -> Scorer:
    from unitdep.scoring.encoder import EncoderScorer

    return EncoderScorer.load(folder / NETWORK, folder / TOKENIZER)


def _check_hashes(folder: Path, config: Mapping[str, Any], names: tuple[str, ...]) -> None:
    for name in names:
        try:
            if _digest(folder / name) != config["sha256"][name]:
                raise _damaged(folder, f"{name} does not have the hash that {CONFIG} gives")
        except (OSError, KeyError, TypeError) as error:
            raise _damaged(folder, f"{name}: {type(error).__name__}: {error}") from error


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
