"""Try a second look at answers that aren't sure: ``python benchmarks/verifier.py``.

    python benchmarks/verifier.py [--model fast] [--share 2] [--epochs 1] [--render-only]

A network with the body of the model reads a text with the steps of one candidate, in words and
units, and scores it. It learns to find the right one among the first candidates of generated
problems. Then the answers of held-out stories that the model isn't sure of are chosen again, by
both scores; how the two are weighed is fitted on the other half of the stories. Needs the extra
``train``. Writes experiments/results/verifier.json and docs/results/verifier.md.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from unitdep import Solver, __version__
from unitdep.research.confidence.collect import finished_answer, same
from unitdep.research.corpus import Split
from unitdep.research.corpus.everyday.gold import widen_annotated
from unitdep.research.corpus.everyday.packaged import annotated
from unitdep.research.corpus.templates.generate import generate_each
from unitdep.research.datasets import AnnotatedProblem, annotate
from unitdep.research.learning.encoder.stages import Encoder, fresh, packaged
from unitdep.scoring.encoder.inputs import LONGEST
from unitdep.solution.solution import settled
from unitdep.solver import Analysis
from unitdep.steps import steps
from verifier_page import render

HERE = Path(__file__).parent
RESULTS = HERE.parent / "experiments" / "results" / "verifier.json"
PAGE = HERE.parent / "docs" / "results" / "verifier.md"
BODIES = {"default": "mpnet", "fast": "minilm"}
CANDIDATES = 4  # that are scored
UNSURE = 0.9  # the search's probability below which a second look is taken
FILL = 11  # of templates; the model was trained on others
BATCH = 12  # problems
RATE, HEAD_RATE, WARM = 5e-5, 5e-4, 0.06
SHARES = tuple(k / 10 for k in range(11))  # of the verifier's log-probability


@dataclass(frozen=True)
class Case:
    """A problem with its first candidates."""

    tokens: tuple[tuple[int, ...], ...]  # text and steps, by candidate
    prior: tuple[float, ...]  # the search's log-probabilities
    right: tuple[bool, ...]

    @property
    def unsure(self) -> bool:
        """Whether a second look may change the answer."""
        return len(self.prior) > 1 and self.prior[0] < log(UNSURE)


class Verifier(nn.Module):
    """The body with one number on top of the first token's state."""

    def __init__(self, encoder: Encoder) -> None:
        super().__init__()
        self.body = encoder.network.body
        self.body.words.requires_grad_(False)
        width = self.body.width
        self.head = nn.Sequential(nn.Linear(width, width), nn.GELU(), nn.Linear(width, 1))

    def forward(self, tokens: Tensor, mask: Tensor) -> Tensor:
        """Score texts with steps."""
        first = torch.zeros(len(tokens), 1, dtype=torch.long)
        score: Tensor = self.head(self.body(self.body.words(tokens), mask, first)[:, 0])
        return score.squeeze(-1)


def problems_of(split: Split, share: int) -> list[AnnotatedProblem]:
    """Return one template in ``share``, filled, in the everyday scope."""
    templates = packaged(split)
    paper = annotate([i.record() for i in generate_each(templates.paper[::share], FILL)])
    wide = (widen_annotated(problem) for problem in paper)
    return [*(p for p in wide if p is not None), *annotated(templates.everyday[::share], FILL)]


def cases_of(solver: Solver, encoder: Encoder, problems: Sequence[AnnotatedProblem]) -> list[Case]:
    """Solve problems and write down the steps of their first candidates."""
    analyses = solver.analyse(p.problem for p in problems)
    made = (_case(a, encoder, p) for a, p in zip(analyses, problems, strict=True))
    return [case for case in made if case is not None]


def _case(analysis: Analysis, encoder: Encoder, known: AnnotatedProblem) -> Case | None:
    candidates = analysis.ranking.candidates[:CANDIDATES]
    if not candidates or known.tree is None:
        return None
    answer, tokens = finished_answer(known), []
    for candidate in candidates:
        problem = settled(known.problem, candidate)
        work = steps(problem, candidate.graph, candidate.tree, candidate.finish)
        said = "; ".join(step.text for step in work) + f"; {candidate.finish.name.lower()}"
        pair = encoder.tokenizer.encode(known.problem.text, said)
        tokens.append(tuple(pair.ids[-LONGEST:]))
    return Case(
        tuple(tokens),
        tuple(log(max(c.probability, 1e-6)) for c in candidates),
        tuple(same(c.value, answer) for c in candidates),
    )


def padded(rows: Sequence[tuple[int, ...]]) -> tuple[Tensor, Tensor]:
    """Return tokens and mask."""
    tokens = np.zeros((len(rows), max(map(len, rows))), np.int64)
    mask = np.zeros_like(tokens)
    for k, row in enumerate(rows):
        tokens[k, : len(row)], mask[k, : len(row)] = row, 1
    return torch.from_numpy(tokens), torch.from_numpy(mask)


def batches(cases: Sequence[Case], rng: random.Random) -> Iterator[list[Case]]:
    """Yield cases of similar length, in random order."""
    noise = {id(case): max(map(len, case.tokens)) + rng.uniform(0, 12) for case in cases}
    order = sorted(cases, key=lambda case: noise[id(case)])
    parts = [order[k : k + BATCH] for k in range(0, len(order), BATCH)]
    rng.shuffle(parts)
    yield from parts


