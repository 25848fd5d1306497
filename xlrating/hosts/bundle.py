"""The engine as a bundle, for programs where nothing can be installed."""

from __future__ import annotations

import ast
import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

PACKAGE = Path(__file__).parents[1]


def engine_files() -> list[Path]:
    """The modules that the worksheet functions need: those they import, one from another."""
    waiting, found = {"__init__", "cells"}, set()
    while waiting:
        unit = waiting.pop()
        found.add(unit)
        for path in _files(unit):
            waiting |= _imported(path) - found
    return sorted(path for unit in found for path in _files(unit))


def _files(unit: str) -> list[Path]:
    module = PACKAGE / f"{unit}.py"
    return [module] if module.is_file() else sorted((PACKAGE / unit).rglob("*.py"))


def _imported(path: Path) -> set[str]:
    """The modules and subpackages of xlrating that a file of it imports, anywhere in it."""
    depth = len(path.relative_to(PACKAGE).parts)
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level == depth:
            names = [node.module] if node.module else [alias.name for alias in node.names]
            found |= {name.split(".")[0] for name in names}
    return {name for name in found if _files(name)}


def tables() -> list[Path]:
    """The rule sets and texts that these modules read."""
    return [
        PACKAGE / "texts.toml",
        PACKAGE / "territories.toml",
        *sorted((PACKAGE / "rulesets").rglob("*.toml")),
    ]


def path_in_archive(path: Path) -> str:
    """Where a file of the package stands below the folder that Python imports from."""
    return path.relative_to(PACKAGE.parent).as_posix()


def zipped(files: Mapping[str, bytes]) -> bytes:
    """The files as a zip archive, in their order; the same bytes each time."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content, compresslevel=9)
    return buffer.getvalue()
