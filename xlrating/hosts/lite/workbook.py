"""A workbook for xlwings Lite: the functions run in Excel itself, from code the workbook carries.

The code is one file, `main.py`, as the add-in knows it. The engine is packed at its end, because
then nothing is downloaded and every copy of the workbook keeps the rules it was made with.
"""

from __future__ import annotations

import hashlib
import json
import uuid
import zipfile
import zlib
from base64 import b64encode
from textwrap import wrap

from ...engine.public import __version__
from ...functions import all_functions
from ...functions.help import argument_help, function_help
from ...workbook.file.writer import to_bytes
from .. import reference
from ..bundle import engine_files, zipped
from ..host import Host
from .webextension import embedded

NAMESPACE = "XLRATING"

#: What the add-in installs: only itself. Not an exact version, as its manual advises.
REQUIREMENTS = "xlwings<1.0.0\n"

#: What the add-in saves in a workbook besides its files, by the names it has for them.
#:
#: The versions come from its changelog of August 2026 and from its page on packages, which lists
#: packages from Pyodide 314.0.0 on; the workbook's own settings are those of a workbook that its
#: makers publish: the add-in starts with the workbook and shows its pane, which asks the user for
#: trust. Not verified, because the add-in only runs in Excel: what it does with versions older
#: than its own. It replaces all of them when it saves the workbook.
SETTINGS: dict[str, object] = {
    "pyodideVersion": "314.0.0",
    "addinVersion": "1.0.0.103",
    "xlwingsSettingsWorkbook": {"startupBehavior": "taskpane"},
}

_HEAD = '''\
"""Rating functions for this workbook, such as =XLRATING.WE_TABLE(200): xlrating {version}.

Written by `xlrating addin lite`. xlrating itself is packed at the end; nothing is installed.
"""

import base64
import io
import sys
import tempfile
import zipfile
import zlib

from xlwings import arg, func
'''

_TAIL = '''\


# --- xlrating, packed ---------------------------------------------------------------------
_PACKED = """
{packed}
"""
_FOLDER = tempfile.mkdtemp()
_WHOLE = zlib.decompress(base64.b64decode(_PACKED))
zipfile.ZipFile(io.BytesIO(_WHOLE)).extractall(_FOLDER)
sys.path.insert(0, _FOLDER)

from xlrating.functions.cells import call
'''


def workbook(language: str = "en") -> bytes:
    """The .xlsx file; the same bytes whenever it is built from the same files."""
    return carried(reference.workbook(HOST, language), language)


def carried(book: bytes, language: str = "en") -> bytes:
    """The workbook with the code in it, as the add-in itself saves one."""
    # The add-in tells workbooks apart by this ID; a rebuilt workbook keeps its own.
    own = uuid.uuid5(uuid.NAMESPACE_URL, hashlib.sha256(book).hexdigest())
    settings = {"main.py": main(language), "requirements.txt": REQUIREMENTS}
    return embedded(book, {**settings, "xlwingsWorkbookId": str(own), **SETTINGS})


def main(language: str = "en") -> str:
    """The text of `main.py`: each worksheet function for xlwings, then the engine, packed."""
    functions = "".join(_function(name, language) for name in all_functions())
    files = {name: path.read_bytes() for name, path in engine_files().items()}
    # Compressed as a whole: hundreds of small files have much in common.
    whole = zlib.compress(zipped(files, zipfile.ZIP_STORED), 9)
    packed = "\n".join(wrap(b64encode(whole).decode("ascii"), 100))
    return _HEAD.format(version=__version__) + functions + _TAIL.format(packed=packed)


def _function(name: str, language: str) -> str:
    """The code of one function for xlwings, without type hints, by which it would convert cells."""
    parameters = all_functions()[name].parameters
    helps = {p.name: _quoted(argument_help(name, p.name, language)) for p in parameters}
    # Errors arrive as text: by default they would be blank cells, which are not counted.
    lines = [f'\n\n@func(namespace="{NAMESPACE}")']
    lines += [f'@arg("{key}", ndim=2, err_to_str=True, doc={doc})' for key, doc in helps.items()]
    taken = ", ".join(f"{p.name}=None" if p.optional else p.name for p in parameters)
    lines += [f"def {name}({taken}):", f"    {_quoted(function_help(name, language))}"]
    return "\n".join([*lines, f'    return call("{name}", [{", ".join(helps)}])\n'])


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


HOST = Host(
    make=lambda _, language: workbook(language),
    write=lambda book, language: carried(to_bytes(book, language), language),
    title="lite_title",
    notes=("lite_use", "lite_loads", "lite_offline", "lite_again", "not_seen"),
    typed=f"{NAMESPACE}.",
    stored=f"_xldudf_{NAMESPACE}_",
    spills=True,
)
