"""Unit rules: which unit a number has, and whether it is a rate, by rule."""
