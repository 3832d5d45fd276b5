"""Importing this loads the model: the process that the workers are forked from does it once."""

from unitdep.web.workers.tasks import warm

warm()
