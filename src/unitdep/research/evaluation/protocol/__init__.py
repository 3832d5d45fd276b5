"""Protocol: folds, cross-validation, evaluation of a model, and results files."""
