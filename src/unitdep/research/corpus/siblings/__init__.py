"""Sibling questions: stories with several questions each, so that the answer turns on the question.

``story`` has the format, ``packaged`` the stories of the package, ``check`` finds mistakes in them.
"""
