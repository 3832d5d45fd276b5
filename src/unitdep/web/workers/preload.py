"""Importing this module loads the model: the process that workers are forked from does so once."""

from unitdep.web.workers.tasks import warm

warm()
