"""The everyday scope: what a text implies, and numbers that count nothing (beyond the paper).

``kinds`` tells factors from amounts among the written numbers, ``clock`` reads times of day,
``implied`` proposes the vertices that a text only implies, and ``finish`` reads how a question may
finish. docs/concepts/everyday.md explains the mechanism.
"""
