"""Runs: many tables measured in one go.

- ``jobs``: which tables to measure on which data sets, and how one of them is measured;
- ``current``: which results files a run can keep, because nothing that they depend on has changed;
- ``order``: which job may start next, and how long all of them take on some workers;
- ``workers``: jobs in processes of their own;
- ``mixing``: which results files don't belong on a page together.
"""
