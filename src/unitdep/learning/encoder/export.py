"""Writing a trained network as int8 ONNX, so that solving needs no torch."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import numpy as np
import torch

from unitdep.learning.encoder.network import Network
from unitdep.scoring.encoder.facts import PAIR_FACTS, VERTEX_FACTS
from unitdep.scoring.encoder.inputs import InputBatch
from unitdep.scoring.encoder.scorer import OUTPUTS

OPSET: Final = 17
# The feed-forward outputs of these layers stay in float. They have a few very large values, beside
# which 8 bits leave little for the others: quantised, 5 answers to AllArith change, in float 1.
FLOAT_LAYERS: Final = (0, 1, -1)


def export(network: Network, path: Path, *, quantise: bool = True) -> None:
    """Write the network; weights as int8 unless told otherwise."""
    network.eval()
    sample = {name: torch.from_numpy(array) for name, array in _sample().feed().items()}
    axes: dict[str, dict[int, str]] = {
        "tokens": {0: "problems", 1: "length"},
        "mask": {0: "problems", 1: "length"},
        "places": {0: "problems", 1: "quantities"},
        "question": {0: "problems"},
        "vertices": {0: "problems", 1: "vertices"},
        "pairs": {0: "problems", 1: "vertices", 2: "vertices"},
        **{name: {0: "problems"} for name in OUTPUTS},
    }
    with TemporaryDirectory() as folder:
        plain = Path(folder) / "plain.onnx"
        torch.onnx.export(
            network,
            tuple(sample.values()),
            str(plain),
            input_names=list(sample),
            output_names=list(OUTPUTS),
            dynamic_axes=axes,
            opset_version=OPSET,
            dynamo=False,
        )
        if not quantise:
            path.write_bytes(plain.read_bytes())
            return
        from onnxruntime.quantization import QuantType, quantize_dynamic

        quantize_dynamic(
            str(plain),
            str(path),
            weight_type=QuantType.QInt8,
            per_channel=True,
            nodes_to_exclude=_kept(plain),
        )


def _kept(plain: Path) -> list[str]:
    """Give the names of the products that stay in float."""
    import onnx

    names = [node.name for node in onnx.load(str(plain)).graph.node]
    outputs = [name for name in names if re.search(r"layer\.\d+/output/.*MatMul", name)]
    places = {k % len(outputs) for k in FLOAT_LAYERS} if outputs else set()
    return [outputs[k] for k in sorted(places)]


def _sample() -> InputBatch:
    """Two problems of three quantities, for tracing."""
    return InputBatch(
        np.ones((2, 12), np.int64),
        np.ones((2, 12), np.int64),
        np.array([[1, 3, 5], [2, 4, 6]], np.int64),
        np.array([8, 9], np.int64),
        np.zeros((2, 4, len(VERTEX_FACTS)), np.float32),
        np.zeros((2, 4, 4, len(PAIR_FACTS)), np.float32),
    )
