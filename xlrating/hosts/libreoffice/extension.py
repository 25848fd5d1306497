"""The LibreOffice Calc add-in: one `.oxt` with the functions, their help and the engine."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from ...engine.errors import FileError
from ...engine.languages import LANGUAGE, LANGUAGES
from ...engine.public import __version__
from ...engine.tomlfile import PACKAGE, read, to_json
from ...functions import all_functions
from ...functions.help import argument_help, argument_name, function_help, words
from ...functions.parameters import Parameter
from ...functions.registry import WorksheetFunction
from ...workbook.file.writer import to_bytes
from ..bundle import engine_files, zipped
from ..host import Host
from .component import INTERFACE, SERVICE, is_text

COMPONENT = "xlrating_calc.py"

#: The extension's identifier in LibreOffice.
_IDENTIFIER = "org.xlrating.calc"

_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'


def extension() -> bytes:
    """The `.oxt`; equal files give equal bytes."""
    return zipped(dict(sorted(parts().items())))


def parts() -> dict[str, bytes]:
    """The files of the extension by their names in it."""
    found = {
        "META-INF/manifest.xml": _manifest(),
        "description.xml": _description(),
        "functions.idl": idl(),
        "CalcAddIns.xcu": configuration(),
    }
    for language, text in words("about").items():
        found[f"description/{language}.txt"] = text
    encoded = {name: text.encode("utf-8") for name, text in found.items()}
    encoded[COMPONENT] = (PACKAGE / "hosts" / "libreoffice" / "component.py").read_bytes()
    for inside, path in engine_files().items():
        name = f"pythonpath/{inside}"
        encoded[name] = path.read_bytes()
        if path.suffix == ".toml":
            encoded[name + ".json"] = to_json(read(path)).encode("utf-8")
    return encoded


# --- what LibreOffice reads -------------------------------------------------------------------


def idl() -> str:
    """The type of the functions: a required argument is a range, an optional one is `any`.

    It is a range of texts if only a text tells an empty cell from 0. Every result is a range:
    Calc uses its first cell if a single cell is expected.
    """
    *modules, interface = INTERFACE.split(".")
    lines = ["#include <com/sun/star/uno/XInterface.idl>"]
    lines += [" ".join(f"module {name} {{" for name in modules)]
    lines += [f"interface {interface} : com::sun::star::uno::XInterface", "{"]
    for name, function in all_functions().items():
        taken = ", ".join(
            f"[in] {_idl_type(function, p)} {_idl_name(p.name)}" for p in function.parameters
        )
        lines.append(f"    sequence<sequence<any> > {name}({taken});")
    return "\n".join([*lines, "};", "}; " * len(modules), ""])


def _idl_type(function: WorksheetFunction, parameter: Parameter) -> str:
    if parameter.optional:
        return "any"
    return f"sequence<sequence<{'string' if is_text(function, parameter) else 'any'}> >"


def _idl_name(name: str) -> str:
    """A name without underscores, which the language does not allow in lower-case names."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def configuration() -> str:
    """`CalcAddIns.xcu`: the texts of the function wizard, in three languages."""
    functions = "".join(_function(name, made) for name, made in all_functions().items())
    return (
        f'{_HEAD}<oor:component-data xmlns:oor="http://openoffice.org/2001/registry" '
        'oor:name="CalcAddIns" oor:package="org.openoffice.Office">\n'
        f'<node oor:name="AddInInfo"><node oor:name="{SERVICE}" oor:op="replace">'
        f'<node oor:name="AddInFunctions">\n{functions}</node></node></node>\n'
        "</oor:component-data>\n"
    )


def _function(name: str, function: WorksheetFunction) -> str:
    parameters = "".join(
        f'<node oor:name="{_idl_name(p.name)}" oor:op="replace">'
        + _property("DisplayName", {to: argument_name(p.name, to) for to in LANGUAGES})
        + _property("Description", {to: argument_help(name, p.name, to) for to in LANGUAGES})
        + "</node>\n"
        for p in function.parameters
    )
    return (
        f'<node oor:name="{name}" oor:op="replace">'
        + _property("DisplayName", dict.fromkeys(LANGUAGES, name))
        + _property("Description", {to: function_help(name, to) for to in LANGUAGES})
        + '<prop oor:name="Category"><value>Add-In</value></prop>'
        + _property("CategoryDisplayName", words("category"))
        + _property("CompatibilityName", {"en": f"{SERVICE}.{name}"})
        + f'<node oor:name="Parameters">\n{parameters}</node></node>\n'
    )


