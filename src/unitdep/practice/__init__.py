"""Practice: problems with gold answers to practise on, from the packaged corpus.

    settings -> kinds -> templates, filled -> gold solution -> fit? -> Exercise

- ``kinds`` says which templates are of which kind, ``settings`` what is asked for;
- ``exercises`` makes problems, the same ones for the same settings; ``recall`` makes one again by
  its id;
- ``making`` turns templates into gold solutions, without a model, and leaves out what a pupil
  should not get;
- ``tutoring`` judges what somebody writes, gives hints, and goes through a set of problems;
- ``sheets`` writes worksheets and files for other systems.
"""

from unitdep.practice.exercise import Exercise
from unitdep.practice.exercises import exercises, recall
from unitdep.practice.kinds import KINDS, Kind, chosen
from unitdep.practice.settings import LEVELS, Level, Settings

__all__ = [
    "KINDS",
    "LEVELS",
    "Exercise",
    "Kind",
    "Level",
    "Settings",
    "chosen",
    "exercises",
    "recall",
]
