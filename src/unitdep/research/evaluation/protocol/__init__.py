"""Protocol: how systems are compared with the gold answers, and how the results are stored.

- ``folds``: data sets split into training and test parts;
- ``outcomes``: what a system made of one problem;
- ``cross_validate``: systems trained and tested on every fold; ``encoder_folds`` does it for the
  encoder, ``check_folds`` for ``unitdep check``;
- ``evaluate``: one system on one data set, as ``unitdep evaluate`` reports it;
- ``results``: results files.
"""
