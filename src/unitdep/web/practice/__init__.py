"""Practice in the browser: ``routes`` are its API, ``tasks`` what the workers do for it.

Nothing is kept here: the page has the ids of its problems, and the server makes them again.
"""

from unitdep.web.practice.routes import router

__all__ = ["router"]
