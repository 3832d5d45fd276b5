"""SingleEq / ALGES (Koncel-Kedziorski et al. 2015): an equation chosen by local and global models.

- ``qsets`` represents each number and the unknown of a text as a set of things (``Qset``), of a
  ``kinds.Kind``;
- ``trees`` enumerates equations over the numbers in text order and the unknown, those with the
  fewest type clashes first; it uses all numbers, so this system cannot solve a problem with an
  irrelevant one;
- ``features`` and ``candidates`` compute the vectors of each equation's operators and of its "=";
- ``learning`` has the support vector machines, the score of an equation, and the training;
- ``system`` puts all of it behind the protocol of all systems, ``files`` stores it.

Differences from the original: spaCy and our unit rules replace CoreNLP, enumeration replaces the
integer program, and agreement of verbs and verb classes replaces WordNet distances. Numbers are in
text order in all equations, so the order flag states whether the unknown is in its place too. How
the global model's training examples are made is described in ``learning.train``. As in the
original, only whole answers are given; ``Settings(whole=False)`` lifts that, and answers far more
problems than the published system did.
"""

from unitdep.research.baselines.singleeq.learning.train import Settings
from unitdep.research.baselines.singleeq.system import FittedSingleEq, SingleEqSystem

__all__ = ["FittedSingleEq", "Settings", "SingleEqSystem"]
