"""The addresses of the project in the package's metadata: whoever publishes it knows them.

Hatchling asks this for `urls` and `readme`. `.ci/release.py` says the address of the repository;
without it there are no links, and README is as it is. An index shows README by itself, so every
link in it has to be whole.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

#: The variable with the address.
HOME = "XLRATING_HOME"

#: What is looked at; anything else is downloaded, or shown within a page.
_PAGES = (".md", "LICENSE")


def urls(home: str, version: str) -> dict[str, str]:
    """What an index shows next to the package."""
    pages = f"{home}/blob/v{version}"
    return {
        "Homepage": home,
        "Documentation": f"{pages}/README.md",
        "Changelog": f"{pages}/CHANGELOG.md",
        "Issues": f"{home}/issues",
        "Source": home,
    }


def absolute(text: str, home: str, version: str) -> str:
    """README for readers elsewhere: its links lead to the version's own files."""

    def linked(found: re.Match[str]) -> str:
        path, sign, part = found[1].partition("#")
        path = path or "README.md"
        kind = "blob" if path.endswith(_PAGES) else "raw"
        return f"]({home}/{kind}/v{version}/{path}{sign}{part})"

    return re.sub(r"\]\((?![a-z]+:)([^)\s]+)\)", linked, text)


class Addresses(MetadataHookInterface):
    """The hook that `pyproject.toml` names."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Write what `dynamic` promises; a source that is already packed has it."""
        address, version = os.environ.get(HOME, "").rstrip("/"), metadata["version"]
        if "urls" in metadata.get("dynamic", ()) and address:
            metadata["urls"] = urls(address, version)
        if "readme" in metadata.get("dynamic", ()):
            text = (Path(self.root) / "README.md").read_text("utf-8")
            shown = absolute(text, address, version) if address else text
            metadata["readme"] = {"content-type": "text/markdown", "text": shown}
