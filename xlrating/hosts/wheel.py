"""The package as a wheel, to be placed next to a file that needs it.

xlrating is in no package registry: whoever registered its name there could run code on the
computers of people who look for it by name. Only a file the user already has is installed.
"""

from __future__ import annotations

import base64
import hashlib
from importlib.metadata import PackageNotFoundError, distribution

from ..engine.errors import FileError
from ..engine.public import __version__
from .bundle import files, zipped

NAME = f"xlrating-{__version__}-py3-none-any.whl"

_ABOUT = "Wheel-Version: 1.0\nGenerator: xlrating\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def wheel() -> bytes:
    """The wheel for pip; equal files give equal bytes.

    Raises `FileError` if xlrating runs without having been installed.
    """
    folder = f"xlrating-{__version__}.dist-info"
    try:
        installed = distribution("xlrating")
    except PackageNotFoundError:
        raise FileError(
            "xlrating runs from a folder and was not installed, so that it cannot be handed on; "
            "in the folder with pyproject.toml run: python -m pip install ."
        ) from None
    made = {name: path.read_bytes() for name, path in files().items()}
    about = {name: installed.read_text(name) or "" for name in ("METADATA", "entry_points.txt")}
    made |= {f"{folder}/{name}": text.encode() for name, text in about.items()}
    made[f"{folder}/WHEEL"] = _ABOUT.encode()
    lines = [f"{name},sha256={_digest(data)},{len(data)}\n" for name, data in made.items()]
    made[f"{folder}/RECORD"] = "".join([*lines, f"{folder}/RECORD,,\n"]).encode()
    return zipped(made)


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
