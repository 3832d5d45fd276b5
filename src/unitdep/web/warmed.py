"""Importing this loads the model: the process that the workers are forked from does it once."""

from unitdep.web.work import warm

warm()
