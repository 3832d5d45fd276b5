"""What an ONNX file says it does, read without running it and without the package onnx.

A file is a tree of numbered fields (Protocol Buffers). Only those are looked at that show its
operators and its weights; the numbers below are those of the format's description, onnx.proto.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

MAX_NODES: Final = 10_000  # the exporter writes about 900
# What the exporter (``research.learning.encoder.exported``) writes, by domain.
OPERATORS: Final = {
    "": frozenset(
        (
            *("Add", "Cast", "Concat", "Constant", "ConstantOfShape", "Div", "Equal", "Erf"),
            *("Expand", "Gather", "GatherElements", "Gemm", "LayerNormalization", "MatMul", "Mod"),
            *("Mul", "Pow", "QuantizeLinear", "Range", "Reshape", "ScatterElements", "Shape"),
            *("Slice", "Softmax", "Squeeze", "Sub", "Transpose", "Unsqueeze", "Where"),
        )
    ),
    "com.microsoft": frozenset(("MatMulIntegerToFloat",)),
}
# Types of tensors, by number.
_FLOATS: Final[Mapping[int, type[np.floating[Any]]]] = {
    1: np.float32,
    10: np.float16,
    11: np.float64,
}
_GRAPH, _TRAINING, _FUNCTIONS = 7, 20, 25  # of a model
_NODE, _WEIGHTS, _SPARSE = 1, 5, 15  # of a graph
_OPERATOR, _ATTRIBUTE, _DOMAIN = 4, 5, 7  # of a node
_TENSOR, _SUBGRAPH, _SUBGRAPHS = 5, 6, 11  # of an attribute
_TYPE, _FEW_FLOATS, _RAW, _DOUBLES, _ELSEWHERE = 2, 4, 9, 10, 13  # of a tensor

Field = tuple[int, memoryview | int]


def check_network(content: bytes) -> None:
    """Raise ValueError unless a network has only the exporter's operators, and finite weights."""
    for number, value in _fields(memoryview(content)):
        if number in (_TRAINING, _FUNCTIONS):
            raise ValueError("the network has functions of its own")
        if number == _GRAPH:
            _check_graph(_inner(value))


def _check_graph(graph: memoryview) -> None:
    nodes = 0
    for number, value in _fields(graph):
        if number == _NODE:
            nodes += 1
            _check_node(_inner(value))
        elif number == _WEIGHTS:
            _check_tensor(_inner(value))
        elif number == _SPARSE:
            raise ValueError("the network has sparse weights")
    if nodes > MAX_NODES:
        raise ValueError(f"the network has {nodes:,} operators, more than {MAX_NODES:,}")


def _check_node(node: memoryview) -> None:
    operator = domain = ""
    for number, value in _fields(node):
        if number == _OPERATOR:
            operator = bytes(_inner(value)).decode("utf-8", "replace")
        elif number == _DOMAIN:
            domain = bytes(_inner(value)).decode("utf-8", "replace")
        elif number == _ATTRIBUTE:
            for part, inside in _fields(_inner(value)):
                if part in (_SUBGRAPH, _SUBGRAPHS):
                    raise ValueError("the network has a network inside an operator")
                if part == _TENSOR:
                    _check_tensor(_inner(inside))
    if operator not in OPERATORS.get(domain, ()):
        raise ValueError(f"the network has the operator {operator[:40]!r}, which none of ours has")


def _check_tensor(tensor: memoryview) -> None:
    kind = 0
    data: list[tuple[int, memoryview | int]] = []
    for number, value in _fields(tensor):
        if number == _TYPE and isinstance(value, int):
            kind = value
        elif number == _ELSEWHERE:
            raise ValueError("the network has weights in another file")
        elif number in (_FEW_FLOATS, _RAW, _DOUBLES):
            data.append((number, value))
    for number, value in data:
        held = {_FEW_FLOATS: 1, _DOUBLES: 11}.get(number, kind)
        if held in _FLOATS and not np.isfinite(_numbers(value, _FLOATS[held])).all():
            raise ValueError("the network has weights that are not finite")


def _numbers(value: memoryview | int, kind: type[np.floating[Any]]) -> NDArray[Any]:
    data = value.to_bytes(8, "little") if isinstance(value, int) else value
    size = np.dtype(kind).itemsize
    return np.frombuffer(data, kind, len(data) // size)


def _inner(value: memoryview | int) -> memoryview:
    if isinstance(value, int):
        raise ValueError("the network is damaged")
    return value


def _fields(data: memoryview) -> Iterator[Field]:
    """Yield the fields of a message: a number each, or what is inside."""
    place = 0
    while place < len(data):
        key, place = _varint(data, place)
        number, wire = key >> 3, key & 7
        if wire == 0:
            value, place = _varint(data, place)
            yield number, value
        elif wire in (1, 5):
            end = place + (8 if wire == 1 else 4)
            yield number, int.from_bytes(data[place:end], "little")
            place = end
        elif wire == 2:
            size, place = _varint(data, place)
            if place + size > len(data):
                raise ValueError("the network breaks off")
            yield number, data[place : place + size]
            place += size
        else:
            raise ValueError("the network is damaged")


def _varint(data: memoryview, place: int) -> tuple[int, int]:
    value = 0
    for shift in range(0, 70, 7):
        if place >= len(data):
            raise ValueError("the network breaks off")
        byte = data[place]
        place += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, place
    raise ValueError("the network is damaged")
