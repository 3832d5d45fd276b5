"""unitdep solves arithmetic word problems and reasons about their units.

    text -> reading -> Problem -> scoring -> tables -> inference -> ranking -> Solution

``solver`` puts this together. The rooms, in the order in which they may import each other (a room
imports only from those above it):

- ``errors``: every exception that the package raises on purpose, under ``UnitdepError``;
- ``lexicon``: all word lists, as text files;
- ``core``: the paper's objects: expression trees and unit dependency graphs;
- ``units``: units, their algebra and conversion, and amounts in words;
- ``reading``: a text becomes a ``Problem``: numbers, units, rates, question; or it is refused;
- ``extraction``: the quantities of any text, without a question or a model;
- ``scoring``: problems become four tables of log-probabilities each;
- ``inference``: tables become a ranking of (graph, tree) tuples, found exactly;
- ``models``: model folders: a scorer and its weights, verified before use;
- ``steps``: the operations of an expression with their units, and remarks about them;
- ``solution``: what people get: answer, expression, graph, confidence;
- ``explain``: drawings of graphs and trees, and the steps as text;
- ``solver``: the pipeline above, composed in one place;
- ``checking``: a verdict on somebody else's expression or answer; answers compared;
- ``hints``: what to say to a pupil who is stuck, from general to particular;
- ``rewards``: verdicts as rewards, for those who train language models;
- ``schema``: JSON Schemas of all outputs;
- ``batch``: files of problems to files of solutions, in several processes or on Ray;
- ``research``: data sets, corpus, learning, baselines, evaluation; solving never imports it;
- ``web``: pages and an API;
- ``integrations``: spaCy, scikit-learn, Inspect, and a Model Context Protocol server;
- ``cli``: the command line.

The specification is Roy and Roth, "Unit Dependency Graph and its Application to Arithmetic Word
Problem Solving" (AAAI 2017). ARCHITECTURE.md is the tour.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from unitdep.checking import CheckResult, Comparison, Verdict, check, check_many, same_answer
    from unitdep.errors import BatchError, GrammarError, ModelError, UnitdepError, UnitError
    from unitdep.extraction import FoundQuantity, QuantityKind, quantities
    from unitdep.inference import Constraints
    from unitdep.reading.problem import Problem, read_problem
    from unitdep.solution import Solution
    from unitdep.solver import Solver, solve

__version__ = "0.3.0"

__all__ = [
    "BatchError",
    "CheckResult",
    "Comparison",
    "Constraints",
    "FoundQuantity",
    "GrammarError",
    "ModelError",
    "Problem",
    "QuantityKind",
    "Solution",
    "Solver",
    "UnitError",
    "UnitdepError",
    "Verdict",
    "__version__",
    "check",
    "check_many",
    "quantities",
    "read_problem",
    "same_answer",
    "solve",
]

_HOMES = {
    "BatchError": "unitdep.errors",
    "CheckResult": "unitdep.checking",
    "Comparison": "unitdep.checking",
    "Constraints": "unitdep.inference",
    "FoundQuantity": "unitdep.extraction",
    "GrammarError": "unitdep.errors",
    "ModelError": "unitdep.errors",
    "Problem": "unitdep.reading.problem",
    "QuantityKind": "unitdep.extraction",
    "Solution": "unitdep.solution",
    "Solver": "unitdep.solver",
    "UnitError": "unitdep.errors",
    "UnitdepError": "unitdep.errors",
    "Verdict": "unitdep.checking",
    "check": "unitdep.checking",
    "check_many": "unitdep.checking",
    "quantities": "unitdep.extraction",
    "read_problem": "unitdep.reading.problem",
    "same_answer": "unitdep.checking",
    "solve": "unitdep.solver",
}


def __getattr__(name: str) -> object:
    """Import a public name on first use: ``unitdep --help`` needs none of them."""
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'unitdep' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
