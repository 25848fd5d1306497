"""The page's contents: Pyodide, its library and xlrating, compiled and compressed."""

from __future__ import annotations

import hashlib
import io
import json
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path, PurePosixPath

from ...engine.errors import FileError
from ..bundle import engine_files, files, zipped
from .parts import SOURCES, program, table

#: Parts of xlrating left out: whole columns need pandas, and the page is not built in a page.
_NOT_HERE = ("xlrating/bulk/", "xlrating/study/", "xlrating/federation/columns/")
#: Modules whose docstrings are command-line help.
_HELP = "xlrating/cli/ xlrating/functions/"
#: Files that are packed into add-ins as source.
_CARRIED = ("xlrating/hosts/libreoffice/component.py",)


def packed(parts: Path) -> dict[str, bytes]:
    """All contents by name, compressed; `parts` is a folder from `parts.fetched`.

    Everything except xlrating itself is cached there: it only changes with the versions.
    """
    pyodide = parts / "pyodide"
    kept = parts / f"packed-{_digest()}"
    if not kept.is_dir():
        with tempfile.TemporaryDirectory(dir=parts) as name:
            foreign: dict[str, tuple[bytes, str | None]] = {
                "scripts.js": (_one_script(pyodide), None),
                "pyodide.asm.wasm": ((pyodide / "pyodide.asm.wasm").read_bytes(), None),
                "python_stdlib.zip": (_stored(_library(pyodide / "python_stdlib.zip")), ""),
                "packages.zip": (_stored(_packages(parts / "wheels")), ""),
            }
            _pack(pyodide, Path(name), foreign)
            with suppress(OSError):  # another process was first
                Path(name, "made").rename(kept)
    with tempfile.TemporaryDirectory() as name:
        _pack(pyodide, Path(name), {"xlrating.zip": (_stored(dict(_own())), _HELP)})
        made = [*sorted(kept.iterdir()), Path(name, "made", "xlrating.zip")]
        return {path.name: path.read_bytes() for path in made}


def _digest() -> str:
    """A fingerprint of this way of packing."""
    used = ("packing.py", "pack.mjs", "packed.py", "parts.toml")
    return hashlib.sha256(b"".join((SOURCES / one).read_bytes() for one in used)).hexdigest()[:12]


def _pack(pyodide: Path, folder: Path, files: Mapping[str, tuple[bytes, str | None]]) -> None:
    """Compress files into a folder `made`; archives come with the folders that keep docstrings."""
    (folder / "made").mkdir()
    for key, (data, _) in files.items():
        (folder / key).write_bytes(data)
    jobs = [{"name": key, "keeping": keeping} for key, (_, keeping) in files.items()]
    (folder / "jobs.json").write_text(json.dumps(jobs), "utf-8")
    (folder / "packing.py").write_bytes((SOURCES / "packing.py").read_bytes())
    command = [program("node"), str(SOURCES / "pack.mjs"), str(pyodide), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise FileError(f"packing failed: {done.stderr.strip()[-1000:]}")


def facts(parts: Path) -> dict[str, str]:
    """The settings for Pyodide."""
    said = json.loads((parts / "pyodide" / "pyodide-lock.json").read_text("utf-8"))["info"]
    version = json.loads((parts / "pyodide" / "package.json").read_text("utf-8"))["version"]
    return {**said, "version": version}


def _stored(files: Mapping[str, bytes]) -> bytes:
    return zipped(files, zipfile.ZIP_STORED)


def _one_script(pyodide: Path) -> bytes:
    """Pyodide's two scripts as one, for a worker made from text.

    Modules would have to be imported from blobs, which WebKit forbids in a page opened as a file.
    """
    loader = (pyodide / "pyodide.js").read_text("utf-8").partition("//# sourceMappingURL")[0]
    code = loader + "\n" + (pyodide / "pyodide.asm.mjs").read_text("utf-8") + "\n"
    for old, new, times in (
        ("import.meta.url", '"https://in.memory/pyodide.asm.mjs"', 3),
        ("export default _createPyodideModule;", "", 1),
        # It tests whether it could load scripts, which the page forbids.
        ('globalThis.importScripts("data:text/javascript,"),!0', "!1", 2),
    ):
        if code.count(old) != times:
            raise FileError(f"this Pyodide has {old!r} {code.count(old)} times, not {times}")
        code = code.replace(old, new)
    return code.encode()


def _library(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist() if _is_needed(name)}


def _is_needed(name: str) -> bool:
    path, said = PurePosixPath(name), table()["library"]
    if path.suffix != ".py" or path.parts[0].removesuffix(".py") in said["left_out"].split():
        return False
    if path.parts[0] == "encodings":
        return path.stem in said["encodings"].split()
    return not name.startswith(tuple(said["left_out_parts"].split()))


def _packages(wheels: Path) -> dict[str, bytes]:
    found = {}
    for path in sorted(wheels.glob("*.whl")):
        is_for_page = "manylinux" not in path.name
        with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as archive:
            for name in archive.namelist():
                ending = PurePosixPath(name).suffix
                if ending == ".py" or (ending == ".so" and is_for_page):
                    found[name] = archive.read(name)
    return found


def _own() -> Iterator[tuple[str, bytes]]:
    carried = {*engine_files(), *_CARRIED}
    for name, path in files().items():
        if name.startswith(_NOT_HERE) or path.suffix in (".md", ".png", ".pyi"):
            continue
        if "/hosts/page/" in name and path.stem not in ("__init__", "bridge"):
            continue
        yield name, path.read_bytes()
        if name in carried and path.suffix == ".py":
            inside = PurePosixPath(name)
            yield str(inside.parent / "__pycache__" / f"{inside.stem}.cpython-314.pyc"), b""
