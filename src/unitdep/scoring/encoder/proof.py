"""The proof that an encoder from somewhere else works, before it answers anything.

Its network may have only our exporter's operators and finite weights; its tokenizer, only our
exporter's parts. Then two fixed problems must give finite tables of the right shape, in bounded
time and memory. The packaged models need no proof: they're part of the program, like its code.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import Any, Final

import numpy as np
import onnxruntime

from unitdep.scoring.encoder.facts import PAIR_FACTS, VERTEX_FACTS
from unitdep.scoring.encoder.inputs import (
    END,
    IMPLIED,
    LONGEST,
    QUANTITY,
    QUESTION,
    START,
    Input,
    join,
)
from unitdep.scoring.encoder.network_file import check_network
from unitdep.scoring.encoder.scorer import EncoderScorer
from unitdep.scoring.tables import EVERYDAY_OUTPUTS, Part

SIZES: Final = (2, 12)  # quantities of the fixed problems
SHORT: Final = 24  # tokens of one of them; the other has ``LONGEST``
SECONDS: Final = 30.0  # of the network, for both; it needs a tenth of one
MEMORY: Final = 4 << 30  # bytes that loading and running may add
MAX_WORD: Final = 200  # letters of a word that the tokenizer cuts; time grows with its square
_VERTICES, _PAIRS = len(VERTEX_FACTS), len(PAIR_FACTS)
_INPUTS: Final = {
    "tokens": ("tensor(int64)", 2, None),
    "mask": ("tensor(int64)", 2, None),
    "places": ("tensor(int64)", 2, None),
    "question": ("tensor(int64)", 1, None),
    "vertices": ("tensor(float)", 3, _VERTICES),
    "pairs": ("tensor(float)", 4, _PAIRS),
}


def load_proved(network: bytes, tokenizer: bytes) -> EncoderScorer:
    """Load a scorer from the contents of its two files; raises ValueError if it cannot work."""
    words = _plain_tokenizer(tokenizer)
    check_network(network)
    with _bounded_memory():
        scorer = EncoderScorer.load(network, words)
        _check_interface(scorer.session)
        _run(scorer)
    return scorer


def _plain_tokenizer(content: bytes) -> bytes:
    """Return a tokenizer made of the parts that are used; raises ValueError for any others."""
    try:
        given = json.loads(content)
        model, normalizer = given["model"], given["normalizer"]
        kinds = (model["type"], normalizer["type"], given["pre_tokenizer"]["type"])
        vocabulary, added = model["vocab"], given.get("added_tokens") or []
        ids = [*vocabulary.values(), *(token["id"] for token in added)]
        names = {*vocabulary, *(token["content"] for token in added)}
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"not an encoder: the tokenizer cannot be read: {error!r}") from None
    if kinds != ("WordPiece", "BertNormalizer", "BertPreTokenizer"):
        raise ValueError(f"not an encoder: the tokenizer has parts that ours don't have: {kinds}")
    if not all(type(one) is int and 0 <= one < 1 << 31 for one in ids):
        raise ValueError("the tokenizer has tokens whose numbers cannot be used")
    if not 1 <= model.get("max_input_chars_per_word", 100) <= MAX_WORD or "" in names:
        raise ValueError("the tokenizer has words or tokens of a length that cannot be used")
    for known in (START, END, (QUANTITY,), (QUESTION,), (IMPLIED,), (model.get("unk_token"),)):
        if not names.intersection(known):
            raise ValueError(f"the tokenizer has no {known[-1]}")
    unused = dict.fromkeys(("truncation", "padding", "post_processor", "decoder"))
    return json.dumps({**given, **unused}).encode()


def _check_interface(session: Any) -> None:
    """Raise ValueError unless inputs and outputs have the names, types and ranks of ours."""
    inputs = {one.name: one for one in session.get_inputs()}
    if inputs.keys() != _INPUTS.keys():
        raise ValueError(f"the network has the inputs {', '.join(sorted(inputs))}")
    for name, (kind, rank, width) in _INPUTS.items():
        shape = inputs[name].shape
        free = shape if width is None else shape[:-1]
        if (
            inputs[name].type != kind
            or len(shape) != rank
            or any(isinstance(size, int) for size in free)
            or (width is not None and isinstance(shape[-1], int) and shape[-1] != width)
        ):
            raise ValueError(f"the network's input {name!r} is {inputs[name].type} {shape}")
    outputs = {one.name: one.type for one in session.get_outputs()}
    plain = {part.value for part in Part}
    if outputs.keys() not in (plain, plain.union(EVERYDAY_OUTPUTS)):
        raise ValueError(f"the network has the outputs {', '.join(sorted(outputs))}")
    if set(outputs.values()) != {"tensor(float)"}:
        raise ValueError("the network has outputs that are not 32-bit floats")


def _run(scorer: EncoderScorer) -> None:
    """Raise ValueError unless two problems, and both in one batch, give tables of the right size.

    Their tokens are those of the tokenizer with the highest numbers, which a network without a row
    for them cannot look up.
    """
    highest = sorted(scorer.tokenizer.get_vocab(with_added_tokens=True).values())[-LONGEST:]
    first, second = (
        _problem(size, highest[-length:])
        for size, length in zip(SIZES, (SHORT, LONGEST), strict=True)
    )
    names = [one.name for one in scorer.session.get_outputs()]
    for batch in ([first], [second], [first, second]):
        feed = join(batch).feed()
        size = max(len(item.places) for item in batch)
        found = dict(zip(names, _timed(scorer.session, names, feed), strict=True))
        for name, shape in _shapes(len(batch), size).items():
            if name in found and found[name].shape != shape:
                raise ValueError(
                    f"the network's {name!r} has the shape {found[name].shape}, not {shape}"
                )
        if not all(np.isfinite(values).all() for values in found.values()):
            raise ValueError("the network gives scores that are not finite")


def _problem(size: int, tokens: list[int]) -> Input:
    """Return a problem with some facts true, and one marker right after the other."""
    vertices = np.zeros((size + 1, _VERTICES), np.float32)
    pairs = np.zeros((size + 1, size + 1, _PAIRS), np.float32)
    vertices[:, ::3], pairs[:, :, ::3] = 1.0, 1.0
    places = tuple(range(1, size + 1))
    return Input(tuple(tokens), places, len(tokens) - 1, vertices, pairs, (True,) * size)


def _shapes(problems: int, size: int) -> Mapping[str, tuple[int, ...]]:
    return {
        "irrelevance": (problems, size, 2),
        "lca": (problems, size, size, 6),
        "vertex": (problems, size + 1, 2),
        "edge": (problems, size + 1, size + 1, 6),
        "face": (problems, size, 3),
        "again": (problems, size, size),
        "finish": (problems, 6),
    }


def _timed(session: Any, names: list[str], feed: Mapping[str, Any]) -> Any:
    """Run a network, and end it if it takes far too long."""
    options = onnxruntime.RunOptions()
    options.log_severity_level = 4  # what fails is raised, not printed too
    timer = Timer(SECONDS, setattr, (options, "terminate", True))
    timer.daemon = True
    timer.start()
    try:
        return session.run(names, dict(feed), options)
    except Exception as error:  # the library raises types of its own
        raise ValueError(f"the network fails on a fixed problem: {str(error)[:200]}") from None
    finally:
        timer.cancel()


@contextmanager
def _bounded_memory() -> Iterator[None]:
    """Let the process take only ``MEMORY`` more, where the system can say how much it has."""
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        before = resource.getrlimit(resource.RLIMIT_AS)
        most = pages * resource.getpagesize() + MEMORY
        if before[0] != resource.RLIM_INFINITY:
            most = min(most, before[0])
        resource.setrlimit(resource.RLIMIT_AS, (most, before[1]))
    except (ImportError, OSError, ValueError):  # Windows and macOS: what was checked must do
        yield
        return
    try:
        yield
    except MemoryError:
        raise ValueError("the network takes too much memory") from None
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
