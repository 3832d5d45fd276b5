"""How long-running work reports what it has done."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str], None]  # called with a few words after each step


def silent(_step: str) -> None:
    """Report nothing."""
