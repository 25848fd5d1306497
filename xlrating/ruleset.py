"""Rule sets: find the file, pick the edition, check every key, freeze.

A reference reads ``id@date:option=choice,...``: ``fide``, ``fide@2024-03-01``,
``fide@2025:list=rapid``, ``elo:model=logistic``, ``path/to/federation.toml``.
"""

from __future__ import annotations

import re
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from datetime import date, timedelta
from decimal import Decimal, InvalidOperation
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any, Mapping, Optional, Tuple, Union, get_args, get_origin, get_type_hints

from .errors import NotKnownError, RuleSetError
from .sections import (
    Absence,
    Average,
    Bonus,
    BonusThreshold,
    Calendar,
    Champion,
    Change,
    Coefficient,
    Conversion,
    Counted,
    Deviation,
    Difference,
    Example,
    Expectancy,
    Floor,
    Initial,
    Ladder,
    Option,
    Outcomes,
    PeakFloor,
    Percentage,
    Performance,
    Pooled,
    Published,
    RatingClass,
    Special,
    Start,
    Weighting,
)

FOLDER = Path(__file__).with_name("rulesets")

_REFERENCE = re.compile(
    r"(?P<name>.+?)(?:@(?P<date>\d{4}(?:-\d{2}){0,2}))?(?::(?P<options>\w+=[^:]*))?"
)


@dataclass(frozen=True)
class RuleSet:
    """One regulation in one edition, with the readings chosen: all numbers, no code.

    A section that the regulation does not have is None; `need` asks for one and says
    so by name when it is missing.
    """

    id: str
    names: Mapping[str, str]
    source: str
    game: str
    method: str
    since: Optional[date] = None
    edition: str = ""
    chosen: Mapping[str, str] = field(default_factory=dict)
    about: Mapping[str, str] = field(default_factory=dict)
    expectancy: Optional[Expectancy] = None
    percentage: Optional[Percentage] = None
    difference: Difference = Difference()
    coefficient: Optional[Coefficient] = None
    change: Change = Change()
    performance: Optional[Performance] = None
    initial: Optional[Initial] = None
    published: Published = Published()
    outcomes: Optional[Outcomes] = None
    average: Optional[Average] = None
    pooled: Optional[Pooled] = None
    weighting: Optional[Weighting] = None
    conversions: Tuple[Conversion, ...] = ()
    counted: Counted = Counted()
    start: Optional[Start] = None
    floor: Optional[Floor] = None
    bonus: Optional[Bonus] = None
    champion: Optional[Champion] = None
    absence: Optional[Absence] = None
    calendar: Optional[Calendar] = None
    ladder: Optional[Ladder] = None
    deviation: Optional[Deviation] = None
    special: Optional[Special] = None
    bonus_threshold: Optional[BonusThreshold] = None
    peak_floor: Optional[PeakFloor] = None
    classes: Tuple[RatingClass, ...] = ()
    options: Mapping[str, Option] = field(default_factory=dict)
    examples: Tuple[Example, ...] = ()

    @property
    def reference(self) -> str:
        """The text that names exactly this edition and these choices."""
        pinned = f"@{self.edition}" if self.edition else ""
        taken = [f"{k}={v}" for k, v in self.chosen.items() if v != self.options[k].choices[0]]
        return self.id + pinned + (":" + ",".join(taken) if taken else "")

    def need(self, section: str) -> Any:
        """The section of that name, or `NotKnownError`: this regulation has no such rule."""
        found = getattr(self, section)
        if found is None or found == ():
            raise NotKnownError(f"rule set {self.id} has no rule for {section}")
        return found


def available() -> Tuple[str, ...]:
    """The ids of the rule sets that come with the package: the files in the folder."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@lru_cache(maxsize=256)
def load(reference: str, on: Optional[date] = None) -> RuleSet:
    """The rule set a reference names, in the edition in force.

    A date in the reference pins the edition: ``@2024-03-01`` that day, ``@2024-03`` and
    ``@2024`` the end of that month or year. Otherwise `on`, the event's date, decides;
    without either it is the newest edition.

    >>> load("fide@2024-03-01").difference.exempt_from is None
    True
    """
    match = _REFERENCE.fullmatch(reference.strip())
    if not match:
        raise RuleSetError("no rule set is named; write for example elo or fide@2025-10-01")
    path = _find(match["name"])
    raw = _included(path)
    moment = _moment(match["date"], path) if match["date"] else on
    chosen = _choose(raw, match["options"] or "", path)
    merged = {key: value for key, value in raw.items() if key != "amendment"}
    merged["edition"] = str(raw.get("since", ""))
    for number, amendment in enumerate(raw.get("amendment", []), 1):
        patch = dict(amendment)
        since = patch.pop("from", None)
        until = patch.pop("until", None)
        when = patch.pop("when", {})
        for name in when:
            if name not in chosen:
                raise RuleSetError(
                    f"key amendment[{number}].when.{name} names no option of the file", path.name
                )
        if moment is not None and since is not None and moment < since:
            continue
        if until is not None and (moment is None or moment >= until):
            continue
        if all(chosen[name] in ([v] if isinstance(v, str) else v) for name, v in when.items()):
            _merge(merged, patch)
            if since is not None:
                merged["edition"] = max(merged["edition"], since.isoformat())
    if moment is not None and raw.get("since") and moment < raw["since"]:
        raise RuleSetError(
            f"{raw['id']} starts on {raw['since']}; {moment} is before it", reference
        )
    merged["chosen"] = chosen
    merged["id"] = raw["id"] if path.parent == FOLDER else str(path)
    rules: RuleSet = _build(RuleSet, merged, path.name, "")
    return rules


def editions(reference: str) -> Tuple[date, ...]:
    """The dates on which a new edition came into force, oldest first."""
    match = _REFERENCE.fullmatch(reference.strip())
    raw = _read(_find(match["name"] if match else reference))
    dates = {entry["from"] for entry in raw.get("amendment", []) if "from" in entry}
    return tuple(sorted(dates | ({raw["since"]} if "since" in raw else set())))


def _find(name: str) -> Path:
    path = FOLDER / f"{name}.toml"
    if path.is_file() and name in available():
        return path
    if name.endswith(".toml"):
        if Path(name).is_file():
            return Path(name)
        raise RuleSetError(f"there is no rule file {name}; check the path")
    known = available()
    close = get_close_matches(name.lower(), known, 1)
    hint = f"did you mean {close[0]}? " if close else ""
    raise RuleSetError(f"there is no rule set {name!r}; {hint}There are {', '.join(known)}")


@lru_cache(maxsize=64)
def _read(path: Path) -> dict[str, Any]:
    import tomllib

    try:
        with path.open("rb") as file:
            return tomllib.load(file, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise RuleSetError(f"the file is not valid TOML: {error}", path.name) from None


def _included(path: Path) -> dict[str, Any]:
    """The file's content over that of the table file it includes, if any."""
    raw = dict(_read(path))
    name = raw.pop("include", None)
    if name is None:
        return raw
    table = next((f / name for f in (path.parent, FOLDER) if (f / name).is_file()), None)
    if table is None:
        raise RuleSetError(f"key include names {name}, a file that does not exist", path.name)
    base = {key: dict(value) for key, value in _read(table).items()}
    _merge(base, raw)
    return base


