"""Annotate: the paper's data acquisition as a tool (paper, "Data Acquisition").

Problems come with their expressions. One that only adds and subtracts has no rates and needs no
annotator. For any other, annotators mark which numbers are rates and whether the question asks for
one; the edges follow by Algorithm 1. ``read`` prepares problems, ``store`` keeps every click,
``labels`` works out what the clicks of one or two annotators amount to, ``routes`` is the API.
"""

from unitdep.web.annotate.routes import router

__all__ = ["router"]
