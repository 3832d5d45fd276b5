"""The data sheet of the corpus: what it is, how it was written, and counts from the data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from unitdep.research.corpus.everyday.template import EverydayTemplate
from unitdep.research.corpus.labels import TITLES
from unitdep.research.corpus.second_reading import Agreement
from unitdep.research.corpus.siblings.story import Story
from unitdep.research.corpus.survey import Survey
from unitdep.research.corpus.templates.template import TRAINING, Irrelevance
from unitdep.research.evaluation.layout import templates
from unitdep.research.evaluation.layout.markdown import table
from unitdep.research.evaluation.pages import with_links


def datasheet(
    counts: Survey,
    agreed: Agreement,
    everyday: Sequence[EverydayTemplate],
    stories: Sequence[Story],
) -> str:
    """Write the page."""
    questions = Counter(len(story.templates) for story in stories)
    left_out = [t for story in stories for t in story.templates if t.left_out]
    same_unit = [t for t in left_out if Irrelevance.SAME_UNIT in t.irrelevant.values()]
    kinds = Counter(template.kinds[0] for template in everyday)
    page = templates.fill(
        "datasheet",
        training=TRAINING,
        templates=f"{counts.templates:,}",
        stories=f"{sum(counts.stories.values()):,}",
        story_templates=f"{sum(size * n for size, n in counts.stories.items()):,}",
        agreement=_agreement(agreed),
        dropped=agreed.templates - counts.templates,
        splits="; ".join(f"{name} {n:,}" for name, n in _sorted(counts.splits)),
        quantities=table(
            ["quantities", *map(str, sorted(counts.quantities))],
            [["templates", *(f"{n:,}" for _, n in sorted(counts.quantities.items()))]],
        ),
        counts=table(
            ["kind (a template has several)", "templates"],
            [[title, f"{counts.labels[label]:,}"] for label, title in TITLES.items()],
        ),
        everyday_total=f"{len(everyday):,}",
        everyday=table(
            ["main kind", "templates"], [[kind, str(kinds[kind])] for kind in sorted(kinds)]
        ),
        stories_total=f"{len(stories):,}",
        siblings_total=f"{sum(len(story.templates) for story in stories):,}",
        twins=f"{sum(story.twin for story in stories):,}",
        siblings_left_out=f"{len(left_out):,}",
        siblings_same_unit=f"{len(same_unit):,}",
        siblings=table(
            ["questions of a story", *map(str, sorted(questions))],
            [["stories", *(f"{n:,}" for _, n in sorted(questions.items()))]],
        ),
        asks=", ".join(f"{name} {n}" for name, n in counts.asks.most_common()),
    )
    return with_links(page, "datasheet")


def _agreement(agreed: Agreement) -> str:
    shares = (
        ("expression", agreed.trees, agreed.templates),
        ("rates", agreed.rates, agreed.templates),
        ("a unit", agreed.unit_templates, agreed.templates),
        ("any of these", agreed.either, agreed.templates),
        ("single units", agreed.units, agreed.unit_total),
    )
    lines = [[name, f"{n:,} of {of:,}", f"{n / of:.1%}"] for name, n, of in shares]
    kappa = f"Cohen's kappa of the rate labels: {agreed.rate_kappa or 0:.3f}.\n"
    return table(["the two readings differ in", "count", "share"], lines) + "\n" + kappa


def _sorted(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda pair: -pair[1])
