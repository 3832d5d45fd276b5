"""Pages: the documents that evaluation writes, and where they are.

``PATHS`` is the only place that knows where documents are; a link to ``doc:NAME`` in a template
becomes a relative link to that document.

- ``results``: the page with the sections of the tables, and the short table of the README;
- ``errors``: the page about classes of errors;
- ``everyday``: everyday problems, and how far confidences hold;
- ``workings``: how well workings are judged;
- ``model_card``: the default model; ``datasheet``: the corpus;
- ``figures``: drawings.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from typing import Final

# Below docs/. The first eight are written by the program, the others are linked to.
PATHS: Final[Mapping[str, str]] = {
    "results": "results/results.md",
    "errors": "results/errors.md",
    "model-card": "results/model-card.md",
    "datasheet": "results/datasheet.md",
    "reliability": "figures/reliability.svg",
    "risk-coverage": "figures/risk-coverage.svg",
    "everyday": "results/everyday.md",
    "workings": "results/workings.md",
    "everyday-scope": "concepts/everyday.md",
    "protocol": "results/protocol.md",
    "edge-labels": "reference/edge-labels.md",
}
_LINK: Final = re.compile(r"\(doc:([a-z-]+)")


def with_links(text: str, page: str) -> str:
    """Replace links to ``doc:NAME`` by links relative to a page of ``PATHS``."""
    folder = posixpath.dirname(PATHS[page])
    return _LINK.sub(lambda m: f"({posixpath.relpath(PATHS[m[1]], folder or '.')}", text)
