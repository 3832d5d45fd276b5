"""Read the weights of an exported network back, so that a packaged model can be trained further.

The inverse of ``quantise``, as far as 8 bits allow: products of integers become weights in floats
again. The weight of a product has lost its name in the export, but the bias added to it has one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor

_PRODUCT: Final = "MatMulIntegerToFloat"
_BIAS: Final = 6  # the place of the bias among the inputs of a product; ``known`` has none
_KNOWN: Final = "known.weight"


def restored(network: bytes) -> dict[str, Tensor]:
    """Return the weights of an exported network under the names that ``Network`` has for them."""
    graph = onnx.load_from_string(network).graph
    arrays = {i.name: numpy_helper.to_array(i) for i in graph.initializer}
    plain = {name: array for name, array in arrays.items() if _is_named(name)}
    found = {**plain, **dict(_tables(arrays)), **dict(_products(graph, arrays))}
    return {name: torch.from_numpy(np.array(array, np.float32)) for name, array in found.items()}


def _is_named(name: str) -> bool:
    """Whether an array still has the name that it has in the network."""
    return name.endswith((".weight", ".bias")) and not name.startswith(("/", "onnx::"))


def _tables(arrays: Mapping[str, NDArray[Any]]) -> Iterator[tuple[str, NDArray[Any]]]:
    """Yield the tables of embeddings that are stored in bytes with one scale per row."""
    for name, array in arrays.items():
        whole = name.removesuffix(".bytes")
        if whole != name and _is_named(whole):
            yield whole, array * arrays[f"{whole}.scale"]


def _products(
    graph: onnx.GraphProto, arrays: Mapping[str, NDArray[Any]]
) -> Iterator[tuple[str, NDArray[Any]]]:
    """Yield the weights of products; a factor per channel went from the states into them."""
    for node in graph.node:
        if node.op_type == _PRODUCT:
            state = node.input[0].removesuffix(".bytes")
            grown = arrays[node.input[1]] * arrays[node.input[3]]
            bias = node.input[_BIAS] if len(node.input) > _BIAS else ""
            name = f"{bias.removesuffix('.bias')}.weight" if bias else _KNOWN
            yield name, (grown * arrays[f"{state}.factor"][:, None]).T
