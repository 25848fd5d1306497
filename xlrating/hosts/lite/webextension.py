"""A workbook that contains files for an Office add-in, in the add-in's document settings.

The parts as the xlwings Lite add-in itself saves them: a web extension that names the add-in and
stores each file and setting as a JSON property, and a task pane that refers to it. Because the
pane is visible, Excel opens the add-in with the workbook, or offers to install it.
"""

from __future__ import annotations

import io
import json
import uuid
import zipfile
from collections.abc import Mapping
from xml.sax.saxutils import escape

from ..bundle import zipped

#: xlwings Lite in Microsoft's store.
ADDIN = "WA200008175"

_QUOTE = '"'
_FOLDER = "xl/webextensions"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_OFFICE = "http://schemas.microsoft.com/office"
_TYPES = "application/vnd.ms-office."
_LINKS = "http://schemas.openxmlformats.org/package/2006/relationships"
_DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
_DOCUMENT = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def embedded(workbook: bytes, settings: Mapping[str, object]) -> bytes:
    """The .xlsx file with these settings in it; the add-in's files are texts, by name.

    This must be the last step: openpyxl and LibreOffice lose the parts when they save.
    """
    with zipfile.ZipFile(io.BytesIO(workbook)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    overrides = "".join(
        f'<Override PartName="/{_FOLDER}/{name}.xml" ContentType="{_TYPES}{kind}+xml"/>'
        for name, kind in (
            ("taskpanes", "webextensiontaskpanes"),
            ("webextension1", "webextension"),
        )
    )
    _insert(parts, "[Content_Types].xml", overrides, "</Types>")
    link = _link("webextensiontaskpanes", f"{_FOLDER}/taskpanes.xml", "rIdTaskpanes")
    _insert(parts, "_rels/.rels", link, "</Relationships>")
    link = _link("webextension", "webextension1.xml", "rId1")
    links = f'{_HEAD}<Relationships xmlns="{_LINKS}">{link}</Relationships>'
    parts[f"{_FOLDER}/webextension1.xml"] = _extension(settings).encode("utf-8")
    parts[f"{_FOLDER}/taskpanes.xml"] = _PANES.encode("utf-8")
    parts[f"{_FOLDER}/_rels/taskpanes.xml.rels"] = links.encode("utf-8")
    return zipped(parts)


def _insert(parts: dict[str, bytes], name: str, text: str, before: str) -> None:
    parts[name] = parts[name].replace(before.encode(), (text + before).encode())


def _link(kind: str, target: str, key: str) -> str:
    kind = f"{_OFFICE}/2011/relationships/{kind}"
    return f'<Relationship Id="{key}" Type="{kind}" Target="{target}"/>'


def _extension(settings: Mapping[str, object]) -> str:
    properties = "".join(
        f'<we:property name="{name}" value="{escape(_json(value), {_QUOTE: "&quot;"})}"/>'
        for name, value in settings.items()
    )
    key = str(uuid.uuid5(uuid.NAMESPACE_URL, "xlrating")).upper()
    return (
        f'{_HEAD}<we:webextension xmlns:we="{_OFFICE}/webextensions/webextension/2010/11" '
        f'id="{{{key}}}">'
        f'<we:reference id="{ADDIN.lower()}" version="1.0.0.0" store="en-US" storeType="OMEX"/>'
        f'<we:alternateReferences><we:reference id="{ADDIN}" version="1.0.0.0" store="{ADDIN}" '
        'storeType="OMEX"/></we:alternateReferences>'
        f"<we:properties>{properties}</we:properties><we:bindings/>"
        f'<we:snapshot xmlns:r="{_DOCUMENT}"/>'
        f'<we:extLst><a:ext xmlns:a="{_DRAWING}" uri="{{D87F86FE-615C-45B5-9D79-34F1136793EB}}">'
        "<we:containsCustomFunctions/></a:ext></we:extLst></we:webextension>"
    )


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


# Visible, so that Excel offers the add-in to users who do not have it.
_PANES = (
    f'{_HEAD}<wetp:taskpanes xmlns:wetp="{_OFFICE}/webextensions/taskpanes/2010/11">'
    '<wetp:taskpane dockstate="right" visibility="1" width="438" row="2">'
    f'<wetp:webextensionref xmlns:r="{_DOCUMENT}" r:id="rId1"/>'
    "</wetp:taskpane></wetp:taskpanes>"
)