def _property(name: str, texts: dict[str, str]) -> str:
    values = "".join(
        f'<value xml:lang="{LANGUAGE[language].locale}">{escape(text)}</value>'
        for language, text in texts.items()
    )
    return f'<prop oor:name="{name}">{values}</prop>'


def _manifest() -> str:
    entries = {
        "functions.idl": "application/vnd.sun.star.uno-typelibrary;type=RDB",
        "CalcAddIns.xcu": "application/vnd.sun.star.configuration-data",
        COMPONENT: "application/vnd.sun.star.uno-component;type=Python",
    }
    lines = "".join(
        f"<manifest:file-entry manifest:media-type={quoteattr(kind)} "
        f"manifest:full-path={quoteattr(name)}/>\n"
        for name, kind in entries.items()
    )
    space = "http://openoffice.org/2001/manifest"
    return f'{_HEAD}<manifest:manifest xmlns:manifest="{space}">\n{lines}</manifest:manifest>\n'


def _description() -> str:
    names = "".join(
        f'<name lang="{to}">{escape(text)}</name>' for to, text in words("title").items()
    )
    about = "".join(
        f'<src xlink:href="description/{to}.txt" lang="{to}"/>' for to in words("about")
    )
    return (
        f'{_HEAD}<description xmlns="http://openoffice.org/extensions/description/2006" '
        'xmlns:l="http://libreoffice.org/extensions/description/2011" '
        'xmlns:xlink="http://www.w3.org/1999/xlink">\n'
        f'<identifier value="{_IDENTIFIER}"/><version value="{__version__}"/>\n'
        '<dependencies><l:LibreOffice-minimal-version value="7.4" name="LibreOffice 7.4"/>'
        "</dependencies>\n"
        f"<display-name>{names}</display-name>\n"
        f"<extension-description>{about}</extension-description>\n</description>\n"
    )


# --- installing -------------------------------------------------------------------------------


def install(path: str | Path) -> None:
    """Add the extension to the user's LibreOffice, replacing an older version.

    Raises `FileError` if LibreOffice's `unopkg` is missing or fails.
    """
    # An absolute path: a name that begins with - would be an option.
    done = _asked("add", "-f", "-s", str(Path(path).resolve()), path=str(path))
    if done.returncode:
        said = " ".join((done.stderr or done.stdout).split())
        raise FileError(
            f"the file is written, but LibreOffice refused the extension: {said}", str(path)
        )


def uninstall() -> bool:
    """Remove the extension from the user's LibreOffice; returns whether it was installed.

    Raises `FileError` if LibreOffice's `unopkg` is missing or fails.
    """
    if _IDENTIFIER not in _asked("list").stdout:
        return False
    done = _asked("remove", _IDENTIFIER)
    if done.returncode:
        said = " ".join((done.stderr or done.stdout).split())
        raise FileError(f"LibreOffice does not give the extension up: {said}", _IDENTIFIER)
    return True


def _asked(*words: str, path: str = "") -> subprocess.CompletedProcess[str]:
    """The finished run of LibreOffice's extension manager with these arguments."""
    program = _unopkg()
    if program is None:
        raise FileError(
            "unopkg, LibreOffice's installer of extensions, is not found; open the file with "
            "LibreOffice instead, or choose it in Tools > Extensions",
            path,
        )
    return subprocess.run([program, *words], capture_output=True, text=True, check=False)


def _unopkg() -> str | None:
    """LibreOffice's extension manager: on the path, or in the usual place."""
    usual = (
        Path("C:/Program Files/LibreOffice/program/unopkg.com"),
        Path("/Applications/LibreOffice.app/Contents/MacOS/unopkg"),
        Path("/usr/lib/libreoffice/program/unopkg"),
    )
    return shutil.which("unopkg") or next((str(path) for path in usual if path.is_file()), None)


HOST = Host(
    make=lambda _, __: extension(),
    write=to_bytes,
    title="title",
    notes=("calc_use", "calc_own"),
    typed=f"{SERVICE}.",
    # In files, too, the name of a function has its service as prefix.
    stored=f"{SERVICE}.",
    ending=".oxt",
    install=install,
    uninstall=uninstall,
    local_names=True,
    sheet=True,
)
