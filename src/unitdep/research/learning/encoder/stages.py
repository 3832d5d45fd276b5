"""The two stages of training: on generated problems only, then on a data set mixed with them.

Each template is filled several times with different numbers and names, and with its sentences
reordered if that is safe; successive epochs use different fills. Half of the problems of a fill are
read in the everyday scope, the other half in the next fill; everyday templates always are. The
problems of a data set are read in both scopes and otherwise unchanged: each quantity is a marker to
the network, so other numbers would change little.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import torch
from tokenizers import Tokenizer

from unitdep.errors import ModelError
from unitdep.research.corpus import Split, Template, part, signature
from unitdep.research.corpus.everyday.gold import widen_annotated
from unitdep.research.corpus.everyday.packaged import annotated, everyday_part, everyday_signature
from unitdep.research.corpus.everyday.template import EverydayTemplate
from unitdep.research.corpus.siblings.packaged import siblings_part, siblings_signature
from unitdep.research.corpus.templates.generate import generate_each
from unitdep.research.corpus.templates.reorder import reordered
from unitdep.research.datasets import AnnotatedProblem, annotate
from unitdep.research.learning.encoder.bodies.pretrained import BODIES
from unitdep.research.learning.encoder.examples import Example, examples_of
from unitdep.research.learning.encoder.exported.restore import restored
from unitdep.research.learning.encoder.kept import read, write
from unitdep.research.learning.encoder.network import Network
from unitdep.research.learning.encoder.teaching import Teacher
from unitdep.research.learning.encoder.training import Settings, Source, fit
from unitdep.research.progress import Progress, silent
from unitdep.scoring.encoder.scorer import read_tokenizer

BODY: Final = "mpnet"
FIRST: Final = Settings(epochs=4, rate=1.2e-4, hide=0.15)
SECOND: Final = Settings(epochs=2, rate=6e-5, head_rate=2e-4)
LEAST_STEPS: Final = 75  # of stage two; small sets get more epochs
FILLS: Final = 4  # per template
MIX: Final = 1.0  # generated problems per problem of the data set, half of them everyday ones


@dataclass(frozen=True)
class Templates:
    """What problems are generated from."""

    paper: Sequence[Template]  # sibling questions too
    everyday: Sequence[EverydayTemplate]


def packaged(split: Split) -> Templates:
    """Return the templates of one split."""
    return Templates((*part(split), *siblings_part(split)), everyday_part(split))


@dataclass(frozen=True)
class Encoder:
    """A network with its tokenizer."""

    network: Network
    tokenizer: Tokenizer
    tokenizer_file: bytes


def fresh(seed: int = 0, body: str = BODY) -> Encoder:
    """Return a network with pretrained weights and untrained heads."""
    torch.manual_seed(seed)
    source = BODIES[body]
    files = source.files()
    tokenizer = read_tokenizer(files.tokenizer)
    network = Network(source.body(files), hidden=int(tokenizer.token_to_id(source.hidden) or 0))
    return Encoder(network, tokenizer, files.tokenizer)


def continued(model: bytes, seed: int = 0, body: str = BODY) -> Encoder:
    """Return a network with the weights of an exported one, to train it further.

    Raises:
        ModelError: if it was exported with another body.
    """
    encoder = fresh(seed, body)
    try:
        encoder.network.load_state_dict(restored(model))
    except RuntimeError as error:
        message = f"the model to start from doesn't have the body {body} of this version"
        raise ModelError(message) from error
    return encoder


def first_stage(
    encoder: Encoder,
    templates: Templates,
    settings: Settings = FIRST,
    *,
    teacher: Teacher | None = None,
    folder: Path | None = None,
    report: Progress = silent,
) -> None:
    """Train on generated problems; resumes from the checkpoint in ``folder``."""
    kept = folder and kept_examples(folder, templates, encoder, teacher)
    source = generated(templates, encoder.tokenizer, settings.seed, teacher=teacher, kept=kept)
    fit(encoder.network, source, settings, folder=folder, report=report)


def second_stage(
    encoder: Encoder,
    problems: Sequence[AnnotatedProblem],
    others: Source,
    settings: Settings = SECOND,
    *,
    teacher: Teacher | None = None,
    folder: Path | None = None,
    report: Progress = silent,
) -> None:
    """Train on a data set mixed with generated problems, with a new sample of these every epoch."""
    widened = [wide for problem in problems if (wide := widen_annotated(problem)) is not None]
    own = examples_of([*problems, *widened], encoder.tokenizer, teacher.scorer if teacher else None)
    steps = max(1, int((1 + MIX) * len(own)) // settings.batch)  # per epoch
    settings = replace(settings, epochs=max(settings.epochs, -(-LEAST_STEPS // steps)))

    def mixed(epoch: int) -> Sequence[Example]:
        pool = others(epoch)
        rng = random.Random(f"{settings.seed}:{epoch}")
        return [*own, *rng.sample(pool, min(len(pool), int(MIX * len(own))))]

    fit(encoder.network, mixed, settings, folder=folder, report=report)


def generated(
    templates: Templates,
    tokenizer: Tokenizer,
    seed: int,
    fills: int = FILLS,
    teacher: Teacher | None = None,
    kept: Path | None = None,
) -> Source:
    """Return a source of generated problems: one per template and epoch.

    Reading them takes minutes; with the folder ``kept``, a later run finds them there.
    """

    @lru_cache(maxsize=None if kept is None else 1)  # a fill takes gigabytes
    def filled(fill: int) -> Sequence[Example]:
        if kept is None:
            return made(fill)
        file = kept / f"{seed}-{fill}.jsonl"
        if not file.is_file():
            write(file, made(fill))
        return read(file)

    def made(fill: int) -> Sequence[Example]:
        everyday = annotated(templates.everyday, seed * 1000 + fill)
        problems = [*_of_paper(templates.paper, seed, fill), *everyday]
        return examples_of(problems, tokenizer, teacher.scorer if teacher else None)

    return lambda epoch: filled(epoch % fills)


def sampled(
    templates: Templates,
    count: int,
    tokenizer: Tokenizer,
    seed: int,
    teacher: Teacher | None = None,
) -> Source:
    """Return a source of about ``count`` generated problems, with new templates every epoch."""

    @cache
    def drawn(epoch: int) -> Sequence[Example]:
        rng = random.Random(f"drawn:{seed}:{epoch}")
        share = min(1.0, count / max(1, len(templates.paper) + len(templates.everyday)))
        some = Templates(
            rng.sample(templates.paper, round(share * len(templates.paper))),
            rng.sample(templates.everyday, round(share * len(templates.everyday))),
        )
        return generated(some, tokenizer, seed, teacher=teacher)(epoch)

    return drawn


def kept_examples(
    folder: Path, templates: Templates, encoder: Encoder, teacher: Teacher | None
) -> Path | None:
    """Return where a run with its state in ``folder`` keeps its problems."""
    corpus = (signature(), siblings_signature(), everyday_signature())
    sizes = (len(templates.paper), len(templates.everyday))
    taught = (teacher.hash,) if teacher else ()
    content = repr((corpus, sizes, encoder.tokenizer_file, *taught)).encode()
    return folder.parent / f"generated-{sha256(content).hexdigest()[:12]}"


def _of_paper(templates: Sequence[Template], seed: int, fill: int) -> list[AnnotatedProblem]:
    """Fill templates of the paper's kind; every other problem is read in the everyday scope."""
    rng = random.Random(f"{seed}:{fill}")
    texts = [reordered(t, rng) for t in templates] if fill else templates
    problems = annotate([i.record() for i in generate_each(texts, seed * 1000 + fill)])
    wide = map(widen_annotated, problems[(fill + 1) % 2 :: 2])
    return [*problems[fill % 2 :: 2], *(problem for problem in wide if problem is not None)]
