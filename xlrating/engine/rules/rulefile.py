"""Rule files on disk: discovered by listing the folder, read together with what they include."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Tuple

from ..errors import SHOWN, RuleSetError, shown
from ..problem import make_error
from ..tomlfile import PACKAGE, UnreadableError, read, read_carried
from .carried import stamp_of_carried, text_of
from .extending import MOST, base_of, extended
from .references import parts, plain
from .wrong import lacks, other_than, sentence, wrong_key

FOLDER = PACKAGE / "rulesets"

Raw = Dict[str, Any]


@lru_cache(maxsize=64)
def _read(path: Path, stamp: object) -> Raw:
    text = text_of(path)
    return tables_in(path) if text is None else tables_in(path, partial(read_carried, text=text))


def tables_in(path: Path, tables: Callable[[Path], Raw] = read) -> Raw:
    """The tables of a user's file.

    Raises `RuleSetError` naming the line that is wrong.
    """
    try:
        return tables(path)
    except UnreadableError as error:
        words = {name: str(value) for name, value in error.words.items()}
        raise make_error(RuleSetError, error.key, f"{path.name}{error.place}", **words) from None


#: A table file that a rule file may include: below its own folder, or below this one.
_TABLE = re.compile(r"(?:[\w-]+/)*[\w-]+\.toml")


def stamp_of(reference: str) -> object:
    """A value that changes when a user's rule file does, or a table it includes.

    None for the package's own rule sets.
    """
    name = parts(reference).name
    if ".toml" not in name:
        return None
    path = Path(name)
    if path.suffix != ".toml" or not _is_file(path):
        return stamp_of_carried(path)
    return tuple(_stamps(path, 0))


def _stamps(path: Path, depth: int) -> Iterator[object]:
    """The stamps of a file and of those it depends on, leaving out the package's own."""
    yield (own := _stamp(path))
    raw = _read(path, own)
    table, base = _included(path, raw), raw.get("extends")
    yield table and _stamp(table)
    if isinstance(base, str) and base.endswith(".toml") and depth < MOST:
        if _is_file(path.parent / base):
            yield from _stamps(path.parent / base, depth + 1)


def _stamp(path: Path) -> Tuple[int, int]:
    state = path.stat()
    return (state.st_mtime_ns, state.st_size)


def _included(path: Path, raw: Raw) -> Optional[Path]:
    """The table file that a rule file includes, next to it or in the package; None if none."""
    name = raw.get("include")
    if not isinstance(name, str) or not _TABLE.fullmatch(name):
        return None
    folders = (path.parent, FOLDER)
    return next((folder / name for folder in folders if _is_file(folder / name)), None)


def available() -> Tuple[str, ...]:
    """The ids of the package's rule sets: the files in the folder."""
    return tuple(_own())


@lru_cache(maxsize=1)
def _own() -> Mapping[str, Path]:
    found = (path for path in FOLDER.iterdir() if path.suffix == ".toml")
    return {path.stem: path for path in sorted(found, key=lambda path: path.stem)}


def is_own(path: Path) -> bool:
    """Whether a rule file belongs to the package."""
    return path in _own().values()


def find(name: str) -> Path:
    """The file of a rule set, by its id or name as people type them, or by its path.

    Raises `RuleSetError` with the nearest known id if there is none.
    """
    if name.endswith(".toml"):
        if _is_file(Path(name)) or text_of(Path(name)) is not None:
            return Path(name)
        raise make_error(RuleSetError, "named_no_file", file=name)
    asked, known = plain(name), available()
    by_id = {plain(one): one for one in known}
    # Most references use the id; then no other file needs to be read.
    found = by_id.get(asked) or spellings().get(asked)
    if found:
        return _own()[found]
    from difflib import get_close_matches

    close = get_close_matches(asked[:SHOWN], by_id, 1)
    words = {"found": shown(name), "known": ", ".join(known)}
    if close:
        raise make_error(RuleSetError, "named_near", **words, near=by_id[close[0]])
    raise make_error(RuleSetError, "named_unknown", **words)


@lru_cache(maxsize=1)
def spellings() -> Mapping[str, str]:
    """The ids of the package's rule sets, by ids and names in every language, in `plain` form."""
    return {
        plain(name): one
        for one, path in _own().items()
        for name in (one, *_read(path, None)["names"].values())
    }


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # not a possible file name
        return False


def contents(path: Path, stamp: object = None) -> Raw:
    """The file's tables, merged over the table file it includes and the rules it extends."""
    raw = _contents(path, stamp, 0)
    _check_shape(raw, path.name)
    return raw


def tables_of(reference: str) -> Raw:
    """The complete tables of the rule file that a reference names."""
    return contents(find(parts(reference).name), stamp_of(reference))


def _contents(path: Path, stamp: object, depth: int) -> Raw:
    raw = dict(_read(path, stamp))
    base = raw.pop("extends", None)
    if base is not None:
        if depth == MOST:
            raise wrong_key(path.name, "extends", sentence("round", most=MOST))
        _check_id(raw, path.name)
        whole = _contents(base_of(base, path, find), stamp, depth + 1)
        return extended(_included_over(path, raw, stamp), whole, merged)
    return _included_over(path, raw, stamp)


