"""The API documentation as pages: python .ci/pages.py FOLDER (pip install ".[docs]").

The package loads its functions on first use, which pdoc doesn't do: each is put into its module
first, as the plain function that its callers see.
"""

from __future__ import annotations

import sys
import warnings
from pathlib import Path
from typing import Any

import pdoc
import pdoc.render

import xlrating
from xlrating.functions import all_functions
from xlrating.functions.registry import WorksheetFunction


def main(folder: Path) -> None:
    """Write the pages of the public modules."""
    for name in xlrating.__all__:
        setattr(xlrating, name, getattr(xlrating, name))
    for name, function in all_functions().items():
        setattr(xlrating, name, _plain(function))
    # Two modules have the names of the public functions in them: pdoc shall find the functions.
    xlrating.bulk.__path__ = []
    xlrating.__doc__ = (Path(__file__).with_name("api.md")).read_text("utf-8")
    pdoc.render.configure(docformat="markdown", show_source=False)
    with warnings.catch_warnings():
        # The stubs have several signatures where a page has room for one.
        warnings.filterwarnings("ignore", "Error processing type stub")
        pdoc.pdoc("xlrating", output_directory=folder)


def _plain(function: WorksheetFunction) -> Any:
    def called(*args: object, **named: object) -> Any:
        return function(*args, **named)

    called.__name__ = called.__qualname__ = function.name
    called.__module__ = "xlrating"
    called.__doc__ = function.__doc__
    called.__signature__ = function.__signature__  # type: ignore[attr-defined]
    return called


if __name__ == "__main__":
    main(Path(sys.argv[1]))
