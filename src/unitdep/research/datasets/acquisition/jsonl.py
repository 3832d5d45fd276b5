"""Write records and annotations as JSON lines; the reader ``plain`` reads the records."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from fractions import Fraction

from unitdep.core.expression import render
from unitdep.core.labels import QUESTION, Vertex
from unitdep.research.datasets.acquisition.derive import Annotation
from unitdep.research.datasets.acquisition.normalise import numeral
from unitdep.research.datasets.records import Record


def jsonl(objects: Iterable[Mapping[str, object]]) -> str:
    """Write objects one per line."""
    return "".join(json.dumps(item, ensure_ascii=False) + "\n" for item in objects)


def record_json(record: Record) -> dict[str, object]:
    """Return a record as {"id", "text", "answer"?, "expression"?}."""
    fields: dict[str, object] = {"id": record.id, "text": record.text}
    if record.answer is not None:
        fields["answer"] = value_json(record.answer)
    solution = _expression(record)
    if solution is not None:
        fields["expression"] = solution
    return fields


def annotation_json(annotation: Annotation) -> dict[str, object]:
    """Return an annotation with the question as -1, as the authors write it."""
    graph = annotation.graph
    return {
        "id": annotation.id,
        "needs_person": annotation.needs_person,
        "labels_from": annotation.origin.value,
        "vertices": [vertex_json(vertex) for vertex in annotation.vertices],
        "rates": None if graph is None else sorted(vertex_json(v) for v in graph.rates),
        "edges": None
        if graph is None
        else [
            [vertex_json(first), vertex_json(second), label.name.lower()]
            for (first, second), label in graph.labels.items()
        ],
    }


def vertex_json(vertex: Vertex) -> int:
    """Return the index of a quantity, or -1 for the question."""
    return -1 if vertex == QUESTION else int(vertex)


def value_json(value: Fraction) -> int | str:
    """Return a whole number as an integer, any other exactly, as text."""
    return value.numerator if value.denominator == 1 else numeral(value)


def _expression(record: Record) -> str | None:
    if record.tree is not None and record.numbers is not None:
        return render(record.tree, [_operand(number.value) for number in record.numbers])
    if record.equation is not None:
        return render(record.equation.tree, [_operand(v) for v in record.equation.values])
    return None


def _operand(value: Fraction) -> str:
    text = numeral(value)
    return f"({text})" if "/" in text else text
