"""The report about one half of the workings: counts with the right answer known and without."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from unitdep import __version__
from unitdep.checking import Checker
from unitdep.research.corpus import Split
from unitdep.research.progress import Progress, silent
from unitdep.research.workings.generate import SEED, generated, overview
from unitdep.research.workings.measure import Judged, count, counted_by, judge_all
from unitdep.research.workings.sample import Worked, read_worked

HAND: Final = Path("experiments/workings/hand.jsonl")
SPLITS: Final = (Split.DEV, Split.TEST)
FILES: Final = {split: f"workings-{split.value}.json" for split in SPLITS}
PROGRAM: Final = "by program"
BY_HAND: Final = "by hand"
RIGHT: Final = "right"


@dataclass(frozen=True)
class Half:
    """The workings of the development part or of the test part."""

    split: Split
    worked: tuple[Worked, ...]
    by_hand: frozenset[str]  # ids of problems
    hash: str  # of the file by hand


def collect(split: Split, hand: Path = HAND) -> Half:
    """Return the workings of one half: by hand, then by program for other problems.

    Raises:
        UnitdepError: The file can't be read.

    """
    written = read_worked(hand)
    ids = frozenset(one.id for one in written)
    made = generated(split, without=ids)
    worked = (*(one for one in written if one.split is split), *made)
    return Half(split, worked, ids, sha256(hand.read_bytes()).hexdigest()[:12])


def report(checker: Checker, half: Half, progress: Progress = silent) -> dict[str, Any]:
    """Judge the workings of one half with the right answer and without, and count."""
    worked, written = half.worked, half.by_hand
    rows = judge_all(checker, worked, progress)
    return {
        "split": half.split.value,
        "version": __version__,
        "seed": SEED,
        "hand": half.hash,
        "limits": asdict(checker.limits),
        **overview(worked),
        "gold": _counts(rows["gold"], written),
        "model": _counts(rows["model"], written),
    }


def _counts(rows: Sequence[Judged], written: frozenset[str]) -> dict[str, Any]:
    return {
        "all": count(rows).to_dict(),
        "source": counted_by(rows, lambda row: BY_HAND if row.worked.id in written else PROGRAM),
        "style": counted_by(rows, lambda row: row.sample.style),
        "finding": counted_by(
            [row for row in rows if not row.sample.right],
            lambda row: row.sample.finding.value if row.sample.finding else RIGHT,
        ),
    }
