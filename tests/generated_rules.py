"""Rule files that nobody wrote: Hypothesis strategies made from the sections themselves.

A new key or section is covered by being declared: its type, its bounds and what the shipped
regulations write there are all that is needed.
"""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any, Union, get_args, get_origin

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from xlrating.engine.errors import RuleSetError
from xlrating.engine.rules.frozen import Frozen, Limit, parts
from xlrating.engine.rules.requirements import METHODS
from xlrating.engine.rules.rulefile import contents, find
from xlrating.engine.rules.ruleset import RuleSet, available, load
from xlrating.engine.rules.schema import hints_of
from xlrating.engine.rules.sections import Section
from xlrating.engine.rules.sections.coefficient import K_FACTS

Draw = Any

#: Sections whose presence is drawn, and parts that only describe.
SECTIONS = tuple(
    name
    for name, hint in hints_of(RuleSet).items()
    if name in parts(RuleSet) and isinstance(_first := (get_args(hint) or (hint,))[0], type)
    and issubclass(_first, Section) and name != "options" and name != "examples"
)  # fmt: skip
WORDS = frozenset(parts(Section))


@cache
def written() -> Mapping[str, tuple[Any, ...]]:
    """What the shipped regulations write, by kind and key: ``Initial.draws`` -> 2, ..."""
    found: dict[str, list[Any]] = {}

    def note(kind: Any, raw: Any) -> None:
        for name, value in raw.items():
            if name not in parts(kind):
                continue
            found.setdefault(f"{kind.__name__}.{name}", []).append(value)
            inner = _inner(hints_of(kind)[name])
            for one in value if isinstance(value, list) else [value]:
                if inner is not None and isinstance(one, dict):
                    note(inner, one)

    for name in available():
        raw = contents(find(name))
        note(RuleSet, raw)
        for amendment in raw.get("amendment", []):
            note(RuleSet, amendment)
    return {key: tuple(values) for key, values in found.items()}


def _inner(hint: Any) -> Any:
    """The kind of section that a part is made of; None for none."""
    for one in (hint, *get_args(hint)):
        if isinstance(one, type) and issubclass(one, Frozen):
            return one
    return None


@st.composite
def rule_files(draw: Draw) -> dict[str, Any]:
    """The tables of a rule file."""
    method = draw(st.sampled_from(list(METHODS)))
    always = {*METHODS[method].asked}
    if always & {"performance", "initial", "average"} or draw(st.booleans()):
        always.add("percentage")
    made: dict[str, Any] = {
        "id": "generated",
        "names": {"en": "Generated"},
        "source": "Hypothesis",
        "game": draw(st.sampled_from(["chess", "xiangqi"])),
        "method": method,
    }
    for name in SECTIONS:
        if name in always or draw(st.integers(0, 5)) == 0:
            hint = hints_of(RuleSet)[name]
            inner = _inner(hint)
            if get_origin(hint) is tuple:
                made[name] = draw(st.lists(section(inner), min_size=1, max_size=3))
            else:
                made[name] = draw(section(inner, name in always))
    if method == "game by game":
        made.setdefault("change", {})["each"] = "game"
    elif "change" in made:
        made["change"].pop("each", None)
    return made


@st.composite
def section(draw: Draw, kind: Any, is_asked: bool = True) -> dict[str, Any]:
    """The table of a section: as a regulation has it with some keys changed, or any keys."""
    hints, made = hints_of(kind), dict[str, Any]()
    known = written().get(_place(kind), ())
    tables = [one for value in known for one in (value if isinstance(value, list) else [value])]
    if tables and draw(st.integers(0, 2)) > 0:
        made = {k: v for k, v in draw(st.sampled_from(tables)).items() if k not in WORDS}
    for name in parts(kind):
        if name in WORDS:
            continue
        if name == "names":
            made["names"] = {"en": "a class"}
        elif (name not in kind._defaults and name not in made) or draw(st.integers(0, 4)) == 0:
            key = f"{kind.__name__}.{name}"
            made[name] = draw(_value(hints[name], kind._limits.get(name), key))
    for table in ("upper", "difference"):
        if table in parts(kind) and made.get("model", "table") == "table":
            # Somebody's own model is a table only with its numbers.
            made[table] = draw(st.sampled_from(written()[f"{kind.__name__}.{table}"]))
            made["model"] = "table"
    return made


@cache
def _place(kind: type) -> str:
    """Where a kind of section stands: the key of `written` that holds its tables."""
    owners: tuple[Any, ...] = (RuleSet, *Section.__subclasses__())
    for owner in owners:
        for name, hint in hints_of(owner).items():
            if name in parts(owner) and _inner(hint) is kind:
                return f"{owner.__name__}.{name}"
    raise LookupError(kind)


def _value(hint: Any, limit: Limit | None, key: str) -> st.SearchStrategy[Any]:
    """Values of one key: any that its type and bounds allow, and those that are written."""
    any_value = _any(hint, limit, key)
    known = written().get(key, ())
    return st.one_of(st.sampled_from(known), any_value) if known else any_value


