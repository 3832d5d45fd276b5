"""SingleEq / ALGES (Koncel-Kedziorski et al. 2015): an equation by local and global models.

- ``qsets`` reads each number and the unknown of a text as a set of things (``Qset``), of a
  ``kinds.Kind``;
- ``trees`` enumerates equations over the numbers in text order and the unknown, cheapest first by
  type clashes; it uses all numbers, so a problem with an irrelevant one is beyond this system;
- ``features`` and ``candidates`` give the vectors of each equation's operators and of its "=";
- ``svm`` has the support vector machines, ``model`` the score of an equation, ``train`` the
  learning, ``files`` the stored form;
- ``system`` joins them behind the protocol of all systems.

What differs from the original: spaCy and our unit rules take the place of CoreNLP, enumeration
that of the integer program, the agreement of verbs and verb classes that of WordNet distances;
numbers stand in text order in all equations, so that the order flag tells whether the unknown too
stands at its place; how the global model's training examples are made is told in ``train``. As in
the original only whole answers are given; ``Settings(whole=False)`` lifts that, and answers far
more problems than the published system did.
"""

from unitdep.research.baselines.singleeq.system import FittedSingleEq, SingleEqSystem
from unitdep.research.baselines.singleeq.train import Settings

__all__ = ["FittedSingleEq", "Settings", "SingleEqSystem"]
