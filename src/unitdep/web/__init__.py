"""Web: a local server with pages for people and an API for programs (``unitdep serve``).

``app`` puts it together: every request passes ``security`` (who may ask) and ``limits`` (how much).
``api`` solves and checks (``requests`` and ``responses`` describe its bodies), ``annotate`` keeps
the labels of annotators, ``static`` holds the pages. Anything slow is done by ``workers``, which
are other processes, so the server itself always answers.
"""
