"""Write a trained network as int8 ONNX, so that solving does not need torch."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import numpy as np
import torch

from unitdep.research.learning.encoder.exported.quantise import quantise
from unitdep.research.learning.encoder.network import Network
from unitdep.scoring.encoder.facts import PAIR_FACTS, VERTEX_FACTS
from unitdep.scoring.encoder.inputs import Input, InputBatch, join
from unitdep.scoring.tables import EVERYDAY_OUTPUTS, Part

OPSET: Final = 17
BATCH: Final = 16
_OUTPUTS: Final = [*(part.value for part in Part), *EVERYDAY_OUTPUTS]


def export(network: Network, path: Path, inputs: Sequence[Input]) -> None:
    """Write the network with 8-bit products, calibrated on the given inputs."""
    with TemporaryDirectory() as folder:
        plain = Path(folder) / "plain.onnx"
        export_plain(network, plain)
        feeds = [join(inputs[k : k + BATCH]).feed() for k in range(0, len(inputs), BATCH)]
        quantise(plain, path, feeds)


def export_plain(network: Network, path: Path) -> None:
    """Write the network unchanged, in floats."""
    network.eval()
    sample = {name: torch.from_numpy(array) for name, array in _sample().feed().items()}
    axes: dict[str, dict[int, str]] = {
        "tokens": {0: "problems", 1: "length"},
        "mask": {0: "problems", 1: "length"},
        "places": {0: "problems", 1: "quantities"},
        "question": {0: "problems"},
        "vertices": {0: "problems", 1: "vertices"},
        "pairs": {0: "problems", 1: "vertices", 2: "vertices"},
        **{name: {0: "problems"} for name in _OUTPUTS},
    }
    torch.onnx.export(
        network,
        tuple(sample.values()),
        str(path),
        input_names=list(sample),
        output_names=_OUTPUTS,
        dynamic_axes=axes,
        opset_version=OPSET,
        dynamo=False,
    )


def _sample() -> InputBatch:
    """Return two problems of three quantities, for tracing."""
    return InputBatch(
        np.ones((2, 12), np.int64),
        np.ones((2, 12), np.int64),
        np.array([[1, 3, 5], [2, 4, 6]], np.int64),
        np.array([8, 9], np.int64),
        np.zeros((2, 4, len(VERTEX_FACTS)), np.float32),
        np.zeros((2, 4, 4, len(PAIR_FACTS)), np.float32),
    )
