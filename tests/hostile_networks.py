"""Encoders that cannot work, and some that can, made from the packaged one. Needs the package onnx.

Each case is a name, and a function that changes a network, a tokenizer and the weights of a config.
Names that begin with "good" are of models that work.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from unitdep.models import FAST, PACKAGED
from unitdep.models.store import NETWORK, TOKENIZER

Json = dict[str, Any]
Change = Callable[[Any, Json, Json], None]
HEAD = "finish"


def packaged() -> tuple[Any, Json]:
    """Return the smaller encoder's network and tokenizer."""
    folder = PACKAGED[FAST]
    return onnx.load(folder / NETWORK), json.loads((folder / TOKENIZER).read_bytes())


def cases() -> Iterator[tuple[str, Change]]:
    """Return all cases."""
    yield "good as it is", lambda _network, _tokenizer, _weights: None
    yield from _networks()
    yield from ((name, _tokenizer(change)) for name, change in _tokenizers())
    for key, value in (
        ("temperature", 5e-324),
        ("temperature", 1e308),
        ("temperature", -1.0),
        ("vertex", 1e300),
        ("edge", float("nan")),
    ):
        yield f"weight {key} {value:g}", lambda _n, _t, w, k=key, v=value: w.update({k: v})


def _networks() -> Iterator[tuple[str, Change]]:
    yield from ((name, _graph(change)) for name, change in _shapes())
    yield from ((name, _graph(change)) for name, change in _weights())
    yield from ((name, _graph(change)) for name, change in _operators())

    def functions(network: Any, _tokenizer: Json, _given: Json) -> None:
        body = [helper.make_node("Identity", ["a"], ["b"])]
        made = helper.make_function("", "Own", ["a"], ["b"], body, network.opset_import[:1])
        network.functions.append(made)

    yield "a function", functions


