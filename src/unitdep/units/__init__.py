"""Units: one algebra of units, their conversions, and how amounts are written in words.

``unit`` has a unit as the text gives it, ``dimension`` a unit as algebra needs it, and ``kinds``
knows what is a kind of what. ``combine`` returns the unit of a sum, difference, product or
quotient. There is no other unit algebra in the program: the steps, the pictures, the answer and
the corpus check all use this one. ``conversion`` knows standard measures, ``inflection`` singulars
and plurals, and ``wording`` writes numbers and units for people.
"""
