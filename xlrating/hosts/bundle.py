"""The engine as a bundle, for programs where nothing can be installed."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from ..engine.tomlfile import PACKAGE

#: What travels: the engine, the functions over it, and the regulations; nothing else is needed.
FOLDERS = ("engine", "functions", "rulesets")


def engine_files() -> dict[str, Path]:
    """The modules and tables that the worksheet functions need, where nothing is installed."""
    inside = ("__init__.py", *FOLDERS)
    return {
        name: path
        for name, path in files().items()
        if name.split("/")[1] in inside and path.suffix in (".py", ".toml")
    }


def files() -> dict[str, Path]:
    """All files of the package, each by its place below the folder that Python imports from."""
    return dict(_files(PACKAGE, PACKAGE.name))


def _files(folder: Path, name: str) -> Iterator[tuple[str, Path]]:
    for path in sorted(folder.iterdir(), key=lambda path: path.name):
        inside = f"{name}/{path.name}"
        if path.is_file():
            yield inside, path
        elif path.name != "__pycache__":
            yield from _files(path, inside)


def zipped(files: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """The files as a zip archive, in their order; the same bytes each time."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = method
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content, compresslevel=9)
    return buffer.getvalue()
