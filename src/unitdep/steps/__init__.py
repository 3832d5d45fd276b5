"""Steps: the operations of an expression one after the other, with their units worked out.

``steps`` takes a problem and the graph and tree that were chosen, and returns one ``Step`` per
operation, and before it those that prepare its numbers (a conversion, or 1 − 1/4). The unit of a
result follows from its operation by unit algebra (``units.combine``); a step whose units do not
close says so. Nothing is converted silently: in the everyday scope a conversion is a step, and in
the paper's the step says what it would be after conversion. ``answer`` reads the unit of the last
step in the question's words. ``remarks`` explains which numbers were left out, and why each rate is
a rate.
"""

from unitdep.steps.remarks import Remark, finish_remark, remarks, why_left_out
from unitdep.steps.step import Step
from unitdep.steps.work import steps, work

__all__ = [
    "Remark",
    "Step",
    "finish_remark",
    "remarks",
    "steps",
    "why_left_out",
    "work",
]
