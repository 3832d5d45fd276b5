"""Actions: what a batch does with each record, a solution or a check.

An action says which columns it reads and writes, makes a row of a record, and turns a loaded solver
into a function that maps rows to results. All else (files, order, workers, resuming) is the same
for every action.
"""

from unitdep.batch.actions.checking import Checking
from unitdep.batch.actions.solving import Solving
from unitdep.batch.actions.types import Action, Apply, Kind

__all__ = ["Action", "Apply", "Checking", "Kind", "Solving"]
