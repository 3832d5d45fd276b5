"""Count the templates of a corpus, for the data sheet and the coverage test."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from unitdep.research.corpus.labels import labels, shape
from unitdep.research.corpus.templates.template import Split, Template


@dataclass(frozen=True)
class Survey:
    """Counts of the templates of a corpus by split, label, shape and question."""

    templates: int
    quantities: Counter[int]
    splits: Counter[str]
    labels: Counter[str]
    shapes: Counter[str]
    asks: Counter[str]
    stories: Counter[int]  # by number of questions

    def to_json(self) -> dict[str, object]:
        """Return all counts, the most frequent first."""
        return {
            "templates": self.templates,
            "stories": sum(self.stories.values()),
            "questions_of_a_story": dict(sorted(self.stories.items())),
            "splits": {split.value: self.splits[split.value] for split in Split},
            "quantities": dict(sorted(self.quantities.items())),
            "labels": dict(self.labels.most_common()),
            "asks": dict(self.asks.most_common()),
            "shapes": dict(self.shapes.most_common()),
        }


def survey(templates: Sequence[Template]) -> Survey:
    """Count templates."""
    per_story = Counter(t.story for t in templates if t.story is not None)
    return Survey(
        templates=len(templates),
        quantities=Counter(t.size for t in templates),
        splits=Counter(t.split.value for t in templates),
        labels=Counter(label for t in templates for label in labels(t)),
        shapes=Counter(map(shape, templates)),
        asks=Counter(t.asks for t in templates if t.asks is not None),
        stories=Counter(per_story.values()),
    )
