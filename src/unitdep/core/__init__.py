"""Core: the objects of the paper: expressions and unit dependency graphs."""
