"""Show the comment on a field's line as the field's description in the API reference.

Fields of our dataclasses are documented by comments; Griffe, which reads the source for the site,
only knows docstrings.
"""

from __future__ import annotations

import io
import tokenize
from typing import Any

from griffe import Attribute, Docstring, Extension


class FieldComments(Extension):
    """Use the comment on an attribute's line as its docstring."""

    def on_attribute_instance(self, *, attr: Attribute, **_: Any) -> None:
        """Add the comment to an attribute of a class that has no docstring."""
        if attr.docstring is None and attr.parent is not None and attr.parent.is_class:
            comment = comment_of(attr.source)
            if comment:
                attr.docstring = Docstring(comment, parent=attr)


def comment_of(source: str) -> str:
    """Return the comment at the end of an assignment as a sentence, or "" if there is none."""
    tokens = tokenize.generate_tokens(io.StringIO(source.strip()).readline)
    comments = [token.string for token in tokens if token.type == tokenize.COMMENT]
    comment = comments[-1].lstrip("# ") if comments else ""
    return comment and f"{comment[0].upper()}{comment[1:].rstrip('.')}."
