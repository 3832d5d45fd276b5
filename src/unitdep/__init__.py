"""unitdep reads arithmetic in English and reasons about it with units.

    text -> language -> quantities -> problem -> scoring -> inference -> solution -> explain

- ``language`` takes a text and gives a spaCy Doc;
- ``quantities`` takes a Doc and gives numbers with units and rates, and the question;
- ``problem`` joins these: what a solver may know of a text;
- ``expression`` and ``graph`` are the two things looked for: a monotonic expression tree, and the
  unit dependency graph (UDG) that justifies it;
- ``scoring`` takes problems and gives four tables of log-probabilities each;
- ``inference`` takes tables and weights and gives the best (graph, tree) tuples, exactly;
- ``solution`` is what a person gets, ``explain`` draws it, ``solver`` puts all of it together;
- ``checking`` compares a pupil's expression or answer with what the solver finds.

Beside the flow: ``datasets``, ``learning``, ``evaluation`` and ``cli``. Solving imports none of
them. Roy and Roth, "Unit Dependency Graph and its Application to Arithmetic Word Problem Solving"
(AAAI 2017), is the specification.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from unitdep.checking import CheckResult, check
    from unitdep.errors import UnitdepError
    from unitdep.reading.problem import Problem, read_problem
    from unitdep.solution import Solution
    from unitdep.solver import Solver, solve

__version__ = "0.3.0"

__all__ = [
    "CheckResult",
    "Problem",
    "Solution",
    "Solver",
    "UnitdepError",
    "__version__",
    "check",
    "read_problem",
    "solve",
]

_HOMES = {
    "CheckResult": "unitdep.checking",
    "Problem": "unitdep.reading.problem",
    "Solution": "unitdep.solution",
    "Solver": "unitdep.solver",
    "UnitdepError": "unitdep.errors",
    "check": "unitdep.checking",
    "read_problem": "unitdep.reading.problem",
    "solve": "unitdep.solver",
}


def __getattr__(name: str) -> object:
    """Import public names when they are first asked for: ``unitdep --help`` needs none."""
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'unitdep' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
