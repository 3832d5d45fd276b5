"""Check stories with sibling questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from unitdep.core.expression import monotonic
from unitdep.research.corpus.check import Finding, close_pairs, problems
from unitdep.research.corpus.siblings.story import Story
from unitdep.research.corpus.templates.template import Template
from unitdep.research.datasets.acquisition.prune import THRESHOLD
from unitdep.research.progress import Progress, silent

FEWEST: Final = 2  # questions of a story without a twin


def check_siblings(
    stories: Sequence[Story], against: Sequence[str] = (), progress: Progress = silent
) -> list[Finding]:
    """Check each question of each story, then each story, then look for texts that are too close.

    ``against`` are the texts of other collections. ``progress`` is called with the id of each
    question, and again as texts are compared.
    """
    findings: list[Finding] = []
    for story in stories:
        for template in story.templates:
            findings += (Finding(template.id, message) for message in problems(template))
            progress(template.id)
        findings += (Finding(story.id, message) for message in of_story(story))
    names = Counter(story.id for story in stories)
    findings += [Finding(name, "the id is repeated") for name, n in names.items() if n > 1]
    if findings:
        return findings
    return list(_too_close([t for story in stories for t in story.templates], against, progress))


def of_story(story: Story) -> Iterator[str]:
    """Yield what is wrong with a story as a whole: its answers must turn on the question."""
    if story.twin:
        return
    if len(story.templates) < FEWEST:
        yield f"a story with {len(story.templates)} questions"
    elif len({(monotonic(t.tree), t.size) for t in story.templates}) < FEWEST:
        yield "all questions have the same expression"
    if len({t.text for t in story.templates}) < len(story.templates):
        yield "a question is repeated"


def _too_close(
    templates: Sequence[Template], against: Sequence[str], progress: Progress
) -> Iterator[Finding]:
    """Yield questions that match a text of another collection or of another split.

    Plain school English repeats itself: within a split only near copies are findings.
    """
    for template, other, match in close_pairs(templates, against, progress):
        if other is None:
            yield Finding(template.id, f"{float(match):.0%} match with another collection")
        elif template.split is not other.split or match > THRESHOLD:
            yield Finding(template.id, f"{float(match):.0%} match with {other.id}")
