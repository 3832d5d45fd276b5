"""Fit the network: the training loop, the loss, and checkpoints."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import numpy as np
import torch
from torch import Tensor, nn

from unitdep.research.learning.encoder.examples import Example, LabelGrids, batches
from unitdep.research.learning.encoder.likelihood import negative_log_likelihood
from unitdep.research.learning.encoder.network import Network
from unitdep.research.learning.examples import UNLABELLED
from unitdep.research.progress import Progress, silent
from unitdep.scoring.encoder.inputs import Input, InputBatch, join
from unitdep.scoring.encoder.output import tables_of
from unitdep.scoring.tables import EVERYDAY_OUTPUTS, Part, ScoreTables

STATE: Final = "state.pt"
CURVE: Final = "curve.jsonl"
LOSS_WEIGHTS: Final[Mapping[str, float]] = {
    Part.IRRELEVANCE: 1.0,
    Part.LCA: 1.0,
    Part.VERTEX: 0.5,
    Part.EDGE: 0.5,
    "face": 0.5,
    "again": 0.3,
    "finish": 0.5,
}


@dataclass(frozen=True)
class Settings:
    """Hyperparameters of a stage."""

    epochs: int
    rate: float = 1e-4  # peak learning rate of the body, after warming up
    head_rate: float = 5e-4  # the same for the heads
    batch: int = 16  # batch size
    warm: float = 0.06  # share of the steps
    decay: float = 0.01  # weight decay
    clip: float = 1.0  # gradient norm
    hide: float = 0.1  # share of the words masked in an epoch
    seed: int = 0


TUPLE_WEIGHT: Final = 1.0

Source = Callable[[int], Sequence[Example]]  # the examples of an epoch


def fit(
    network: Network,
    source: Source,
    settings: Settings,
    *,
    folder: Path | None = None,
    report: Progress = silent,
) -> None:
    """Train for ``settings.epochs``; with a folder, resume after the last epoch saved there."""
    if _finished(network, settings, folder):
        return
    torch.manual_seed(settings.seed)
    optimizer = _optimizer(network, settings)
    steps = settings.epochs * -(-len(source(0)) // settings.batch)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, _slope(steps, settings.warm))
    done = _resume(network, optimizer, schedule, folder)
    for epoch in range(done, settings.epochs):
        started = time.perf_counter()
        torch.manual_seed(settings.seed * 1000 + epoch)
        loss = _epoch(network, source(epoch), settings, epoch, optimizer, schedule)
        seconds = time.perf_counter() - started
        report(f"epoch {epoch + 1} of {settings.epochs}: loss {loss:.4f}, {seconds:.0f} s")
        _save(network, optimizer, schedule, epoch + 1, loss, settings, folder)


def _optimizer(network: Network, settings: Settings) -> torch.optim.Optimizer:
    """Return the optimizer. Word embeddings are frozen: a corpus has only few of the words."""
    network.body.get_input_embeddings().requires_grad_(False)
    body = [p for p in network.body.parameters() if p.requires_grad]
    inside = set(map(id, network.body.parameters()))
    heads = [p for p in network.parameters() if id(p) not in inside]
    groups = [{"params": body, "lr": settings.rate}, {"params": heads, "lr": settings.head_rate}]
    return torch.optim.AdamW(groups, weight_decay=settings.decay)


def _slope(steps: int, warm: float) -> Callable[[int], float]:
    """Return the learning rate schedule: linear warm-up from zero, then linear decay to zero."""
    rising = max(1, int(steps * warm))

    def factor(step: int) -> float:
        if step < rising:
            return (step + 1) / rising
        return max(0.0, (steps - step) / max(1, steps - rising))

    return factor


def _epoch(
    network: Network,
    examples: Sequence[Example],
    settings: Settings,
    epoch: int,
    optimizer: torch.optim.Optimizer,
    schedule: torch.optim.lr_scheduler.LRScheduler,
) -> float:
    network.train()
    total, count = 0.0, 0
    rng = random.Random(f"{settings.seed}:{epoch}")
    for batch, labels in batches(examples, settings.batch, rng):
        optimizer.zero_grad()
        inputs = tensors(batch)
        inputs["tokens"] = hide(inputs, network.hidden, settings.hide)
        loss = loss_of(network(**inputs), labels)
        loss.backward()
        nn.utils.clip_grad_norm_(
            [p for p in network.parameters() if p.requires_grad], settings.clip
        )
        optimizer.step()
        schedule.step()
        total, count = total + float(loss.detach()), count + 1
    return total / max(count, 1)


def hide(inputs: Mapping[str, Tensor], token: int, share: float) -> Tensor:
    """Replace random words with ``token``, but never a marker.

    This replaces dropout inside the body, which would take a fifth of the training time on a CPU.
    """
    tokens, places = inputs["tokens"], inputs["places"]
    chosen = (torch.rand(tokens.shape) < share) & (inputs["mask"] > 0)
    kept = torch.cat([places, inputs["question"][:, None], torch.zeros_like(places[:, :1])], 1)
    return tokens.masked_fill(chosen.scatter(1, kept, False), token)


def tensors(batch: InputBatch) -> dict[str, Tensor]:
    """Return a batch as the network's arguments."""
    return {name: torch.from_numpy(array) for name, array in batch.feed().items()}


