"""Fit the network: the training loop, the loss, and checkpoints."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Final

import numpy as np
import torch
from torch import Tensor, nn

from unitdep.research.learning.encoder.examples import Example, LabelGrids, batches
from unitdep.research.learning.encoder.likelihood import negative_log_likelihood
from unitdep.research.learning.encoder.network import Network
from unitdep.research.learning.encoder.teaching import soft_loss
from unitdep.research.learning.examples import UNLABELLED
from unitdep.research.progress import Progress, silent
from unitdep.scoring.encoder.inputs import Input, InputBatch, join
from unitdep.scoring.encoder.output import tables_of
from unitdep.scoring.tables import EVERYDAY_OUTPUTS, Part, ScoreTables

STATE: Final = "state.pt"
CURVE: Final = "curve.jsonl"
SAVE_SECONDS: Final = 240
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
    batch: int = 32  # batch size
    warm: float = 0.06  # share of the steps
    decay: float = 0.01  # weight decay
    clip: float = 1.0  # gradient norm
    hide: float = 0.1  # share of the words masked in an epoch
    layer_decay: float = 1.0  # of the rate, from each layer of the body to the one below it
    half: bool = False  # 16-bit products: twice as fast where the processor has them
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
    """Train for ``settings.epochs``; with a folder, resume from the state saved there.

    The state is saved every few minutes. A run that was interrupted gives the same network as one
    that was not.
    """
    if _finished(network, settings, folder):
        return
    torch.manual_seed(settings.seed)
    optimizer = _optimizer(network, settings)
    steps = settings.epochs * -(-len(source(0)) // settings.batch)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, _slope(steps, settings.warm))
    run = _Run(network, optimizer, schedule, settings, folder)
    at = run.resume()
    for epoch in range(at.epoch, settings.epochs):
        started = time.perf_counter()
        start = at if epoch == at.epoch else _Place(epoch)
        end = run.epoch(source(epoch), start)
        loss, seconds = end.total / max(end.step, 1), time.perf_counter() - started
        report(f"epoch {epoch + 1} of {settings.epochs}: loss {loss:.4f}, {seconds:.0f} s")
        run.save(_Place(epoch + 1))
        run.note(epoch + 1, loss)


def _optimizer(network: Network, settings: Settings) -> torch.optim.Optimizer:
    """Return the optimizer. Word embeddings are frozen: a corpus has only few of the words."""
    network.body.words.requires_grad_(False)
    layers = [list(layer.parameters()) for layer in network.body.layers]
    above = {id(p) for layer in layers for p in layer}
    below = [p for p in network.body.parameters() if p.requires_grad and id(p) not in above]
    inside = set(map(id, network.body.parameters()))
    heads = [p for p in network.parameters() if id(p) not in inside]
    groups = [{"params": heads, "lr": settings.head_rate}]
    for depth, parameters in enumerate([*reversed(layers), below]):
        groups.append({"params": parameters, "lr": settings.rate * settings.layer_decay**depth})
    return torch.optim.AdamW(groups, weight_decay=settings.decay, fused=True)


def _slope(steps: int, warm: float) -> Callable[[int], float]:
    """Return the learning rate schedule: linear warm-up from zero, then linear decay to zero."""
    rising = max(1, int(steps * warm))

    def factor(step: int) -> float:
        if step < rising:
            return (step + 1) / rising
        return max(0.0, (steps - step) / max(1, steps - rising))

    return factor


@dataclass(frozen=True)
class _Place:
    """How far a run has come: full epochs, steps of the next one, and the sum of their losses."""

    epoch: int
    step: int = 0
    total: float = 0.0


@dataclass(frozen=True)
class _Run:
    """A network in training, with what must be saved to resume later."""

    network: Network
    optimizer: torch.optim.Optimizer
    schedule: torch.optim.lr_scheduler.LRScheduler
    settings: Settings
    folder: Path | None

    def epoch(self, examples: Sequence[Example], start: _Place) -> _Place:
        """Train on the examples from a place on, and save now and then; returns the last place."""
        self.network.train()
        at, saved, rng = (
            start,
            time.monotonic(),
            random.Random(f"{self.settings.seed}:{start.epoch}"),
        )
        for batch, labels in islice(batches(examples, self.settings.batch, rng), start.step, None):
            torch.manual_seed((self.settings.seed * 1000 + at.epoch) * 100_000 + at.step)
            at = _Place(at.epoch, at.step + 1, at.total + self._step(batch, labels))
            if time.monotonic() - saved > SAVE_SECONDS:
                self.save(at)
                saved = time.monotonic()
        return at

    def _step(self, batch: InputBatch, labels: LabelGrids) -> float:
        self.optimizer.zero_grad()
        inputs = tensors(batch)
        inputs["tokens"] = hide(inputs, self.network.hidden, self.settings.hide)
        with torch.autocast("cpu", torch.bfloat16, enabled=self.settings.half):
            outputs = self.network(**inputs)
        loss = loss_of([output.float() for output in outputs], labels)
        loss.backward()
        learning = [p for p in self.network.parameters() if p.requires_grad]
        nn.utils.clip_grad_norm_(learning, self.settings.clip)
        self.optimizer.step()
        self.schedule.step()
        return float(loss.detach())

    def save(self, at: _Place) -> None:
        """Write the state; a run that is stopped meanwhile keeps the one before."""
        if self.folder is None:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        state = {
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "schedule": self.schedule.state_dict(),
            **asdict(at),
        }
        torch.save(state, self.folder / f"{STATE}.new")
        (self.folder / f"{STATE}.new").replace(self.folder / STATE)

    def note(self, epoch: int, loss: float) -> None:
        """Add an epoch to the learning curve."""
        if self.folder is not None:
            line = {"epoch": epoch, "loss": loss, **asdict(self.settings)}
            with (self.folder / CURVE).open("a", encoding="utf-8") as curve:
                curve.write(json.dumps(line) + "\n")

    def resume(self) -> _Place:
        """Restore the state of an earlier run; returns its place."""
        if self.folder is None or not (self.folder / STATE).is_file():
            return _Place(0)
        state = torch.load(self.folder / STATE, weights_only=True)
        self.network.load_state_dict(state["network"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.schedule.load_state_dict(state["schedule"])
        return _Place(state["epoch"], state["step"], state["total"])


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
    """Return the weighted sum of the classifiers' losses, that of right tuples, and a teacher's."""
    parts = []
    tuples = negative_log_likelihood(outputs, labels.golds)
    if tuples is not None:
        parts.append(TUPLE_WEIGHT * tuples)
    if labels.soft is not None:
        parts.append(soft_loss(outputs, labels.soft))
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


def _finished(network: Network, settings: Settings, folder: Path | None) -> bool:
    """Load the network if an earlier run has trained it to the end; avoids reading examples."""
    if folder is None or not (folder / STATE).is_file():
        return False
    state = torch.load(folder / STATE, weights_only=True)
    if int(state["epoch"]) < settings.epochs:
        return False
    network.load_state_dict(state["network"])
    return True
