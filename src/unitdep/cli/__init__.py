"""Command line: ``unitdep``.

Each command, or group of commands, is one file with a ``register`` function, listed in ``app.py``:
a thin parser over a plain function that returns data. Only typer is imported at the start; what a
command needs, it imports when it runs.
"""

from unitdep.cli.app import main

__all__ = ["main"]
