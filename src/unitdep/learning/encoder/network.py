"""The network: a small pretrained transformer, and four heads that give the score tables."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import torch
from torch import Tensor, nn

from unitdep.learning.encoder.weights import folder
from unitdep.scoring.encoder.inputs import NUMBER_FEATURES, PAIR_FEATURES

HIDDEN: Final = 256
LABELS: Final = {"irrelevance": 2, "lca": 6, "vertex": 2, "edge": 6}


class Network(nn.Module):
    """One pass over the text; states at the markers go into the heads.

    Outputs are logits over padded grids: irrelevance (problems, n, 2), lca (problems, n, n, 6),
    vertex (problems, n + 1, 2) and edge (problems, n + 1, n + 1, 6), the question last.
    """

    def __init__(self, body: nn.Module, width: int, dropout: float = 0.1) -> None:
        super().__init__()
        self.body = body
        number, pair = NUMBER_FEATURES, PAIR_FEATURES
        self.irrelevance = _head(3 * width + number, LABELS["irrelevance"], dropout)
        self.vertex = _head(3 * width + number, LABELS["vertex"], dropout)
        self.lca = _head(4 * width + pair + 2 * number, LABELS["lca"], dropout)
        self.edge = _head(4 * width + pair + 2 * number, LABELS["edge"], dropout)

    def forward(
        self,
        tokens: Tensor,
        mask: Tensor,
        places: Tensor,
        question: Tensor,
        numbers: Tensor,
        pairs: Tensor,
    ) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Score a padded batch."""
        states = self.body(input_ids=tokens, attention_mask=mask)[0]
        width = states.shape[-1]
        at = torch.gather(states, 1, places.unsqueeze(-1).expand(-1, -1, width))
        asked = torch.gather(states, 1, question[:, None, None].expand(-1, 1, width))
        weight = mask.unsqueeze(-1).to(states.dtype)
        whole = (states * weight).sum(1, keepdim=True) / weight.sum(1, keepdim=True)
        ends = torch.cat([at, asked], 1)  # quantities, then the question
        facts = torch.nn.functional.pad(numbers, (0, 0, 0, 1))
        between = torch.nn.functional.pad(pairs, (0, 0, 0, 1, 0, 1))
        single = torch.cat([ends, asked.expand_as(ends), whole.expand_as(ends), facts], -1)
        grid = _grid(ends, asked, facts, between)
        quantities = at.shape[1]
        return (
            self.irrelevance(single[:, :quantities]),
            self.lca(grid[:, :quantities, :quantities]),
            self.vertex(single),
            self.edge(grid),
        )


def _head(inputs: int, labels: int, dropout: float) -> nn.Module:
    return nn.Sequential(
        nn.Dropout(dropout), nn.Linear(inputs, HIDDEN), nn.GELU(), nn.Linear(HIDDEN, labels)
    )


def _grid(ends: Tensor, asked: Tensor, facts: Tensor, between: Tensor) -> Tensor:
    """Give the input of the pair heads: both ends, their product, the question, the facts."""
    size = ends.shape[1]
    first = ends.unsqueeze(2).expand(-1, -1, size, -1)
    second = ends.unsqueeze(1).expand(-1, size, -1, -1)
    about = asked.unsqueeze(1).expand(-1, size, size, -1)
    one = facts.unsqueeze(2).expand(-1, -1, size, -1)
    other = facts.unsqueeze(1).expand(-1, size, -1, -1)
    return torch.cat([first, second, first * second, about, between, one, other], -1)


def pretrained(dropout: float = 0.1) -> tuple[Network, Path]:
    """Give the network with MiniLM's weights, and the path of its tokenizer."""
    from transformers import AutoModel
    from transformers.utils import logging

    logging.set_verbosity_error()
    logging.disable_progress_bar()
    source = folder()
    body = AutoModel.from_pretrained(str(source), add_pooling_layer=False)
    return Network(body, int(body.config.hidden_size), dropout), source / "tokenizer.json"
