"""xlrating: chess and xiangqi ratings, calculated exactly as the regulation says.

>>> import xlrating
>>> xlrating.WE_TABLE(200)
0.76
"""

from __future__ import annotations

from typing import Any

from .engine.public import NAMES as _NAMES
from .engine.public import __version__ as __version__


def __getattr__(name: str) -> Any:
    """Load a public name on first use, so that importing the package costs nothing."""
    from importlib import import_module

    if name in _NAMES:
        return getattr(import_module(f"{__name__}.{_NAMES[name]}"), name)
    if name == "bulk":
        return import_module(f"{__name__}.bulk")
    if name == "__all__":
        return _public()
    if name.isupper():
        from .functions import find

        function = find(name)
        if function is not None:
            globals()[name] = function
            return function
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*_public(), "__version__"])


def _public() -> list[str]:
    """The public names, in documentation order."""
    from .functions import all_functions

    return [*_NAMES, "bulk", *all_functions()]
