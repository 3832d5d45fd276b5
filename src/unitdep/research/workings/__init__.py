"""Workings with known verdicts, and how well they are judged.

- ``sample`` has the types, and reads workings that were written by hand;
- ``generate`` makes workings by program: ``story`` chooses problems of the corpus, ``plan`` works
  out their gold trees, ``ways`` finds other right ways, ``mistakes`` puts errors in, and ``styles``
  writes them down;
- ``measure`` judges all of them and counts, ``report`` puts the counts together.
"""