def loss_of(outputs: Sequence[Tensor], labels: LabelGrids) -> Tensor:
    """Return the weighted sum of the four classifiers' mean losses and the loss of right tuples."""
    parts = []
    tuples = negative_log_likelihood(outputs, labels.golds)
    if tuples is not None:
        parts.append(TUPLE_WEIGHT * tuples)
    for name, logits in zip((*Part, *EVERYDAY_OUTPUTS), outputs, strict=True):
        gold = torch.from_numpy(getattr(labels, name))
        if bool((gold != UNLABELLED).any()):
            flat = logits.reshape(-1, logits.shape[-1])
            loss = nn.functional.cross_entropy(flat, gold.reshape(-1), ignore_index=UNLABELLED)
            parts.append(LOSS_WEIGHTS[name] * loss)
    return torch.stack(parts).sum()


def score(network: Network, inputs: Sequence[Input], size: int = 32) -> list[ScoreTables]:
    """Score what was read of problems with the network, in order."""
    network.eval()
    tables: list[ScoreTables] = []
    with torch.no_grad():
        for start in range(0, len(inputs), size):
            part = inputs[start : start + size]
            outputs = [np.asarray(o) for o in network(**tensors(join(part)))]
            tables += tables_of(outputs, [len(i.places) for i in part], [i.amounts for i in part])
    return tables


def _save(
    network: Network,
    optimizer: torch.optim.Optimizer,
    schedule: torch.optim.lr_scheduler.LRScheduler,
    epoch: int,
    loss: float,
    settings: Settings,
    folder: Path | None,
) -> None:
    if folder is None:
        return
    folder.mkdir(parents=True, exist_ok=True)
    state = {
        "network": network.state_dict(),
        "optimizer": optimizer.state_dict(),
        "schedule": schedule.state_dict(),
        "epoch": epoch,
    }
    torch.save(state, folder / f"{STATE}.new")
    (folder / f"{STATE}.new").replace(folder / STATE)
    with (folder / CURVE).open("a", encoding="utf-8") as curve:
        curve.write(json.dumps({"epoch": epoch, "loss": loss, **asdict(settings)}) + "\n")


def _finished(network: Network, settings: Settings, folder: Path | None) -> bool:
    """Load the network if an earlier run has trained it to the end; avoids reading examples."""
    if folder is None or not (folder / STATE).is_file():
        return False
    state = torch.load(folder / STATE, weights_only=True)
    if int(state["epoch"]) < settings.epochs:
        return False
    network.load_state_dict(state["network"])
    return True


def _resume(
    network: Network,
    optimizer: torch.optim.Optimizer,
    schedule: torch.optim.lr_scheduler.LRScheduler,
    folder: Path | None,
) -> int:
    """Restore the state of an earlier run; returns the number of epochs done."""
    if folder is None or not (folder / STATE).is_file():
        return 0
    state = torch.load(folder / STATE, weights_only=True)
    network.load_state_dict(state["network"])
    optimizer.load_state_dict(state["optimizer"])
    schedule.load_state_dict(state["schedule"])
    return int(state["epoch"])
