"""Learning: annotated problems in, classifiers and weights out.

``design`` reads examples as sparse rows, ``fit`` fits one classifier, ``bench`` chooses its
regularisation on held-out fifths of the training part, ``tuning`` the weights of the joint score,
``train`` does all of it.
"""

from unitdep.research.learning.examples import build_designs
from unitdep.research.learning.train import Trained, gold_answer, train, values_of
from unitdep.research.learning.tune import Mode

__all__ = ["Mode", "Trained", "build_designs", "gold_answer", "train", "values_of"]
