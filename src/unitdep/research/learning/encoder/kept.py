"""Generated problems in a file, for the next run: one JSON object per line, no pickle."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from unitdep.files import replacing
from unitdep.research.learning.encoder.examples import Example
from unitdep.research.learning.encoder.likelihood import Gold
from unitdep.scoring.encoder.inputs import Input
from unitdep.scoring.tables import EverydayTables, Part, ScoreTables

_DIGITS: Final = 4  # of facts and of a teacher's log-probabilities


def write(path: Path, examples: Sequence[Example]) -> None:
    """Write examples; a run that is stopped meanwhile leaves no file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as file:
        for example in examples:
            file.write(json.dumps(_plain(example), separators=(",", ":")).encode() + b"\n")


def read(path: Path) -> list[Example]:
    """Read the examples of a file that ``write`` wrote."""
    with path.open(encoding="utf-8") as file:
        return [_example(json.loads(line)) for line in file]


def _plain(example: Example) -> dict[str, Any]:
    given, gold, taught = example.input, example.gold, example.taught
    return {
        "input": [
            given.tokens,
            given.places,
            given.question,
            _floats(given.vertices),
            _floats(given.pairs),
            given.amounts,
        ],
        "labels": {part.value: labels for part, labels in example.labels.items()},
        "gold": gold
        and [_bits(gold.valid), gold.right.tolist(), gold.rates, gold.pure, gold.chosen],
        "face": list(example.face.items()),
        "again": list(example.again.items()),
        "finish": example.finish,
        "taught": taught and _tables(taught),
    }


def _example(plain: dict[str, Any]) -> Example:
    tokens, places, question, vertices, pairs, amounts = plain["input"]
    given = Input(
        tuple(tokens),
        tuple(places),
        question,
        np.array(vertices, np.float32),
        np.array(pairs, np.float32),
        None if amounts is None else tuple(amounts),
    )
    labels = {Part(name): found for name, found in plain["labels"].items()}
    more = (dict(plain["face"]), dict(plain["again"]), plain["finish"])
    return Example(given, labels, _gold(plain["gold"]), *more, _taught(plain["taught"]))


def _gold(plain: list[Any] | None) -> Gold | None:
    if plain is None:
        return None
    valid, right, rates, pure, chosen = plain
    count, packed = valid
    bits = np.unpackbits(np.frombuffer(b64decode(packed), np.uint8), count=count)
    return Gold(bits.astype(bool), np.array(right, np.intp), rates, tuple(pure), tuple(chosen))


def _bits(flags: NDArray[np.bool_]) -> tuple[int, str]:
    return len(flags), b64encode(np.packbits(flags).tobytes()).decode("ascii")


def _tables(tables: ScoreTables) -> dict[str, Any]:
    everyday = tables.everyday
    parts = {part.value: _floats(getattr(tables, part)) for part in Part}
    more = everyday and {name: _floats(table) for name, table in vars(everyday).items()}
    return {"parts": parts, "everyday": more}


def _taught(plain: dict[str, Any] | None) -> ScoreTables | None:
    if plain is None:
        return None
    irrelevance, lca, vertex, edge = (np.array(plain["parts"][part.value]) for part in Part)
    more = plain["everyday"]
    everyday = more and EverydayTables(**{name: np.array(table) for name, table in more.items()})
    return ScoreTables(irrelevance, lca, vertex, edge, everyday)


def _floats(array: NDArray[Any]) -> Any:
    return np.round(np.asarray(array, float), _DIGITS).tolist()
