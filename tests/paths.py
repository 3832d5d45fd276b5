"""Where things are in the checkout."""

from pathlib import Path

TESTS = Path(__file__).parent
ROOT = TESTS.parent
DOCS = ROOT / "docs"
RESULTS = ROOT / "experiments" / "results"
DATA = TESTS / "data"
