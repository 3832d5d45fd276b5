"""Batches of bounded size: what is parsed, scored and searched together.

Time and memory grow with the tokens of a batch, not with its texts, so tokens are what is bounded.
A batch of ordinary problems is limited by their number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

T = TypeVar("T")

BATCH: Final = 64  # texts of a batch, at most
TOKENS: Final = 5_000  # of a batch, unless a single text has more


def batches(
    items: Iterable[T], tokens: Callable[[T], int], *, count: int = BATCH, most: int = TOKENS
) -> Iterator[list[T]]:
    """Group items in order, at most ``count`` of them and ``most`` tokens in a group."""
    batch: list[T] = []
    held = 0
    for item in items:
        more = tokens(item)
        if batch and (len(batch) == count or held + more > most):
            yield batch
            batch, held = [], 0
        batch.append(item)
        held += more
    if batch:
        yield batch
