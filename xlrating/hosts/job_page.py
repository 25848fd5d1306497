"""Builds a sheet for one job: input lines, a table of games, answers with clauses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from ..engine.aligned import width
from ..engine.errors import RatingError
from ..engine.rules.ruleset import load
from ..engine.texts import say
from ..exchange.addresses import address
from ..functions import all_functions
from ..functions.help import words
from .host import Host
from .looks import LINE

#: The sheet that lists the rules: id, name, clauses for the change and for first ratings; then 1
#: for each of these facts that the rules ask for, and finally if K belongs to each game.
NAMES = "RuleNames"
FACTS = ("games", "born", "peak", "colours", "each")
#: The number of games that can be typed.
GAMES = 12
RESULTS = (1, 0.5, 0)
SIDES = ("w", "b")


class JobPage:
    """A sheet being written from the top down."""

    def __init__(
        self, page: Any, looks: Mapping[str, Any], host: Host, language: str, rules: int, key: str
    ) -> None:
        self.page, self.looks, self.host, self.language = page, looks, host, language
        self.rules, self.row, self.has_reason = rules, 3, False
        page.hide_gridlines(2)
        page.set_column(0, 0, 26)
        self.narrow(12)
        page.set_paper(9)
        page.set_landscape()
        page.fit_to_pages(1, 0)
        page.set_row(0, 24)
        page.write_string(0, 0, words(f"job_{key}")[language], looks["title"])
        page.write_string(1, 0, words(f"job_{key}_about")[language], looks["note"])

    def say(self, key: str) -> str:
        """A heading from the templates or from these sheets."""
        return words(key)[self.language] if key.startswith("job_") else say(self.language, key)

    def ask(self, key: str, value: object) -> str:
        """Add an input line; returns its cell's address for formulas."""
        self.page.write_string(self.row, 0, self.say(key), self.looks["argument"])
        look = "input_text" if isinstance(value, str) else "input"
        self.page.write(self.row, 1, value, self.looks[look])
        self.row += 1
        return address(self.row - 1, 1, "rc")

    def ask_rules(self, name: str) -> str:
        """Add the input for the rules, with a list of all of them; their name is next to it."""
        cell = self.ask("job_rules", name)
        listed = f"={NAMES}!$A$1:$A${self.rules}"
        # Editions and options are not in the list, but may be typed.
        check = {"validate": "list", "source": listed, "error_type": "information"}
        self.page.data_validation(self.row - 1, 1, self.row - 1, 1, check)
        self.page.write_formula(
            self.row - 1,
            2,
            self._beside(cell, "B"),
            self.looks["note"],
            load(name).names[self.language],
        )
        return cell

    def _beside(self, rules: str, column: str) -> str:
        """A formula for `column` of the list of rules, in the row of those named in `rules`."""
        id_ = f'LEFT({rules},MIN(FIND("@",{rules}&"@"),FIND(":",{rules}&":"))-1)'
        place = f"MATCH({id_},{NAMES}!$A$1:$A${self.rules},0)"
        return f'=IFERROR(INDEX({NAMES}!${column}$1:${column}${self.rules},{place})&"","")'

    def hint(self, row: int, col: int, rules: str, fact: str, empty: str, is_shown: bool) -> None:
        """Write what it means to leave a fact empty; nothing if the rules do not ask for it."""
        text = self.say(f"job_no_{fact}")
        formula = f'=IF(AND({self._is_asked(rules, fact)},{empty}),"{text}","")'
        self.page.write_formula(row, col, formula, self.looks["note"], text if is_shown else "")

    def hints(self, rules: str, headings: Mapping[str, str]) -> None:
        """Add a line with such hints in its first cell, each after the heading of its column.

        For a fact without a column, '', it says that it is typed elsewhere.
        """
        texts = []
        for fact, heading in headings.items():
            said = self.say(f"job_empty_{fact}" if heading else f"job_else_{fact}")
            text = f"{self.say(heading)}: {said}" if heading else said
            texts.append(f'IF({self._is_asked(rules, fact)},"{text} ","")')
        self.page.write_formula(self.row, 0, f"={'&'.join(texts)}", self.looks["note"], "")
        self.row += 1

    def _is_asked(self, rules: str, fact: str) -> str:
        """A formula for whether the rules ask for a fact."""
        return f'{self._beside(rules, "EFGHI"[FACTS.index(fact)])[1:]}="1"'

    def reason(self, row: int, col: int, cell: str) -> None:
        """Write a formula that explains an error in a cell; it is empty if there is none."""
        wrong = f'IF(ISERROR({cell}),"{self.say("job_wrong")}","")'
        text = f'=IF(ISNA({cell}),"{self.say("job_missing")}",{wrong})'
        self.page.write_formula(row, col, text, self.looks["note"], "")

    def heads(self, keys: Sequence[str], first: int = 0) -> None:
        """Add a line of headings."""
        for col, key in enumerate(keys, first):
            look = self.looks["head" if key == "col_name" else "head_number"]
            self.page.write_string(self.row, col, self.say(key), look)
            if col and width(self.say(key)) > self.wide:
                self.page.set_row(self.row, 2 * LINE)
        self.row += 1

    def narrow(self, wide: int) -> None:
        """Set the width of the columns next to the first."""
        self.wide = wide
        self.page.set_column(1, 20, wide)

    def ask_games(self, games: Sequence[Sequence[object]], keys: Sequence[str]) -> list[str]:
        """Add a table for typing games; returns its columns for formulas."""
        self.row += 1
        self.heads(keys)
        top = self.row
        for game in [*games, *[()] * (GAMES - len(games))]:
            for col, (key, value) in enumerate(zip_longest(keys, game)):
                look = "input_text" if key == "col_colour" else "input"
                self.page.write(self.row, col, value, self.looks[look])
            self.row += 1
        scores = (top, 1, self.row - 1, 1)
        self.page.data_validation(*scores, {"validate": "list", "source": list(RESULTS)})
        if len(keys) > 2:
            sides = {"validate": "list", "source": list(SIDES), "error_type": "information"}
            self.page.data_validation(top, 2, self.row - 1, 2, sides)
        return [
            f"{address(top, col, 'rc')}:{address(self.row - 1, col, 'rc')}"
            for col in range(len(keys))
        ]

    def played(self, columns: Sequence[str]) -> list[str]:
        """The columns of a table from `ask_games` up to the last game; blank rows before it count.

        So "games in last rounds" counts back from the last game, not from the end of the table.
        """
        top, _, _ = columns[0].partition(":")
        last = f'SUMPRODUCT(MAX(({columns[0]}<>"")*(ROW({columns[0]})-ROW({top})+1)))'
        return [f"OFFSET({one.partition(':')[0]},0,0,MAX(1,{last}),1)" for one in columns]

    def answer(self, key: str, name: str, cells: Sequence[str], given: Sequence[object]) -> None:
        """Add a line with a function's value; the first such line also explains errors."""
        self.page.write_string(self.row, 0, self.say(key), self.looks["function"])
        self.call(self.row, 1, name, cells, given)
        if not self.has_reason:
            self.reason(self.row, 2, address(self.row, 1))
        self.has_reason = True
        self.row += 1

    def clause(self, rules: str, reference: str, is_first: bool = False) -> None:
        """Write, as the last line, where the regulation has the rule behind the answer."""
        one = load(reference)
        section = one.initial if is_first else one.change
        self.page.write_string(self.row, 0, self.say("col_clause"), self.looks["function"])
        formula = self._beside(rules, "D" if is_first else "C")
        value = section.clause if section is not None else ""
        self.page.write_formula(self.row, 1, formula, self.looks["result_text"], value)

    def call(
        self,
        row: int,
        col: int,
        name: str,
        cells: Sequence[str],
        given: Sequence[object],
        part: int = 0,
    ) -> None:
        """Write a function's value, or a `part` of the row of probabilities it returns."""
        try:
            found = all_functions()[name](*given)
            value = found[0][part - 1] if part else found
        except RatingError as error:
            value = error.cell_error
        text = f"{self.host.stored}{name}({','.join(cells).rstrip(',')})"
        if part:
            text = f"INDEX({text},1,{part})"
        put = self.host.writer(self.page, (row, col, row, col))
        put(f"={text}", self.looks["chance" if part else "result"], value)

    def table(self, name: str, cells: Sequence[str], given: Sequence[object]) -> None:
        """Write the rows returned by a function, as one formula."""
        rows = all_functions()[name](*given)
        area = (self.row, 0, self.row + len(rows) - 1, len(rows[0]) - 1)
        put = self.host.writer(self.page, area)
        for at, row in enumerate(rows, self.row):
            look = self.looks["function" if at == self.row else "result"]
            for col, value in enumerate(row):
                if (at, col) == area[:2]:
                    put(f"={self.host.stored}{name}({','.join(cells)})", look, value)
                else:
                    self.page.write(at, col, value, look)
        self.row += len(rows)
