"""A model on disk: a folder with config.json and plain data files. Nothing in it runs.

A linear scorer is arrays (``arrays.npz``), an encoder a network and its tokenizer
(``network.onnx``, ``tokenizer.json``), a blend both. config.json says which, and has a hash of each
file, which is verified before the file is used.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from unitdep.errors import ModelError
from unitdep.inference.types import Weights
from unitdep.models.calibration import Calibrator
from unitdep.models.sealed import (
    CONFIG,
    damaged,
    digest,
    read_arrays,
    read_config,
    verified,
)
from unitdep.scoring.blend import BlendScorer
from unitdep.scoring.linear import FEATURE_SETS, LinearModel, LinearScorer
from unitdep.scoring.tables import Part, Scorer

FORMAT: Final = 1
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
HEAVIEST: Final = 1e3  # of the weights of the joint score; ours are at most 4
LARGEST: Final = float(np.finfo(np.float16).max)  # of a linear scorer's weights
_EXTERNAL: Final = b"location"  # the key under which ONNX names a file with weights

__all__ = [
    "ARRAYS",
    "BLEND",
    "CONFIG",
    "ENCODER",
    "LINEAR",
    "NETWORK",
    "TOKENIZER",
    "Model",
    "ModelError",
    "load",
    "save",
    "save_arrays",
    "seal",
]


@dataclass(frozen=True)
class Model:
    """A scorer with the weights tuned for it, and where both come from."""

    scorer: Scorer
    weights: Weights
    provenance: Mapping[str, Any]  # training data with hashes, seed, version, strengths, figures
    calibrator: Calibrator | None = None  # None: the search's own probability is the confidence

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
    for part in Part:
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
    """Write config.json for the files that a folder has: what they are, and their hashes.

    Files that an older model of another kind has left are removed.
    """
    for name in {ARRAYS, NETWORK, TOKENIZER}.difference(_FILES[kind]):
        (folder / name).unlink(missing_ok=True)
    config = {
        "format": FORMAT,
        "scorer": kind,
        **settings,
        "weights": weights.as_dict(),
        "sha256": {name: digest(folder / name) for name in _FILES[kind]},
        "provenance": dict(provenance),
    }
    (folder / CONFIG).write_text(json.dumps(config, indent=2) + "\n", "utf-8")


def calibrate(folder: Path, calibrator: Calibrator) -> None:
    """Write a calibrator into the config.json of a model."""
    config = {**_config(folder), "calibration": calibrator.as_dict()}
    (folder / CONFIG).write_text(json.dumps(config, indent=2) + "\n", "utf-8")


def load(folder: Path, *, packaged: bool = False) -> Model:
    """Read a model; raises ModelError with what is wrong and what to do.

    A folder from anywhere is proved to work first. One that is ``packaged`` came with the program
    and needs no more than its hashes: whoever can change it can change the code.
    """
    config = _config(folder)
    kind = config.get("scorer", LINEAR)
    if not isinstance(kind, str) or kind not in _FILES:
        raise damaged(folder, f"there is no scorer {kind!r}")
    files = verified(folder, config.get("sha256"), _FILES[kind])
    try:
        weights = _weights(config["weights"])
        calibration = config.get("calibration")
        calibrator = None if calibration is None else Calibrator.of(calibration)
        scorer = _scorer(kind, config, files, packaged)
        return Model(scorer, weights, _provenance(config), calibrator)
    except (
        *(ArithmeticError, AttributeError, KeyError, TypeError, ValueError, MemoryError),
    ) as error:
        raise damaged(folder, f"{type(error).__name__}: {error}") from error


def _config(folder: Path) -> dict[str, Any]:
    try:
        config = read_config(folder)
    except FileNotFoundError as error:
        raise ModelError(
            f"no model in {folder}: {CONFIG} is missing; train one with "
            "'unitdep train --output FOLDER'"
        ) from error
    if config.get("format") != FORMAT:
        raise ModelError(
            f"the model in {folder} has format {config.get('format')!r}, this version reads "
            f"{FORMAT}: retrain it with 'unitdep train'"
        )
    return config


def _weights(given: Mapping[str, Any]) -> Weights:
    values = {key: float(value) for key, value in given.items()}
    small = all(abs(value) <= HEAVIEST for value in values.values())  # false for NaN
    if not small or values.get("temperature", 1.0) < 1 / HEAVIEST:
        raise ValueError(f"weights {values} cannot be used")
    return Weights(**values)


def _provenance(config: Mapping[str, Any]) -> Mapping[str, Any]:
    provenance = config.get("provenance", {})
    if not isinstance(provenance, dict):
        raise TypeError("the provenance is not an object")
    return provenance


def _scorer(
    kind: str, config: Mapping[str, Any], files: Mapping[str, bytes], packaged: bool
) -> Scorer:
    if kind == LINEAR:
        return _linear_scorer(config, files)
    encoder = _encoder(files, packaged)
    if kind == ENCODER:
        return encoder
    share = float(config["share"])
    if not 0 <= share <= 1:
        raise ValueError(f"a share of {share}")
    return BlendScorer(_linear_scorer(config, files), encoder, share)


def _linear_scorer(config: Mapping[str, Any], files: Mapping[str, bytes]) -> LinearScorer:
    names = [f"{part}.{name}" for part in Part for name in ("hashes", "weights", "bias")]
    arrays = read_arrays(files[ARRAYS], names)
    parts = {part: _linear(arrays, part) for part in Part}
    return LinearScorer(FEATURE_SETS[config["features"]], **parts)


def _encoder(files: Mapping[str, bytes], packaged: bool) -> Scorer:
    from unitdep.scoring.encoder import EncoderScorer

    if _EXTERNAL in files[NETWORK]:
        raise ValueError(f"{NETWORK} has weights in another file")
    if packaged:
        return EncoderScorer.load(files[NETWORK], files[TOKENIZER])
    from unitdep.scoring.encoder.proof import load_proved

    return load_proved(files[NETWORK], files[TOKENIZER])


def _linear(arrays: Mapping[str, NDArray[Any]], part: Part) -> LinearModel:
    hashes, weights, bias = (arrays[f"{part}.{name}"] for name in ("hashes", "weights", "bias"))
    count = part.labels
    if hashes.dtype != np.uint32 or hashes.ndim != 1 or (hashes[1:] <= hashes[:-1]).any():
        raise ValueError(f"the hashes of {part} are not sorted numbers of 32 bits")
    if weights.shape != (len(hashes), count) or bias.shape != (count,):
        raise ValueError(f"the arrays of {part} do not fit together")
    if {weights.dtype.kind, bias.dtype.kind} != {"f"} or not (
        (np.abs(weights) <= LARGEST).all() and (np.abs(bias) <= LARGEST).all()
    ):
        raise ValueError(f"the weights of {part} are not finite numbers up to {LARGEST:,.0f}")
    return LinearModel(hashes, weights, bias)
