"""The engine as a bundle, for programs in which nothing can be installed."""

from __future__ import annotations

import ast
import io
import zipfile
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from ..engine.languages import LANGUAGES
from ..engine.tomlfile import PACKAGE

#: What is bundled: the engine, the worksheet functions, the rule sets, and what these import.
FOLDERS = ("engine", "functions", "rulesets")

#: The data files bundled with the modules of a folder.
BESIDE = ("__init__.py", "words.toml", *(f"texts/{language}.toml" for language in LANGUAGES))


@cache
def engine_files() -> Mapping[str, Path]:
    """The modules and tables that the worksheet functions need where nothing is installed."""
    every = {name: path for name, path in files().items() if path.suffix in (".py", ".toml")}
    found = {name for name in every if name.split("/")[1] in ("__init__.py", *FOLDERS)}
    left = list(found)
    while left:
        imported = {one for one in _imported(every, left.pop()) if one in every} - found
        found |= imported
        left += imported
    return {name: every[name] for name in every if name in found}


def _imported(every: Mapping[str, Path], name: str) -> Iterator[str]:
    """The files of the package that a module may import, with the tables next to them."""
    if not name.endswith(".py"):
        return
    folder = name.split("/")[:-1]
    for node in ast.walk(ast.parse(every[name].read_bytes())):
        if not isinstance(node, ast.ImportFrom) or not node.level:
            continue
        above = [*folder[: len(folder) - node.level + 1], *(node.module or "").split(".")]
        base = "/".join(filter(None, above))
        for one in (base, *(f"{base}/{alias.name}" for alias in node.names)):
            inside = one.split("/")
            yield f"{one}.py"
            yield from ("/".join([*inside[:at], file]) for at in range(2, len(inside) + 1)
                        for file in BESIDE)  # fmt: skip


def files() -> dict[str, Path]:
    """All files of the package, by their paths relative to the import folder."""
    return dict(_files(PACKAGE, PACKAGE.name))


def _files(folder: Path, name: str) -> Iterator[tuple[str, Path]]:
    for path in sorted(folder.iterdir(), key=lambda path: path.name):
        inside = f"{name}/{path.name}"
        if path.is_file():
            yield inside, path
        elif path.name != "__pycache__":
            yield from _files(path, inside)


def zipped(files: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """The files as a reproducible zip archive, in the given order."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = method
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content, compresslevel=9)
    return buffer.getvalue()
