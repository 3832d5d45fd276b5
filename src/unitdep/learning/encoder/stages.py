"""The two stages of training: generated problems alone, then a data set mixed with as many of them.

Generated problems get new numbers and names every epoch. The problems of a data set are learnt as
they are: each quantity is a marker to the network, so that other numbers would change little.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Final

from tokenizers import Tokenizer

from unitdep.corpus import Template, generate
from unitdep.datasets import AnnotatedProblem, annotate
from unitdep.learning.encoder.examples import Example, examples_of
from unitdep.learning.encoder.network import Network, pretrained
from unitdep.learning.encoder.training import Settings, Source, fit
from unitdep.scoring.encoder.scorer import read_tokenizer

FIRST: Final = Settings(epochs=8, rate=1.5e-4)
SECOND: Final = Settings(epochs=6, rate=6e-5)
Report = Callable[[str], None]


@dataclass(frozen=True)
class Encoder:
    """A network with the tokenizer that its inputs are read with."""

    network: Network
    tokenizer: Tokenizer
    tokenizer_file: Path


def fresh() -> Encoder:
    """Give a network with pretrained weights and untrained heads."""
    network, path = pretrained()
    return Encoder(network, read_tokenizer(path), path)


def first_stage(
    encoder: Encoder,
    templates: Sequence[Template],
    settings: Settings = FIRST,
    *,
    folder: Path | None = None,
    report: Report = lambda _: None,
) -> None:
    """Train on generated problems; goes on from what ``folder`` holds."""
    source = generated(templates, encoder.tokenizer, settings.seed)
    fit(encoder.network, source, settings, folder=folder, report=report)


def second_stage(
    encoder: Encoder,
    problems: Sequence[AnnotatedProblem],
    templates: Sequence[Template],
    settings: Settings = SECOND,
    *,
    folder: Path | None = None,
    report: Report = lambda _: None,
) -> None:
    """Train on a data set mixed with as many generated problems, others every epoch."""
    own = examples_of(problems, encoder.tokenizer)
    others = generated(templates, encoder.tokenizer, settings.seed + 1, len(own))

    def mixed(epoch: int) -> Sequence[Example]:
        return [*own, *others(epoch)]

    fit(encoder.network, mixed, settings, folder=folder, report=report)


def generated(
    templates: Sequence[Template], tokenizer: Tokenizer, seed: int, size: int | None = None
) -> Source:
    """Give a source of generated problems: ``size`` of them an epoch, or one a template."""

    @lru_cache(maxsize=1)
    def source(epoch: int) -> Sequence[Example]:
        rng = random.Random(f"{seed}:{epoch}")
        chosen = list(templates) if size is None else rng.sample(templates, size)
        records = [i.record() for i in generate(chosen, len(chosen), seed * 1000 + epoch)]
        return examples_of(annotate(records), tokenizer)

    return source


def with_seed(settings: Settings, seed: int) -> Settings:
    """Give the same settings with another seed."""
    return replace(settings, seed=seed)
