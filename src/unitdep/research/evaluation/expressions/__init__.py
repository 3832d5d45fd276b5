"""The unit check of the published figures: one expression or answer against the ranking.

``unitdep reproduce --table checks`` measures with it how far units alone can tell a right
expression from a wrong one. What people write is judged by ``unitdep.checking``.
"""
