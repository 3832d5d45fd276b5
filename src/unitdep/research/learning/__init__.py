"""Learning: train classifiers and tune weights on annotated problems.

``examples`` turns problems into sparse rows, ``fit`` fits one classifier, ``develop`` chooses its
regularisation on held-out fifths of the training part, ``tune`` the weights of the joint score, and
``train`` does all of it. ``train_linear`` trains the model for everyday use, ``joint_crf`` the
paper's joint graph predictor, and ``encoder`` the network.
"""

from unitdep.research.learning.examples import build_designs
from unitdep.research.learning.train import Trained, gold_answer, train, values_of
from unitdep.research.learning.tune import Mode

__all__ = ["Mode", "Trained", "build_designs", "gold_answer", "train", "values_of"]
