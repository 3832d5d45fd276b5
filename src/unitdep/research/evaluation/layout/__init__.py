"""Layout: how results become Markdown. Pure functions; nothing here reads or writes documents.

- ``rows``: the rows and cells of a table, our figures next to the published ones;
- ``signatures``: which run a figure comes from, in one line;
- ``published``: the published figures, read from ``published.toml``;
- ``templates``: the prose, read from ``templates/*.md``;
- ``markdown``: tables and lists.
"""
