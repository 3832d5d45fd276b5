"""Check everyday templates: each on its own, all of them together, and what the reading reaches."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from unitdep.core.expression import Operation, Operator, leaf_nodes, leaves
from unitdep.core.labels import Face, Finish, Kind
from unitdep.errors import UnsatisfiableError
from unitdep.research.corpus.check import Finding
from unitdep.research.corpus.everyday.fill import Filled, fill
from unitdep.research.corpus.everyday.gold import Unreachable, annotate_everyday
from unitdep.research.corpus.everyday.packaged import main_kinds
from unitdep.research.corpus.everyday.template import (
    PERCENT,
    SLOT,
    Asked,
    EverydayTemplate,
)
from unitdep.research.corpus.templates.conditions import clauses
from unitdep.research.progress import Progress, silent

TRAITS: Final = frozenset({"irrelevant-number", "unneeded-word", "typed", "question-first"})
_FACTORS: Final = frozenset({PERCENT, "times"})  # the units of slots that are factors
_DIVISIONS: Final = frozenset({Finish.UP, Finish.DOWN, Finish.REMAINDER, Finish.MISSING})


@dataclass(frozen=True)
class Checked:
    """What is wrong with templates, and how many of their questions are out of reach.

    A question is out of reach if the program's reading can't express its tree. That says something
    about the reading, so it isn't a finding.
    """

    findings: tuple[Finding, ...]
    questions: int
    unreachable: int


def check_everyday(templates: Sequence[EverydayTemplate], progress: Progress = silent) -> Checked:
    """Check each template, then look for repeated ids and texts, then read one filling of each.

    ``progress`` is called with the id of each template checked, and of each one read.
    """
    findings: list[Finding] = []
    filled: list[Filled] = []
    for template in templates:
        wrong, instance = _check(template)
        findings += (Finding(template.id, message) for message in wrong)
        filled += [instance] if instance is not None else []
        progress(template.id)
    read = []
    for one in annotate_everyday(filled):
        read.append(isinstance(one, Unreachable))
        progress(one.id)
    return Checked((*findings, *_repeated(templates)), len(read), sum(read))


def _check(template: EverydayTemplate) -> tuple[list[str], Filled | None]:
    """Return what is wrong with a template, and a filling of it if there is one."""
    wrong = list(problems(template))
    if wrong:
        return wrong, None
    try:
        return [], fill(template, random.Random(f"0:{template.id}"))
    except UnsatisfiableError as error:
        return [str(error)], None


def problems(template: EverydayTemplate) -> Iterator[str]:
    """Yield what is wrong with a single template, as far as it shows without filling it."""
    yield from _slots(template)
    yield from _implied(template)
    yield from _kinds(template)
    for question in template.questions:
        yield from _question(template, question)
    for clause in clauses(template.where):
        if any(index >= template.size for index in clause.indices):
            yield f"a number that is not in the text: {clause.source}"


def _slots(template: EverydayTemplate) -> Iterator[str]:
    numbers = [int(slot["number"]) for slot in SLOT.finditer(template.text) if slot["number"]]
    if numbers != list(range(template.size)):
        yield f"the slots are {numbers}, not each once and in order"
    if re.search(r"[\d\[\]{}]", SLOT.sub("", template.text)):
        yield "a digit or bracket outside a slot"
    if not all(slot.unit.strip() for slot in template.slots):
        yield "a number without a unit"


def _implied(template: EverydayTemplate) -> Iterator[str]:
    used = frozenset[int]().union(*(question.used for question in template.questions))
    for place, implied in enumerate(template.implied):
        if template.size + place not in used:
            yield f"c{place} ({implied.word}) is not used"
        if implied.word.lower() not in template.text.lower():
            yield f"the word {implied.word!r} is not in the text"
        if implied.of is not None and not 0 <= implied.of < template.size:
            yield f"c{place} stands for number {implied.of}, which is not in the text"


def _kinds(template: EverydayTemplate) -> Iterator[str]:
    if not template.kinds or template.kinds[0] not in main_kinds():
        yield f"the main kind must be one of {', '.join(sorted(main_kinds()))}"
    if unknown := set(template.kinds[1:]) - main_kinds() - TRAITS:
        yield f"unknown kinds: {', '.join(sorted(unknown))}"


def _question(template: EverydayTemplate, question: Asked) -> Iterator[str]:
    if len(list(leaves(question.tree))) > len(question.used):
        yield "a tree uses a number twice: list it as implied, of kind again"
    faced = (leaf.index for leaf in leaf_nodes(question.tree) if leaf.face is not Face.ITSELF)
    if not all(_is_factor(template, index) for index in faced):
        yield "only a factor has faces"
    root = question.tree
    divides = isinstance(root, Operation) and root.operator is Operator.DIV
    if question.finish in _DIVISIONS and not divides:
        yield f"finish {question.finish.name.lower()} needs a division as the last step"
    if (question.finish is Finish.NEAREST) is not (question.to is not None):
        yield "finish nearest and what it rounds to belong together"
    if not question.unit.strip():
        yield "a question without a unit"


def _is_factor(template: EverydayTemplate, index: int) -> bool:
    if index < template.size:
        return template.slots[index].unit in _FACTORS
    return template.implied[index - template.size].kind is Kind.FACTOR


def _repeated(templates: Sequence[EverydayTemplate]) -> Iterator[Finding]:
    """Yield ids and texts that an earlier template has."""
    ids: set[str] = set()
    texts: dict[str, str] = {}
    for template in templates:
        if template.id in ids:
            yield Finding(template.id, "the id occurs more than once")
        ids.add(template.id)
        first = texts.setdefault(" ".join(template.text.lower().split()), template.id)
        if first != template.id:
            yield Finding(template.id, f"the same text as {first}")
