"""Build the page: python -m xlrating.hosts.page FOLDER [--cache FOLDER]."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from .build import build

if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    asked.add_argument("folder", type=Path, help="gets xlrating.html, and page for a web server")
    asked.add_argument("--cache", type=Path, help="keeps what npm and pip fetch")
    options = asked.parse_args()
    with tempfile.TemporaryDirectory() as own:
        for name, data in build(options.folder, options.cache or Path(own)).items():
            print(f"{len(data):>12,} {name}")
