"""The vectors of tokens by their spelling: kept, because most words come again.

The first layers of spaCy's network look at one token at a time: hashes of its form, prefix, suffix
and shape become a vector, whatever stands next to it. They take a third of the network's time. So
each such vector is computed once; the layers above, which look at neighbours, run as before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from spacy.language import Language
from spacy.tokens import Doc
from thinc.api import Model
from thinc.types import Ragged

NAME: Final = "unitdep_token_vectors"
_LARGEST: Final = 20_000  # tokens kept: 8 MB
_PIPE: Final = "tok2vec"
_LAYERS: Final = ("extract_features", "list2ragged", "with_array", "with_array", "ragged2list")

Features = NDArray[np.uint64]  # (tokens, attributes)
Vectors = NDArray[np.float32]  # (tokens, width)


@dataclass(frozen=True)
class _Kept:
    """Vectors, and which of them belongs to which features. Rows are only added."""

    vectors: Vectors
    rows: dict[bytes, int] = field(default_factory=dict)


class TokenVectors:
    """What the first layers say of each token of a text."""

    def __init__(self, embed: Model[Any, Any]) -> None:
        """Wrap the layers from the features of tokens to their vectors."""
        self._extract, _, *self._layers, _ = embed.layers
        self._width = embed.get_dim("nO")
        self._kept = self._empty(0)
        self._adding = Lock()

    def __call__(self, docs: list[Doc]) -> list[Vectors]:
        """Return the vectors of each text."""
        return [self._of(np.ascontiguousarray(one)) for one in self._extract.predict(docs)]

    def _of(self, features: Features) -> Vectors:
        if not len(features):
            return np.zeros((0, self._width), np.float32)
        keys: list[bytes] = features.view(f"V{features[0].nbytes}").ravel().tolist()
        kept = self._kept
        if not kept.rows.keys() >= set(keys):
            kept = self._with(keys, features)
        return kept.vectors[[kept.rows[key] for key in keys]]

    def _with(self, keys: list[bytes], features: Features) -> _Kept:
        """Compute what is missing; when there are too many, begin again."""
        with self._adding:
            new = {key: place for place, key in enumerate(keys) if key not in self._kept.rows}
            if len(self._kept.rows) + len(new) > len(self._kept.vectors):
                new = {key: place for place, key in enumerate(keys)}
                self._kept = self._empty(len(new))
            kept, start = self._kept, len(self._kept.rows)
            kept.vectors[start : start + len(new)] = self._compute(features[list(new.values())])
            kept.rows.update(zip(new, range(start, start + len(new)), strict=True))
            return kept

    def _compute(self, features: Features) -> Vectors:
        values = Ragged(features, np.array([len(features)], np.int32))  # type: ignore[arg-type]
        for layer in self._layers:
            values = layer.predict(values)
        return np.asarray(values.data)

    def _empty(self, least: int) -> _Kept:
        return _Kept(np.zeros((max(least, _LARGEST), self._width), np.float32))


def keep_vectors(nlp: Language) -> None:
    """Keep the vectors of a pipeline's tokens, if its network has the layers that we know."""
    if not nlp.has_pipe(_PIPE):
        return
    network: Any = nlp.get_pipe(_PIPE).model  # type: ignore[attr-defined]
    if len(network.layers) == 2 and _fits(network.layers[0]):
        embed = network.layers[0]
        network.replace_node(embed, _layer(embed))


def _fits(embed: Model[Any, Any]) -> bool:
    names = tuple(layer.name.partition("(")[0] for layer in embed.layers)
    return names == _LAYERS and bool(embed.maybe_get_dim("nO"))


def _layer(embed: Model[Any, Any]) -> Model[Any, Any]:
    """Make a layer that remembers; in training it's the old one."""
    vectors = TokenVectors(embed)

    def forward(
        model: Model[Any, Any],  # noqa: ARG001
        docs: list[Doc],
        is_train: bool,
    ) -> tuple[Any, Callable[..., Any]]:
        return embed(docs, is_train) if is_train else (vectors(docs), _no_training)

    return Model(NAME, forward, dims={"nO": embed.get_dim("nO")})


def _no_training(_: object) -> list[Any]:
    raise RuntimeError("kept vectors can't be trained")
