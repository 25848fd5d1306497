"""What there is to know of a program that shows the worksheet functions: one value each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from ..engine.rules.ruleset import RuleSet
from ..workbook.file.grid import Book


def _is_any(_: RuleSet) -> bool:
    return True


class Host(NamedTuple):
    """A program that shows the functions.

    `make` gives its file, from the file's name and a language; `ending` is that file's. `write`
    gives the file of an event's book with the functions beside the native formulas, of
    `book_ending`, under rules that the functions have in full (`covers`).

    `typed` and `stored` stand before the name of a function, as a user types it and as a
    file must hold it. `spills` says whether a formula fills the cells it needs by itself,
    `by_player` that no function takes a whole event.
    `local_names`: it shows the arguments by their names in the user's language.
    `title`, `notes` and `ruleset` (where it differs) are texts of `help.toml`.
    `install` puts the file where the program finds it; `uninstall` takes what was put there away
    again and says whether there was any; `sheet` shows the functions beside a
    file that is no workbook; with `package` the file needs the package beside it. `with_rules` is
    `make` for a language and rule files of a user, where the file holds the rules. `google` gives
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
        """How a formula is written on an XlsxWriter sheet whose values take this area."""
        if self.spills:
            return partial(page.write_dynamic_array_formula, *area)
        if area[:2] == area[2:]:
            return partial(page.write_formula, *area[:2])
        return partial(page.write_array_formula, *area)
