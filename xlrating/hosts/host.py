"""The description of a program in which the worksheet functions run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from ..engine.rules.ruleset import RuleSet
from ..workbook.file.grid import Book


def _is_any(_: RuleSet) -> bool:
    return True


class Host(NamedTuple):
    """A program in which the functions run.

    `make` gives its file, from the file's name and a language; `ending` is its extension. `write`
    gives the file for an event's workbook with the functions next to the native formulas, with
    `book_ending`, for rules that the functions support completely (`covers`). `rates` says whether
    NEW_RATING supports the rules, given all the facts in a rated player's row.

    `typed` and `stored` are the prefixes of a function's name, as a user types it and as a
    file must store it. `spills` says whether a formula fills the cells it needs by itself,
    `by_player` that no function takes a whole event.
    `local_names`: it shows the arguments' names in the user's language.
    `title`, `notes` and `ruleset` (if it differs) are texts of `help.toml`.
    `install` puts the file where the program finds it; `uninstall` removes what was installed
    and says whether there was anything; `sheet` shows the functions next to a
    file that is not a workbook; with `package` the file needs the package next to it. `with_rules`
    is `make` for a language and a user's rule files, if the file contains the rules. `google` gives
    the page of formulas for Google Sheets, for a rule set and a language.
    """

    make: Callable[[str, str], bytes]
    write: Callable[[Book, str], bytes]
    title: str
    notes: tuple[str, ...] = ()
    typed: str = ""
    stored: str = ""
    spills: bool = False
    by_player: bool = False
    local_names: bool = False
    ruleset: str = ""
    ending: str = ".xlsx"
    book_ending: str = ".xlsx"
    covers: Callable[[RuleSet], bool] = _is_any
    rates: Callable[[RuleSet], bool] = _is_any
    prepare: Callable[[Book, Sequence[RuleSet]], None] = lambda book, rules: None
    install: Callable[[str], None] | None = None
    uninstall: Callable[[], bool] | None = None
    sheet: bool = False
    package: bool = False
    with_rules: Callable[[str, Sequence[str]], bytes] | None = None
    google: Callable[[str, str], str] | None = None

    def writer(
        self, page: Any, area: tuple[int, int, int, int]
    ) -> Callable[[str, Any, Any], object]:
        """A function that writes a formula to `page`, of XlsxWriter, with its results in `area`."""
        if self.spills:
            return partial(page.write_dynamic_array_formula, *area)
        if area[:2] == area[2:]:
            return partial(page.write_formula, *area[:2])
        return partial(page.write_array_formula, *area)
