"""Tools for language models: names, descriptions and schemas, over functions that return JSON.

They're plain data and don't depend on the protocol that offers them; ``mcp`` is one. The schemas of
their results are those of the command line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from unitdep.schema import schema

LONGEST: Final = 50_000  # characters of an argument; reading the quantities of more takes seconds


@dataclass(frozen=True)
class Tool:
    """A function that a language model may call."""

    name: str
    title: str
    description: str  # for the model: when to call it, and what comes back
    inputs: Mapping[str, str]  # what each argument is
    optional: frozenset[str]  # arguments that may be left out
    output: str  # the name of its result's schema
    call: Callable[..., dict[str, Any]]

    def input_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the arguments: all are texts."""
        return {
            "type": "object",
            "properties": {
                name: {"type": "string", "maxLength": LONGEST, "description": meaning}
                for name, meaning in self.inputs.items()
            },
            "required": [name for name in self.inputs if name not in self.optional],
            "additionalProperties": False,
        }

    def output_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the result, self-contained."""
        return schema(self.output)

    def mistake(self, arguments: Mapping[str, Any]) -> str | None:
        """Return what is wrong with arguments, or None if nothing is."""
        from unitdep.reading.text import is_text

        missing = [n for n in self.inputs if n not in arguments and n not in self.optional]
        if missing:
            return f"{self.name} needs {' and '.join(missing)}"
        for name, value in arguments.items():
            if name not in self.inputs:
                return f"{self.name} has no argument {name}; it takes {', '.join(self.inputs)}"
            if not isinstance(value, str):
                return f"{name} must be a text"
            if len(value) > LONGEST or not is_text(value):
                return f"{name} must be a text of up to {LONGEST:,} characters, all in Unicode"
        return None


def solve(problem: str) -> dict[str, Any]:
    """Solve a problem with the default model; returns what ``unitdep solve --json`` prints."""
    from unitdep.solver import default_solver

    return default_solver().solve(problem).to_dict()


def check(problem: str, work: str, gold: str | None = None) -> dict[str, Any]:
    """Check a working with the default model; returns what ``unitdep check --json`` prints."""
    from unitdep.checking import Task, default_checker

    return default_checker().check(Task(problem, work, gold)).to_dict()


def same_answer(gold: str, given: str) -> dict[str, Any]:
    """Compare two answers; needs no model."""
    from unitdep.checking import same_answer

    return same_answer(gold, given).to_dict()


def quantities(text: str) -> dict[str, Any]:
    """Find the quantities of a text, without a model; what ``unitdep quantities --json`` prints."""
    from unitdep import extraction

    return extraction.to_dict(text, extraction.quantities(text))


_PROBLEM: Final = "The whole text of an arithmetic word problem, in English."
TOOLS: Final = (
    Tool(
        "solve",
        "Solve a word problem",
        "Solve an arithmetic word problem. Returns the exact answer with its unit, the expression "
        "that computes it, every step with its units, and a confidence. The answer is null, with a "
        "reason, if the text isn't such a problem. Below a confidence of 0.7, don't rely on it.",
        {"problem": _PROBLEM},
        frozenset(),
        "solve",
        solve,
    ),
    Tool(
        "check",
        "Check a working",
        "Check what somebody wrote for an arithmetic word problem: an answer, an expression, or a "
        "whole working in plain text, Markdown or LaTeX. Returns a verdict (right, wrong, "
        "incomplete or cannot tell), the first wrong step with its reason, and a hint for the "
        "pupil that doesn't give the answer away.",
        {
            "problem": _PROBLEM,
            "work": "What was written, as it is.",
            "gold": "The right answer, if it's known; then no model decides what is right.",
        },
        frozenset({"gold"}),
        "check",
        check,
    ),
    Tool(
        "same_answer",
        "Compare two answers",
        "Compare an answer with the right one, with units: 60 minutes are 1 hour, but 7 bouquets "
        "aren't 7 flowers. Exact, and independent of any problem. An answer that can't be read "
        "isn't called wrong.",
        {"gold": "The right answer: '1 hour', '$3.50', '2 1/2'.", "given": "The other answer."},
        frozenset(),
        "same-answer",
        same_answer,
    ),
    Tool(
        "quantities",
        "Find quantities in a text",
        "Find the numbers of any English text, with their character spans, exact values, units "
        "and kinds: amounts (50 cars), rates (12 apples per box), factors (25%), ordinals, dates, "
        "clock times and labels (Room 12). Reads by rules and needs no question.",
        {"text": "Any English text."},
        frozenset(),
        "quantities",
        quantities,
    ),
)
