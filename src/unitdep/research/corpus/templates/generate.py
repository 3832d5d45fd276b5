"""Generate any number of problems from templates, with all gold labels."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from unitdep.errors import UnsatisfiableError
from unitdep.research.corpus.templates.fill import Instance, fill
from unitdep.research.corpus.templates.template import Template


def generate(templates: Sequence[Template], size: int, seed: int = 0) -> Iterator[Instance]:
    """Fill templates in rounds until there are ``size`` problems.

    Each round takes the templates in a different order. A problem depends only on the seed, its
    template and its round, so a longer run begins with the same problems as a shorter one.
    """
    made = 0
    for turn in range(-(-size // len(templates)) if templates else 0):
        order = random.Random(f"{seed}:{turn}").sample(templates, len(templates))
        for template in order[: size - made]:
            rng = random.Random(f"{seed}:{turn}:{template.id}")
            yield fill(template, rng, f"{template.id}.{turn}")
        made += len(order)


def generate_each(templates: Sequence[Template], seed: int) -> Iterator[Instance]:
    """Fill each template once, as ``generate`` does, but leave out what no drawn numbers meet."""
    for template in templates:
        rng = random.Random(f"{seed}:0:{template.id}")
        try:
            yield fill(template, rng, f"{template.id}.0")
        except UnsatisfiableError:
            continue
