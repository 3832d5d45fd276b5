"""Quantise a float network: 8-bit products with fixed scales.

Dynamic scales, taken from each batch, would make a problem's tables depend on the other problems in
the batch. Here scales are measured once, on calibration problems. A few channels of the states are
far larger than the rest and would leave few of the 8 bits to the others, so each channel is divided
by its own factor and the weights it is multiplied with are scaled up by the same factor.

Weights have 7 bits: processors without VNNI instructions add two products in 16 bits, which
products of 8 by 8 bits overflow. With 7 bits every processor computes the same integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray
from onnx import helper, numpy_helper

from unitdep.scoring.encoder.facts import Floats32

BALANCE: Final = 0.7  # how much of a channel's range goes into the weights
STATE_LEVELS: Final = 255
WEIGHT_LEVEL: Final = 63
ROOM: Final = 1.05  # the range of states relative to that seen in calibration
LARGE_TABLE: Final = 1_000_000  # entries; larger tables of embeddings are stored in 8 bits
_MICROSOFT: Final = "com.microsoft"

Feed = Mapping[str, NDArray[Any]]


@dataclass(frozen=True)
class _Range:
    """The minimum and maximum of each channel; zero is always inside."""

    low: Floats32
    high: Floats32

    def widened(self, states: Floats32) -> _Range:
        rows = states.reshape(-1, states.shape[-1])
        return _Range(
            np.minimum(self.low, rows.min(axis=0)), np.maximum(self.high, rows.max(axis=0))
        )


def quantise(plain: Path, path: Path, feeds: Sequence[Feed]) -> None:
    """Write the network at ``plain`` with 8-bit products; ``feeds`` are calibration batches."""
    model = onnx.load(str(plain))
    weights = {i.name: i for i in model.graph.initializer}
    products = [n for n in model.graph.node if _is_product(n, weights)]
    ranges = _measure(model, {n.input[0] for n in products}, feeds)
    arrays: dict[str, NDArray[Any]] = {}
    heads: dict[str, list[onnx.NodeProto]] = {}  # nodes that quantise a state, by its name
    swaps: dict[str, list[onnx.NodeProto]] = {}  # nodes in place of a product, by its output
    for state, seen in ranges.items():
        meets = [n for n in products if n.input[0] == state]
        tables = [numpy_helper.to_array(weights[n.input[1]]) for n in meets]
        heads[state] = _quantised_state(state, seen, tables, arrays)
        for node, table in zip(meets, tables, strict=True):
            added = _added(model, node.output[0], weights)
            swaps[node.output[0]] = []
            swaps[added.output[0]] = [_product(node, added, state, table, arrays)]
    for node in model.graph.node:
        if node.op_type == "Gather" and node.input[0] in weights:
            table = numpy_helper.to_array(weights[node.input[0]])
            if table.size > LARGE_TABLE:
                swaps[node.output[0]] = _looked_up(node, table, arrays)
    _replace(model, heads, swaps, arrays)
    onnx.save(model, str(path))


def _is_product(node: onnx.NodeProto, weights: Mapping[str, onnx.TensorProto]) -> bool:
    return node.op_type == "MatMul" and node.input[1] in weights and node.input[0] not in weights


def _measure(
    model: onnx.ModelProto, states: Iterable[str], feeds: Sequence[Feed]
) -> dict[str, _Range]:
    """Return the ranges of states in calibration."""
    names = sorted(states)
    watched = onnx.ModelProto()
    watched.CopyFrom(model)
    del watched.graph.output[:]
    watched.graph.output.extend(helper.make_empty_tensor_value_info(name) for name in names)
    session = onnxruntime.InferenceSession(
        watched.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    ranges: dict[str, _Range] = {}
    for feed in feeds:
        taken = {i.name: feed[i.name] for i in session.get_inputs()}
        for name, value in zip(names, session.run(names, taken), strict=True):
            zeros = np.zeros(value.shape[-1], np.float32)
            ranges[name] = ranges.get(name, _Range(zeros, zeros)).widened(value)
    return ranges


def _quantised_state(
    state: str, seen: _Range, tables: Sequence[Floats32], arrays: dict[str, NDArray[Any]]
) -> list[onnx.NodeProto]:
    """Divide the channels by their factors, then round to 8 bits."""
    reach = np.maximum(np.abs(seen.low), np.abs(seen.high))
    met = np.max([np.abs(t).max(axis=1) for t in tables], axis=0)
    factor = np.maximum(reach, 1e-5) ** BALANCE / np.maximum(met, 1e-5) ** (1 - BALANCE)
    low, high = float((seen.low / factor).min()), float((seen.high / factor).max())
    scale = max((high - low) * ROOM / STATE_LEVELS, 1e-8)
    zero = round(np.clip(-low * (1 + ROOM) / 2 / scale, 0, STATE_LEVELS))
    arrays[f"{state}.factor"] = (1 / factor).astype(np.float32)
    arrays[f"{state}.scale"] = np.array(scale, np.float32)
    arrays[f"{state}.zero"] = np.array(zero, np.uint8)
    return [
        helper.make_node("Mul", [state, f"{state}.factor"], [f"{state}.even"]),
        helper.make_node(
            "QuantizeLinear",
            [f"{state}.even", f"{state}.scale", f"{state}.zero"],
            [f"{state}.bytes"],
        ),
    ]


def _added(
    model: onnx.ModelProto, product: str, weights: Mapping[str, onnx.TensorProto]
) -> onnx.NodeProto:
    """Return the node that adds a constant to a product, or the product itself."""
    for node in model.graph.node:
        if (
            node.op_type == "Add"
            and product in node.input
            and any(i in weights for i in node.input)
        ):
            return node
    return next(node for node in model.graph.node if product in node.output)


def _product(
    node: onnx.NodeProto,
    added: onnx.NodeProto,
    state: str,
    table: Floats32,
    arrays: dict[str, NDArray[Any]],
) -> onnx.NodeProto:
    """Return a product of integers that replaces one of floats and the addition after it."""
    name = node.input[1]
    grown = table / arrays[f"{state}.factor"][:, None]
    scale = np.maximum(np.abs(grown).max(axis=0), 1e-8) / WEIGHT_LEVEL
    arrays[f"{name}.bytes"] = np.round(grown / scale).astype(np.int8)
    arrays[f"{name}.scale"] = scale.astype(np.float32)
    inputs = [f"{state}.bytes", f"{name}.bytes", f"{state}.scale", f"{name}.scale", f"{state}.zero"]
    if added.op_type == "Add":
        inputs += ["", *(i for i in added.input if i != node.output[0])]
    return helper.make_node("MatMulIntegerToFloat", inputs, list(added.output), domain=_MICROSOFT)


def _looked_up(
    node: onnx.NodeProto, table: Floats32, arrays: dict[str, NDArray[Any]]
) -> list[onnx.NodeProto]:
    """Return a lookup in a table of bytes, with one scale per row."""
    name, places, output = node.input[0], node.input[1], node.output[0]
    scale = np.maximum(np.abs(table).max(axis=1, keepdims=True), 1e-8) / 127
    arrays[f"{name}.bytes"] = np.round(table / scale).astype(np.int8)
    arrays[f"{name}.scale"] = scale.astype(np.float32)
    return [
        helper.make_node("Gather", [f"{name}.bytes", places], [f"{output}.bytes"]),
        helper.make_node("Gather", [f"{name}.scale", places], [f"{output}.scale"]),
        helper.make_node(
            "Cast", [f"{output}.bytes"], [f"{output}.cast"], to=onnx.TensorProto.FLOAT
        ),
        helper.make_node("Mul", [f"{output}.cast", f"{output}.scale"], [output]),
    ]


def _replace(
    model: onnx.ModelProto,
    heads: dict[str, list[onnx.NodeProto]],
    swaps: Mapping[str, list[onnx.NodeProto]],
    arrays: Mapping[str, NDArray[Any]],
) -> None:
    """Replace nodes of the graph, and the arrays that they use."""
    nodes: list[onnx.NodeProto] = []
    for node in model.graph.node:
        for name in node.input:
            nodes += heads.pop(name, [])
        nodes += swaps.get(node.output[0], [node])
    used = {name for node in nodes for name in node.input}
    kept = [i for i in model.graph.initializer if i.name in used]
    del model.graph.node[:], model.graph.initializer[:]
    model.graph.node.extend(nodes)
    model.graph.initializer.extend(kept)
    model.graph.initializer.extend(numpy_helper.from_array(a, name) for name, a in arrays.items())
    model.opset_import.append(helper.make_opsetid(_MICROSOFT, 1))
