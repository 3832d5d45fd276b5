"""Rank ideas for the encoder before training long: ``python benchmarks/trials.py``.

    python benchmarks/trials.py [--only NAME ...] [--render-only]

Every trial trains the first stage on one template in twelve, two epochs, and answers the
development parts of the corpus. One idea differs from the base in each. Needs the extra ``train``;
about six minutes a trial on one core. Trials that the results file already has are not run again.
Writes experiments/results/trials.json and docs/results/trials.md.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import torch

from trials_page import render
from unitdep import __version__
from unitdep.core.labels import Reading
from unitdep.reading.problem import Problem
from unitdep.research.corpus import Split
from unitdep.research.corpus.dataset import load_siblings, load_split
from unitdep.research.datasets import AnnotatedProblem, annotate
from unitdep.research.learning.encoder import build, examples, training
from unitdep.research.learning.encoder.bodies.pretrained import BODIES
from unitdep.research.learning.encoder.build import development_of, known, network_tables, tuned
from unitdep.research.learning.encoder.network import HIDDEN, Network
from unitdep.research.learning.encoder.stages import Encoder, Templates, generated, packaged
from unitdep.research.learning.encoder.training import Settings, Source, fit
from unitdep.research.learning.tune import answer_accuracy, answer_log_probabilities
from unitdep.scoring.encoder import inputs
from unitdep.scoring.encoder.inputs import QUANTITY, Input
from unitdep.scoring.encoder.scorer import read_tokenizer

HERE = Path(__file__).parent
RESULTS = HERE.parent / "experiments" / "results" / "trials.json"
PAGE = HERE.parent / "docs" / "results" / "trials.md"
SHARE = 12  # one template in twelve
TAIL = 0.3  # the share of the steps whose weights are averaged
BASE = Settings(epochs=2, rate=1.2e-4, hide=0.15)


@dataclass(frozen=True)
class Trial:
    """What differs from the base."""

    name: str
    layers: int = 6
    starts: str = "numbers"  # what markers start as: numbers, unused, own (the number's own token)
    digits: bool = False  # whether the number stays in the text, after its marker
    inner: int = HIDDEN  # width of the heads
    average: bool = False  # of the weights of the last steps
    body: str = "mpnet"
    changes: dict[str, Any] = field(default_factory=dict)  # of the settings


TRIALS = (
    Trial("base: 6 layers, markers start as numbers"),
    Trial("base, another seed", changes={"seed": 1}),
    Trial("markers start as unused tokens", starts="unused"),
    Trial("markers start as unused tokens, another seed", starts="unused", changes={"seed": 1}),
    Trial("markers are the number's own token", starts="own"),
    Trial("markers are the number's own token, another seed", starts="own", changes={"seed": 1}),
    Trial("digits after the marker", digits=True),
    Trial("rate of a layer 0.85 of that above it", changes={"layer_decay": 0.85}),
    Trial("average of the last weights", average=True),
    Trial("heads of 512", inner=512),
    Trial("4 layers", layers=4),
    Trial("8 layers", layers=8),
    Trial("twice the rate", changes={"rate": 2.4e-4}),
    Trial("half the rate", changes={"rate": 6e-5}),
    Trial("MiniLM, 6 layers", body="minilm", starts="unused"),
    Trial("MiniLM, 3 layers", body="minilm", starts="unused", layers=3),
)


@cache
def templates() -> Templates:
    """Return the sample that every trial trains on."""
    whole = packaged(Split.TRAIN)
    return Templates(whole.paper[::SHARE], whole.everyday[::SHARE])


@cache
def development() -> list[AnnotatedProblem]:
    """Return the problems that trials are ranked by."""
    records = (*load_split(Split.DEV).records, *load_siblings(Split.DEV).records)
    return known(annotate(records))


def encoder_of(trial: Trial, seed: int) -> Encoder:
    """Return the network of a trial before training."""
    torch.manual_seed(seed)
    source = replace(BODIES[trial.body], layers=trial.layers)
    if trial.starts == "unused":
        source = replace(source, starts={})
    files = source.files()
    tokenizer = read_tokenizer(files.tokenizer)
    hidden = int(tokenizer.token_to_id(source.hidden) or 0)
    network = Network(source.body(files), hidden=hidden, inner=trial.inner)
    return Encoder(network, tokenizer, files.tokenizer)


@contextmanager
def reading(trial: Trial) -> Iterator[None]:
    """Let inputs be read as a trial wants it."""
    cut, read = inputs._pieces, inputs.read_input

    def with_digits(problem: Problem) -> list[tuple[str, str]]:
        numbers = {q.number.start: q.number.text for q in problem.quantities if not q.implied}
        starts = iter(sorted(numbers))
        return [
            (marker, f"{numbers[next(starts)]}{piece}" if marker == QUANTITY else piece)
            for marker, piece in cut(problem)
        ]

    def with_own_token(problem: Problem, tokenizer: Any) -> Input:
        given = read(problem, tokenizer)
        tokens = list(given.tokens)
        for quantity, place in zip(problem.quantities, given.places, strict=True):
            word = quantity.number.text if not quantity.implied else str(quantity.value)
            found = tokenizer.encode(word, add_special_tokens=False).ids
            if place and found:
                tokens[place] = found[0]
        return replace(given, tokens=tuple(tokens))

    if trial.digits:
        with patch.object(inputs, "_pieces", with_digits):
            yield
    elif trial.starts == "own":
        with (
            patch.object(examples, "read_input", with_own_token),
            patch.object(build, "read_input", with_own_token),
        ):
            yield
    else:
        yield


@contextmanager
def averaging(network: Network, steps: int) -> Iterator[None]:
    """Leave the mean of the last weights in the network."""
    first, make = int((1 - TAIL) * steps), training._optimizer
    total: dict[str, torch.Tensor] = {}
    done = [0]

    def with_hook(*given: Any) -> torch.optim.Optimizer:
        optimizer = make(*given)
        optimizer.register_step_post_hook(add)
        return optimizer

    def add(*_: Any) -> None:
        done[0] += 1
        if done[0] > first:
            for name, value in network.state_dict().items():
                total[name] = total[name] + value if name in total else value.clone()

    with patch.object(training, "_optimizer", with_hook):
        yield
    network.load_state_dict({k: v / (done[0] - first) for k, v in total.items()})


_SOURCES: dict[tuple[str, bool, bool], Source] = {}


def source_of(trial: Trial, encoder: Encoder) -> Source:
    """Return the generated problems, which trials that read alike share."""
    key = (trial.body, trial.digits, trial.starts == "own")
    if key not in _SOURCES:
        _SOURCES[key] = generated(templates(), encoder.tokenizer, 0)
    return _SOURCES[key]


def run(trial: Trial) -> dict[str, Any]:
    """Train and answer."""
    settings = replace(BASE, half=True, **trial.changes)
    encoder = encoder_of(trial, settings.seed)
    with reading(trial):
        source = source_of(trial, encoder)
        count = len(source(0))
        steps = settings.epochs * -(-count // settings.batch)
        started = time.process_time()
        if trial.average:
            with averaging(encoder.network, steps):
                fit(encoder.network, source, settings)
        else:
            fit(encoder.network, source, settings)
        seconds = time.process_time() - started
        problems = development()
        right: dict[str, float] = {}
        tables = network_tables(encoder, problems)
    weights = tuned(development_of(tables, problems))
    for name, wanted in (("all", None), ("corpus", False), ("siblings", True)):
        chosen = [
            k for k, p in enumerate(problems) if wanted is None or (k >= _stories()) == wanted
        ]
        part = development_of([tables[k] for k in chosen], [problems[k] for k in chosen])
        right[name] = round(100 * float(answer_accuracy(part, weights)), 2)
    likelihood = answer_log_probabilities(
        development_of(tables, problems), weights, Reading.ALGEBRA
    ).mean()
    return {
        "name": trial.name,
        "right": right,
        "log_probability": round(float(likelihood), 4),
        "problems": len(problems),
        "trained_on": count,
        "cpu_seconds": round(seconds),
        "settings": asdict(settings),
        "version": __version__,
    }


@cache
def _stories() -> int:
    """Return where the sibling questions begin among the development problems."""
    return len(known(annotate(load_split(Split.DEV).records)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", metavar="NAME", help="run only these trials")
    parser.add_argument("--output", type=Path, default=RESULTS)
    parser.add_argument("--page", type=Path, default=PAGE)
    parser.add_argument(
        "--render-only", action="store_true", help="write the page from the results file"
    )
    given = parser.parse_args()
    torch.set_num_threads(1)
    done = json.loads(given.output.read_text("utf-8")) if given.output.exists() else []
    wanted = [t for t in TRIALS if not given.only or t.name in given.only]
    known_names = {row["name"] for row in done}
    for trial in () if given.render_only else wanted:
        if trial.name not in known_names:
            print(trial.name, file=sys.stderr, flush=True)
            done.append(run(trial))
            print(json.dumps(done[-1]["right"]), file=sys.stderr, flush=True)
            given.output.parent.mkdir(parents=True, exist_ok=True)
            given.output.write_text(json.dumps(done, indent=1) + "\n", "utf-8")
    given.page.write_text(render(done), "utf-8")


if __name__ == "__main__":
    main()
