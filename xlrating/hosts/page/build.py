"""The page as a single file, and as a folder for a web server."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ...engine.languages import LANGUAGE, LANGUAGES
from ...engine.public import __version__
from ...engine.rules.ruleset import available, load
from ...engine.texts import Words, say
from ...functions import all_functions
from ...functions.help import argument_help, argument_name, example, function_help
from .packed import facts, packed
from .parts import SOURCES, fetched, table

SINGLE, HOSTED = "xlrating.html", "page"

#: The sheets of a workbook that most people look at, in order.
_SHEETS = "start players games round lists slips standings crosstable ratings audit trf rules check"

#: The modules needed for rating a first file and writing its workbook.
_WARM = """
import xlrating.cli.arguments, xlrating.cli.events, xlrating.cli.tables, xlrating.cli.outputs
import xlrating.cli.reports, xlrating.cli.answers.events, xlrating.workbook.book
import xlrating.workbook.reader, xlrating.workbook.templates, xlrating.workbook.compare
import xlrating.workbook.file.writer
"""


def build(folder: Path, cache: Path) -> dict[str, bytes]:
    """Write `xlrating.html` and the folder `page`; returns their files by name.

    Raises `FileError` if npm or pip cannot fetch what `parts.toml` names into `cache`.
    """
    parts = fetched(cache)
    made = page(packed(parts), facts(parts))
    for name, data in made.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return made


def page(held: Mapping[str, bytes], told: Mapping[str, str]) -> dict[str, bytes]:
    """The page's files by name, from its contents (`held`) and Pyodide's settings (`told`)."""
    inline = "\n".join(
        f'<script type="text/plain" data-part="{name}">{base64.b64encode(data).decode()}</script>'
        for name, data in held.items()
    )
    names = {
        name: f"{hashlib.sha256(data).hexdigest()[:12]}-{name}.gz.bin"
        for name, data in held.items()
    }
    index = _html(_text("hosted.js").replace("NAMES", json.dumps(names)), told, connect="'self'")
    kept = ["./", "index.html", *names.values()]
    version = hashlib.sha256(index + json.dumps(kept).encode()).hexdigest()[:12]
    offline = _text("offline.js").replace("VERSION", version).replace("FILES", json.dumps(kept))
    return {
        SINGLE: _html(_text("single.js"), told, connect="'none'", inline=inline),
        f"{HOSTED}/index.html": index,
        f"{HOSTED}/offline.js": offline.encode(),
        **{f"{HOSTED}/{names[name]}": data for name, data in held.items()},
    }


def _html(parts: str, told: Mapping[str, str], *, connect: str, inline: str = "") -> bytes:
    """The page; `parts` is the script that finds its contents."""
    data = json.dumps(_data(told), ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    unzip = _text("unzip.js")
    script = "\n".join([f"const DATA = {data};", unzip, parts, _text("page.js"), _text("jobs.js")])
    style = _text("page.css")
    worker = "blob:" if inline else "blob: 'self'"
    policy = (
        f"default-src 'none'; script-src {_hash(script)} 'unsafe-eval' 'wasm-unsafe-eval' blob:; "
        f"worker-src {worker}; style-src {_hash(style)}; img-src data:; "
        f"connect-src {connect}; base-uri 'none'; form-action 'none'"
    )
    texts = "".join(
        f'<script type="text/plain" id="{name}">{text}</script>\n'
        for name, text in (("unzip", unzip), ("worker", _text("worker.js")))
    )
    html = _text("page.html")
    for key, text in (
        ("POLICY", policy), ("STYLE", style), ("PARTS", texts + inline), ("SCRIPT", script),
    ):  # fmt: skip
        before, _, after = html.partition(key)
        html = before + text + after
    return html.encode()


def _data(told: Mapping[str, str]) -> dict[str, Any]:
    """What the page shows without Python: texts, rules, functions with their help."""
    pinned = table()
    contents = {"Pyodide": pinned["pyodide"], "Python": pinned["python"], **pinned["wheel"]}
    return {
        "version": __version__,
        "languages": {
            one.code: {"name": one.name, "locale": one.locale} for one in LANGUAGE.values()
        },
        "texts": Words("hosts/page", "page").table,
        "rules": [one for name in available() for one in _rules(name)],
        "functions": [_function(name) for name in all_functions()],
        "sheets": [{one: say(one, f"tab_{key}") for one in LANGUAGES} for key in _SHEETS.split()],
        "licences": [
            {"name": "xlrating", "version": __version__, "licence": "MIT", "site": ""},
            *(
                {"name": name, **{key: one[key] for key in ("version", "licence", "site")}}
                for name, one in contents.items()
            ),
        ],
        "facts": dict(told),
        "warm": _WARM,
    }


def _rules(name: str) -> Iterator[dict[str, Any]]:
    """A rule set by its names; if it has lists of several paces, also one entry per pace."""
    found = load(name)
    yield {"id": name, "names": dict(found.names)}
    if "list" in found.options:
        for pace in found.options["list"].choices[1:]:
            said = {one: f"{found.names[one]} · {say(one, f'pace_{pace}')}" for one in LANGUAGES}
            yield {"id": f"{name}:list={pace}", "names": said}


def _function(name: str) -> dict[str, Any]:
    """A function as a form: its help, and for each argument its label, help and shape."""
    own = all_functions()[name]
    shapes = {**dict.fromkeys(own.rows, "row"), **dict.fromkeys(own.blocks, "block")}
    return {
        "name": name,
        "help": {one: function_help(name, one) for one in LANGUAGES},
        "example": example(name),
        "arguments": [
            {
                "name": each.name,
                "label": {one: _label(argument_name(each.name, one)) for one in LANGUAGES},
                "help": {one: argument_help(name, each.name, one) for one in LANGUAGES},
                "optional": each.optional,
                "shape": shapes.get(each.name, "cell"),
            }
            for each in own.parameters
        ],
    }


def _label(name: str) -> str:
    """The name of an argument as a form's label.

    >>> _label("final_rounds"), _label("лучший рейтинг")
    ('Final rounds', 'Лучший рейтинг')
    """
    return name[:1].upper() + name[1:].replace("_", " ")


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _text(name: str) -> str:
    return (SOURCES / name).read_text("utf-8")
