"""Hooks for MkDocs: add pages from the root of the repository, and leave out unwritten pages.

ARCHITECTURE.md and the other root documents stay where they are; the site has them in ``project/``.
A link to a file that isn't part of the site, such as a module, becomes plain text.
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
# Pages of the repository's root, by their place in the site.
PROJECT = {
    f"project/{name}": ROOT / name
    for name in ("ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")
}
# Written from measurements, so they are absent until a command has made them.
MEASURED = {
    f"results/{name}.md" for name in ("results", "errors", "bench", "robustness", "throughput")
}

_LINK = re.compile(r"\[([^\]]*)\]\((?!\w+:|#)([^)\s#]+)(#[^)\s]*)?\)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Remove pages that don't exist yet from the navigation."""
    docs = Path(config.docs_dir)
    absent = {name for name in MEASURED if not (docs / name).exists()}
    config.nav = _without(config.nav, absent)
    return config


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the pages of the repository's root."""
    for name, path in PROJECT.items():
        files.append(File.generated(config, name, abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, **_: Any) -> str:
    """Rewrite the links of a page so that they work in the site."""
    docs = Path(config.docs_dir)
    place = page.file.src_uri
    source = PROJECT.get(place, docs / place)
    places = {path: name for name, path in PROJECT.items()}

    def rewrite(link: re.Match[str]) -> str:
        text, target, anchor = link[1], link[2], link[3] or ""
        path = Path(os.path.normpath(source.parent / target))
        if path.is_relative_to(docs):
            there = path.relative_to(docs).as_posix()
        elif path in places:
            there = places[path]
        else:
            return text
        return f"[{text}]({os.path.relpath(there, Path(place).parent)}{anchor})"

    return _LINK.sub(rewrite, markdown)


def _without(nav: Any, absent: set[str]) -> Any:
    """Return a navigation, or a part of it, without the absent pages."""
    if isinstance(nav, list):
        return [_without(part, absent) for part in nav if not _leads_to(part, absent)]
    if isinstance(nav, dict):
        return {title: _without(part, absent) for title, part in nav.items()}
    return nav


def _leads_to(part: Any, absent: set[str]) -> bool:
    return isinstance(part, dict) and any(v in absent for v in part.values() if isinstance(v, str))
