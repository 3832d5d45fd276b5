"""Models: a scorer and its weights as a folder of plain data.

``load`` reads a model by its packaged name ("default", "fast", "linear") or from a folder that
``unitdep train`` wrote; ``store`` has the format, ``sealed`` verifies the files before use.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from unitdep.errors import ModelError, meant
from unitdep.models import store
from unitdep.models.store import Model

VARIABLE: Final = "UNITDEP_MODEL"  # the environment variable that names the model to use
DEFAULT: Final = "default"  # the encoder with MPNet's body
FAST: Final = "fast"  # the encoder with MiniLM's: four times as fast, and wrong more often
LINEAR: Final = "linear"  # the paper's classifiers
PACKAGED: Final[Mapping[str, Path]] = {
    name: Path(__file__).parent / name for name in (DEFAULT, FAST, LINEAR)
}

__all__ = [
    "DEFAULT",
    "FAST",
    "LINEAR",
    "PACKAGED",
    "VARIABLE",
    "Model",
    "load",
    "packaged_names",
    "resolve",
]


def resolve(model: str | Path | None = None) -> Path:
    """Return the folder of a model: a packaged name or a folder.

    None stands for the environment variable UNITDEP_MODEL, or the packaged default if that is not
    set. A packaged name wins over a folder of the same name: write ``./linear`` for the folder.

    Raises:
        ModelError: it is neither.

    """
    name = os.environ.get(VARIABLE) or DEFAULT if model is None else model
    if str(name) in PACKAGED:
        return PACKAGED[str(name)]
    folder = Path(name)
    if not folder.is_dir():
        raise ModelError(
            f"{str(name)!r} is neither a folder with a model nor one of the packaged models "
            f"{', '.join(PACKAGED)}{meant(str(name), PACKAGED)}; "
            "train one with 'unitdep train --output FOLDER'"
        )
    return folder


def packaged_names(model: str | Path | None = None) -> list[str]:
    """Return the packaged name of a model (see ``resolve``), or none if it is in a folder."""
    folder = resolve(model)
    return [name for name, packaged in PACKAGED.items() if packaged == folder]


def load(model: str | Path | None = None) -> Model:
    """Load a model by packaged name or folder (see ``resolve``); raises ModelError."""
    folder = resolve(model)
    return store.load(folder, packaged=folder in PACKAGED.values())
