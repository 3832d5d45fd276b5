"""Everyday templates: problems with implied vertices, faces, finishes and several questions.

``template`` has the format, ``fill`` fills slots with numbers and names, ``gold`` carries a
template's labels over to what the program reads in a filled text. ``check`` finds what is wrong
with templates, ``gate`` counts what the reading proposes.
"""
