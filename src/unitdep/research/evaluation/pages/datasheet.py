"""docs/datasheet.md: what the corpus is, how it was written, what it has; counts from the data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from unitdep.research.corpus.second_reading import Agreement
from unitdep.research.corpus.survey import Survey
from unitdep.research.corpus.template import TRAINING
from unitdep.research.evaluation.pages.markdown import table

_TITLES: Final = {
    "combine": "combine",
    "change-result": "change, result unknown",
    "change-change": "change, change unknown",
    "change-start": "change, start unknown",
    "part": "whole and part, other part unknown",
    "compare-more-question": "compare, how many more",
    "compare-fewer-question": "compare, how many fewer",
    "compare-more-statement": "compare, so many more is given",
    "compare-fewer-statement": "compare, so many fewer is given",
    "groups-total": "equal groups, total",
    "groups-number": "equal groups, number of groups",
    "groups-size": "equal groups, size",
    "price": "prices",
    "speed": "speed",
    "work": "work and earnings per time",
    "other-rate": "other rates",
    "area": "area",
    "array": "rows and columns",
    "times-product": "times as many, larger unknown",
    "times-base": "times as many, smaller unknown",
    "times-factor": "times as many, factor unknown",
    "rate-asked": "a rate is asked for",
    "chained": "chained units",
    "age": "ages",
    "money-decimal": "money with decimals",
    "measure": "measures",
    "one-operation": "one operation",
    "two-operations": "two operations",
    "three-operations": "three operations",
    "four-operations": "four operations and more",
    "irrelevant": "with an irrelevant quantity",
    "irrelevant-two": "with two and more",
    "irrelevant-other-unit": "irrelevant: other unit",
    "irrelevant-other-owner": "irrelevant: same unit, other owner or sub-kind",
    "irrelevant-other-time": "irrelevant: same unit, other time or place",
    "irrelevant-other-step": "irrelevant: of a step that is not needed",
    "question-first": "question first",
    "question-middle": "question in the middle",
    "dialogue": "dialogue",
    "passive": "passive",
    "misleading-cue": "a cue word that misleads",
    "no-names": "no names",
    "long": "long (70 words and more)",
    "terse": "terse (18 words and fewer)",
}

_ABOUT: Final = """\
# Data sheet of the corpus

Written by `unitdep corpus datasheet`; the counts are those of the templates in the package.

## What it is

{templates:,} templates of arithmetic word problems in English, written for this project. A template
is a problem whose numbers and names are slots, with gold labels that hold for any numbers: the
expression, which quantities are rates, the unit of every quantity and of the question, why each
unneeded quantity is unneeded, the condition that makes numbers sensible, and what kind of problem
it is. The unit dependency graph follows from expression and rates (paper, "Data Acquisition").
`unitdep corpus generate --size N --seed S` fills the slots and keeps all labels.

{stories} stories carry two to four questions each, with different expressions; {story_templates:,}
templates belong to one. No two templates of different stories share over 50 % of their unigrams and
bigrams (nouns and numbers masked, Jaccard, as in `unitdep data build`), and none shares that much
with a problem of the data sets that the paper and its successors use.

## How it was written

By language models under a written guide: 1,720 templates came first, the next were written to fill
gaps in kinds and above all to teach which quantities a question needs, and the last, whose ids
begin with "{training}", to train the encoder: plain and odd wordings of every kind. Nobody read
other collections while writing; a program compared the texts with them afterwards, and what was too
close was reworded. Where an earlier edit had replaced an unneeded number by "some" or "many", 38
templates got their number back.

Every template was solved a second time from its text alone, by another run of a language model that
saw neither expression nor rates nor units. Both readers are models of one family and followed one
guide, so this agreement says that the texts are clear, not that two kinds of people agree.

{agreement}
Differences were settled one by one: what is measured or paid once is no rate in a problem that
only adds and subtracts; a quantity has the noun that the text gives it, or, where such nouns could
not be added up, the common kind that the writer gave; a rate per two things names both. {dropped}
templates that the second reader found ambiguous, or whose units a check could not join, were
dropped.

`unitdep corpus check` validates slots, conditions, positive answers, labels, duplicates, and that
the unit of the expression, worked out by unit algebra, is the question's or a kind of it. What is a
kind of what stands in `kinds.txt`; nouns that go one to one in a story (a guest, a seat) stand in
the template.

## Splits

By story and template, never by filled problem: a hash of the story's id, or of the template's where
there is no story, decides. What was written to train the encoder is in the training part alone, so
the other parts are as they were before it. {splits}.

## Counts

{quantities}
{counts}
What the questions of stories ask for: {asks}.

## Known gaps

- School-book English of one register, by models: pupils' own wording, dialects and errors are not
  in it.
- No fractions or percentages as quantities, no unit conversions that need knowledge ("how many
  minutes are 3 hours"), no comparison of more than one unknown, no geometry beyond rectangles.
- Every number is used at most once and no constants are hidden, as in the paper.
- Answers are positive, and whole unless a quantity may have decimals.
- The labels "passive" and "misleading-cue" were given by feel.

## Licence

CC BY 4.0 for the templates (in `src/unitdep/research/corpus/data`) and for `kinds.txt` (in
`src/unitdep/lexicon`); the code around them has the licence of the project.
"""


def datasheet(counts: Survey, agreed: Agreement) -> str:
    """Write the page."""
    return _ABOUT.format(
        training=TRAINING,
        templates=counts.templates,
        stories=sum(counts.stories.values()),
        story_templates=sum(size * n for size, n in counts.stories.items()),
        agreement=_agreement(agreed),
        dropped=agreed.templates - counts.templates,
        splits="; ".join(f"{name} {n:,}" for name, n in _sorted(counts.splits)),
        quantities=table(
            ["quantities", *map(str, sorted(counts.quantities))],
            [["templates", *(f"{n:,}" for _, n in sorted(counts.quantities.items()))]],
        ),
        counts=table(
            ["kind (a template has several)", "templates"],
            [[title, f"{counts.labels[label]:,}"] for label, title in _TITLES.items()],
        ),
        asks=", ".join(f"{name} {n}" for name, n in counts.asks.most_common()),
    )


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
