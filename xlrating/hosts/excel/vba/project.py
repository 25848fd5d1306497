"""A VBA project from source text, [MS-OVBA]: the `vbaProject.bin` of a workbook with macros.

It contains no compiled code; the version number 0xFFFF makes Excel compile the source when it
opens the file. xlwings' own files are made this way.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import NamedTuple

from .compound_file import write
from .compression import compress

#: The base classes of modules that belong to the workbook and to its sheets.
WORKBOOK = "00020819-0000-0000-C000-000000000046"
SHEET = "00020820-0000-0000-C000-000000000046"

#: VBA source is encoded in the project's code page.
CODE_PAGE = 1252
ENCODING = f"cp{CODE_PAGE}"

_NAME = "VBAProject"
_ID = "{6F5A2C41-7B1E-4E55-9C0D-2D1C8A5E7F10}"
_LIBRARIES = {
    "stdole": r"{00020430-0000-0000-C000-000000000046}#2.0#0"
    r"#C:\Windows\System32\stdole2.tlb#OLE Automation",
    "Office": r"{2DF8D04C-5BFA-101B-BDE5-00AA0044DE52}#2.0#0"
    r"#C:\Program Files\Common Files\Microsoft Shared\OFFICE16\MSO.DLL"
    "#Microsoft Office 16.0 Object Library",
}


class Module(NamedTuple):
    """A module: its source including the name line, and the class if it belongs to a document."""

    name: str
    source: str
    document: str = ""


def document(name: str, kind: str, source: str = "") -> Module:
    """The module of the workbook or of a sheet, each of which must have one."""
    flags = {"GlobalNameSpace": False, "Creatable": False, "PredeclaredId": True, "Exposed": True,
             "TemplateDerived": False, "Customizable": True}  # fmt: skip
    lines = [f'Attribute VB_Name = "{name}"', f'Attribute VB_Base = "0{{{kind}}}"']
    lines += [f"Attribute VB_{key} = {value}" for key, value in flags.items()]
    return Module(name, "\n".join([*lines, source]), kind)


def project(modules: Sequence[Module]) -> bytes:
    """The bytes of `vbaProject.bin`."""
    streams = {"_VBA_PROJECT": b"\xcc\x61\xff\xff\x00\x00\x00", "dir": compress(_dir(modules))}
    for module in modules:
        text = "\r\n".join(module.source.splitlines()) + "\r\n"
        streams[module.name] = compress(text.encode(ENCODING))
    names = b"".join(_both(module.name) for module in modules)
    return write({"PROJECT": _properties(modules), "PROJECTwm": names + b"\0\0", "VBA": streams})


def _both(name: str) -> bytes:
    return name.encode(ENCODING) + b"\0" + name.encode("utf-16-le") + b"\0\0"


def _dir(modules: Sequence[Module]) -> bytes:
    """The list of libraries and modules, as records ([MS-OVBA] 2.3.4.2)."""
    found = _number(0x01, 3) + _number(0x02, 0x409) + _number(0x14, 0x409)
    found += _record(0x03, struct.pack("<H", CODE_PAGE)) + _record(0x04, _NAME.encode(ENCODING))
    found += b"".join(_record(kind, b"") for kind in (0x05, 0x40, 0x06, 0x3D))
    found += _number(0x07, 0) + _number(0x08, 0)
    found += struct.pack("<HIIH", 0x09, 4, 1, 0)  # the version; its record has no length
    found += _record(0x0C, b"") + _record(0x3C, b"")
    for name, library in _LIBRARIES.items():
        found += _text(0x16, 0x3E, name)
        path = rf"*\G{library}".encode(ENCODING)
        found += _record(0x0D, struct.pack("<I", len(path)) + path + bytes(6))
    found += _record(0x0F, struct.pack("<H", len(modules))) + _record(0x13, b"\xff\xff")
    for module in modules:
        found += _text(0x19, 0x47, module.name) + _text(0x1A, 0x32, module.name)
        found += _text(0x1C, 0x48, "") + _number(0x31, 0) + _number(0x1E, 0)
        found += _record(0x2C, b"\xff\xff") + _record(0x22 if module.document else 0x21, b"")
        found += _record(0x2B, b"")
    return found + _record(0x10, b"")


def _record(kind: int, content: bytes) -> bytes:
    return struct.pack("<HI", kind, len(content)) + content


def _number(kind: int, value: int) -> bytes:
    return _record(kind, struct.pack("<I", value))


def _text(kind: int, unicode_kind: int, text: str) -> bytes:
    return _record(kind, text.encode(ENCODING)) + _record(unicode_kind, text.encode("utf-16-le"))


def _properties(modules: Sequence[Module]) -> bytes:
    """The PROJECT stream, which lists the project's parts, neither locked nor hidden."""
    lines = [f'ID="{_ID}"']
    lines += [
        f"Document={module.name}/&H00000000" if module.document else f"Module={module.name}"
        for module in modules
    ]
    lines += [f'Name="{_NAME}"', 'HelpContextID="0"', 'VersionCompatible32="393222000"']
    # Not protected, no password, visible.
    for key, value in (("CMG", bytes(4)), ("DPB", bytes(1)), ("GC", b"\xff")):
        lines.append(f'{key}="{encrypted(value, _ID)}"')
    lines += ["", "[Host Extender Info]"]
    lines += ["&H00000001={3832D640-CF90-11CF-8E43-00A0C911005A};VBE;&H00000000"]
    lines += ["", "[Workspace]", *(f"{module.name}=0, 0, 0, 0, C" for module in modules)]
    return ("\r\n".join(lines) + "\r\n").encode(ENCODING)


def encrypted(value: bytes, project_id: str, seed: int = 0x8D, ignored: bytes = b"") -> str:
    """A property obfuscated as in [MS-OVBA] 2.4.3.2, bound to the project's ID.

    `ignored` are arbitrary bytes, as many as the seed requires.

    >>> encrypted(bytes(1), "{5CF9CDAB-B77B-4FE4-BD7E-D29900070E1B}", ignored=b"\\xa9\\xdb")
    '8D8FA61394EF95EF95EF'
    """
    key = sum(project_id.encode(ENCODING)) & 0xFF
    found = [seed, seed ^ 2, seed ^ key]
    before = key
    padding = ignored or bytes((seed & 6) // 2)
    for byte in padding + struct.pack("<I", len(value)) + value:
        found.append(byte ^ (found[-2] + before & 0xFF))
        before = byte
    return bytes(found).hex().upper()
