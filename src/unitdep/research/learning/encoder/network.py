"""The network: a pretrained body with seven heads, one per score table."""

from __future__ import annotations

from typing import Final

import torch
from torch import Tensor, nn

from unitdep.core.labels import Face, Finish
from unitdep.research.learning.encoder.bodies.body import Body
from unitdep.scoring.encoder.facts import PAIR_FACTS, VERTEX_FACTS
from unitdep.scoring.tables import Part

HIDDEN: Final = 256


class Network(nn.Module):
    """One pass over the text; the states at the markers are the input of the heads.

    What the rules know about a vertex is added to its marker before the pass, and is an input of
    the heads next to its state. The first token represents the whole text.

    Outputs are logits over padded grids: irrelevance (problems, n, 2), lca (problems, n, n, 6),
    vertex (problems, n + 1, 2) and edge (problems, n + 1, n + 1, 6), the question last; then, for
    the everyday scope, face (problems, n, 3), again (problems, n, n) and finish (problems, 6).
    """

    def __init__(
        self, body: Body, dropout: float = 0.1, *, hidden: int = 0, inner: int = HIDDEN
    ) -> None:
        super().__init__()
        self.body = body
        self.hidden = hidden  # the token that replaces masked words in training
        width = body.width
        facts, pair = len(VERTEX_FACTS), len(PAIR_FACTS)
        self.known = nn.Linear(facts, width, bias=False)
        nn.init.zeros_(self.known.weight)
        self.irrelevance = _head(3 * width + facts, Part.IRRELEVANCE.labels, dropout, inner)
        self.vertex = _head(3 * width + facts, Part.VERTEX.labels, dropout, inner)
        self.lca = _head(4 * width + pair + 2 * facts, Part.LCA.labels, 0.0, inner)
        self.edge = _head(4 * width + pair + 2 * facts, Part.EDGE.labels, 0.0, inner)
        self.face = _head(3 * width + facts, len(Face), dropout, inner)
        self.again = _head(4 * width + pair + 2 * facts, 1, 0.0, inner)
        self.dropout = nn.Dropout(dropout)  # of pairs, before they are paired: that's less to drop
        self.finish = _head(3 * width + facts, len(Finish), dropout, inner)

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
        words = self.body.words(tokens)
        where = at.unsqueeze(-1).expand(-1, -1, words.shape[-1])
        known = self.known(vertices).to(words.dtype)
        final = self.body(words.scatter_add(1, where, known), mask, at)
        whole, ends = final[:, :1], final[:, 1:]
        asked = ends[:, -1:]
        single = torch.cat([ends, asked.expand_as(ends), whole.expand_as(ends), vertices], -1)
        kept = self.dropout(ends)
        grid = _grid(kept, kept[:, -1:], self.dropout(vertices), self.dropout(pairs))
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


def _head(inputs: int, labels: int, dropout: float, inner: int) -> nn.Module:
    return nn.Sequential(
        nn.Dropout(dropout), nn.Linear(inputs, inner), nn.GELU(), nn.Linear(inner, labels)
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
