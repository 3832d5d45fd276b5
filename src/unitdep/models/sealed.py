"""Sealed folders: config.json has the hash of every other file, checked before a file is used.

A folder that somebody sent may be truncated, mixed up or malicious. Nothing outside of it is read,
nothing in it is run, and what its files declare (sizes, shapes) is verified before memory is
allocated. The hashes detect damage; they don't prove who made the folder.
"""

from __future__ import annotations

import hashlib
import io
import json
import stat
import zipfile
from collections.abc import Collection, Mapping
from math import prod
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from unitdep.errors import ModelError

CONFIG: Final = "config.json"
MAX_CONFIG: Final = 1 << 20  # bytes
MAX_FILE: Final = 1 << 30  # bytes
MAX_ARRAYS: Final = 1 << 30  # bytes of all arrays of a file, unpacked


def damaged(folder: Path, reason: str) -> ModelError:
    """Return the error for a folder that cannot be trusted."""
    return ModelError(f"the model in {folder} is damaged ({reason}); copy it again or retrain")


def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def read_config(folder: Path, name: str = CONFIG) -> dict[str, Any]:
    """Read the object in config.json; FileNotFoundError says that there is none."""
    try:
        config = json.loads(_content(folder, name, MAX_CONFIG))
    except FileNotFoundError:
        raise
    except (OSError, ValueError, RecursionError) as error:
        raise damaged(folder, f"{name} cannot be read: {error}") from error
    if not isinstance(config, dict):
        raise damaged(folder, f"{name} is not an object")
    return config


def verified(
    folder: Path, hashes: object, names: Collection[str], config: str = CONFIG
) -> dict[str, bytes]:
    """Return content of the named files, each of which must have its hash, and no other be there.

    ``hashes`` is the manifest of config.json, whatever that holds. Hidden files, which systems and
    editors leave, do not matter: nothing but the named files is read, and those once.
    """
    if not isinstance(hashes, Mapping):
        raise damaged(folder, f"{config} has no hashes of its files")
    for name in hashes:
        if name not in names:
            raise damaged(folder, f"{config} names {name!r}, which such a model does not have")
    for path in folder.iterdir():
        if path.name not in {config, *names} and not path.name.startswith("."):
            raise damaged(folder, f"unexpected file {path.name!r}")
    contents = {}
    for name in names:
        try:
            contents[name] = _content(folder, name, MAX_FILE)
        except (OSError, ValueError) as error:
            raise damaged(folder, f"{name}: {error}") from error
        if hashlib.sha256(contents[name]).hexdigest() != hashes.get(name):
            raise damaged(folder, f"{name} does not have the hash that {config} gives")
    return contents


def _content(folder: Path, name: str, most: int) -> bytes:
    """Read a file of a folder: a plain one, inside of it, and not too large."""
    path = folder / name
    known = path.stat()
    if path.resolve().parent != folder.resolve():
        raise ValueError("it is a link that leads out of the folder")
    if not stat.S_ISREG(known.st_mode):
        raise ValueError("it is not a file")
    if known.st_size > most:
        raise ValueError(f"it has {known.st_size:,} bytes, more than {most:,}")
    return path.read_bytes()


def read_arrays(content: bytes, names: Collection[str] | None = None) -> dict[str, NDArray[Any]]:
    """Read the arrays of an .npz file, which may have no others than those named.

    Raises ValueError for one that is not what it declares.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as file:
            members = file.infolist()
            declared = sum(member.file_size for member in members)
            if declared > MAX_ARRAYS:
                raise ValueError(f"the arrays declare {declared:,} bytes, more than {MAX_ARRAYS:,}")
            found = [member.filename.removesuffix(".npy") for member in members]
            if names is not None and (len(found) > len(names) or not set(found) <= set(names)):
                raise ValueError("there are arrays that such a model does not have")
            return {m.filename.removesuffix(".npy"): _array(file, m) for m in members}
    except Exception as error:  # zip files and their packers raise many types
        raise ValueError(f"the arrays cannot be read: {error or type(error).__name__}") from error


def _array(file: zipfile.ZipFile, member: zipfile.ZipInfo) -> NDArray[Any]:
    """Read one array, whose shape and type must take the bytes that the member has."""
    with file.open(member) as content:
        version = np.lib.format.read_magic(content)
        if version != (1, 0):
            raise ValueError(f"{member.filename} has format {version}")
        shape, _, dtype = np.lib.format.read_array_header_1_0(content)
        if dtype.hasobject or prod(shape) * dtype.itemsize != member.file_size - content.tell():
            raise ValueError(f"{member.filename} declares {dtype} in the shape {shape}")
        content.seek(0)
        return np.lib.format.read_array(content, allow_pickle=False)
