"""Files that are written: whole or not at all, and in place of nothing that isn't a file.

A new file is made next to its target under a name that nobody knows in advance, and takes the
target's place once it's safely on disk. If anything fails, the target is as it was.
"""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final

_NEW: Final = 0o666  # what a new file may be, before the process's umask


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Open a new file, and put it in the place of ``path`` when the block ends.

    A link stays a link: what it points to is replaced. Raises OSError if that can't be done, also
    if ``path`` is a folder, a device or a pipe.
    """
    target = Path(os.path.realpath(path))
    mode = _mode(target)
    place, name = tempfile.mkstemp(
        prefix=f".{target.name[:100]}.", suffix=".tmp", dir=target.parent
    )
    try:
        with os.fdopen(place, "wb") as file:
            yield file
            file.flush()
            os.fchmod(file.fileno(), mode)
            os.fsync(file.fileno())
        os.replace(name, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    sync_folder(target.parent)


def write_whole(path: Path, content: str | bytes) -> None:
    """Write bytes, or a text as UTF-8, whole or not at all; raises OSError, or UnicodeEncodeError.

    A device or a pipe, such as /dev/stdout, has nothing to lose: it's simply written to.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    if path.exists() and not path.is_file() and not path.is_dir():
        path.write_bytes(data)
        return
    with replacing(path) as file:
        file.write(data)


def is_plain(path: Path) -> bool:
    """Whether a path is a regular file, or nothing yet."""
    return path.is_file() or not os.path.lexists(path)


def sync_folder(folder: Path) -> None:
    """Make changes of names in a folder (a new file, a rename) safe on disk."""
    place = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(place)
    finally:
        os.close(place)


def _mode(target: Path) -> int:
    """Return the permissions that a target has, or those that a new file gets."""
    try:
        known = target.stat().st_mode
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return _NEW & ~mask
    if not stat.S_ISREG(known):
        raise OSError(None, "it is not a regular file", str(target))
    return stat.S_IMODE(known)
