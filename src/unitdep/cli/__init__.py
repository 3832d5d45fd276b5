"""Command line: ``unitdep``.

Each command, or group of commands, is one module with a ``register`` function, listed in ``app``: a
thin parser over plain functions that return data. ``usage`` says what is wrong with what was typed,
``options`` has the options that commands share, ``console`` reads, prints and fails, ``startup``
loads the solver quickly. Only typer is imported at the start; a command imports what it needs when
it runs.
"""

from unitdep.cli.app import main

__all__ = ["main"]
