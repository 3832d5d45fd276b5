"""SingleEq's models and their training: support vector machines for operators and for "="."""
