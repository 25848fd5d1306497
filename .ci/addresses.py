"""The project's links in the package's metadata; the publisher supplies the repository's address.

Hatchling calls this hook for `urls` and `readme`. `.ci/release.py` passes the repository's address
in `XLRATING_HOME`; without it the package has no links, and README stays as it is. An index shows
README by itself, so every link in it has to be absolute.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

#: The environment variable with the repository's address.
HOME = "XLRATING_HOME"

#: Files that are linked as pages to read; anything else is linked raw, to download or embed.
_PAGES = (".md", "LICENSE")


def urls(home: str, version: str) -> dict[str, str]:
    """The links that an index shows next to a version of the package; `home` is the repository."""
    pages = f"{home}/blob/v{version}"
    return {
        "Homepage": home,
        "Documentation": f"{pages}/README.md",
        "Changelog": f"{pages}/CHANGELOG.md",
        "Issues": f"{home}/issues",
        "Source": home,
    }


def absolute(text: str, home: str, version: str) -> str:
    """README with absolute links, to the files of `version` at `home`, instead of relative ones."""

    def linked(found: re.Match[str]) -> str:
        path, sign, part = found[1].partition("#")
        path = path or "README.md"
        kind = "blob" if path.endswith(_PAGES) else "raw"
        return f"]({home}/{kind}/v{version}/{path}{sign}{part})"

    return re.sub(r"\]\((?![a-z]+:)([^)\s]+)\)", linked, text)


class Addresses(MetadataHookInterface):
    """The metadata hook that `pyproject.toml` configures."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in the fields listed in `dynamic`; a source archive's metadata already has them."""
        address, version = os.environ.get(HOME, "").rstrip("/"), metadata["version"]
        if "urls" in metadata.get("dynamic", ()) and address:
            metadata["urls"] = urls(address, version)
        if "readme" in metadata.get("dynamic", ()):
            text = (Path(self.root) / "README.md").read_text("utf-8")
            shown = absolute(text, address, version) if address else text
            metadata["readme"] = {"content-type": "text/markdown", "text": shown}
