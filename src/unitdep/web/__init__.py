"""Web: a local server with pages for people and an API for programs (``unitdep serve``).

``app`` puts it together: ``security`` (who may ask) and ``limits`` (how much) stand around all
requests, ``api`` solves and checks, ``annotate`` keeps the labels of annotators, ``static`` holds
the pages. What takes time is done by ``work`` in the processes of ``pool``, so that the server
itself always answers.
"""
