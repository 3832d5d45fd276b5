"""Pages: what a browser gets. ``shell`` puts a page together, ``routes`` adds all to the server."""

from unitdep.web.pages.routes import add_pages
from unitdep.web.pages.shell import PAGES, STATIC, page_html

__all__ = ["PAGES", "STATIC", "add_pages", "page_html"]
