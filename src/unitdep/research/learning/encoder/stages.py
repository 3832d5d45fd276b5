"""The two stages of training: generated problems alone, then a data set mixed with as many of them.

Each template is filled a few times with other numbers and names, and with its sentences in another
order where that is safe; epochs take turns with the fills.
The problems of a data set are learnt as they are: each quantity is a marker to the network, so that
other numbers would change little.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final

import torch
from tokenizers import Tokenizer

from unitdep.research.corpus import Template, generate
from unitdep.research.corpus.reorder import reordered
from unitdep.research.datasets import AnnotatedProblem, annotate
from unitdep.research.learning.encoder.examples import Example, examples_of
from unitdep.research.learning.encoder.network import Network, pretrained
from unitdep.research.learning.encoder.training import Settings, Source, fit
from unitdep.research.progress import Progress, silent
from unitdep.scoring.encoder.scorer import read_tokenizer

FIRST: Final = Settings(epochs=8, rate=1e-4, hide=0.15)
SECOND: Final = Settings(epochs=3, rate=6e-5, head_rate=2e-4)
LEAST_STEPS: Final = 160  # of stage two: small sets take more epochs
FILLS: Final = 4  # of a template
MIX: Final = 0.5  # generated problems a problem of the data set


@dataclass(frozen=True)
class Encoder:
    """A network with the tokenizer that its inputs are read with."""

    network: Network
    tokenizer: Tokenizer
    tokenizer_file: Path


def fresh(seed: int = 0) -> Encoder:
    """Return a network with pretrained weights and untrained heads."""
    torch.manual_seed(seed)
    network, path = pretrained()
    return Encoder(network, read_tokenizer(path.read_bytes()), path)


def first_stage(
    encoder: Encoder,
    templates: Sequence[Template],
    settings: Settings = FIRST,
    *,
    folder: Path | None = None,
    report: Progress = silent,
) -> None:
    """Train on generated problems; goes on from what ``folder`` holds."""
    source = generated(templates, encoder.tokenizer, settings.seed)
    fit(encoder.network, source, settings, folder=folder, report=report)


def second_stage(
    encoder: Encoder,
    problems: Sequence[AnnotatedProblem],
    others: Source,
    settings: Settings = SECOND,
    *,
    folder: Path | None = None,
    report: Progress = silent,
) -> None:
    """Train on a data set mixed with generated problems, of these a part every epoch."""
    own = examples_of(problems, encoder.tokenizer)
    steps = max(1, int((1 + MIX) * len(own)) // settings.batch)  # of an epoch
    settings = replace(settings, epochs=max(settings.epochs, -(-LEAST_STEPS // steps)))

    def mixed(epoch: int) -> Sequence[Example]:
        pool = others(epoch)
        rng = random.Random(f"{settings.seed}:{epoch}")
        return [*own, *rng.sample(pool, min(len(pool), int(MIX * len(own))))]

    fit(encoder.network, mixed, settings, folder=folder, report=report)


def generated(
    templates: Sequence[Template], tokenizer: Tokenizer, seed: int, fills: int = FILLS
) -> Source:
    """Return a source of generated problems: one of each template an epoch."""

    @cache
    def filled(fill: int) -> Sequence[Example]:
        rng = random.Random(f"{seed}:{fill}")
        texts = [reordered(t, rng) for t in templates] if fill else templates
        records = [i.record() for i in generate(texts, len(texts), seed * 1000 + fill)]
        return examples_of(annotate(records), tokenizer)

    return lambda epoch: filled(epoch % fills)


def with_seed(settings: Settings, seed: int) -> Settings:
    """Return the same settings with another seed."""
    return replace(settings, seed=seed)