def _moment(text: str, path: Path) -> date:
    parts = [int(part) for part in text.split("-")]
    try:
        if len(parts) == 3:
            return date(*parts)
        year, month = [*parts, 12][:2]
        return date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)
    except ValueError:
        raise RuleSetError(
            f"{text} is not a date; write for example 2024-03-01", path.stem
        ) from None


def _choose(raw: Mapping[str, Any], text: str, path: Path) -> dict[str, str]:
    chosen = {name: str(option["choices"][0]) for name, option in raw.get("options", {}).items()}
    for pair in filter(None, text.split(",")):
        name, _, value = (part.strip() for part in pair.partition("="))
        if name not in chosen:
            known = ", ".join(chosen) or "none"
            raise RuleSetError(f"option {name!r} is not known; there are: {known}", path.stem)
        choices = [str(choice) for choice in raw["options"][name]["choices"]]
        if value not in choices:
            raise RuleSetError(
                f"option {name} cannot be {value!r}; choose from {', '.join(choices)}", path.stem
            )
        chosen[name] = value
    return chosen


def _merge(base: dict[str, Any], patch: Mapping[str, Any]) -> None:
    """Put the patch over the base: tables key by key, everything else replaced whole."""
    for key, value in patch.items():
        if isinstance(value, dict) and isinstance(base.get(key), dict):
            base[key] = dict(base[key])
            _merge(base[key], value)
        else:
            base[key] = value


_HINTS: dict[type, dict[str, Any]] = {}


def _build(kind: Any, raw: Mapping[str, Any], file: str, key: str) -> Any:
    """A frozen section from a TOML table; an unknown, missing or ill-typed key is named."""
    if kind not in _HINTS:
        _HINTS[kind] = get_type_hints(kind)
    hints = _HINTS[kind]
    for name in raw:
        if name not in hints:
            close = get_close_matches(name, hints, 1)
            hint = f"; did you mean {close[0]}?" if close else f"; known are {', '.join(hints)}"
            raise RuleSetError(f"key {key + name} is not known here{hint}", file)
    for item in fields(kind):
        required = item.default is MISSING and item.default_factory is MISSING
        if required and item.name not in raw:
            raise RuleSetError(f"key {key + item.name} is missing; it is required", file)
        choices = item.metadata.get("choices")
        if choices and raw.get(item.name, choices[0]) not in choices:
            raise RuleSetError(
                f"key {key + item.name} is {raw[item.name]!r}; choose from {', '.join(choices)}",
                file,
            )
    return kind(
        **{name: _value(hints[name], value, file, key + name) for name, value in raw.items()}
    )


def _value(kind: Any, value: Any, file: str, key: str) -> Any:
    origin = get_origin(kind)
    if origin is Union:
        return _value(get_args(kind)[0], value, file, key)
    if origin is tuple and isinstance(value, list):
        inner = get_args(kind)[0]
        return tuple(_value(inner, item, file, f"{key}[{i}]") for i, item in enumerate(value, 1))
    if origin is not None and origin is not tuple and isinstance(value, dict):
        inner = get_args(kind)[1]
        return {name: _value(inner, item, file, f"{key}.{name}") for name, item in value.items()}
    if is_dataclass(kind) and isinstance(value, dict):
        return _build(kind, value, file, key + ".")
    if kind is Decimal and isinstance(value, (int, str, Decimal)) and not isinstance(value, bool):
        try:
            top, _, bottom = str(value).partition("/")
            return Decimal(top) / Decimal(bottom) if bottom else Decimal(top)
        except InvalidOperation:
            pass
    elif kind in (Any, object) or (isinstance(kind, type) and type(value) is kind):
        return value
    expected = {"Decimal": "a number", "str": "a text", "int": "a whole number"}
    name = getattr(kind, "__name__", "a list" if origin is tuple else "a table")
    raise RuleSetError(f"key {key} is {value!r}; {expected.get(name, name)} is expected", file)