def _included_over(path: Path, raw: Raw, stamp: object) -> Raw:
    """The tables merged over those of the included table file."""
    table = _included(path, raw)
    name = raw.pop("include", None)
    if name is not None:
        if table is None:
            raise wrong_key(path.name, "include", other_than(sentence("a_table_file"), name))
        more = _read(table, stamp)
        if "include" in more:
            raise wrong_key(table.name, "include", sentence("included_twice"))
        raw = merged(more, raw)
    return raw


def merged(base: Mapping[str, Any], patch: Mapping[str, Any]) -> Raw:
    """The patch applied to the base: tables key by key, everything else replaced whole."""
    found = dict(base)
    for key, value in patch.items():
        under = found.get(key)
        both = isinstance(value, dict) and isinstance(under, dict)
        found[key] = merged(under, value) if both else value  # type: ignore[arg-type]
    return found


_ID = re.compile(r"[\w.-]+")
_NAME = re.compile(r"\w+")

#: Fields of a rule set that are not read from a file.
_MADE = ("edition", "chosen")


def _check_shape(raw: Raw, file: str) -> None:
    """Check what is used before the keys are typed: the id, the options, the amendments."""
    _check_id(raw, file)
    for name in _MADE:
        if name in raw:
            raise wrong_key(file, name, sentence("found_itself"))
    if type(raw.get("since", date.min)) is not date:
        raise wrong_key(file, "since", other_than(sentence("a_day"), raw["since"]))
    _check_options(raw, file)


def _check_id(raw: Raw, file: str) -> None:
    """Check that the file has an id of its own; an extending file does not inherit one."""
    if "id" not in raw:
        raise wrong_key(file, "id", sentence("missing"))
    if not isinstance(raw["id"], str) or not _ID.fullmatch(raw["id"]):
        raise wrong_key(file, "id", sentence("id", found=shown(raw["id"])))


def _check_options(raw: Raw, file: str) -> None:
    """Check the options with their choices, and the amendments that refer to them."""
    options = raw.get("options", {})
    if not isinstance(options, dict):
        raise wrong_key(file, "options", sentence("no_table", example="[options.NAME]"))
    for name, option in options.items():
        if not _NAME.fullmatch(name):
            raise wrong_key(file, "options", sentence("option_name", found=shown(name)))
        if isinstance(option, dict) and "sets" in option:
            _check_number(raw, name, option, file)
            continue
        choices = option.get("choices") if isinstance(option, dict) else None
        if not isinstance(choices, list) or not choices:
            raise wrong_key(file, f"options.{name}.choices", lacks(sentence("a_list")))
        if len(set(map(str, choices))) < len(choices):
            raise wrong_key(file, f"options.{name}.choices", sentence("choice_twice"))
    amendments: List[Any] = raw.get("amendment", [])
    if not isinstance(amendments, list) or not all(isinstance(a, dict) for a in amendments):
        raise wrong_key(file, "amendment", sentence("no_tables", example="[[amendment]]"))
    for number, amendment in enumerate(amendments, 1):
        _check_amendment(amendment, f"amendment[{number}]", options, file)


def _check_amendment(amendment: Raw, key: str, options: Mapping[str, Any], file: str) -> None:
    """Check an amendment's dates, and the choices it applies to."""
    for name in ("id", "since", "options", "amendment"):
        if name in amendment:
            raise wrong_key(file, f"{key}.{name}", sentence("of_file"))
    for bound in ("from", "until"):
        if type(amendment.get(bound, date.min)) is not date:
            what = other_than(sentence("a_day"), amendment[bound])
            raise wrong_key(file, f"{key}.{bound}", what)
    if amendment.get("from", date.min) >= amendment.get("until", date.max):
        raise wrong_key(file, f"{key}.until", sentence("until"))
    when = amendment.get("when", {})
    if not isinstance(when, dict):
        raise wrong_key(file, f"{key}.when", other_than(sentence("options"), when))
    for name, wanted in when.items():
        if name not in options:
            raise wrong_key(file, f"{key}.when.{name}", sentence("no_option"))
        choices = options[name].get("choices", [])
        for choice in wanted if isinstance(wanted, list) else [wanted]:
            if choice not in choices:
                listed = sentence("one_of", known=", ".join(map(str, choices)))
                raise wrong_key(file, f"{key}.when.{name}", other_than(listed, choice))


def _check_number(raw: Raw, name: str, option: Mapping[str, Any], file: str) -> None:
    """Check a numeric option: the section and key that it sets, and its bounds."""
    key = f"options.{name}"
    also = option.get("also", [])
    if not isinstance(also, list):
        raise wrong_key(file, f"{key}.also", other_than(sentence("keys"), also))
    for place, named in (("sets", option["sets"]), *(("also", one) for one in also)):
        section, _, target = str(named).partition(".")
        if not isinstance(raw.get(section), dict) or target not in raw[section]:
            raise wrong_key(file, f"{key}.{place}", sentence("no_key", found=shown(named)))
    if "choices" in option:
        raise wrong_key(file, key, sentence("choices_and_sets"))
    for bound in ("low", "high"):
        if not isinstance(option.get(bound), (int, Decimal)) or isinstance(option[bound], bool):
            raise wrong_key(file, f"{key}.{bound}", lacks(sentence("a_number")))
