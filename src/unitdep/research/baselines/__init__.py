"""All trainable solvers behind one small protocol: ours, and those the paper compares with.

- ``system`` has the protocol: ``fit`` on annotated problems, then ``predict``, ``save`` and
  ``load``;
- ``unitdep`` has UnitDep, its variants with lambda_Vertex = 0 and lambda_Edge = 0, and LCA++;
- ``template`` has Template (Kushman et al. 2014), ``singleeq`` SingleEq (Koncel-Kedziorski et al.
  2015);
- ``systems`` returns all of them by name.
"""

from unitdep.research.baselines.singleeq import SingleEqSystem
from unitdep.research.baselines.system import FittedSystem, Prediction, System
from unitdep.research.baselines.template import TemplateSystem
from unitdep.research.baselines.unitdep import MODES, LinearSystem

__all__ = ["FittedSystem", "Prediction", "System", "systems"]


def systems(features: str = "paper") -> dict[str, System]:
    """Return every system by its name; those with classifiers use the named feature set."""
    listed: list[System] = [LinearSystem(name, features) for name in MODES]
    listed += [TemplateSystem(), SingleEqSystem()]
    return {system.name: system for system in listed}
