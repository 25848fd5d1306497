"""The engine as a bundle, for programs where nothing can be installed."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

from ..engine.tomlfile import PACKAGE

#: What travels: the engine, the functions over it, and the regulations; nothing else is needed.
FOLDERS = ("engine", "functions", "rulesets")


def engine_files() -> list[Path]:
    """The modules and tables that the worksheet functions need, where nothing is installed."""
    inside = (path for folder in FOLDERS for path in (PACKAGE / folder).rglob("*"))
    return [PACKAGE / "__init__.py", *sorted(p for p in inside if p.suffix in (".py", ".toml"))]


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
