"""Whether the program at hand calculates these sheets: formulas with known answers.

Each line of the block on Check uses what the formulas of all templates use: every function, arrays
calculated element by element, ranges between looked-up cells, other sheets. Every answer is a whole
number or a text, so that all programs write it alike. Programs differ in the length of a letter
beyond U+FFFF, one or two: both are right here.
"""

from __future__ import annotations

from typing import NamedTuple

from ...exchange.addresses import address, span
from .. import texts_columns
from ..builder import Builder
from ..compatibility import advised
from ..file.grid import Cell, ConditionalStyle, Sheet
from ..table import FIRST_ROW
from ..words import quoted

#: The name of the cell that counts the lines with a wrong answer.
WRONG = "check_unfit"
#: The known lists, on the hidden sheet Texts: `fit_n`, `fit_v`, `fit_t`.
_LISTS: dict[str, tuple[float | str, ...]] = {
    "n": (1, 2, 3, 4, 5, 6),
    "v": (10, 40, 20, 0.5, -3, 40),
    "t": ("Ж", "b", " a ", "", "·", "CHN"),
}
_ANSWER, _KNOWN, _IS_RIGHT = 2, 3, 5


#: The number in a text of digits, full-width ones included.
_DIGITS = (
    'SUMPRODUCT(MOD(FIND(MID(RIGHT("00000"&SUBSTITUTE("４2"&CHAR(10),CHAR(10),""),6),fit_n,1),'
    '"0123456789０１２３４５６７８９")-1,10)*10^(6-fit_n))'
)


class Question(NamedTuple):
    """A line of the block: the key of its words, and formulas with their answers.

    In a formula `[v]` are the cells of `fit_v` on their sheet.
    """

    key: str
    asked: tuple[tuple[str, int | str], ...]

    @property
    def answer(self) -> str:
        """All answers of the line in one text."""
        return "/".join(str(answer) for _, answer in self.asked)

    @property
    def formula(self) -> str:
        """The formula that gives all answers of the line in one text."""
        return '&"/"&'.join(f"({formula})" for formula, _ in self.asked)


QUESTIONS = (
    Question("fit_arrays", (
        ("SUMPRODUCT(MAX((fit_v=40)*fit_n))", 6),
        ("SUMPRODUCT(MIN(fit_v+1000*(fit_n>3)))", 10),
        ("SUMPRODUCT(SMALL(fit_n+10*(fit_v<>40),2))", 6),
        ("SUMPRODUCT(LARGE((fit_v>=20)*fit_n,2))", 3),
        ("SUMPRODUCT((fit_v<=20)*1,fit_n)", 13),
        ("SUMPRODUCT((fit_v<0)*(ROWS(fit_n)+1-fit_n))", 2),
        ("SUMPRODUCT(SIGN(fit_v)*INT(fit_v)*MOD(fit_n,2))", 33),
        ("SUMPRODUCT(ISERROR(1/(fit_v>0))*(ROW(fit_v)*10+COLUMN(fit_v)*0))", (FIRST_ROW + 5) * 10),
        ("SUMPRODUCT(([v]>=20)*fit_n)", 11),
        ("SUMPRODUCT(IF(TRIM(INDEX(fit_t,4))=\"\",1,0)*fit_n)", 21),
    )),
    Question("fit_lookups", (
        ("SUMPRODUCT(LOOKUP(ABS(fit_v)+0.5,fit_n,fit_n)*1)", 28),
        ("SUMPRODUCT((SUMIF(fit_n,fit_n,fit_v)=40)/COUNTIFS(fit_v,fit_v,fit_n,\">0\"))", 1),
        ("SUMPRODUCT((COUNTIF(fit_v,fit_n*10)>0)*fit_n)", 7),
        ("SUMPRODUCT(ROUND(NORMSDIST(fit_v/SQRT(400)),3)*1000)", 4436),
    )),
    Question("fit_texts", (
        ("SUMPRODUCT(MAX((LEFT(\"Ж·\",fit_n)=fit_t)*fit_n))", 1),
        ("SUMPRODUCT(ISNUMBER(FIND(MID(\"CHN\",{1,2,3},1),\"ABCH\"))*1)", 2),
        ("SUMPRODUCT(EXACT(TRIM(fit_t),\"a\")*1)", 1),
        ("SUMPRODUCT((LOWER(SUBSTITUTE(fit_t,\" \",\"\"))=\"ж\")*1)", 1),
        ("SUMPRODUCT((LEN(fit_t)>2)*1)", 2),
        (_DIGITS, 42),
        ("SUMPRODUCT((fit_n&\"\"=INDEX(fit_t,4)&\"2\")*1)", 1),
    )),
    Question("fit_between", (
        ("SUM(INDEX(fit_n,2):INDEX(fit_n,4))", 9),
        ("MATCH(40,INDEX(fit_v,3):INDEX(fit_v,6),0)", 4),
        ("COUNTIF(INDEX(fit_v,2):INDEX(fit_v,5),\">0\")", 3),
    )),
    Question("fit_lists", (
        ("COUNT(fit_v)", 6), ("COUNTIF(fit_v,\">=20\")", 3), ("COUNTIF(fit_t,\"CHN\")", 1),
        ("COUNTIFS(fit_v,40,fit_n,\">2\")", 1), ("SUMIF(fit_v,40,fit_n)", 8),
        ("SUMIFS(fit_n,fit_v,\"<=20\",fit_n,\"<>1\")", 12), ("AVERAGE(fit_n)*10", 35),
        ("MAX(fit_v)-MIN(fit_v)", 43), ("LARGE(fit_v,2)", 40), ("SMALL(fit_v,1)", -3),
        ("RANK(20,fit_v)", 3), ("LOOKUP(3.5,fit_n,fit_v)", 20), ("MATCH(\"CHN\",fit_t,0)", 6),
        ("MATCH(\"b\",{\"a\",\"b\"},0)", 2), ("INDEX({5,6,7},2)", 6), ("CHOOSE(2,1,7)", 7),
        ("ROWS(fit_n)", 6), ("INDEX([v],3)", 20), ("COLUMN(fit_n)-COLUMN(fit_v)", -1),
    )),
    Question("fit_letters", (
        ("LOWER(\"Ж\")&UPPER(\"ж\")", "жЖ"), ("LEN(TRIM(\"  a  b \"))", 3),
        ("LEFT(\"abc\",2)&MID(\"abc\",2,1)&RIGHT(\"abc\",1)&REPT(\"-\",3)", "abbc---"),
        ("SUBSTITUTE(\"a.b\",\".\",\"\")&FIND(\"b\",\"abc\")&CHAR(65)", "ab2A"),
        ("SUBSTITUTE(FIXED(2.5,1),\",\",\".\")&TEXT(5,\"0\")", "2.55"),
        ("IF(EXACT(\"a\",\"A\"),1,0)", 0), ("IF(OR(LEN(\"𠮷\")=1,LEN(\"𠮷\")=2),1,0)", 1),
        ("HYPERLINK(\"#A1\",\"x\")&ADDRESS(7,2,4)", "xB7"),
    )),
    Question("fit_numbers", (
        ("ROUND(2.5,0)", 3), ("ROUND(-2.5,0)", -3), ("ROUND(ROUND(1.005,2)*100,0)", 101),
        ("INT(-0.5)", -1), ("MOD(-1,3)", 2), ("ROUNDUP(2.1,0)", 3), ("ABS(-2)+SIGN(-2)", 1),
        ("SQRT(9)+2^10", 1027), ("EXP(0)+LN(1)+LOG10(1000)", 4), ("INT(PI()*1000)", 3141),
        ("ROUND(NORMSDIST(0.5)*10^6,0)", 691462), ("ROUND(NORMSINV(0.75)*10^6,0)", 674490),
        ("DATE(2026,2,28)+0", 46081), ("YEAR(46081+1)&MONTH(46081+1)&DAY(46081+1)", "202631"),
    )),
    Question("fit_tests", (
        ("IF(AND(NOT(FALSE),OR(FALSE,1<2,3<>3),2<=2,3>=2,3>2),1,0)", 1),
        ("IF(AND(ISNUMBER(2),ISTEXT(\"2\"),ISERROR(1/0),ISNA(NA())),1,0)", 1),
        ("IFERROR(1/0,7)", 7), ("N(\"x\")", 0), ("IF(INDEX(fit_t,4)=\"\",1,0)", 1),
    )),
)  # fmt: skip


