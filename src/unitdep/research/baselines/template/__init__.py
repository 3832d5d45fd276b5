"""Template: the solver of Kushman et al. (2014), for arithmetic with one unknown.

- a ``Template`` is the shape of an expression tree with slots for quantities; the system knows
  those of the training problems (``templates``);
- a derivation is a template with a quantity of the problem in every slot; all of them are listed,
  whereas the original keeps a beam (``derivations``);
- a derivation's features are those of its parts: the words of the text with the template, each
  number with its slot, each pair of numbers with the operation that joins them, and the kind of
  the result (``features``, ``design``);
- a log-linear model over derivations is trained on the marginal likelihood of the correct ones
  (``learning``); the answer is the positive one whose derivations are most probable in sum
  (``system``).
"""

from unitdep.research.baselines.template.system import FittedTemplate, TemplateSystem

__all__ = ["FittedTemplate", "TemplateSystem"]
