"""Tutoring: what happens once somebody works on an exercise.

``judging`` judges an answer or a working, ``hints`` helps, ``mistakes`` lists wrong answers that
are likely, and ``session`` goes through a set of exercises.
"""
