"""Terms of a sum: numbers with their units, times of day, powers and roots.

``amounts`` reads a number with what is written next to it, ``units`` makes a unit of the words.
``clocks`` puts times of day into minutes, ``spoken`` reads "quarter past four", and ``powers``
reads exponents and exact roots.
"""