def _any(hint: Any, limit: Limit | None, key: str) -> st.SearchStrategy[Any]:
    origin = get_origin(hint)
    if origin is Union:
        return _any(get_args(hint)[0], limit, key)
    if origin is tuple:
        return st.lists(_any(get_args(hint)[0], limit, key), min_size=1, max_size=3)
    if isinstance(hint, type) and issubclass(hint, Frozen):
        return section(hint)
    if origin is not None:
        words = _texts(limit.form) if limit else st.just("a word")
        return st.dictionaries(st.sampled_from(K_FACTS if limit else ("en",)), words, max_size=2)
    if hint is bool:
        return st.booleans()
    if hint is int:
        return _numbers(limit).map(int)
    if hint is Decimal:
        return _numbers(limit)
    if limit is not None and limit.choices:
        return st.sampled_from(limit.choices)
    if limit is not None and limit.form:
        return _texts(limit.form)
    return st.sampled_from(["", "fide", "GM"])


def _texts(form: str) -> st.SearchStrategy[str]:
    letters = st.characters(min_codepoint=32, max_codepoint=0x4E20, exclude_categories=["C", "Z"])
    return st.from_regex(form, fullmatch=True, alphabet=letters)


def _numbers(limit: Limit | None) -> st.SearchStrategy[Decimal]:
    """Numbers between the bounds, more of them small ones, and the bounds themselves."""
    low = Decimal(-1000) if limit is None or limit.low is None else limit.low
    high = Decimal(10_000) if limit is None or limit.high is None else limit.high
    bounds = [one for one in (low, high) if limit is None or limit.allows(one)]
    near = min(high, low + 50)
    inside = [
        st.decimals(low, top, places=places, allow_nan=False)
        for top in (near, min(high, low + 3000))
        for places in (0, 2)
        if _has_one(low, top, places)
    ]
    found = st.one_of(st.sampled_from(bounds), *inside)
    return found if limit is None else found.filter(limit.allows)


def _has_one(low: Decimal, high: Decimal, places: int) -> bool:
    step = Decimal(1).scaleb(-places)
    return (low / step).to_integral_value("ROUND_CEILING") * step <= high


# --- TOML ----------------------------------------------------------------------------------------


def text_of(tables: Mapping[str, Any]) -> str:
    """A rule file with these tables."""
    return "\n".join(_lines(tables)) + "\n"


def loaded(tables: dict[str, Any], path: Path, outcomes: Counter[str]) -> str:
    """The text of a file with these tables, without the keys for which it is refused.

    '' where nothing is left; `outcomes` counts the refusals.
    """
    tables = copy.deepcopy(tables)
    while True:
        text = text_of(tables)
        path.write_text(text, "utf-8")
        try:
            load(str(path))
        except RuleSetError as error:
            outcomes["refused"] += 1
            said = re.match(rf"{path.name}: (key|section) ([\w.\[\]]+) ", str(error))
            assert said is not None, (str(error), text)
            asker = re.search(r"; (?!the)([\w.]+).* asks for it", str(error))
            key = asker[1] if asker else said[2]
            # A key that is not there is wrong beside those around it.
            while key and not without(tables, key):
                key = re.sub(r"(\[\d+\]|\.?\w+)$", "", key)
            if not key:
                return ""
        else:
            return text


def each_file(
    most: int, start: int, path: Path, use: Callable[[str], None], outcomes: Counter[str]
) -> None:
    """Give each different text that loads, of so many generated files, to `use`; it is in `path`."""
    known: set[str] = set()

    @seed(start)
    @settings(
        max_examples=most,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(rule_files())
    def tried(tables: dict[str, Any]) -> None:
        text = loaded(tables, path, outcomes)
        if text and text not in known:
            known.add(text)
            use(text)

    run: Callable[[], None] = tried
    run()


def without(tables: dict[str, Any], key: str) -> bool:
    """Take out the key that a refusal names; whether there was one to take out.

    >>> tables = {"coefficient": {"rows": [{"k": 20}, {"k": 10}]}}
    >>> without(tables, "coefficient.rows[1]"), tables
    (True, {'coefficient': {'rows': [{'k': 10}]}})
    """
    place: Any = tables
    steps = [int(n) - 1 if n else name for n, name in re.findall(r"\[(\d+)\]|(\w+)", key)]
    for step in steps[:-1]:
        try:
            place = place[step]
        except (KeyError, IndexError, TypeError):
            return False
    last = steps[-1]
    if isinstance(place, list) and isinstance(last, int) and last < len(place):
        place.pop(last)
        return True
    return isinstance(place, dict) and place.pop(last, None) is not None


def _lines(table: Mapping[str, Any]) -> list[str]:
    """The lines of a file: what is no section first."""
    plain = [f"{key} = {_toml(value)}" for key, value in table.items() if key not in SECTIONS]
    found = [(key, value) for key, value in table.items() if key in SECTIONS]
    for key, value in found:
        for one in value if isinstance(value, list) else [value]:
            plain.append(f"[[{key}]]" if isinstance(value, list) else f"[{key}]")
            plain += [f"{name} = {_toml(inner)}" for name, inner in one.items()]
    return plain


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, int | Decimal):
        return str(value) if isinstance(value, int) else f"{value:f}"
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