def train(verifier: Verifier, cases: Sequence[Case], epochs: int) -> None:
    """Maximise the probability of the right candidate among those of its problem."""
    body = [p for p in verifier.body.parameters() if p.requires_grad]
    groups = [{"params": body, "lr": RATE}, {"params": verifier.head.parameters(), "lr": HEAD_RATE}]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01, fused=True)
    total = epochs * -(-len(cases) // BATCH)
    warm = max(1, int(WARM * total))
    slope = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda k: min((k + 1) / warm, max(0.0, (total - k) / max(1, total - warm)))
    )
    verifier.train()
    for epoch in range(epochs):
        for part in batches(cases, random.Random(epoch)):
            optimizer.zero_grad()
            tokens, mask = padded([row for case in part for row in case.tokens])
            with torch.autocast("cpu", torch.bfloat16):
                scores = verifier(tokens, mask)
            parts = scores.float().split([len(case.tokens) for case in part])
            losses = [
                torch.logsumexp(s, 0) - torch.logsumexp(s[torch.tensor(case.right)], 0)
                for s, case in zip(parts, part, strict=True)
            ]
            torch.stack(losses).mean().backward()
            nn.utils.clip_grad_norm_([p for g in groups for p in g["params"]], 1.0)
            optimizer.step()
            slope.step()
        print(f"epoch {epoch + 1} of {epochs}", file=sys.stderr, flush=True)


def second_look(verifier: Verifier, case: Case) -> list[float]:
    """Return the verifier's log-probabilities of the candidates."""
    verifier.eval()
    with torch.no_grad():
        return [float(x) for x in torch.log_softmax(verifier(*padded(case.tokens)), 0)]


def accuracy(cases: Sequence[Case], looks: Sequence[list[float]], share: float) -> float:
    """Return the share of problems whose best candidate by both scores is right."""
    right = 0
    for case, look in zip(cases, looks, strict=True):
        both = [(1 - share) * p + share * v for p, v in zip(case.prior, look, strict=True)]
        right += case.right[int(np.argmax(both))]
    return right / len(cases)


def crossed(cases: Sequence[Case], looks: Sequence[list[float]]) -> tuple[float, list[float]]:
    """Return the accuracy on each half with the share that is best on the other."""
    halves = [range(0, len(cases), 2), range(1, len(cases), 2)]
    total, shares = 0.0, []
    for mine, other in (halves, halves[::-1]):
        pick = lambda rows, of: [of[k] for k in rows]  # noqa: E731
        best = max(SHARES, key=lambda s: accuracy(pick(other, cases), pick(other, looks), s))
        shares.append(best)
        total += len(mine) * accuracy(pick(mine, cases), pick(mine, looks), best)
    return total / len(cases), shares


def measure(model: str, share: int, epochs: int) -> dict[str, Any]:
    """Train a verifier and look again at held-out stories."""
    torch.manual_seed(0)
    encoder = fresh(body=BODIES[model])
    solver, verifier = Solver.load(model), Verifier(encoder)
    started = time.process_time()
    cases = cases_of(solver, encoder, problems_of(Split.TRAIN, share))
    learnt = [c for c in cases if any(c.right) and not all(c.right)]
    print(f"{len(learnt)} problems to learn from", file=sys.stderr, flush=True)
    train(verifier, learnt, epochs)
    spent = time.process_time() - started
    problems = problems_of(Split.DEV, 1)
    started = time.process_time()
    held = cases_of(solver, encoder, problems)
    once = time.process_time() - started
    doubtful = [case for case in held if case.unsure]
    started = time.process_time()
    looks = [second_look(verifier, case) for case in doubtful]
    twice = time.process_time() - started
    sure_right = sum(case.right[0] for case in held if not case.unsure)
    gained, shares = crossed(doubtful, looks)
    return {
        "model": model,
        "version": __version__,
        "learnt": len(learnt),
        "training_cpu_seconds": round(spent),
        "problems": len(held),
        "unsure": len(doubtful),
        "before": round(100 * sum(case.right[0] for case in doubtful) / len(doubtful), 2),
        "alone": round(100 * accuracy(doubtful, looks, 1.0), 2),
        "after": round(100 * gained, 2),
        "reachable": round(100 * sum(any(c.right) for c in doubtful) / len(doubtful), 2),
        "all_before": round(100 * sum(c.right[0] for c in held) / len(held), 2),
        "all_after": round(100 * (sure_right + gained * len(doubtful)) / len(held), 2),
        "shares": shares,
        "time_before": round(1000 * once / len(held), 2),
        "time_of_a_second_look": round(1000 * twice / len(doubtful), 2),
        "time_after": round(1000 * (once + twice) / len(held), 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", choices=sorted(BODIES), default="fast")
    parser.add_argument(
        "--share", type=int, default=2, help="train on one template in N", metavar="N"
    )
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--output", type=Path, default=RESULTS)
    parser.add_argument("--page", type=Path, default=PAGE)
    parser.add_argument("--render-only", action="store_true")
    given = parser.parse_args()
    torch.set_num_threads(1)
    if not given.render_only:
        found = measure(given.model, given.share, given.epochs)
        given.output.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    given.page.write_text(render(json.loads(given.output.read_text("utf-8"))), "utf-8")


if __name__ == "__main__":
    main()
