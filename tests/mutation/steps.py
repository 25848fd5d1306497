"""Every key of a rule set, and the same rule set with that key changed by one step."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, NamedTuple, get_args, get_origin

from xlrating.engine.languages import LANGUAGES
from xlrating.engine.rules.frozen import Frozen
from xlrating.engine.rules.rulefile import Raw
from xlrating.engine.rules.ruleset import RuleSet
from xlrating.engine.rules.schema import hints_of

#: Keys left out: texts for readers, and the examples, which are tests themselves.
WORDS = (
    "id", "names", "about", "source", "sources", "compared", "clause", "clauses", "quote", "summary", "reading", "examples",
)  # fmt: skip

_CONDITION = re.compile(r"([<>]=?)(-?[\d.]+)")
_FRACTION = re.compile(r"(\d+)/(\d+)")
_DAY = re.compile(r"(\d\d)-(\d\d)")

Place = tuple[str | int, ...]

LEFT_OUT = "left out"


class Change(NamedTuple):
    """One step: the key as people name it, what its value becomes, and the clause it belongs to."""

    key: str
    step: str
    clause: str
    place: Place
    value: object
    #: Whether the key is an entry of a list of numbers or texts.
    is_plain: bool = False

    @property
    def row(self) -> str:
        """The key of the row in the table: all entries of a list of numbers or texts share one."""
        return self.key.rpartition("[")[0] + "[]" if self.is_plain else self.key

    def made(self, raw: Raw) -> Raw:
        """A copy of the rule set `raw` with that step."""
        found = copy.deepcopy(raw)
        inner: Any = found
        for part in self.place[:-1]:
            inner = inner[part]
        inner[self.place[-1]] = self.value
        return found


def changes(raw: Raw) -> Iterator[Change]:
    """All steps of all keys of a rule set, in the order of its file."""
    for key, value in raw.items():
        if key == "amendment":
            for number, amendment in enumerate(value):
                yield from _of_amendment(raw, number, amendment)
        elif key == "options":
            for name, option in value.items():
                yield from _of_option(name, option)
        elif key not in WORDS:
            yield from _of(value, (key,), key, _kind(RuleSet, key), "", raw)


def _of_amendment(raw: Raw, number: int, amendment: Raw) -> Iterator[Change]:
    when = amendment.get("when", {})
    head = [f"{k} {amendment[k]}" for k in ("from", "until") if k in amendment]
    head += [f"{name}={'/'.join(w if isinstance(w, list) else [w])}" for name, w in when.items()]
    same = [other for other in raw["amendment"][:number] if _head(other) == _head(amendment)]
    name = f"[{', '.join(head)}{' again' * len(same)}]"
    for key, value in amendment.items():
        place: Place = ("amendment", number, key)
        if key in ("from", "until"):
            yield from _of(value, place, f"{name} {key}", (date, None), "", raw)
        elif key == "when":
            for option, wanted in value.items():
                choices = [str(choice) for choice in raw["options"][option]["choices"]]
                yield from _of_choices(wanted, choices, (*place, option), f"{name} when.{option}")
        elif key not in WORDS:
            under = raw.get(key)
            clause = under.get("clause", "") if isinstance(under, dict) else ""
            yield from _of(value, place, f"{name} {key}", _kind(RuleSet, key), clause, raw)


def _head(amendment: Raw) -> object:
    return [amendment.get(key) for key in ("from", "until", "when")]


def _of_choices(wanted: Any, choices: list[str], place: Place, key: str) -> Iterator[Change]:
    """The changes of a choice: to each other one; of a list of choices, one left out."""
    if isinstance(wanted, list):
        for choice in wanted:
            rest = [other for other in wanted if other != choice]
            yield Change(key, f"without {choice}", "", place, rest)
        return
    for choice in choices:
        if choice != wanted:
            yield Change(key, f"{wanted} → {choice}", "", place, choice)


def _of_option(name: str, option: Raw) -> Iterator[Change]:
    place: Place = ("options", name)
    clause, key = option.get("clause", ""), f"options.{name}"
    if "choices" in option:
        choices = option["choices"]
        for choice in choices[1:]:
            rest = [choice, *(other for other in choices if other != choice)]
            step = f"{choice} the default"
            yield Change(f"{key}.choices", step, clause, (*place, "choices"), rest)
    for bound in ("low", "high"):
        if bound in option:
            kind = (Decimal, None)
            yield from _of(option[bound], (*place, bound), f"{key}.{bound}", kind, clause, {})


def _kind(owner: Any, key: str) -> tuple[Any, Any]:
    """The type of a key in the class `owner`, and its limit, or None."""
    return hints_of(owner)[key], owner._limits.get(key)


def _plain(kind: Any) -> Any:
    """The type without None: `int` for `Optional[int]`."""
    return (
        next((a for a in get_args(kind) if a is not type(None)), kind) if _is_open(kind) else kind
    )


def _is_open(kind: Any) -> bool:
    return type(None) in get_args(kind)


def _of(
    value: Any, place: Place, key: str, kind: tuple[Any, Any], clause: str, raw: Raw
) -> Iterator[Change]:
    """The changes of one value, or of all values below it."""
    hint, limit = _plain(kind[0]), kind[1]
    if isinstance(value, dict):
        inner_clause = value.get("clause", clause)
        for name, inner in value.items():
            below = (*place, name), f"{key}.{name}"
            if isinstance(hint, type) and issubclass(hint, Frozen):
                if name not in WORDS:
                    yield from _of(inner, *below, _kind(hint, name), inner_clause, raw)
            elif name not in LANGUAGES:
                yield from _of(inner, *below, (str, limit), inner_clause, raw)
    elif isinstance(value, list):
        inner_kind = (get_args(hint)[0] if get_origin(hint) is tuple else str, limit)
        for number, inner in enumerate(value):
            below = (*place, number), f"{key}[{number + 1}]"
            is_plain = not isinstance(inner, dict)
            if not isinstance(inner, str):
                for change in _of(inner, *below, inner_kind, clause, raw):
                    yield change._replace(is_plain=change.is_plain or is_plain)
            rest = value[:number] + value[number + 1 :]
            yield Change(f"{key}[{number + 1}]", LEFT_OUT, clause, place, rest, is_plain)
    else:
        for step, new in _steps(value, key, limit, raw):
            yield Change(key, step, clause, place, new)


def _steps(value: Any, key: str, limit: Any, raw: Raw) -> Iterator[tuple[str, object]]:
    for new in _others(value, key, limit, raw):
        yield f"{_shown(value)} → {_shown(new)}", new


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _others(value: Any, key: str, limit: Any, raw: Raw) -> list[Any]:
    """The values one step away from a value."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, (int, Decimal)):
        step = _last_place(Decimal(value))
        if key.endswith("_score"):
            # Points come in halves.
            value, step = Decimal(value), Decimal("0.5")
        return [type(value)(value - step), type(value)(value + step)]
    if isinstance(value, date):
        return [value - timedelta(1), value + timedelta(1)]
    if limit is not None and limit.choices:
        return [choice for choice in limit.choices if choice != value]
    return _other_texts(value, key, raw)


def _last_place(number: Decimal) -> Decimal:
    """One unit in the last decimal place written: 0.01 for 1.25, 1 for 100."""
    return Decimal(1).scaleb(min(0, int(number.as_tuple().exponent)))


def _other_texts(value: str, key: str, raw: Raw) -> list[str]:
    """The texts one step from a condition, a fraction, a day of the year, a title, or a name."""
    if found := _CONDITION.fullmatch(value):
        sign, bound = found[1], Decimal(found[2])
        strict = sign[0] if sign.endswith("=") else sign + "="
        step = _last_place(bound)
        return [f"{sign}{bound - step}", f"{sign}{bound + step}", f"{strict}{bound}"]
    if found := _FRACTION.fullmatch(value):
        top, bottom = int(found[1]), int(found[2])
        return [f"{top - 1}/{bottom}", f"{top + 1}/{bottom}"]
    if found := _DAY.fullmatch(value):
        day = date(2023, int(found[1]), int(found[2]))
        return [f"{day + timedelta(step):%m-%d}" for step in (-1, 1)]
    if key.endswith("untitled"):
        titles = ["", *(title for row in raw["start"]["rows"] for title in row["titles"][:1])]
        return [title for title in titles if title != value][:2]
    return [f"{value}x"]
