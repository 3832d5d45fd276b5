"""Templates and the problems made of them.

``template`` has the ``Template``, ``packaged`` reads those of the package. ``conditions`` compiles
a template's condition, ``draw`` draws numbers that meet it, ``fill`` writes numbers and names into
the slots, ``generate`` fills many, and ``reorder`` swaps sentences for variety.
"""
