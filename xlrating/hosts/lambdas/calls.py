"""The functions for the user: their arguments as the registry has them, ranges in, ranges out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...engine.languages import LANGUAGES
from ...functions import all_functions
from ...functions.headed import TEXTS
from ...functions.registry import WorksheetFunction
from ...workbook.formulas.slots import with_parameters
from ...workbook.formulas.typed import is_one_of

#: Of the functions that need the engine those that have the numbers at least: beside the sentence
#: the new rating and the change.
WITH_NUMBERS = ("EXPLAIN_RATING",)


def _language(cell: str) -> str:
    """The code of a language that there is."""
    return f"IF({is_one_of(cell, LANGUAGES)},LOWER(TRIM({cell})),#VALUE!)"


#: How an argument is read; `?` is the argument.
_REQUIRED = {
    "rating": "XLR.RATING(?,row)",
    "opponent": "XLR.RATING(?,row)",
    "peak": "XLR.RATING(?,row)",
    "title": "XLR.NEEDED(?)",
    "place": "XLR.NEEDED(?)",
    "games": "XLR.WHOLE(XLR.GIVEN(?))",
    "rd": "XLR.POSITIVE(XLR.GIVEN(?))",
    "opponent_rd": "XLR.POSITIVE(XLR.GIVEN(?))",
    **dict.fromkeys(
        ("difference", "share", "points", "score", "periods", "white_wins", "black_wins"),
        "XLR.FACT(XLR.GIVEN(?))",
    ),
}
_OPTIONAL = {
    "games": "XLR.WHOLE(?)",
    "age": "XLR.WHOLE(XLR.SOME(?))",
    "peak": "XLR.KNOWN(?,row)",
    "opponent": "XLR.KNOWN(?,row)",
    "rating": "XLR.KNOWN(?,row)",
    "score": "XLR.FACT(?)",
    "final_rounds": "XLR.WHOLE(?)",
    "index": "XLR.WHOLE(?)",
    "moves": "XLR.WHOLE(?)",
    "k": "XLR.FIXED(?)",
    "sex": "XLR.SEX(?)",
    "colour": "XLR.SIDE(?)",
    "volatility": "XLR.POSITIVE(XLR.SOME(?))",
    "language": f'IF(?="","",{_language("?")})',
    "to": "?",
}
#: Where a function reads an argument in a way of its own.
_READ_HERE = {
    ("BONUS", "k"): "XLR.SOME(?)",
    ("RATING_CLASS", "rating"): "XLR.NUMBER(?,row)",
    ("CONVERT_RATING", "rating"): "XLR.NUMBER(?,row)",
}

_RATE = (
    "XLR.RATE([rating],[opponents],[scores],[colours],[k],[games],[age],[peak],[final_rounds],"
    "[sex],[index],{exact},row)"
)
#: What each function is for single values; of those without `each` it is the whole.
_CORES = {
    "WE_TABLE": "XLR.SHARE([difference],row)",
    "DP_TABLE": "IF(OR([share]<0,[share]>1),SQRT(-1),XLR.POINTS(ROUND([share],14),row))",
    "EXPECTED_SCORE": "IF(XLR.RATED([rating],[opponent],row),"
    "XLR.PAIRING([rating],[rating]-[opponent],[colour],row),NA())",
    "WIN_DRAW_LOSS": """LET(
        first,TOCOL(XLR.KNOWN([white],row)),second,TOCOL(XLR.KNOWN([black],row)),
        IF(ROWS(first)<>ROWS(second),#VALUE!,MAKEARRAY(ROWS(first),3,LAMBDA(i,j,LET(
        a,INDEX(first,i,1),b,INDEX(second,i,1),
        IF(OR(a="",b=""),"",INDEX(XLR.OUTCOMES(a-b,row),1,j)))))))""",
    "CALIBRATE": """IF(OR([games]<=0,[white_wins]<=0,[black_wins]<=0,
        [white_wins]+[black_wins]>[games],[white_wins]=[games],[black_wins]=[games],
        AND([games]<>1,OR([white_wins]<>INT([white_wins]),[black_wins]<>INT([black_wins])))),
        SQRT(-1),XLR.CALIBRATION([white_wins]/[games],[black_wins]/[games],row))""",
    "K_FACTOR": "XLR.FACTOR([rating],[games],[age],[peak],[opponent],[score],[final_rounds],"
    "[index],row)",
    "NEW_RATING": _RATE.format(exact="FALSE"),
    "RATING_CHANGE": _RATE.format(exact="TRUE"),
    # The sentences need the engine; the numbers that they lead to stand beside.
    "EXPLAIN_RATING": "HSTACK({needed},"
    f"{_RATE.format(exact='FALSE')},{_RATE.format(exact='TRUE')})",
    "PERF_RATING": "XLR.PERFORMED([opponents],[scores],[rating],row)",
    "INITIAL_RATING": "XLR.BEGUN([opponents],[scores],row)",
    "EVENT_AVERAGE": """LET(
        known,TOCOL(XLR.KNOWN([ratings],row)),
        points,TOCOL(IF([scores]="","",[scores])),
        IF(ROWS(known)<>ROWS(points),#VALUE!,LET(
        used,MAP(known,points,LAMBDA(a,b,IF(a&b="",0,IF(b="",#VALUE!,1)))),
        IF(ISERROR(SUM(used)),SUM(used),IF(SUM(used)<2,SQRT(-1),LET(
            own,FILTER(known,used=1),scored,FILTER(points,used=1)+0,most,SUM(used)-1,
            IF(OR(MIN(scored)<0,MAX(scored)>most),SQRT(-1),XLR.AVERAGE(own,scored,row))))))))""",
    "POOLED_RATING": """LET(
        counts,TOCOL(XLR.WHOLE([games])),
        known,TOCOL([ratings]),
        IF(ROWS(known)<>ROWS(counts),#VALUE!,XLR.POOLED(MAP(known,counts,LAMBDA(a,b,
        IF(OR(b="",b=0),"",XLR.KNOWN(a,row)))),counts,row)))""",
    "START_RATING": "XLR.START(XLR.PLAIN([title],{blanks}),[sex],row)",
    "BONUS": "IF([place]<1,SQRT(-1),IF([place]<>INT([place]),SQRT(-1),"
    "XLR.BONUS([place],[rating],[k],row)))",
    "ABSENCE_PENALTY": "XLR.ABSENCE([rating],row)",
    "LADDER_POINTS": "IF([points]<>INT([points]),SQRT(-1),"
    "XLR.LADDER([points]+0,XLR.POSSIBLE([score],1),[moves],row))",
    "RATING_FLOOR": "XLR.FLOOR([peak],[games],row)",
    "RATING_CLASS": "XLR.CLASS([rating],[language],row)",
    "CONVERT_RATING": """LET(other,XLR.ROW([to],"elo"),
        found,XLR.TO([rating],INDEX({rule_ids},other),row),
        IF(ISNUMBER(found),found,XLR.OF([rating],{rule_id},other)))""",
    "RULE_SETS": "{rule_sets}",
    "GLICKO_RATING": """LET(
        met,TOCOL(XLR.MET([opponents],row)),
        spreads,TOCOL(IF([rds]="","",[rds])),
        got,TOCOL(IF([scores]="","",[scores])),
        IF(OR(ROWS(met)<>ROWS(spreads),ROWS(met)<>ROWS(got)),#VALUE!,LET(
        all,MAP(met,spreads,got,LAMBDA(a,b,s,IF(OR(a="",b="",s=""),"",
            XLR.HELD(a,row)+0*XLR.POSITIVE(b)+0*XLR.POSSIBLE(s,1)))),
        IF(ISERROR([volatility]),[volatility],
        XLR.PERIOD([rating],[rd],all,spreads,got,[volatility],row)))))""",
    "GLICKO_EXPECTED": "XLR.PREDICTED([rating],[rd],[opponent],[opponent_rd],row)",
    "RATING_DEVIATION": "IF([periods]<0,SQRT(-1),XLR.AGED([rd],[periods]+0,[volatility],row))",
    "RATING_INTERVAL": "XLR.INTERVAL([rating],[rd],row)",
}

#: What has no formula: a whole event from tables of any layout, sentences in three languages.
NEED_THE_ENGINE = tuple(
    name for name in all_functions() if name not in _CORES or name in WITH_NUMBERS
)

#: The term that says whether a function has something for rules; the others always have.
TERM_OF = {
    "WE_TABLE": "SHARE", "DP_TABLE": "POINTS", "EXPECTED_SCORE": "PAIRING",
    "WIN_DRAW_LOSS": "OUTCOMES", "CALIBRATE": "CALIBRATION", "K_FACTOR": "K", "NEW_RATING": "NEW",
    "RATING_CHANGE": "NEW", "PERF_RATING": "PERFORMANCE", "INITIAL_RATING": "FIRST",
    "EVENT_AVERAGE": "AVERAGE", "POOLED_RATING": "POOLED", "START_RATING": "START",
    "BONUS": "BONUS", "ABSENCE_PENALTY": "ABSENCE", "LADDER_POINTS": "LADDER",
    "RATING_FLOOR": "FLOOR", "RATING_CLASS": "CLASS", "GLICKO_RATING": "PERIOD",
    "GLICKO_EXPECTED": "PREDICTED", "RATING_DEVIATION": "AGED", "RATING_INTERVAL": "INTERVAL",
}  # fmt: skip

#: Before the name of a function: the part of it that is for ranges.
EACH = "XLR.EACH."

#: The functions with their arguments.
ARGUMENTS: Mapping[str, tuple[str, ...]] = {
    name: tuple(parameter.name for parameter in function.parameters)
    for name, function in all_functions().items()
    if name not in NEED_THE_ENGINE
}


def definitions(name: str) -> dict[str, str]:
    """The LAMBDA of a function, as one types it, and what it calls for ranges."""
    function = all_functions()[name]
    arguments = ",".join(f"[{p.name}]" if p.optional else p.name for p in function.parameters)
    inner = body(name)
    found = {name: f"LAMBDA({arguments},{inner})" if arguments else f"LAMBDA({inner})"}
    if function.each and name in ARGUMENTS:
        parameters, text = of_ranges(name)
        found[EACH + name] = f"LAMBDA({','.join(parameters)},{text})"
    return found


def body(name: str, row: str = "", core: str = "") -> str:
    """What a function is of its arguments.

    With a `row`, that of the only rules there are, no argument may be left out, and there is none
    for the rules. A `core` stands in place of the function's own for single values.
    """
    function = all_functions()[name]
    read = _read(function)
    taken = [a for a in read if a in function.each + function.rows]
    has_rules = len(read) < len(function.parameters)
    steps = [f"row,{row or _row(function)}"] if has_rules else []
    if taken and not row:
        ends = [_if_given(function, a, f"XLR.LAST({a})", "1") for a in taken]
        steps.append(f"last,{f'MAX({chr(44).join(ends)})' if len(ends) > 1 else ends[0]}")
    headed = _headed(function, taken, row)
    steps += headed
    for argument, place in read.items():
        text = argument
        if argument in taken and not row:
            text = f"XLR.PART({text},last,{'headed' if headed else 'FALSE'})"
        elif headed and argument in taken:
            text = f"XLR.BELOW({text},headed)"
        text = _reader(function, argument).replace("?", text)
        if not row:
            text = _if_given(function, argument, text, '""')
        steps.append(f"{place},{text}")
    found = _of_rules(core or _CORES[name], read)
    if function.each:
        # Whatever serves ranges has a name of its own: a program reads all of a text it calculates.
        sizes = ",".join(f"ROWS({read[a]})*COLUMNS({read[a]})" for a in function.each)
        is_single = f"{f'MAX({sizes})' if ',' in sizes else sizes}=1"
        found = f"IF({is_single},{found},{EACH}{name}({','.join(_given(read))}))"
    return f"LET({','.join([*steps, found])})" if steps else found


def of_ranges(name: str, core: str = "") -> tuple[tuple[str, ...], str]:
    """The parameters, and a value for each cell of the ranges; blank where one is missing."""
    function, core = all_functions()[name], core or _CORES[name]
    read = _read(function)
    kinds = (",".join(f"{kind}({read[a]})" for a in function.each) for kind in ("ROWS", "COLUMNS"))
    high, wide = (f"MAX({sizes})" if "," in sizes else sizes for sizes in kinds)
    inner = _rows_of(function, core, read) if function.row else _cells_of(function, core, read)
    return _given(read), f"LET(high,{high},wide,{wide},{inner})"


def _read(function: WorksheetFunction) -> dict[str, str]:
    """The arguments besides the rules, and what they are called once they are read."""
    return {p.name: f"v_{p.name}" for p in function.parameters if p.name != "ruleset"}


def _given(read: Mapping[str, str]) -> tuple[str, ...]:
    return (*read.values(), "row")


def _of_rules(core: str, places: Mapping[str, str]) -> str:
    return with_parameters(core, places, lambda key: f"{{{key}}}")


def _headed(function: WorksheetFunction, taken: Sequence[str], row: str) -> list[str]:
    """The steps that say whether the ranges have headings, as `functions.headed` has it."""

    def sum_of(kind: Sequence[str]) -> str:
        names = [a for a in kind if a in taken and a not in TEXTS]
        asked = {a: f"XLR.HEADED({a})" for a in names}
        given = (t if row else _if_given(function, a, t, "0") for a, t in asked.items())
        return "+".join(given)

    each, rows = sum_of(function.each), sum_of(function.rows)
    if each and rows:
        return [f"by_each,{each}", f"headed,IF(by_each<>0,by_each,{rows})>0"]
    return [f"headed,{each or rows}>0"] if each or rows else []


def _row(function: WorksheetFunction) -> str:
    """The row of the rules, which may be left out."""
    default = {p.name: p.default for p in function.parameters}["ruleset"]
    return f'XLR.ROW(IF(ISOMITTED(ruleset),"",ruleset),"{default}")'


def _if_given(function: WorksheetFunction, argument: str, text: str, otherwise: str) -> str:
    optional = {p.name for p in function.parameters if p.optional}
    return f"IF(ISOMITTED({argument}),{otherwise},{text})" if argument in optional else text


def _reader(function: WorksheetFunction, argument: str) -> str:
    if argument in function.rows:
        return "XLR.BLANK(?)"
    optional = {p.name for p in function.parameters if p.optional}
    table = _OPTIONAL if argument in optional else _REQUIRED
    return _READ_HERE.get((function.name, argument)) or table[argument]


def _blank(function: WorksheetFunction, places: Mapping[str, str], read: Mapping[str, str]) -> str:
    """Whether the first of the ranges, or what must be given, is blank."""
    optional = {p.name for p in function.parameters if p.optional}
    text = "FALSE"
    for a in reversed(function.each):
        single = f"ROWS({read[a]})*COLUMNS({read[a]})=1"
        is_blank = f'{places[a]}=""' if a in optional else "FALSE"
        text = f"IF({single},{text},{is_blank})"
    needed = [f'{places[a]}=""' for a in function.each if a not in optional]
    tests = [*needed, text] if optional.intersection(function.each) else needed
    return f"OR({','.join(tests)})" if len(tests) > 1 else tests[0]


def _cells_of(function: WorksheetFunction, core: str, read: Mapping[str, str]) -> str:
    places = {a: f"a_{a}" for a in function.each}
    lines = {a: f"XLR.LINE({read[a]},i,high)" for a in function.rows}
    one = _of_rules(core, {**read, **places, **lines})
    arrays = [f"XLR.SPAN({read[a]},high,wide)" for a in function.each]
    names = list(places.values())
    if function.rows:
        arrays, names = [*arrays, "SEQUENCE(high)"], [*names, "i"]
    each = f'IF({_blank(function, places, read)},"",{one})'
    return f"MAP({','.join(arrays)},LAMBDA({','.join(names)},{each}))"


def _rows_of(function: WorksheetFunction, core: str, read: Mapping[str, str]) -> str:
    """The same of a function that gives a row for each player."""
    places = {a: f"XLR.AT({read[a]},i)" for a in function.each}
    lines = {a: f"XLR.LINE({read[a]},i,high)" for a in function.rows}
    one = _of_rules(core, {**read, **places, **lines})
    width = str(function.row)
    if function.name == "GLICKO_RATING":
        width = "IF(ISNUMBER({rd_volatility}),3,2)"
    each = f'IF({_blank(function, places, read)},"",INDEX({one},1,j))'
    return f"IF(wide>1,#VALUE!,MAKEARRAY(high,{width},LAMBDA(i,j,{each})))"
