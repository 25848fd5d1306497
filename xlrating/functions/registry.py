"""The worksheet functions: one registry from which every host is generated.

A function is written once, for single values, in `functions`. `worksheet` adds what
spreadsheets expect: numbers as cells show them, blanks, ranges in and ranges out.
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation, Overflow
from functools import lru_cache, update_wrapper
from itertools import chain, repeat
from types import FunctionType
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, cast

from ..engine.errors import ArgumentError, MissingError, NumberError, RatingError
from ..engine.problem import make_error
from ..engine.rules.ruleset import RuleSet, load
from .arguments import is_empty, is_lasting, rules_among
from .binding import bound
from .parameters import in_turn, parameters_of, signature_of
from .ranges import Rows, as_rows, flat, in_rows, is_range, plain_cells, shape, types
from .steps import Bounds, Steps, between

#: The size of each function's cache of results for cells of ranges.
KEPT = 20_000

#: The maximum number of games in a row whose result is cached.
WIDE = 40

#: The types of cells: for these, equal values have equal results.
_CELL_TYPES = frozenset((int, float, str, type(None)))

#: The types of ranges and single values; others may be columns of another package.
_OWN_TYPES = _CELL_TYPES | {bool, list, tuple, Rows, Decimal}

#: Arithmetic errors from numbers beyond any rating system, such as a coefficient of 10^30.
_BEYOND = (InvalidOperation, Overflow, OverflowError)

#: name -> function, in the order in which they are defined in `functions`.
_REGISTERED: Dict[str, WorksheetFunction] = {}


class _NotKeptError(Exception):
    """Raised if a result must not be cached."""


class WorksheetFunction:
    """A function as a cell calls it: scalars or ranges in, a scalar or a range out.

    `each` are the arguments that may be a column or a block, one result per cell;
    `rows` those that hold several values per result (the opponents of one player),
    `blocks` those that are a whole table. When
    an `each` argument is a column, every row of the `rows` arguments belongs to one of
    its cells. A function that returns a `row` of cells returns one per cell of a column.
    A function that `explains` describes an error in words: a row with the sentence
    and the cell error. `of` is a shared first step: it takes the common arguments, and each
    function receives its result as first argument. `is_share` says that the result is just the
    expected score at the first argument, `pairs` gives bounds of the first two arguments between
    which only their difference matters.
    """

    def __init__(
        self,
        function: Callable[..., object],
        each: Tuple[str, ...],
        rows: Tuple[str, ...],
        blocks: Tuple[str, ...] = (),
        explains: bool = False,
        of: Optional[Callable[..., object]] = None,
        row: int = 0,
        steps: Optional[Steps] = None,
        is_share: bool = False,
        pairs: Optional[Bounds] = None,
    ) -> None:
        self.function = function if of is None else in_turn(cast(FunctionType, of), function)
        self.explains = explains
        self.row = row
        self._steps = steps
        self.is_share = is_share
        self._pairs = pairs
        self.blocks = blocks
        self.each = each
        self.rows = rows
        self.name = function.__name__
        own = parameters_of(cast(FunctionType, function))
        self.parameters = own if of is None else parameters_of(cast(FunctionType, of)) + own[1:]
        self.names = tuple(parameter.name for parameter in self.parameters)
        # A column contains the same values repeatedly, and is recalculated after every entry.
        self._kept = lru_cache(KEPT, typed=True)(self._cell)
        # Single values are also asked for repeatedly; then nothing is done twice.
        self._known = lru_cache(KEPT, typed=True)(self._single)
        self._steps_beside = lru_cache(KEPT, typed=True)(self._steps_of_single)
        update_wrapper(self, function)

    @property
    def says_why(self) -> bool:
        """Whether it returns words where it has no number."""
        return self.explains or bool(self.blocks)

    @property
    def __signature__(self) -> Any:
        """The parameters as `help` and `inspect` show them."""
        return signature_of(self.parameters)

    def __call__(self, *args: object, **named: object) -> Any:
        """The result for single values, ranges, or columns of pandas and other packages."""
        if not named:
            try:
                if self._steps is None or type(args[0]) is not float:
                    return self._known(*args)
                return self._between_bounds(*args)
            except (_NotKeptError, TypeError, IndexError):
                pass  # not hashable, not to be cached, or missing
        if not _OWN_TYPES.issuperset(map(type, (*args, *named.values()))):
            from .packages import called

            return called(self, args, named)
        return self.of_cells(args, named)

    def of_cells(self, args: Sequence[object], named: Dict[str, object]) -> Any:
        """The result for cells and ranges of them."""
        try:
            return self._called(args, named)
        except RatingError as error:
            if not self.explains:
                raise
            asked = as_rows({**dict(zip(self.names, args)), **named}.get("language"))
            from .help import in_words

            first = next((cell for row in asked for cell in row), "")
            return [[in_words(error, first), error.cell_error, ""]]

    def steps_of(self, name: str, others: Mapping[str, Any]) -> int:
        """How many bounds there are per 1 of an argument, given the values of the others.

        All numbers between two bounds have the same result; 0 if each may have its own.
        """
        if self._steps is None or name != self.each[0]:
            return 0
        values: Dict[str, Any] = {one.name: one.default for one in self.parameters}
        values.update((key, value) for key, value in others.items() if not is_empty(value))
        try:
            return self._steps(load(values["ruleset"]), values)
        except RatingError:
            return 0

    def rules_of_curve(self, names: Sequence[str], others: Mapping[str, Any]) -> Optional[RuleSet]:
        """The rules on whose curve arguments are looked up; None if something else matters."""
        places = 1 if self.is_share else 2 if self._pairs is not None else 0
        beside = [value for name, value in others.items() if name in self.each[places:]]
        if not {*names} <= {*self.each[:places]} or not all(map(is_empty, beside)):
            return None
        return rules_among(others)

    def bounds_of_pairs(
        self, names: Sequence[str], others: Mapping[str, Any]
    ) -> Optional[Sequence[Decimal]]:
        """The bounds between which only the difference of two arguments matters; None if it may
        not be all that matters.
        """
        if self._pairs is None or tuple(names) != self.each[:2]:
            return None
        rules = rules_among(others)
        return None if rules is None else self._pairs(rules)

    def _between_bounds(self, number: Any, *others: object) -> Any:
        """The result for a number and single values: between two bounds it is always the same."""
        steps = self._steps_beside(*others)
        alike = between(number, steps) if steps else None
        # Speed: it is only calculated once.
        if alike is not None:
            try:
                return self._known(alike, *others)
            except RatingError:
                pass  # reported for the number itself
        return self._known(number, *others)

    def _steps_of_single(self, *others: object) -> int:
        if not _CELL_TYPES.issuperset(map(type, others)) or not is_lasting(others):
            raise _NotKeptError
        return self.steps_of(self.each[0], dict(zip(self.names[1:], others)))

    def _single(self, *args: object) -> Any:
        """The result for single values, cached if the same values always give the same result."""
        # A cached list could be modified by the caller.
        if not self.each or self.row:
            raise _NotKeptError
        if not _CELL_TYPES.issuperset(map(type, args)) or not is_lasting(args):
            raise _NotKeptError
        return self._called(args, {})

    def _called(self, args: Sequence[object], named: Dict[str, object]) -> Any:
        values = bound(self, args, named)
        for name in self.blocks:
            if values[name] is not None:
                values[name] = as_rows(values[name])
        shapes = {name: shape(values[name]) for name in self.each if is_range(values[name])}
        if not shapes:
            for name in self.rows:
                values[name] = flat(values[name])
            return self._calculated(*(values[name] for name in self.names))
        (high, wide), *others = set(shapes.values())
        if others:
            sizes = ", ".join(f"{name} {h}×{w}" for name, (h, w) in shapes.items())
            raise make_error(ArgumentError, "fn_unequal", function=self.name, sizes=sizes)
        rows = [name for name in self.rows if values[name] is not None]
        for name in rows:
            if shape(values[name])[0] != high or wide != 1:
                size = {"rows": shape(values[name])[0], "high": high, "each": next(iter(shapes))}
                raise make_error(ArgumentError, "fn_rows", function=self.name, name=name, **size)
        if self.row and wide > 1:
            first = next(iter(shapes))
            raise make_error(ArgumentError, "fn_columns", function=self.name, name=first, wide=wide)
        found = self._for_each(values, list(shapes), rows)
        if self.row:
            return in_rows(found, self.row)
        if not is_range(values[next(iter(shapes))][0]):
            return found
        if not wide:
            return [[] for _ in range(high)]
        return Rows(map(list, zip(*[iter(found)] * wide)))

    def _for_each(self, values: Dict[str, Any], each: List[str], rows: List[str]) -> List[object]:
        """The results for each cell of the `each` ranges with its rows of the others."""
        columns: List[Iterable[Any]] = []
        for name in self.names:
            if name in each:
                columns.append(chain.from_iterable(as_rows(values[name])))
            elif name in rows:
                columns.append(map(tuple, as_rows(values[name])))
            else:
                columns.append(repeat(values[name]))
        same = tuple(value for name, value in values.items() if name not in each + rows)
        is_kept = all(
            # Speed: results that are not cached are calculated directly.
            shape(values[name])[1] <= WIDE and types(as_rows(values[name])) <= _CELL_TYPES
            for name in rows
        )
        cell = self._kept if is_kept and is_lasting(same) else self._cell
        return list(map(cell, repeat(self.names.index(each[0])), *columns))

    def _cell(self, key: int, *arguments: Any) -> object:
        """One cell of a range: blank if a required value is missing, else the result or error."""
        if arguments[key] is None or arguments[key] == "":
            return None
        try:
            return self._calculated(*arguments)
        except MissingError:
            return None
        except RatingError as error:
            return error.cell_error

    def _calculated(self, *arguments: Any) -> Any:
        """The result for single values; numbers beyond the range of calculation are rejected."""
        try:
            return plain_cells(self.function(*arguments))
        except _BEYOND as error:
            raise make_error(NumberError, "fn_beyond", function=self.name) from error


def worksheet(
    each: Tuple[str, ...] = (),
    rows: Tuple[str, ...] = (),
    blocks: Tuple[str, ...] = (),
    explains: bool = False,
    of: Optional[Callable[..., object]] = None,
    row: int = 0,
    steps: Optional[Steps] = None,
    is_share: bool = False,
    pairs: Optional[Bounds] = None,
) -> Callable[[Callable[..., object]], WorksheetFunction]:
    """Decorate a function to register it under its name; arguments as of `WorksheetFunction`."""

    def register(function: Callable[..., object]) -> WorksheetFunction:
        made = WorksheetFunction(
            function, each, rows, blocks, explains, of, row, steps, is_share, pairs
        )
        _REGISTERED[made.name] = made
        return made

    return register


def registered() -> Mapping[str, WorksheetFunction]:
    """The functions of the modules loaded so far; `functions.all_functions` loads all."""
    return _REGISTERED