def _shapes() -> Iterator[tuple[str, Callable[[Any], None]]]:
    for name in ("irrelevance", "lca", "finish", "again"):
        yield f"output {name} missing", lambda g, n=name: _drop(g.output, n)
        yield f"output {name} renamed", lambda g, n=name: _rename(g, n, "other")
    for one, other in (("lca", "edge"), ("irrelevance", "vertex"), ("face", "irrelevance")):
        yield f"outputs {one} and {other} swapped", lambda g, a=one, b=other: _swap(g, a, b)

    def extra_output(graph: Any) -> None:
        graph.node.append(helper.make_node("Add", ["finish", "finish"], ["more"]))
        graph.output.append(helper.make_tensor_value_info("more", TensorProto.FLOAT, None))

    yield "an output too many", extra_output
    for name in ("tokens", "pairs", "question"):
        yield f"input {name} missing", lambda g, n=name: _drop(g.input, n)
        yield f"input {name} renamed", lambda g, n=name: _rename(g, n, "other")
    yield (
        "an input too many",
        lambda g: g.input.append(helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n"])),
    )
    for name, kind in (("tokens", TensorProto.INT32), ("vertices", TensorProto.DOUBLE)):
        yield f"input {name} of another type", lambda g, n=name, k=kind: _type(g, n, k)
    for name, place in (("tokens", 0), ("tokens", 1), ("places", 1), ("pairs", 3)):
        yield f"input {name} fixed at {place}", lambda g, n=name, p=place: _fix(g, n, p)
    for name, operator in (("irrelevance", "Transpose"), ("finish", "Squeeze")):
        yield f"output {name} of another shape", lambda g, n=name, o=operator: _wrap(g, n, o)


def _weights() -> Iterator[tuple[str, Callable[[Any], None]]]:
    for value in (np.nan, np.inf, -np.inf):
        yield f"all weights {value}", lambda g, v=value: _fill(g, lambda a: np.full_like(a, v))
        yield f"one weight {value}", lambda g, v=value: _fill(g, lambda a: _one(a, v))
    yield "weights that overflow", lambda g: _fill(g, lambda a: a * np.float32(1e30))
    yield "few positions", lambda g: _cut(g, 512, 40)
    yield "few tokens", lambda g: _cut(g, 30522, 1000)
    yield "one token too few", lambda g: _cut(g, 30522, 30521)
    yield "good smaller weights", lambda g: _fill(g, lambda a: a * np.float32(0.99))

    def elsewhere(graph: Any) -> None:
        tensor = graph.initializer[0]
        tensor.ClearField("raw_data")
        tensor.data_location = TensorProto.EXTERNAL
        tensor.external_data.add(key="location", value="/etc/passwd")

    yield "weights in another file", elsewhere

    def sparse(graph: Any) -> None:
        graph.sparse_initializer.add().dims.append(1)

    yield "sparse weights", sparse


def _operators() -> Iterator[tuple[str, Callable[[Any], None]]]:
    for name, domain in (
        ("Identity", ""),
        ("Add", "own.domain"),
        ("MatMulIntegerToFloat", ""),
        ("RandomNormalLike", ""),
        ("Dropout", ""),
        ("Exp", ""),
        ("NonZero", ""),
        ("StringNormalizer", ""),
        ("EPContext", "com.microsoft"),
    ):
        yield f"operator {domain}.{name}", lambda g, n=name, d=domain: _wrap(g, HEAD, n, d)
    body = helper.make_graph(
        [],
        "body",
        [
            helper.make_tensor_value_info("i", TensorProto.INT64, []),
            helper.make_tensor_value_info("c", TensorProto.BOOL, []),
        ],
        [helper.make_tensor_value_info("c", TensorProto.BOOL, [])],
    )
    yield (
        "an endless Loop",
        lambda g: g.node.append(helper.make_node("Loop", ["", ""], [], body=body)),
    )
    yield "Scan", lambda g: g.node.append(helper.make_node("Scan", [], [], body=body))
    yield (
        "If",
        lambda g: g.node.append(
            helper.make_node("If", ["mask"], ["x"], then_branch=body, else_branch=body)
        ),
    )
    yield (
        "a hidden graph",
        lambda g: g.node.append(
            helper.make_node("Add", ["finish", "finish"], ["x"], then_branch=body)
        ),
    )
    for size in (1 << 33, 1 << 40):
        yield f"{size:,} numbers", lambda g, s=size: _huge(g, s)
    yield (
        "100,000 operators",
        lambda g: g.node.extend(
            helper.make_node("Add", [HEAD, HEAD], [f"x{k}"]) for k in range(100_000)
        ),
    )


def _tokenizers() -> Iterator[tuple[str, Callable[[Json], None]]]:
    yield "good without what is not used", lambda t: t.update(post_processor=None, decoder=None)
    yield "good with a decoder of its own", lambda t: t.update(decoder={"type": "Fuse"})
    grow = {"type": "Replace", "pattern": {"String": "a"}, "content": "a" * 1000}
    rich = {"type": "Sequence", "normalizers": [grow, grow, grow]}
    for name, part in (
        ("normalizer", grow),
        ("normalizer", rich),
        ("normalizer", {"type": "Prepend", "prepend": "a" * 10**6}),
        ("normalizer", {"type": "Precompiled", "precompiled_charsmap": "AAAA"}),
        ("normalizer", None),
        ("pre_tokenizer", {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True}),
        ("pre_tokenizer", {"type": "WhitespaceSplit"}),
        ("pre_tokenizer", None),
        ("model", {"type": "BPE", "vocab": {"a": 0}, "merges": []}),
        ("model", {"type": "Unigram", "vocab": [["a", 0.0]], "unk_id": 7}),
        ("model", None),
    ):
        yield f"{name} {str(part)[:60]}", lambda t, n=name, p=part: t.update({n: p})
    for token in ("[CLS]", "[SEP]", "[unused1]", "[unused2]", "[unused3]", "[UNK]"):
        yield f"no {token}", lambda t, n=token: _forget(t, n)
    yield "no vocabulary", lambda t: (t["model"].update(vocab={}), t.update(added_tokens=[]))
    for number in (30522, 10**9, -1, 1 << 40, 1.5, "7"):
        yield f"a token {number!r}", lambda t, n=number: t["model"]["vocab"].update({"pens": n})
    yield "an empty token", lambda t: t["model"]["vocab"].update({"": 5})
    yield "endless words", lambda t: t["model"].update(max_input_chars_per_word=10**9)
    yield "no letters", lambda t: t["model"].update(max_input_chars_per_word=0)
    yield "an unknown token that is unknown", lambda t: t["model"].update(unk_token="?!")


def _tokenizer(change: Callable[[Json], object]) -> Change:
    return lambda _network, tokenizer, _weights: change(tokenizer) and None


def _graph(change: Callable[[Any], object]) -> Change:
    return lambda network, _tokenizer, _weights: change(network.graph) and None


def _drop(values: Any, name: str) -> None:
    values.remove(next(one for one in values if one.name == name))


def _rename(graph: Any, old: str, new: str) -> None:
    for one in (*graph.input, *graph.output):
        if one.name == old:
            one.name = new
    for node in graph.node:
        for names in (node.input, node.output):
            names[:] = [new if name == old else name for name in names]


def _swap(graph: Any, one: str, other: str) -> None:
    for old, new in ((one, "held"), (other, one), ("held", other)):
        _rename(graph, old, new)


def _type(graph: Any, name: str, kind: int) -> None:
    [given] = [one for one in graph.input if one.name == name]
    given.type.tensor_type.elem_type = kind


def _fix(graph: Any, name: str, place: int) -> None:
    [given] = [one for one in graph.input if one.name == name]
    given.type.tensor_type.shape.dim[place].dim_value = 5


def _wrap(graph: Any, name: str, operator: str, domain: str = "") -> None:
    """Put an operator between an output and what it was."""
    for node in graph.node:
        node.output[:] = ["inner" if one == name else one for one in node.output]
        node.input[:] = ["inner" if one == name else one for one in node.input]
    inputs = ["inner", "inner"] if operator == "Add" else ["inner"]
    graph.node.append(helper.make_node(operator, inputs, [name], domain=domain))


def _fill(graph: Any, change: Callable[[Any], Any]) -> None:
    """Change the weights that are floats and have more than one number."""
    for tensor in graph.initializer:
        if tensor.data_type == TensorProto.FLOAT and int(np.prod(tensor.dims)) > 64:
            array = numpy_helper.to_array(tensor)
            tensor.CopyFrom(numpy_helper.from_array(change(array).astype(np.float32), tensor.name))


def _one(array: Any, value: float) -> Any:
    changed = array.copy()
    changed.flat[len(changed.flat) // 2] = value
    return changed


def _cut(graph: Any, rows: int, kept: int) -> None:
    for tensor in graph.initializer:
        if tensor.dims[:1] == [rows]:
            array = numpy_helper.to_array(tensor)[:kept]
            tensor.CopyFrom(numpy_helper.from_array(array.copy(), tensor.name))


def _huge(graph: Any, size: int) -> None:
    """Add a number that is taken from an array of ``size`` of them."""
    graph.initializer.append(numpy_helper.from_array(np.array([size]), "size"))
    graph.initializer.append(numpy_helper.from_array(np.array([0]), "first"))
    graph.node.append(helper.make_node("ConstantOfShape", ["size"], ["array"]))
    graph.node.append(helper.make_node("Gather", ["array", "first"], ["zero"]))
    for node in graph.node:
        node.output[:] = ["inner" if one == HEAD else one for one in node.output]
    graph.node.append(helper.make_node("Add", ["inner", "zero"], [HEAD]))


def _forget(tokenizer: Json, token: str) -> None:
    tokenizer["model"]["vocab"].pop(token, None)
    kept = [one for one in tokenizer["added_tokens"] if one["content"] != token]
    tokenizer["added_tokens"] = kept
