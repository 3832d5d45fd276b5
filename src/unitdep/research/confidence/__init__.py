"""How far a confidence can be trusted: measured on texts with known answers, and fitted to them.

- ``collect`` solves texts and notes the signals of every answer, and whether it is right;
- ``fit`` makes a calibrator of them;
- ``measure`` says how well confidences hold.
"""
