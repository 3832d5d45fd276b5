"""Steps: the operations of an expression one after the other, with their units worked out.

``steps`` takes a problem, the graph and the tree that were chosen, and nothing else; it gives one
``Step`` an operation. The unit of a result follows from its operation by unit algebra
(``dimension``); a step whose units do not close says so. Nothing is converted silently: where the
text mixes standard measures, the step says what it would be after conversion (``measures``).
``remarks`` says of the same graph and tree which numbers were left out and why, and why each rate
is a rate.
"""

from unitdep.steps.remarks import Remark, remarks, why_left_out
from unitdep.steps.step import SIGNS, Clash, Step, Term
from unitdep.steps.work import asked_dimension, steps, work

__all__ = [
    "SIGNS",
    "Clash",
    "Remark",
    "Step",
    "Term",
    "asked_dimension",
    "remarks",
    "steps",
    "why_left_out",
    "work",
]
