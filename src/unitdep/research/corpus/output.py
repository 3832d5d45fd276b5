"""Write a generated problem as JSON, with every gold label, in a format that ``unitdep`` reads."""

from __future__ import annotations

from unitdep.core.expression import leaves
from unitdep.core.graph import derive
from unitdep.core.labels import QUESTION
from unitdep.research.corpus.labels import labels
from unitdep.research.corpus.templates.fill import Instance
from unitdep.research.datasets.acquisition.jsonl import record_json, value_json, vertex_json


def instance_json(instance: Instance) -> dict[str, object]:
    """Return an instance with its quantities, units, rates, irrelevant quantities and graph."""
    used = frozenset(leaves(instance.tree))
    graph = derive(
        instance.tree, frozenset(v for v in instance.rates if v == QUESTION or v in used)
    )
    return {
        **record_json(instance.record()),
        "quantities": [
            {"start": n.start, "end": n.end, "value": value_json(n.value), "unit": unit}
            for n, unit in zip(instance.numbers, instance.units, strict=False)
        ],
        "question_unit": instance.units[-1],
        "rates": sorted(vertex_json(v) for v in instance.rates),
        "irrelevant": {
            str(instance.order.index(i)): sort.value
            for i, sort in instance.template.irrelevant.items()
        },
        "edges": [
            [vertex_json(a), vertex_json(b), label.name.lower()]
            for (a, b), label in graph.labels.items()
        ],
        "template": instance.template.id,
        "story": instance.template.story,
        "split": instance.template.split.value,
        "labels": sorted(labels(instance.template)),
    }
