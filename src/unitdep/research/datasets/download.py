"""Download the files of data sets with pooch: all of them, with the known hashes, or none.

Files are downloaded into a temporary folder and moved into place once all have arrived and have the
right hash; that folder is always removed. A file that is present with the known hash is not fetched
again. One that differs is replaced only if asked for.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from unitdep.errors import DownloadError
from unitdep.research.datasets.catalog import KnownFile, KnownSet, State
from unitdep.research.datasets.folders import VARIABLE, cache_root
from unitdep.research.progress import Progress

ATTEMPTS: Final = 3
TIMEOUT: Final = 30.0  # seconds without a response
WAIT: Final = 1.0  # seconds before the second attempt; doubles from there
INSTALL: Final = "pip install 'unitdep[data]'"


@dataclass(frozen=True)
class Downloaded:
    """What a download did."""

    root: Path
    fetched: tuple[str, ...]  # paths under ``root``
    present: tuple[str, ...]  # were there already


def target_root() -> Path:
    """Return the folder that downloads go to: UNITDEP_DATA, else the cache folder of the user."""
    named = os.environ.get(VARIABLE)
    root = Path(named) if named else cache_root()
    if root is None:
        raise DownloadError(f"downloading needs pooch; install it with: {INSTALL}")
    return root


def download(
    sets: Iterable[KnownSet],
    root: Path,
    *,
    base: str | None = None,
    replace: bool = False,
    attempts: int = ATTEMPTS,
    wait: float = WAIT,
    progress: Progress | None = None,
) -> Downloaded:
    """Fetch what is missing of the sets under ``root``; raises DownloadError.

    ``base`` replaces the public addresses: the file with path p is fetched from base/p. With
    ``replace``, files that differ from the known ones are fetched again. ``progress`` is called
    with each path fetched.
    """
    files = list(dict.fromkeys(file for known in sets for file in known.files))
    states = {file: file.state(root) for file in files}
    different = [file.path for file in files if states[file] is State.DIFFERENT]
    if different and not replace:
        raise DownloadError(
            f"{root / different[0]} is not the known file ({len(different)} files differ); "
            "move it away, or replace it with --replace"
        )
    wanted = [file for file in files if states[file] is not State.GOOD]
    if wanted:
        _fetch_all(wanted, root, base, attempts, wait, progress)
    present = tuple(file.path for file in files if file not in wanted)
    return Downloaded(root, tuple(file.path for file in wanted), present)


def _fetch_all(
    files: Sequence[KnownFile],
    root: Path,
    base: str | None,
    attempts: int,
    wait: float,
    progress: Progress | None,
) -> None:
    with _staging(root) as staging:
        for number, file in enumerate(files):
            url = file.url if base is None else f"{base.rstrip('/')}/{file.path}"
            _fetch(url, file, staging, str(number), attempts, wait)
            if progress is not None:
                progress(file.path)
        for number, file in enumerate(files):
            place = root / file.path
            place.parent.mkdir(parents=True, exist_ok=True)
            os.replace(staging / str(number), place)


@contextmanager
def _staging(root: Path) -> Iterator[Path]:
    """Yield a temporary folder inside ``root``; folders made for it are removed if left empty."""
    made = [folder for folder in (root, *root.parents) if not folder.exists()]
    try:
        root.mkdir(parents=True, exist_ok=True)
        staging = Path(tempfile.mkdtemp(prefix=".download-", dir=root))
    except OSError as error:
        raise DownloadError(
            f"cannot write to {root}: {error.strerror or error}; set {VARIABLE} to another folder"
        ) from None
    try:
        yield staging
    finally:
        shutil.rmtree(staging, ignore_errors=True)
        for folder in made:
            if not any(folder.iterdir()):
                folder.rmdir()


def _fetch(url: str, file: KnownFile, folder: Path, name: str, attempts: int, wait: float) -> None:
    """Fetch one file; retries temporary failures, but gives up at once on a status such as 404."""
    try:
        import pooch
    except ImportError:
        raise DownloadError(f"downloading needs pooch; install it with: {INSTALL}") from None
    pooch.get_logger().setLevel("WARNING")
    for attempt in range(1, attempts + 1):
        try:
            pooch.retrieve(
                url,
                known_hash=f"sha256:{file.sha256}",
                fname=name,
                path=folder,
                downloader=pooch.HTTPDownloader(timeout=TIMEOUT),
            )
            return
        except (OSError, ValueError) as error:
            status = getattr(getattr(error, "response", None), "status_code", None)
            final = status is not None and 400 <= status < 500 and status not in (408, 429)
            if final or attempt == attempts:
                raise DownloadError(_advice(url, file, error, status)) from None
            time.sleep(wait * 2 ** (attempt - 1))


def _advice(url: str, file: KnownFile, error: Exception, status: int | None) -> str:
    """Return the message: what failed, that nothing was kept, and what to do."""
    if status is not None:
        what = f"the server answers {status} for {url}"
    elif isinstance(error, ValueError) and "hash" in str(error):
        what = f"{url} is not the known file (SHA-256 {file.sha256[:12]}...)"
    else:
        what = f"{url} cannot be fetched: {type(error).__name__}"
    return (
        f"{what}. Nothing was kept. Try again later, use another address with --from URL, or put "
        f"{file.path} into a folder by hand and set {VARIABLE} to that folder"
    )
