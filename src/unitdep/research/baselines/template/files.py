"""Store a fitted system as template.json and plain arrays; loading runs no code."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from unitdep.core.expression import render
from unitdep.errors import ModelError
from unitdep.models.sealed import digest, read_arrays, read_config, verified
from unitdep.reading.arithmetic import parse_indices
from unitdep.research.baselines.template.design import Hashes
from unitdep.research.baselines.template.templates import MAX_SLOTS, Template, collect
from unitdep.scoring.tables import Floats

FORMAT: Final = 1
CONFIG: Final = "template.json"
ARRAYS: Final = "template.npz"


def write_files(
    folder: Path, templates: Sequence[Template], hashes: Hashes, weights: Floats
) -> None:
    """Write templates (as expressions over slots 0 ..) and weights into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(folder / ARRAYS, allow_pickle=False, hashes=hashes, weights=weights)
    slots = [str(slot) for slot in range(MAX_SLOTS)]
    config = {
        "format": FORMAT,
        "system": "template",
        "templates": [render(t.arrangements[0].tree, slots) for t in templates],
        "sha256": {ARRAYS: digest(folder / ARRAYS)},
    }
    (folder / CONFIG).write_text(json.dumps(config, indent=2) + "\n", "utf-8")


def read_files(folder: Path) -> tuple[tuple[Template, ...], Hashes, Floats]:
    """Read what ``write_files`` wrote; raises ModelError that explains what is wrong."""
    try:
        config = read_config(folder, CONFIG)
        if config["format"] != FORMAT or config["system"] != "template":
            raise ValueError(f"{CONFIG} is of another format or system")
        files = verified(folder, config["sha256"], [ARRAYS], CONFIG)
        templates = collect(parse_indices(text) for text in config["templates"])
        arrays = read_arrays(files[ARRAYS])
        return (templates, *_checked(arrays["hashes"], arrays["weights"]))
    except FileNotFoundError as error:
        raise ModelError(f"no template model in {folder}: {error.filename} is missing") from error
    except (OSError, AttributeError, KeyError, TypeError, ValueError) as error:
        raise ModelError(
            f"the template model in {folder} is damaged ({error}); copy it again or retrain"
        ) from error


def _checked(hashes: Any, weights: Any) -> tuple[Hashes, Floats]:
    """Return the arrays if they fit together; raises ValueError otherwise."""
    fits = hashes.dtype == np.uint64 and weights.dtype == np.float64
    if not (fits and hashes.ndim == 1 and hashes.shape == weights.shape):
        raise ValueError("the arrays do not fit together")
    if (hashes[1:] <= hashes[:-1]).any() or not np.isfinite(weights).all():
        raise ValueError("the arrays are not sorted hashes and finite weights")
    return hashes, weights
