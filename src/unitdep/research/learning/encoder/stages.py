"""The two stages of training: on generated problems only, then on a data set mixed with them.

Each template is filled several times with different numbers and names, and with its sentences
reordered if that is safe; successive epochs use different fills. The problems of a data set are
used unchanged: each quantity is a marker to the network, so other numbers would change little.
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
from unitdep.research.corpus.templates.reorder import reordered
from unitdep.research.datasets import AnnotatedProblem, annotate
from unitdep.research.learning.encoder.examples import Example, examples_of
from unitdep.research.learning.encoder.network import Network, pretrained
from unitdep.research.learning.encoder.training import Settings, Source, fit
from unitdep.research.progress import Progress, silent
from unitdep.scoring.encoder.scorer import read_tokenizer

FIRST: Final = Settings(epochs=8, rate=1e-4, hide=0.15)
SECOND: Final = Settings(epochs=3, rate=6e-5, head_rate=2e-4)
LEAST_STEPS: Final = 160  # of stage two; small sets get more epochs
FILLS: Final = 4  # per template
MIX: Final = 0.5  # generated problems per problem of the data set


@dataclass(frozen=True)
class Encoder:
    """A network with its tokenizer."""

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
    """Train on generated problems; resumes from the checkpoint in ``folder``."""
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
    """Train on a data set mixed with generated problems, with a new sample of these every epoch."""
    own = examples_of(problems, encoder.tokenizer)
    steps = max(1, int((1 + MIX) * len(own)) // settings.batch)  # per epoch
    settings = replace(settings, epochs=max(settings.epochs, -(-LEAST_STEPS // steps)))

    def mixed(epoch: int) -> Sequence[Example]:
        pool = others(epoch)
        rng = random.Random(f"{settings.seed}:{epoch}")
        return [*own, *rng.sample(pool, min(len(pool), int(MIX * len(own))))]

    fit(encoder.network, mixed, settings, folder=folder, report=report)


def generated(
    templates: Sequence[Template], tokenizer: Tokenizer, seed: int, fills: int = FILLS
) -> Source:
    """Return a source of generated problems: one per template and epoch."""

    @cache
    def filled(fill: int) -> Sequence[Example]:
        rng = random.Random(f"{seed}:{fill}")
        texts = [reordered(t, rng) for t in templates] if fill else templates
        records = [i.record() for i in generate(texts, len(texts), seed * 1000 + fill)]
        return examples_of(annotate(records), tokenizer)

    return lambda epoch: filled(epoch % fills)


def with_seed(settings: Settings, seed: int) -> Settings:
    """Return the settings with another seed."""
    return replace(settings, seed=seed)
