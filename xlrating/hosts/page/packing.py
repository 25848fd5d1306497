"""Runs in Pyodide while the page is built, to compile modules for exactly that Python.

Not part of the page. Compression also happens here, with the same zlib on every computer.
"""

from __future__ import annotations

import gzip
import importlib._bootstrap_external as machinery
import io
import zipfile
from pathlib import PurePosixPath
from types import CodeType


def compiled(source: bytes, keeping: str) -> bytes:
    """A zip of sources as an uncompressed zip of bytecode, because it is compressed as a whole.

    Modules below the folders `keeping` keep their docstrings, which are help; for those that
    also exist in `__pycache__`, the source is kept as well.
    """
    found = io.BytesIO()
    kept = tuple(keeping.split())
    with zipfile.ZipFile(io.BytesIO(source)) as old, zipfile.ZipFile(found, "w") as new:
        names = set(old.namelist())
        for name in sorted(names):
            data = old.read(name)
            path = PurePosixPath(name)
            cached = str(path.parent / "__pycache__" / f"{path.stem}.cpython-314.pyc")
            if path.suffix == ".py":
                has_source = cached in names
                if has_source:
                    _put(new, name, data)
                code = compile(data, f"/{name}", "exec", 0, True, 0 if name.startswith(kept) else 2)
                # Never validated against the source, which may be missing.
                made = machinery._code_to_hash_pyc(_lineless(code), bytes(8), False)  # type: ignore[attr-defined]
                _put(new, cached if has_source else f"{name}c", made)
            elif path.suffix != ".pyc":
                _put(new, name, data)
    return found.getvalue()


def _lineless(code: CodeType) -> CodeType:
    """Bytecode without line numbers, a quarter of its size that nobody sees in a page."""
    inside = [_lineless(one) if isinstance(one, CodeType) else one for one in code.co_consts]
    return code.replace(co_linetable=b"", co_consts=tuple(inside))


def _put(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    archive.writestr(zipfile.ZipInfo(name), data)


def compressed(data: bytes) -> bytes:
    """The data compressed with gzip, reproducibly."""
    return gzip.compress(data, 9, mtime=0)
