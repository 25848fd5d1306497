"""The functions that users call: arguments as in the registry, ranges in, ranges out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...functions import all_functions
from ...functions.cells import OPEN_END
from ...functions.headed import TEXTS
from ...functions.registry import WorksheetFunction
from ...workbook.formulas.slots import with_parameters
from .arguments import optional, parameter, reader
from .arguments import read as arguments_of
from .term import of_rules

#: Functions that need the engine but whose numbers can be calculated: next to the sentence,
#: the new rating and the change.
WITH_NUMBERS = ("EXPLAIN_RATING",)


_RATE = (
    "XLR.RATE([rating],[opponents],[scores],[colours],[final_rounds],"
    "HSTACK([k],[games],[age],[peak],[index],[sex],{exact}),line)"
)
#: The formula of each function for single values; of those without `each`, the whole formula.
_CORES = {
    "WE_TABLE": "XLR.SHARE([difference],line)",
    "DP_TABLE": "IF(OR([share]<0,[share]>1),SQRT(-1),XLR.POINTS(ROUND([share],14),line))",
    "EXPECTED_SCORE": "IF(XLR.RATED([rating],[opponent],line),"
    "XLR.PAIRING([rating],[rating]-[opponent],[colour],line),NA())",
    "WIN_DRAW_LOSS": """LET(
        whites,TOCOL(XLR.KNOWN([white],line)),blacks,TOCOL(XLR.KNOWN([black],line)),
        IF(ROWS(whites)<>ROWS(blacks),#VALUE!,MAKEARRAY(ROWS(whites),3,LAMBDA(i,j,LET(
        a,INDEX(whites,i,1),b,INDEX(blacks,i,1),
        IF(OR(a="",b=""),"",INDEX(XLR.OUTCOMES(a-b,line),1,j)))))))""",
    "CALIBRATE": """IF(OR([games]<=0,[white_wins]<=0,[black_wins]<=0,
        [white_wins]+[black_wins]>[games],[white_wins]=[games],[black_wins]=[games],
        AND([games]<>1,OR([white_wins]<>INT([white_wins]),[black_wins]<>INT([black_wins])))),
        SQRT(-1),XLR.CALIBRATION([white_wins]/[games],[black_wins]/[games],line))""",
    "K_FACTOR": "XLR.FACTOR([rating],[games],[age],[peak],[opponent],[score],[final_rounds],"
    "[index],line)",
    "NEW_RATING": _RATE.format(exact="FALSE"),
    "RATING_CHANGE": _RATE.format(exact="TRUE"),
    # The sentences need the engine; the resulting numbers are shown next to that message.
    "EXPLAIN_RATING": "HSTACK({needed},"
    f"{_RATE.format(exact='FALSE')},{_RATE.format(exact='TRUE')})",
    "PERF_RATING": "XLR.PERFORMED([opponents],[scores],[rating],line)",
    "INITIAL_RATING": "XLR.BEGUN([opponents],[scores],line)",
    "EVENT_AVERAGE": """LET(
        known,TOCOL(XLR.KNOWN([ratings],line)),
        points,TOCOL(IF([scores]="","",[scores])),
        IF(ROWS(known)<>ROWS(points),#VALUE!,LET(
        used,MAP(known,points,LAMBDA(a,b,IF(a&b="",0,IF(b="",#VALUE!,1)))),
        IF(ISERROR(SUM(used)),SUM(used),IF(SUM(used)<2,SQRT(-1),LET(
            own,FILTER(known,used=1),scored,FILTER(points,used=1)+0,most,SUM(used)-1,
            IF(OR(MIN(scored)<0,MAX(scored)>most),SQRT(-1),XLR.AVERAGE(own,scored,line))))))))""",
    "POOLED_RATING": """LET(
        counts,TOCOL(XLR.WHOLE([games])),
        known,TOCOL([ratings]),
        IF(ROWS(known)<>ROWS(counts),#VALUE!,XLR.POOLED(MAP(known,counts,LAMBDA(a,b,
        IF(OR(b="",b=0),"",XLR.KNOWN(a,line)))),counts,line)))""",
    "START_RATING": "XLR.START(XLR.PLAIN([title],{blanks}),[sex],line)",
    "BONUS": "IF([place]<1,SQRT(-1),IF([place]<>INT([place]),SQRT(-1),"
    "XLR.BONUS([place],[rating],[k],line)))",
    "ABSENCE_PENALTY": "XLR.ABSENCE([rating],line)",
    "LADDER_POINTS": "IF([points]<>INT([points]),SQRT(-1),"
    "XLR.LADDER([points]+0,XLR.POSSIBLE([score],1),[moves],line))",
    "RATING_FLOOR": "XLR.FLOOR([peak],[games],line)",
    "RATING_CLASS": "XLR.CLASS([rating],[language],line)",
    "CONVERT_RATING": """LET(other,XLR.ROW([to],"elo"),
        found,XLR.TO([rating],INDEX({rule_ids},other),line),
        IF(ISNUMBER(found),found,XLR.OF([rating],{rule_id},other)))""",
    "RULE_SETS": "{rule_sets}",
    "GLICKO_RATING": """LET(
        met,TOCOL(XLR.MET([opponents],line)),
        spreads,TOCOL(IF([rds]="","",[rds])),
        got,TOCOL(IF([scores]="","",[scores])),
        IF(OR(ROWS(met)<>ROWS(spreads),ROWS(met)<>ROWS(got)),#VALUE!,LET(
        all,MAP(met,spreads,got,LAMBDA(a,b,s,IF(OR(a="",b="",s=""),"",
            XLR.HELD(a,line)+0*XLR.POSITIVE(b)+0*XLR.POSSIBLE(s,1)))),
        IF(ISERROR([volatility]),[volatility],
        XLR.PERIOD([rating],[rd],all,spreads,got,[volatility],line)))))""",
    "GLICKO_EXPECTED": "XLR.PREDICTED([rating],[rd],[opponent],[opponent_rd],line)",
    "RATING_DEVIATION": "IF([periods]<0,SQRT(-1),XLR.AGED([rd],[periods]+0,[volatility],line))",
    "RATING_INTERVAL": "XLR.INTERVAL([rating],[rd],line)",
}

#: Functions without formula: whole events from tables of any layout, sentences in any language.
NEED_THE_ENGINE = tuple(
    name for name in all_functions() if name not in _CORES or name in WITH_NUMBERS
)

#: The term that says whether a function supports a rule set; other functions always do.
TERM_OF = {
    "WE_TABLE": "SHARE", "DP_TABLE": "POINTS", "EXPECTED_SCORE": "PAIRING",
    "WIN_DRAW_LOSS": "OUTCOMES", "CALIBRATE": "CALIBRATION", "K_FACTOR": "K", "NEW_RATING": "NEW",
    "RATING_CHANGE": "NEW", "PERF_RATING": "PERFORMANCE", "INITIAL_RATING": "FIRST",
    "EVENT_AVERAGE": "AVERAGE", "POOLED_RATING": "POOLED", "START_RATING": "START",
    "BONUS": "BONUS", "ABSENCE_PENALTY": "ABSENCE", "LADDER_POINTS": "LADDER",
    "RATING_FLOOR": "FLOOR", "RATING_CLASS": "CLASS", "GLICKO_RATING": "PERIOD",
    "GLICKO_EXPECTED": "PREDICTED", "RATING_DEVIATION": "AGED", "RATING_INTERVAL": "INTERVAL",
}  # fmt: skip

#: The prefix for the part of a function that handles ranges, whole columns and headings.
EACH = "XLR.EACH."

#: The functions with their arguments.
ARGUMENTS: Mapping[str, tuple[str, ...]] = {
    name: tuple(parameter.name for parameter in function.parameters)
    for name, function in all_functions().items()
    if name not in NEED_THE_ENGINE
}


def definitions(name: str, needed: str = "") -> dict[str, str]:
    """The LAMBDA of a function as typed, and the helper that it calls for ranges."""
    function = all_functions()[name]
    core = _CORES[name].replace("{needed}", needed)
    called = {parameter(p.name): p.optional for p in function.parameters}
    arguments = [f"[{a}]" if may_lack else a for a, may_lack in called.items()]
    found = {name: f"LAMBDA({','.join([*arguments, body(name, core=core)])})"}
    if ranges := of_ranges(name, core):
        found[EACH + name] = f"LAMBDA({','.join([*ranges[0], ranges[1]])})"
    return found


def body(name: str, line: str = "", core: str = "") -> str:
    """The body of a function: for single values directly, for ranges through a helper name.

    Programs parse the whole text of a formula they calculate, so a single call's should be short.
    With a `line`, that of the only rules there are, all arguments are required, and there is none
    for the rules. A `core` replaces the function's formula for single values.
    """
    function, core = all_functions()[name], core or _CORES[name]
    may_lack = set() if line else optional(function)
    given = {a: f"o_{a}" if a in may_lack else parameter(a) for a in arguments_of(function)}
    steps = [f"line,{line or _line(function)}"] if len(given) < len(function.parameters) else []
    steps += [
        f'{given[a]},IF(ISOMITTED({parameter(a)}),"",{parameter(a)})'
        for a in given
        if a in may_lack
    ]
    one = _of_values(function, core, given)
    ranges = f"{EACH}{name}({','.join([*given.values(), 'line'])})"
    if tests := _are_ranges(function, given):
        one = f"IF({tests},{ranges},{one})"
    return f"LET({','.join([*steps, one])})" if steps else one


def of_ranges(name: str, core: str = "", cuts: bool = True) -> tuple[tuple[str, ...], str] | None:
    """The parameters, and a formula for each cell of the ranges; blank if one is missing.

    None for a function without range arguments. `cuts` removes blank rows at the end of columns.
    """
    function, core = all_functions()[name], core or _CORES[name]
    read = arguments_of(function)
    taken = [a for a in read if a in function.each + function.rows]
    if not taken:
        return None
    found = {a: parameter(a) for a in read}
    steps = [f"last,{_most([f'XLR.LAST({found[a]})' for a in taken])}"] if cuts else []
    headed = _headed(function, taken)
    steps += headed
    for a in taken:
        if cuts:
            found[a] = f"XLR.PART({found[a]},last,{'headed' if headed else 'FALSE'})"
        elif headed:
            found[a] = f"XLR.BELOW({found[a]},headed)"
    inner = with_parameters(core, read, of_rules)
    if function.each:
        size = f"high,{_size(function, read, 'ROWS')},wide,{_size(function, read, 'COLUMNS')}"
        inner = f"LET({size},IF(high*wide=1,{inner},{_many(function, core, read)}))"
    steps += [f"{read[a]},{reader(function, a).replace('?', text)}" for a, text in found.items()]
    return (*map(parameter, read), "line"), f"LET({','.join([*steps, inner])})"


def _of_values(function: WorksheetFunction, core: str, given: Mapping[str, str]) -> str:
    """The formula for single values, and for games that are neither whole columns nor headed."""
    places, steps, left_out = arguments_of(function), list[str](), optional(function)
    for a, place in places.items():
        text = reader(function, a).replace("?", given[a])
        # Omitted arguments are not read: programs parse the whole text of what they calculate.
        text = f'IF({given[a]}="","",{text})' if a in left_out else text
        if a in function.rows:
            places[a] = given[a]
        elif core.count(f"[{a}]") == 1:
            places[a] = text
        else:
            steps.append(f"{place},{text}")
    found = with_parameters(core, places, of_rules)
    return f"LET({','.join([*steps, found])})" if steps else found


def _are_ranges(function: WorksheetFunction, given: Mapping[str, str]) -> str:
    """The condition for ranges rather than single values and plain games; '' if impossible."""
    rows = [given[a] for a in function.rows]
    # A long column may have trailing blanks, and one that begins with a text may have a heading.
    tests = [f"{_most([f'ROWS({a})' for a in rows])}>{OPEN_END}"] if rows else []
    tests += [f"ISTEXT(INDEX({given[a]},1,1))" for a in function.rows if a not in TEXTS]
    if function.each:
        sizes = "*".join(_size(function, given, kind) for kind in ("ROWS", "COLUMNS"))
        tests = [f"{sizes}>1", *tests]
    return f"OR({','.join(tests)})" if len(tests) > 1 else "".join(tests)


def _size(function: WorksheetFunction, places: Mapping[str, str], kind: str) -> str:
    return _most([f"{kind}({places[a]})" for a in function.each])


def _most(values: Sequence[str]) -> str:
    return f"MAX({','.join(values)})" if len(values) > 1 else values[0]


def _headed(function: WorksheetFunction, taken: Sequence[str]) -> list[str]:
    """The steps that decide whether the ranges have headings, as in `functions.headed`."""

    def sum_of(kind: Sequence[str]) -> str:
        return "+".join(
            f"XLR.HEADED({parameter(a)})" for a in kind if a in taken and a not in TEXTS
        )

    each, rows = sum_of(function.each), sum_of(function.rows)
    if each and rows:
        return [f"by_each,{each}", f"headed,IF(by_each<>0,by_each,{rows})>0"]
    return [f"headed,{each or rows}>0"] if each or rows else []


def _line(function: WorksheetFunction) -> str:
    """The line of the rules, an optional argument."""
    default = {p.name: p.default for p in function.parameters}["ruleset"]
    return f'XLR.ROW(IF(ISOMITTED(ruleset),"",ruleset),"{default}")'


def _blank(function: WorksheetFunction, places: Mapping[str, str], read: Mapping[str, str]) -> str:
    """The condition that the first range, or a required value, is blank."""
    left_out = optional(function)
    text = "FALSE"
    for a in reversed(function.each):
        single = f"ROWS({read[a]})*COLUMNS({read[a]})=1"
        is_blank = f'{places[a]}=""' if a in left_out else "FALSE"
        text = f"IF({single},{text},{is_blank})"
    needed = [f'{places[a]}=""' for a in function.each if a not in left_out]
    tests = [*needed, text] if left_out.intersection(function.each) else needed
    return f"OR({','.join(tests)})" if len(tests) > 1 else tests[0]


def _many(function: WorksheetFunction, core: str, read: Mapping[str, str]) -> str:
    """A value for each cell, or a row for each player of a function that returns one."""
    form = "XLR.AT({},i)" if function.row else "a_{}"
    places = {a: form.format(read[a] if function.row else a) for a in function.each}
    lines = {a: f"XLR.LINE({read[a]},i,high)" for a in function.rows}
    one = with_parameters(core, {**read, **places, **lines}, of_rules)
    blank = _blank(function, places, read)
    if function.row:
        has_three = function.name == "GLICKO_RATING"
        width = "IF(ISNUMBER({rd_volatility}),3,2)" if has_three else function.row
        each = f'LAMBDA(i,j,IF({blank},"",INDEX({one},1,j)))'
        return f"IF(wide>1,#VALUE!,MAKEARRAY(high,{width},{each}))"
    arrays = [f"XLR.SPAN({read[a]},high,wide)" for a in function.each]
    names = list(places.values())
    if function.rows:
        arrays, names = [*arrays, "SEQUENCE(high)"], [*names, "i"]
    return f'MAP({",".join(arrays)},LAMBDA({",".join(names)},IF({blank},"",{one})))'
