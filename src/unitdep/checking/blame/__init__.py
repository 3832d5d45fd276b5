"""Blame: what is wrong with a working whose answer is wrong, and with which step.

- ``first`` goes through the steps and finds the first wrong one;
- ``findings`` says what is wrong with a step or an answer;
- ``copies`` recognises numbers that were copied wrongly;
- ``units`` tells when an answer names other things than the question asks for;
- ``sound`` tells which steps of a right working don't hold;
- ``evidence`` is what speaks against a working whatever the right answer is.
"""

from unitdep.checking.blame.copies import Copies
from unitdep.checking.blame.evidence import evidence, is_evident
from unitdep.checking.blame.findings import written_numbers
from unitdep.checking.blame.first import Blame, blame, first_slip, is_on_route
from unitdep.checking.blame.sound import Soundness, is_check, soundness
from unitdep.checking.blame.units import measure_factors, names_other_unit

__all__ = [
    "Blame",
    "Copies",
    "Soundness",
    "blame",
    "evidence",
    "first_slip",
    "is_check",
    "is_evident",
    "is_on_route",
    "measure_factors",
    "names_other_unit",
    "soundness",
    "written_numbers",
]
