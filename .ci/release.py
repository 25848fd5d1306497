"""Build all that a release contains into a folder: python .ci/release.py FOLDER.

The wheel and the source, a zip of templates for each language, the add-ins, the page for browsers,
the checksums of all files and the release notes. The same sources give the same bytes on every
computer: compare two folders with `diff -r`.

Needs what xlrating needs, `build` with `hatchling` (`pip install build hatchling`), and npm with
Node for the page.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from types import ModuleType

from xlrating import __version__
from xlrating.engine.languages import LANGUAGES
from xlrating.hosts import host_of
from xlrating.hosts.bundle import zipped
from xlrating.hosts.page.build import HOSTED, SINGLE
from xlrating.hosts.page.build import build as build_page

ROOT = Path(__file__).resolve().parents[1]

#: The add-in for each host: the file's name without its ending, and whether there is one per
#: language.
ADD_INS = {
    "libreoffice": ("xlrating", False),
    "lambda": ("functions", True),
    "lite": ("lite", True),
}

#: Players and rounds of the templates; `xlrating new` makes any other.
SIZES = ((6, 0), (8, 0), (10, 0), (12, 0), (16, 0), (16, 5), (30, 7), (60, 7))
FEW = ((10, 0), (30, 7))

SUMS, NOTES = "SHA256SUMS", "NOTES.md"

#: The largest source archive, in bytes; the repository's other files are not packed.
SOURCE_LIMIT = 3 * 2**20

#: The time of every file in the archives (Unix seconds), so that builds are reproducible.
_EPOCH = "1580601600"
#: The environment variable in which `.ci/addresses.py` finds the repository's address.
_HOME = "XLRATING_HOME"


def packages(folder: Path, home: str = "") -> None:
    """Write the wheel and the source, with hatchling; `home` is the address of the repository.

    Raises `SystemExit` for a source that is too large.
    """
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    said = {"SOURCE_DATE_EPOCH": _EPOCH, _HOME: home}
    subprocess.run(command, check=True, env={**os.environ, **said}, capture_output=True)
    source = folder / f"xlrating-{__version__}.tar.gz"
    if source.stat().st_size > SOURCE_LIMIT:
        raise SystemExit(f"{source.name} has {source.stat().st_size:,} bytes; see pyproject.toml")


#: The programs that check packages before an index does: a module and its arguments.
CHECKS = (("twine", "check", "--strict"), ("check_wheel_contents",))


def check_packages(folder: Path) -> None:
    """Run `CHECKS` on the wheel and the source archive, and name those that are not installed.

    Raises `SystemExit` for what an index would refuse.
    """
    wheel, source = (next(folder.glob(f"*{ending}")) for ending in (".whl", ".tar.gz"))
    for module, *words in CHECKS:
        if importlib.util.find_spec(module) is None:
            print(f"not checked: {module} is not installed")
            continue
        files = [wheel, source] if module == "twine" else [wheel]
        command = [sys.executable, "-m", module, *words, *map(str, files)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(done.stdout + done.stderr)


def templates(few: bool) -> Iterator[tuple[str, bytes]]:
    """The name and bytes of a zip per language; with `few` two sizes of the committed rule sets."""
    made = _templates()
    sizes = {(*size, 1) for size in (FEW if few else SIZES)}
    listed = [
        one
        for one in made.every()
        if (one.players, one.rounds, one.cycles) in sizes
        and not (few and one.rules not in made.SHIPPED)
    ]
    with ProcessPoolExecutor() as several:
        found = dict(zip(listed, several.map(made.made, listed, chunksize=8), strict=True))
    for language in LANGUAGES:
        files = {
            one.name.removeprefix(f"{language}/"): data
            for one, data in found.items()
            if one.language == language
        }
        guide = "README.md" if language == "en" else f"{language}/README.md"
        files["README.md"] = (ROOT / "workbook_templates" / guide).read_bytes()
        yield f"templates-{language}.zip", zipped(dict(sorted(files.items())), zipfile.ZIP_STORED)


def _templates() -> ModuleType:
    """The module that builds the templates, which is not part of the package."""
    name = "xlrating_templates"
    spec = importlib.util.spec_from_file_location(name, ROOT / "workbook_templates" / "build.py")
    assert spec and spec.loader
    sys.modules[name] = found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def add_ins() -> Iterator[tuple[str, bytes]]:
    """The name and bytes of each host's add-in, one per language where `ADD_INS` says so."""
    for name, (stem, is_in_languages) in ADD_INS.items():
        host = host_of(name)
        for language in LANGUAGES if is_in_languages else LANGUAGES[:1]:
            file = f"{stem}-{language}{host.ending}" if is_in_languages else f"{stem}{host.ending}"
            yield file, host.make(file, language)


def page() -> Iterator[tuple[str, bytes]]:
    """The name and bytes of the page as one file, and of a zip of its folder for a web server."""
    with tempfile.TemporaryDirectory() as cache:
        made = build_page(Path(cache) / "made", Path(cache))
    yield SINGLE, made.pop(SINGLE)
    yield f"xlrating-{HOSTED}.zip", zipped(made, zipfile.ZIP_STORED)


def notes(version: str) -> str:
    """The release notes of a version, from CHANGELOG.

    Raises `SystemExit` if it has none.
    """
    parts = (ROOT / "CHANGELOG.md").read_text("utf-8").split("\n## ")
    for part in parts[1:]:
        head, _, text = part.partition("\n")
        if head.split()[0] == version:
            return f"# xlrating {version}\n\n{text.strip()}\n"
    raise SystemExit(f"CHANGELOG.md has no heading: ## {version}")


def sums(folder: Path) -> str:
    """The SHA-256 checksums of the files in a folder, as `sha256sum -c` reads them."""
    files = sorted(path for path in folder.iterdir() if path.name != SUMS)
    return "".join(f"{hashlib.sha256(f.read_bytes()).hexdigest()}  {f.name}\n" for f in files)


def expect_tag(tag: str) -> None:
    """Refuse a tag of another version.

    Raises `SystemExit`.
    """
    if tag != f"v{__version__}":
        raise SystemExit(
            f"the tag is {tag}, and pyproject.toml says {__version__}: write one of them"
        )


def build(folder: Path, *, few: bool = False, has_packages: bool = True, home: str = "") -> None:
    """Write the release into a new or empty folder.

    Raises `SystemExit` if the folder has files.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise SystemExit(f"{folder} is not empty; name another folder")
    if has_packages:
        packages(folder, home)
        check_packages(folder)
    for name, data in (*templates(few), *add_ins(), *page(), (NOTES, notes(__version__).encode())):
        (folder / name).write_bytes(data)
    (folder / SUMS).write_bytes(sums(folder).encode())
    for path in sorted(folder.iterdir()):
        print(f"{path.stat().st_size:>12,} {path.name}")


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("folder", type=Path, help="a new one")
    asked.add_argument("--few", action="store_true", help="two sizes of templates, to try it")
    asked.add_argument("--tag", help="of the release, which must be that of the version")
    asked.add_argument(
        "--home", default="", metavar="URL",
        help="the address of the repository, to which the package links",
    )  # fmt: skip
    options = asked.parse_args()
    if options.tag:
        expect_tag(options.tag)
    build(options.folder, few=options.few, home=options.home)
