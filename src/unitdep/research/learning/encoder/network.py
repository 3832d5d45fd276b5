"""The network: a small pretrained transformer with four heads, one per score table."""

from __future__ import annotations

from pathlib import Path
from typing import Final, cast

import torch
from torch import Tensor, nn

from unitdep.core.labels import Face, Finish
from unitdep.research.learning.encoder.pretrained import folder
from unitdep.scoring.encoder.facts import PAIR_FACTS, VERTEX_FACTS
from unitdep.scoring.tables import Part

HIDDEN: Final = 256
PADDING: Final = -1e4  # added to the attention scores of padding tokens
MASK: Final = 103  # [MASK] among MiniLM's tokens


class Network(nn.Module):
    """One pass over the text; the states at the markers are the input of the heads.

    What the rules know about a vertex is added to its marker before the pass, and is an input of
    the heads next to its state. The last layer is computed only where the heads need it: at the
    markers and at the first token, which represents the whole text.

    Outputs are logits over padded grids: irrelevance (problems, n, 2), lca (problems, n, n, 6),
    vertex (problems, n + 1, 2) and edge (problems, n + 1, n + 1, 6), the question last; then, for
    the everyday scope, face (problems, n, 3), again (problems, n, n) and finish (problems, 6).
    """

    def __init__(
        self, body: nn.Module, width: int, dropout: float = 0.1, *, hidden: int = 0
    ) -> None:
        super().__init__()
        self.body = body
        self.hidden = hidden  # the token that replaces masked words in training
        facts, pair = len(VERTEX_FACTS), len(PAIR_FACTS)
        self.known = nn.Linear(facts, width, bias=False)
        nn.init.zeros_(self.known.weight)
        self.irrelevance = _head(3 * width + facts, Part.IRRELEVANCE.labels, dropout)
        self.vertex = _head(3 * width + facts, Part.VERTEX.labels, dropout)
        self.lca = _head(4 * width + pair + 2 * facts, Part.LCA.labels, dropout)
        self.edge = _head(4 * width + pair + 2 * facts, Part.EDGE.labels, dropout)
        self.face = _head(3 * width + facts, len(Face), dropout)
        self.again = _head(4 * width + pair + 2 * facts, 1, dropout)
        self.finish = _head(3 * width + facts, len(Finish), dropout)

    def forward(
        self,
        tokens: Tensor,
        mask: Tensor,
        places: Tensor,
        question: Tensor,
        vertices: Tensor,
        pairs: Tensor,
    ) -> tuple[Tensor, ...]:
        """Score a padded batch."""
        at = torch.cat([places, question[:, None]], 1)  # quantities, then the question
        words = self.body.embeddings.word_embeddings(tokens)
        where = at.unsqueeze(-1).expand(-1, -1, words.shape[-1])
        informed = words.scatter_add(1, where, self.known(vertices))
        states = self.body.embeddings(inputs_embeds=informed)
        bias = (1.0 - mask.to(states.dtype))[:, None, None, :] * PADDING
        *lower, last = self.body.encoder.layer
        for layer in lower:
            states = _pass(layer, states, states, bias)
        needed = torch.cat([states[:, :1], torch.gather(states, 1, where)], 1)
        final = _pass(last, needed, states, bias)
        whole, ends = final[:, :1], final[:, 1:]
        asked = ends[:, -1:]
        single = torch.cat([ends, asked.expand_as(ends), whole.expand_as(ends), vertices], -1)
        grid = _grid(ends, asked, vertices, pairs)
        quantities = places.shape[1]
        return (
            self.irrelevance(single[:, :quantities]),
            self.lca(grid[:, :quantities, :quantities]),
            self.vertex(single),
            self.edge(grid),
            self.face(single[:, :quantities]),
            self.again(grid[:, :quantities, :quantities]).squeeze(-1),
            self.finish(single[:, -1]),
        )


def _pass(layer: nn.Module, here: Tensor, all_states: Tensor, bias: Tensor) -> Tensor:
    """Run one transformer layer at some positions, which attend to all."""
    attention = layer.attention.self
    heads = attention.num_attention_heads

    def split(states: Tensor) -> Tensor:
        return states.unflatten(-1, (heads, -1)).transpose(1, 2)

    query, key = split(attention.query(here)), split(attention.key(all_states))
    weights = query @ key.transpose(2, 3) / key.shape[-1] ** 0.5 + bias
    seen = torch.softmax(weights, -1) @ split(attention.value(all_states))
    attended = layer.attention.output(seen.transpose(1, 2).flatten(2), here)
    return cast(Tensor, layer.output(layer.intermediate(attended), attended))


def _head(inputs: int, labels: int, dropout: float) -> nn.Module:
    return nn.Sequential(
        nn.Dropout(dropout), nn.Linear(inputs, HIDDEN), nn.GELU(), nn.Linear(HIDDEN, labels)
    )


def _grid(ends: Tensor, asked: Tensor, facts: Tensor, between: Tensor) -> Tensor:
    """Return the input of the pair heads: both ends, their product, the question, the facts."""
    size = ends.shape[1]
    first = ends.unsqueeze(2).expand(-1, -1, size, -1)
    second = ends.unsqueeze(1).expand(-1, size, -1, -1)
    about = asked.unsqueeze(1).expand(-1, size, size, -1)
    one = facts.unsqueeze(2).expand(-1, -1, size, -1)
    other = facts.unsqueeze(1).expand(-1, size, -1, -1)
    return torch.cat([first, second, first * second, about, between, one, other], -1)


def pretrained(dropout: float = 0.1) -> tuple[Network, Path]:
    """Return the network with MiniLM's weights, and the path of its tokenizer."""
    from transformers import AutoModel
    from transformers.utils import logging

    logging.set_verbosity_error()
    logging.disable_progress_bar()
    source = folder()
    still = {"hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0}
    body = AutoModel.from_pretrained(str(source), add_pooling_layer=False, **still)
    network = Network(body, int(body.config.hidden_size), dropout, hidden=MASK)
    return network, source / "tokenizer.json"
