"""Check templates: each on its own, and all of them together."""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from unitdep.core.expression import leaves, monotonic
from unitdep.core.graph import consistent
from unitdep.core.labels import QUESTION
from unitdep.errors import ConditionError, UnitError, UnsatisfiableError
from unitdep.reading.spacy_pipeline import tag_many
from unitdep.research.corpus.labels import ASKS, KINDS
from unitdep.research.corpus.templates.conditions import clauses
from unitdep.research.corpus.templates.fill import fill
from unitdep.research.corpus.templates.template import SLOT, Template
from unitdep.research.corpus.units import fits
from unitdep.research.datasets.acquisition.prune import grams, masked_tokens, matches_over
from unitdep.research.progress import Progress, silent

MOST_QUESTIONS: Final = 4
CLOSEST: Final = Fraction(1, 2)  # templates of different stories may not match by more
_NUMBER_WORD: Final = re.compile(
    r"\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|twice|half|triple)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Finding:
    """Something wrong with a template."""

    template: str
    message: str


def check(
    templates: Sequence[Template],
    against: Sequence[str] = (),
    progress: Progress = silent,
) -> list[Finding]:
    """Check each template, then look for repeated ids and texts that match too closely.

    ``against`` are the texts of other collections, which no template may match either.
    ``progress`` is called with the id of each template checked; then with each text of ``against``
    and the id of each valid template, as they are parsed for the comparison.
    """
    wrong: dict[int, list[str]] = {}
    for k, template in enumerate(templates):
        wrong[k] = list(problems(template))
        progress(template.id)
    findings = [Finding(templates[k].id, message) for k in wrong for message in wrong[k]]
    findings += [
        Finding(name, "the id occurs more than once")
        for name, count in Counter(t.id for t in templates).items()
        if count > 1
    ]
    valid = [template for k, template in enumerate(templates) if not wrong[k]]
    return [*findings, *_stories(templates), *too_close(valid, against, progress)]


def problems(template: Template) -> Iterator[str]:
    """Yield what is wrong with a single template."""
    yield from _slots(template)
    yield from _labels(template)
    try:
        _conditions(template)
        fill(template, random.Random(0))
    except (ConditionError, UnsatisfiableError, IndexError) as error:
        yield str(error)
    if _well_formed(template):
        yield from _algebra(template)


def _slots(template: Template) -> Iterator[str]:
    numbers = [int(slot["number"]) for slot in SLOT.finditer(template.text) if slot["number"]]
    if sorted(numbers) != list(range(template.size)):
        yield f"the text has the numbers {numbers}, but there are units for {template.size}"
    rest = SLOT.sub("", template.text)
    if re.search(r"[\d\[\]{}]", rest):
        yield "a digit or bracket outside a slot"
    if word := _NUMBER_WORD.search(rest):
        yield f"the number word {word[0]!r} is not a slot"


def _well_formed(template: Template) -> bool:
    return all(0 <= i < template.size for i in template.used)


def _labels(template: Template) -> Iterator[str]:
    used = list(leaves(template.tree))
    if not _well_formed(template):
        yield f"the tree uses a number that is not in the text: {sorted(template.used)}"
    if len(set(used)) < len(used):
        yield "the tree uses a number twice"
    if len(used) < 2:
        yield "the tree has fewer than two numbers"
    for index, unit in enumerate(template.units):
        vertex = QUESTION if index == template.size else index
        if (" per " in unit) != (vertex in template.rates):
            yield f"rates and units disagree: {unit!r} at {vertex}"
        if not unit.strip() or unit != unit.strip().lower():
            yield f"not a unit: {unit!r}"
    if set(template.irrelevant) != set(template.left_out):
        yield f"irrelevant lists {sorted(template.irrelevant)}, not {list(template.left_out)}"
    if not template.kinds or set(template.kinds) - KINDS:
        yield f"kinds {sorted(set(template.kinds) - KINDS)} are unknown, or there are none"
    if template.story is not None and template.asks not in ASKS:
        yield f"asks must be one of {', '.join(sorted(ASKS))}, not {template.asks!r}"


def _conditions(template: Template) -> None:
    for clause in clauses(template.where):
        if any(index >= template.size for index in clause.indices):
            raise ConditionError(f"a number that is not in the text: {clause.source}")


def _algebra(template: Template) -> Iterator[str]:
    try:
        fits(template)
    except UnitError as error:
        yield str(error)
    rates = {v for v in template.rates if v == QUESTION or v in template.used}
    if not consistent(monotonic(template.tree), rates):
        yield "no unit dependency graph has this tree and these rates"


def _stories(templates: Sequence[Template]) -> Iterator[Finding]:
    """Check that a story has two to four questions, each with its own text and expression."""
    by_story: dict[str, list[Template]] = defaultdict(list)
    for template in templates:
        if template.story is not None:
            by_story[template.story].append(template)
    for members in by_story.values():
        if not 2 <= len(members) <= MOST_QUESTIONS:
            yield Finding(members[0].id, f"a story with {len(members)} questions")
        for k, template in enumerate(members):
            for other in members[:k]:
                if template.text == other.text:
                    yield Finding(template.id, f"the same text as {other.id}")
                if (template.tree, template.size) == (other.tree, other.size):
                    yield Finding(template.id, f"the same expression as {other.id}")


def too_close(
    valid: Sequence[Template], against: Sequence[str] = (), progress: Progress = silent
) -> Iterator[Finding]:
    """Yield every template that matches one of another story, or a text of ``against``."""
    for template, other, match in close_pairs(valid, against, progress):
        name = "a text of another collection" if other is None else other.id
        yield Finding(template.id, f"{float(match):.0%} match with {name}")


def close_pairs(
    valid: Sequence[Template], against: Sequence[str] = (), progress: Progress = silent
) -> Iterator[tuple[Template, Template | None, Fraction]]:
    """Yield templates that match an earlier one of another story, or (None) one of ``against``."""
    texts = [*against, *(fill(t, random.Random(0)).text for t in valid)]
    documents: list[frozenset[str]] = []
    for doc, name in zip(tag_many(texts), [*against, *(t.id for t in valid)], strict=True):
        documents.append(grams(masked_tokens(doc)))
        progress(name)
    groups = [*range(len(against)), *(t.group for t in valid)]
    for later, earlier, match in matches_over(documents, CLOSEST):
        if later < len(against) or groups[later] == groups[earlier]:
            continue
        other = valid[earlier - len(against)] if earlier >= len(against) else None
        yield valid[later - len(against)], other, match