def place(builder: Builder) -> None:
    """Put the known lists on the hidden sheet Texts, and name them."""
    for col, (key, values) in enumerate(_LISTS.items(), texts_columns.FITNESS):
        builder.put_list(f"fit_{key}", col, values)


def light() -> tuple[str, dict[str, str]]:
    """The key of the light's text for a wrong answer, and its words."""
    return "status_unfit", {"programs": quoted(advised())}


def add(builder: Builder, sheet: Sheet, top: int) -> None:
    """Put the block below the list of Check: heading, lines, and how many are wrong."""
    place(builder)
    sheet.put(top, 0, builder.heading("fit_title", "section"))
    last = top + len(QUESTIONS)
    right = span(top + 1, _IS_RIGHT, last)
    sheet.put(top, _ANSWER, Cell(0, f"={len(QUESTIONS)}-SUM({right})", "helper"))
    builder.book.names[WRONG] = builder.at("Check", address(top, _ANSWER, "rc"))
    builder.book.names["check_fit"] = builder.at("Check", right)
    for row, one in enumerate(QUESTIONS, top + 1):
        _line(builder, sheet, row, one)
    sheet.hidden_columns |= {_ANSWER, _KNOWN, _IS_RIGHT}
    first = address(top + 1, _IS_RIGHT, "c")
    sheet.marks.append(ConditionalStyle((top + 1, 0, last, 1), f"={first}=0", "bad"))


def _line(builder: Builder, sheet: Sheet, row: int, one: Question) -> None:
    answer, known, is_right = (address(row, col, "c") for col in (_ANSWER, _KNOWN, _IS_RIGHT))
    formula = one.formula.replace("[v]", builder.book.names["fit_v"])
    sheet.put(row, _ANSWER, Cell(one.answer, f"={formula}", "helper"))
    sheet.put(row, _KNOWN, Cell(one.answer, style="helper"))
    test = f"=IF(ISERROR({answer}),0,IF({answer}={known},1,0))"
    sheet.put(row, _IS_RIGHT, Cell(1, test, "helper"))
    sheet.put(row, 0, Cell("✓", f'=IF({is_right}=1,"✓","≠")', "center"))
    words = builder.heading(one.key, "note")
    told = (
        f'{words.formula}&IF({is_right}=1,"",": "&IF(ISERROR({answer}),"?",{answer})&" ≠ "&{known})'
    )
    sheet.put(row, 1, Cell(words.value, told, "note"))
