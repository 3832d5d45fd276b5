"""What MkDocs is told beside mkdocs.yml: pages from the project's root, pages not yet written.

ARCHITECTURE.md and its neighbours are part of the site but stay where they are. A link to a file
that is not part of the site (a module) becomes its text.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
PROJECT = ("ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")
# Written from measurements: absent until a command has made them.
MEASURED = {"results.md", "errors.md", "bench.md", "robustness.md", "throughput.md"}

_LINK = re.compile(r"\[([^\]]*)\]\((?!\w+:|#)([^)\s#]+)(#[^)\s]*)?\)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Take pages that are not there yet out of the navigation."""
    docs = Path(config.docs_dir)
    absent = {name for name in MEASURED if not (docs / name).exists()}
    config.nav = _without(config.nav, absent)
    return config


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the pages of the project's root."""
    for name in PROJECT:
        files.append(File.generated(config, name, abs_src_path=str(ROOT / name)))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, **_: Any) -> str:
    """Make the links of a page fit the site."""
    docs = Path(config.docs_dir)
    home = ROOT if page.file.src_uri in PROJECT else docs

    def fitted(link: re.Match[str]) -> str:
        text, target, anchor = link[1], link[2], link[3] or ""
        path = Path(os.path.normpath(home / target))
        if path.is_relative_to(docs):
            return f"[{text}]({path.relative_to(docs).as_posix()}{anchor})"
        if path.parent == ROOT and path.name in PROJECT:
            return f"[{text}]({path.name}{anchor})"
        return text

    return _LINK.sub(fitted, markdown)


def _without(nav: Any, absent: set[str]) -> Any:
    """Return a navigation, or a part of it, without the pages that are absent."""
    if isinstance(nav, list):
        return [_without(part, absent) for part in nav if not _leads_to(part, absent)]
    if isinstance(nav, dict):
        return {title: _without(part, absent) for title, part in nav.items()}
    return nav


def _leads_to(part: Any, absent: set[str]) -> bool:
    return isinstance(part, dict) and any(v in absent for v in part.values() if isinstance(v, str))
