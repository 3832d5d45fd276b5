"""The body: the lower layers of a pretrained transformer, whichever it is.

MiniLM (BERT's design) and MPNet differ in the names of their weights, in where positions begin and
in a bias by relative position, which only MPNet has. ``read_body`` evens that out: the network
meets one kind of body.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import log
from typing import Final

import torch
from torch import Tensor, nn

from unitdep.scoring.encoder.inputs import LONGEST

BUCKETS: Final = 32  # of relative positions
FARTHEST: Final = 128  # relative positions beyond share a bucket
PADDING: Final = -1e4  # added to the attention scores of padding tokens


@dataclass(frozen=True)
class Design:
    """How a pretrained transformer names and shapes what a body needs."""

    heads: int
    epsilon: float  # of the norms
    first_position: int  # MPNet's begin at 2
    attention: Mapping[str, str]  # our names of a layer's weights, theirs
    relative: str | None = None  # the bias by relative position
    types: str | None = None  # BERT's embeddings of the first and the second text


_LAYER: Final = {
    "up": "intermediate.dense",
    "down": "output.dense",
    "norm": "output.LayerNorm",
}
BERT: Final = Design(
    heads=12,
    epsilon=1e-12,
    first_position=0,
    attention={
        **{name: f"attention.self.{name}" for name in ("query", "key", "value")},
        "out": "attention.output.dense",
        "attended": "attention.output.LayerNorm",
        **_LAYER,
    },
    types="embeddings.token_type_embeddings.weight",
)
MPNET: Final = Design(
    heads=12,
    epsilon=1e-5,
    first_position=2,
    attention={
        **{"query": "attention.attn.q", "key": "attention.attn.k", "value": "attention.attn.v"},
        "out": "attention.attn.o",
        "attended": "attention.LayerNorm",
        **_LAYER,
    },
    relative="encoder.relative_attention_bias.weight",
)


class Layer(nn.Module):
    """One layer of a transformer."""

    def __init__(self, width: int, inner: int, heads: int, epsilon: float) -> None:
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value, self.out = (nn.Linear(width, width) for _ in range(4))
        self.attended = nn.LayerNorm(width, epsilon)
        self.up, self.down = nn.Linear(width, inner), nn.Linear(inner, width)
        self.norm = nn.LayerNorm(width, epsilon)

    def forward(self, here: Tensor, states: Tensor, bias: Tensor) -> Tensor:
        """Return new states for some positions (``here``), which attend to all."""
        query, key = self._split(self.query(here)), self._split(self.key(states))
        weights = query @ key.transpose(2, 3) / key.shape[-1] ** 0.5 + bias
        seen = torch.softmax(weights, -1) @ self._split(self.value(states))
        attended: Tensor = self.attended(self.out(seen.transpose(1, 2).flatten(2)) + here)
        inner = self.down(nn.functional.gelu(self.up(attended)))
        result: Tensor = self.norm(inner + attended)
        return result

    def _split(self, states: Tensor) -> Tensor:
        return states.unflatten(-1, (self.heads, -1)).transpose(1, 2)


class Body(nn.Module):
    """Embeddings and layers; the last layer is computed only where the heads need it."""

    distances: Tensor

    def __init__(self, words: int, width: int, inner: int, layers: int, design: Design) -> None:
        super().__init__()
        self.width = width
        self.words = nn.Embedding(words, width)
        self.positions = nn.Embedding(LONGEST, width)
        self.norm = nn.LayerNorm(width, design.epsilon)
        self.layers = nn.ModuleList(
            Layer(width, inner, design.heads, design.epsilon) for _ in range(layers)
        )
        self.relative = nn.Embedding(BUCKETS, design.heads) if design.relative else None
        buckets = torch.tensor([_bucket(d) for d in range(1 - LONGEST, LONGEST)])
        self.register_buffer("distances", buckets, persistent=False)

    def forward(self, words: Tensor, mask: Tensor, at: Tensor) -> Tensor:
        """Return the states at the first token and ``at`` (problems, places), from embeddings."""
        where = torch.arange(words.shape[1], device=words.device)
        states: Tensor = self.norm(words + self.positions(where)[None])
        bias = (1.0 - mask.to(states.dtype))[:, None, None, :] * PADDING
        *lower, last = self.layers
        for layer in lower:
            states = layer(states, states, bias + self._near(where[None], where))
        at = torch.cat([torch.zeros_like(at[:, :1]), at], 1)
        needed = torch.gather(states, 1, at.unsqueeze(-1).expand(-1, -1, states.shape[-1]))
        result: Tensor = last(needed, states, bias + self._near(at, where))
        return result

    def _near(self, here: Tensor, where: Tensor) -> Tensor | float:
        """Return the bias by relative position, (problems, heads, here, where)."""
        if self.relative is None:
            return 0.0
        distance = where[None, None, :] - here[:, :, None] + (LONGEST - 1)
        near: Tensor = self.relative(self.distances[distance])
        return near.permute(0, 3, 1, 2)


def _bucket(distance: int) -> int:
    """Return the bucket of a relative position: exact when near, logarithmic when far."""
    side, exact = BUCKETS // 2, BUCKETS // 4
    behind = side if distance > 0 else 0
    far = abs(distance)
    if far < exact:
        return behind + far
    grown = exact + int(log(far / exact) / log(FARTHEST / exact) * (side - exact))
    return behind + min(grown, side - 1)


def read_body(weights: Mapping[str, Tensor], design: Design, layers: int) -> Body:
    """Take the embeddings and the lowest layers out of a pretrained transformer's weights."""
    words = weights["embeddings.word_embeddings.weight"]
    inner = weights["encoder.layer.0.intermediate.dense.weight"].shape[0]
    count, width = words.shape
    body = Body(count, width, inner, layers, design)
    first = design.first_position
    positions = weights["embeddings.position_embeddings.weight"][first : first + LONGEST]
    if design.types:
        positions = positions + weights[design.types][0]
    ours = {"words.weight": words, "positions.weight": positions}
    if design.relative:
        ours["relative.weight"] = weights[design.relative]
    for end in ("weight", "bias"):
        ours[f"norm.{end}"] = weights[f"embeddings.LayerNorm.{end}"]
        for k in range(layers):
            for name, theirs in design.attention.items():
                ours[f"layers.{k}.{name}.{end}"] = weights[f"encoder.layer.{k}.{theirs}.{end}"]
    body.load_state_dict(ours)
    return body
