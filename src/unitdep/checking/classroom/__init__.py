"""Classroom: one problem, the answers of a class, and what they have in common.

    answers.csv -> Answered -> checks -> ClassReport -> text, CSV or a page

``answers`` reads the file, ``report`` judges each answer and puts those of one kind together,
``tables`` writes a report as text and CSV, and ``page`` as an HTML page with a bar chart.
"""

from unitdep.checking.classroom.answers import Answered, Columns, read_answers
from unitdep.checking.classroom.page import to_page
from unitdep.checking.classroom.report import ClassReport, Group, class_report
from unitdep.checking.classroom.tables import to_csv, to_text

__all__ = [
    "Answered",
    "ClassReport",
    "Columns",
    "Group",
    "class_report",
    "read_answers",
    "to_csv",
    "to_page",
    "to_text",
]
