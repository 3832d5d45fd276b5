"""The API reference shows the comment beside a field as what the field means.

Here a field of a dataclass is explained by the comment on its line; Griffe, which reads the source
for the site, knows only docstrings.
"""

from __future__ import annotations

import io
import tokenize
from typing import Any

from griffe import Attribute, Docstring, Extension


class FieldComments(Extension):
    """Gives each attribute without a docstring the comment on its line."""

    def on_attribute_instance(self, *, attr: Attribute, **_: Any) -> None:
        """Read the comment, if the attribute is of a class and has one."""
        if attr.docstring is None and attr.parent is not None and attr.parent.is_class:
            comment = comment_of(attr.source)
            if comment:
                attr.docstring = Docstring(comment, parent=attr)


def comment_of(source: str) -> str:
    """Return the comment at the end of an assignment as a sentence, or "" if there is none."""
    tokens = tokenize.generate_tokens(io.StringIO(source.strip()).readline)
    comments = [token.string for token in tokens if token.type == tokenize.COMMENT]
    told = comments[-1].lstrip("# ") if comments else ""
    return told and f"{told[0].upper()}{told[1:].rstrip('.')}."
