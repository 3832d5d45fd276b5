"""Where data sets are on this machine.

The files are not part of this project. They are looked for in the folder that the environment
variable UNITDEP_DATA names; without it in ``shared/data`` next to the current folder or the
checkout, then in the cache folder that ``unitdep data download`` fills.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from unitdep.errors import DatasetNotFoundError

VARIABLE: Final = "UNITDEP_DATA"


def data_root() -> Path:
    """Return the folder of the data sets; raises DatasetNotFoundError if there is none."""
    named = os.environ.get(VARIABLE)
    if named:
        if not Path(named).is_dir():
            raise DatasetNotFoundError(f"{VARIABLE} is {named}, which is not a folder")
        return Path(named)
    for candidate in data_roots():
        if candidate.is_dir():
            return candidate
    tried = " or ".join(map(str, data_roots()))
    raise DatasetNotFoundError(
        f"no data sets in {tried}: set {VARIABLE} to their folder, or run: "
        "unitdep data download --all"
    )


def data_roots() -> Iterator[Path]:
    """Yield the folders that may hold data sets, in the order in which they are tried."""
    named = os.environ.get(VARIABLE)
    if named:
        yield Path(named)
        return
    checkout = Path(__file__).resolve().parents[4]
    yield from dict.fromkeys(
        base / "shared" / "data" for base in (Path.cwd().parent, checkout.parent)
    )
    if (cache := cache_root()) is not None:
        yield cache


def cache_root() -> Path | None:
    """Return the folder of downloads, or None without pooch, which makes them."""
    try:
        import pooch
    except ImportError:
        return None
    return Path(pooch.os_cache("unitdep"))
