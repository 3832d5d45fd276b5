"""Store a fitted SingleEq as config.json and plain arrays; loading runs no code."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import numpy as np

from unitdep.errors import ModelError
from unitdep.models.sealed import CONFIG, digest, read_arrays, read_config, verified
from unitdep.models.store import ARRAYS
from unitdep.research.baselines.singleeq.candidates import OPERATORS
from unitdep.research.baselines.singleeq.features import WIDTH
from unitdep.research.baselines.singleeq.learning.model import Models
from unitdep.research.baselines.singleeq.learning.svm import Svm, from_arrays
from unitdep.research.baselines.singleeq.learning.train import Settings

FORMAT: Final = 1
SYSTEM: Final = "singleeq"


def write_files(folder: Path, models: Models, settings: Settings) -> None:
    """Write the models; replaces older ones in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    arrays = models.local.arrays("local") | models.root.arrays("root")
    np.savez_compressed(folder / ARRAYS, allow_pickle=False, **arrays)
    config = {
        "format": FORMAT,
        "system": SYSTEM,
        "settings": asdict(settings),
        "sha256": {ARRAYS: digest(folder / ARRAYS)},
    }
    (folder / CONFIG).write_text(json.dumps(config, indent=2) + "\n", "utf-8")


def read_files(folder: Path) -> tuple[Models, Settings]:
    """Read the models; raises ModelError that explains what is wrong."""
    try:
        config = read_config(folder)
        if (config["system"], config["format"]) != (SYSTEM, FORMAT):
            raise ValueError(f"it is not a {SYSTEM} model of format {FORMAT}")
        arrays = read_arrays(verified(folder, config["sha256"], [ARRAYS])[ARRAYS])
        local = _checked(from_arrays("local", arrays), WIDTH, len(OPERATORS))
        root = _checked(from_arrays("root", arrays), 3 + WIDTH, 2)
        return Models(local, root), _settings(config["settings"])
    except (
        ModelError,
        OSError,
        AttributeError,
        ArithmeticError,
        KeyError,
        TypeError,
        ValueError,
    ) as error:
        raise ModelError(f"cannot read a {SYSTEM} model in {folder}: {error}") from error


def _settings(values: dict[str, Any]) -> Settings:
    defaults = asdict(Settings())
    return Settings(**{name: type(defaults[name])(value) for name, value in values.items()})


def _checked(svm: Svm, width: int, labels: int) -> Svm:
    """Return the machine if its arrays fit together; raises ValueError otherwise."""
    count = len(svm.classes)
    pairs = count * (count - 1) // 2
    vectors = len(svm.support)
    known = bool(np.isin(svm.classes, np.arange(labels)).all())
    shapes = (svm.support.shape, svm.dual.shape) == ((vectors, width), (vectors, pairs))
    each = all(part.shape == (pairs,) for part in (svm.bias, svm.slope, svm.offset))
    if not (known and shapes and each):
        raise ValueError("the arrays do not fit together")
    return svm
