"""The sheets that rate: Audit (a row per player and round), Ratings, Chart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

from ..event import RESULT_BY_CODE, Kind
from ..explain import number
from ..methods.common import NOT_RATED
from ..report import GameLine, Line
from ..rounding import HALF, ONE, ROUNDINGS, ZERO
from ..ruleset import RuleSet
from ..texts import say
from . import formulas
from .grid import Chart, Mark, Sheet, Value, address
from .plan import Plan
from .table import FIRST_ROW, NOTE_ROW, TITLE_ROW, Builder, Column

SYMBOLS = {ONE: "1", HALF: "½", ZERO: "0"}


def shown_in_crosstable(game: GameLine, with_opponent: bool) -> str:
    """One game as crosstables print it: ``1``, ``½``, ``+``; in a Swiss ``12w1``, ``-½``."""
    kind = RESULT_BY_CODE[game.result].kind
    if kind is Kind.BYE:
        return "-" + SYMBOLS[game.points or ZERO]
    symbol = "" if game.points is None else SYMBOLS[game.points]
    if kind is Kind.FORFEIT:
        symbol = "+" if game.points == ONE else "-"
    if not with_opponent:
        return symbol
    return f"{game.opponent.no if game.opponent else ''}{game.colour}{symbol}"


def add_audit(builder: Builder) -> Callable[[], None]:
    """One row per player and round, as federations publish a calculation."""
    plan, rules = builder.plan, builder.plan.rules
    rounds = plan.rounds

    def no(index: int) -> int:
        return plan.numbers[index // rounds]

    def line(index: int) -> Line | None:
        return plan.line_of.get(no(index))

    def game(index: int) -> GameLine | None:
        return plan.rounds_of.get((no(index), index % rounds + 1))

    def of_game(name: str) -> Callable[[int], Value]:
        def value(index: int) -> Value:
            found = game(index)
            got = getattr(found, name) if found else None
            return "" if got is None else got

        return value

    def counted(name: str) -> Callable[[int], Value]:
        def value(index: int) -> Value:
            found = game(index)
            got = getattr(found, name) if found and found.counted else None
            return "" if got is None else got

        return value

    def person(name: str) -> Callable[[int], Value]:
        def value(index: int) -> Value:
            player = plan.event.by_no.get(no(index))
            got = getattr(player, name) if player else None
            return "" if got is None else got

        return value

    def opponent(name: str) -> Callable[[int], Value]:
        def value(index: int) -> Value:
            found = game(index)
            got = getattr(found.opponent, name) if found and found.opponent else None
            return "" if got is None else got

        return value

    def real(index: int) -> Value:
        found = game(index)
        if not found or not found.counted or found.own_rating is None:
            return ""
        return found.own_rating - (found.opponent_rating or ZERO)

    def row_of(side: str) -> Callable[[int], Value]:
        def value(index: int) -> Value:
            places = [
                i
                for i, entry in enumerate(plan.lines, 1)
                if entry
                and entry.round == index % rounds + 1
                and getattr(entry, side) == no(index)
                and plan.is_real(entry)
            ]
            return places[0] if places else 0

        return value

    def opponent_points(index: int) -> Value:
        found = game(index)
        if not found or not found.opponent or found.points is None:
            return 0
        if found.reason in (NOT_RATED[Kind.FORFEIT], NOT_RATED[Kind.BYE]):
            return 0
        return points[found.opponent.no]

    native, clean = _native(rules)
    points = {standing.no: standing.points for standing in plan.standings}
    is_swiss = not plan.is_round_robin
    # Rows of the Games sheet: by white, else by black.
    found_white = "IFERROR(MATCH([round]*1000+[no],[Games.key_white],0),0)"
    found_black = "IF([as_white]>0,0,IFERROR(MATCH([round]*1000+[no],[Games.key_black],0),0))"
    row = "([as_white]+[as_black])"
    result = f"INDEX([Games.result_row],{row})"
    opponent_no = f"IF([as_white]>0,INDEX([Games.black],{row}),INDEX([Games.white],{row}))"
    lookup = "INDEX([Players.{0}],MATCH([opponent],[Players.no],0))"
    scores = f"IF([as_white]>0,INDEX([Rules.result_white],{result}),INDEX([Rules.result_black],{result}))"
    one_of = f"INDEX([Rules.result_kind],{result})"
    symbol = 'IF([score]="","",IF([score]=1,"1",IF([score]=0,"0","½")))'
    forfeit = 'IF([score]=1,"+","-")'
    side = "[opponent]&[colour]&" if is_swiss else ""
    crosstable = f'IF({row}=0,"",IF([kind]="bye","-"&{symbol},{side}IF([kind]="forfeit",{forfeit},{symbol})))'
    columns = [
        Column("no", no, lambda i: _ratings_ref(builder, "no", i), "int", 6),
        Column("name", person("name"), lambda i: _ratings_ref(builder, "name", i), width=24),
        Column("round", lambda i: i % rounds + 1, style="int", width=7),
        Column("opponent", opponent("no"), f'IF({row}=0,"",IF({opponent_no}="","",{opponent_no}))', "int", 9, heading="opponent_no"),
        Column("opponent_name", opponent("name"), f'IF([opponent]="","",IFERROR({lookup.format("name")}&"",""))', width=24, heading="opponent"),
        Column("colour", of_game("colour"), 'IF([opponent]="","",IF([as_white]>0,"w","b"))', "center", 7),
        Column("result", of_game("result"), f'IF({row}=0,"",INDEX([Games.result],{row})&"")', "center", 12),
        Column("own_rating", person("rating"), lambda i: _ratings_ref(builder, "rating", i), "rating", 9, heading="rating"),
        Column("opponent_rating", opponent("rating"), f'IF([opponent]="","",IFERROR(IF({lookup.format("rating")}="","",{lookup.format("rating")}),""))', "rating", 10),
        Column("difference", counted("difference"), f'IF([real]="","",{native(formulas.counted_difference)})', "points", 11),
        Column("expected", counted("expected"), f'IF([difference]="","",{native(formulas.expected)})', "share", 10),
        Column("score", of_game("points"), f'IF(OR({row}=0,[kind]="postponed"),"",{scores})', "score", 8),
        Column("gain", counted("gain"), f'IF([expected]="","",{clean("[score]-[expected]")})', "gain", 11),
        Column("k", counted("k"), lambda i: f'IF([gain]="","",{_ratings_ref(builder, "k", i)})', "k", 7),
        Column("change", counted("change"), f'IF([gain]="","",{clean("[k]*[gain]")})', "gain", 10),
        Column("note", lambda i: _note(plan, game(i)), _note_formula(builder, row), "note", 36),
        Column("as_white", row_of("white"), found_white, hidden=True),
        Column("as_black", lambda i: 0 if row_of("white")(i) else row_of("black")(i), found_black, hidden=True),
        Column("kind", lambda i: _kind(game(i)), f'IF({row}=0,"",IF({result}=0,"postponed",{one_of}))', hidden=True),
        Column("counted", lambda i: 1 if (g := game(i)) and g.counted else 0, f'IF(AND({row}>0,[note]=""),1,0)', hidden=True),
        Column("real", real, 'IF(OR([counted]=0,[own_rating]=""),"",[own_rating]-[opponent_rating])', hidden=True),
        Column("shown", lambda i: shown_in_crosstable(g, is_swiss) if (g := game(i)) else "", crosstable, hidden=True),
        Column("opponent_points", opponent_points, 'IF(OR([kind]="played",[kind]="unrated"),IFERROR(INDEX([Ratings.points],MATCH([opponent],[Ratings.no],0)),0),0)', hidden=True),
        Column("berger", lambda i: _berger(game(i), opponent_points(i)), 'IF([opponent_points]=0,0,[opponent_points]*[score])', hidden=True),
    ]  # fmt: skip
    made = builder.add(
        "Audit", _computed(columns, AUDIT_ENGINE, rules), len(plan.numbers) * rounds, rounds
    )

    def fill() -> None:
        builder.fill("Audit")
        sheet = made.sheet
        sheet.put(TITLE_ROW, 0, builder.heading("sheet_audit", "title"))
        sheet.put(NOTE_ROW, 0, builder.heading("sheet_audit_note", "note"))
        top, _, bottom, _ = made.area("no")
        last = made.col("note")
        first, above = address(top, 0, "c"), address(top - 1, 0, "c")
        sheet.marks.append(Mark((top, 0, bottom, last), f"={first}<>{above}", "player_edge"))
        note = address(top, last, "c")
        sheet.marks.append(Mark((top, 0, bottom, last), f'={note}<>""', "faint"))

    return fill


#: Columns that hold the engine's values where native formulas cannot compute them.
AUDIT_ENGINE = frozenset(
    ["difference", "expected", "gain", "k", "change", "note", "counted", "real"]
)
RATINGS_ENGINE = frozenset(
    [
        "average",
        "n",
        "score",
        "expected",
        "gain",
        "k",
        "change",
        "rounded",
        "new",
        "performance",
        "note",
        "opponents_sum",
        "k_table",
        "first",
    ]
)


def _native(
    rules: RuleSet,
) -> tuple[Callable[[Callable[[RuleSet], str]], str], Callable[[str], str]]:
    """A formula of the rule set, and a sum without noise; blank where there is none."""
    if not formulas.is_native(rules):
        return (lambda _: '""'), (lambda text: text)
    return (lambda make: make(rules)), (lambda text: formulas.clean(text, rules))


def _computed(columns: list[Column], names: frozenset[str], rules: RuleSet) -> list[Column]:
    """The columns as they are, or with the engine's values instead of formulas."""
    if formulas.is_native(rules):
        return columns
    return [replace(column, formula="") if column.key in names else column for column in columns]


def _ratings_ref(builder: Builder, key: str, index: int) -> str:
    """The cell of the Ratings sheet for the player this round belongs to."""
    table = builder.tables["Ratings"]
    row = FIRST_ROW + index // builder.plan.rounds
    return f"Ratings!{address(row, table.col(key), 'c')}"


def _kind(game: GameLine | None) -> str:
    return RESULT_BY_CODE[game.result].kind.value if game else ""


def _berger(game: GameLine | None, points: Value) -> Value:
    if not game or not isinstance(points, Decimal) or not points:
        return 0
    return points * (game.points or ZERO)


def _note(plan: Plan, game: GameLine | None) -> str:
    return say(plan.language, game.reason) if game and game.reason else ""


def _note_formula(builder: Builder, row: str) -> str:
    rule = builder.plan.rules.difference
    say_ = builder.say
    gap = '""'
    if rule.unrated_gap is not None:
        far = "ABS([own_rating]-[opponent_rating])>=[Rules.unrated_gap]"
        high = "MAX([own_rating],[opponent_rating])>[Rules.unrated_above]"
        gap = f'IF([own_rating]="","",IF(AND({far},{high}),{say_("not_gap")},""))'
    text = f'IF([opponent_rating]="",{say_("not_opponent_unrated")},{gap})'
    for kind, key in NOT_RATED.items():
        text = f'IF([kind]="{kind.value}",{say_(key)},{text})'
    return f'IF({row}=0,"",{text})'


def add_ratings(builder: Builder) -> Callable[[], None]:
    """One row per player: what was counted, K, the change, the new rating."""
    plan, rules = builder.plan, builder.plan.rules

    def line(index: int) -> Line | None:
        return plan.line_of.get(plan.numbers[index])

    def of_line(name: str) -> Callable[[int], Value]:
        def value(index: int) -> Value:
            found = line(index)
            got = getattr(found, name) if found else None
            return "" if got is None else got

        return value

    def person(name: str) -> Callable[[int], Value]:
        def value(index: int) -> Value:
            player = plan.player(index)
            got = getattr(player, name) if player else None
            return "" if got is None else got

        return value

    def played(name: str) -> Callable[[int], Value]:
        return lambda i: of_line(name)(i) if (ln := line(i)) and ln.n else ""

    def rated(name: str) -> Callable[[int], Value]:
        return lambda i: of_line(name)(i) if (ln := line(i)) and ln.k is not None else ""

    def opponents_sum(index: int) -> Value:
        found = line(index)
        games = found.games if found else ()
        return sum((g.opponent_rating or ZERO for g in games if g.counted), ZERO)

    def k_table(index: int) -> Value:
        found = line(index)
        step = (
            next((s for s in found.steps if s.key in ("step_k", "step_k_given")), None)
            if found
            else None
        )
        return step.value if step else ""

    def first(index: int) -> Value:
        """The first rating before its bounds, as the formula of this column has it."""
        found = line(index)
        step = next((s for s in found.steps if s.key == "step_initial"), None) if found else None
        exact = step.words["exact"] if step else None
        if not isinstance(exact, Decimal) or rules.initial is None:
            return ""
        return ROUNDINGS[rules.initial.rounding](exact, 0)

    native, clean = _native(rules)
    performance = ""
    if rules.performance and formulas.is_native(rules):
        share = "([score]/[n])"
        value = f"[average]+{formulas.difference_for(share, rules)}"
        performance = (
            f'IF([n]=0,"",IFERROR({formulas.rounded(value, rules.performance.rounding)},""))'
        )
    average = formulas.rounded(
        "([opponents_sum]/[n])", rules.performance.average_rounding if rules.performance else "none"
    )
    bounded = "[first]"
    if rules.initial and rules.initial.most is not None:
        bounded = f"MIN([Rules.most],{bounded})"
    if rules.initial and rules.initial.least is not None:
        bounded = f'IF([first]<[Rules.least],"",{bounded})'
    is_rated = 'IF([rating]="","",{})'
    columns = [
        Column("no", lambda i: plan.numbers[i], "[Players.no#]", "int", 6),
        Column("name", person("name"), '[Players.name#]&""', width=28),
        Column("rating", person("rating"), 'IF([Players.rating#]="","",[Players.rating#])', "rating", 9),
        Column("average", played("average"), f'IF([n]=0,"",{average})', "rating", 10),
        Column("n", lambda i: ((ln := line(i)) and ln.n) or 0, "SUM([Audit.counted@])", "int", 8),
        Column("score", lambda i: ((ln := line(i)) and ln.score) or 0, "SUMIF([Audit.counted@],1,[Audit.score@])", "score", 8),
        Column("expected", rated("expected"), is_rated.format(clean("SUM([Audit.expected@])")), "share", 10),
        Column("gain", rated("gain"), is_rated.format(clean("SUM([Audit.gain@])")), "gain", 11),
        Column("k", rated("k"), is_rated.format(native(formulas.limited)), "k", 7),
        Column("change", rated("change"), is_rated.format(clean("[k]*[gain]")), "gain", 10),
        Column("rounded", rated("rounded"), is_rated.format(native(formulas.new_rating)), "signed", 10),
        Column("new", of_line("new"), f'IF([rating]="",IF([first]="","",{bounded}),[rating]+[rounded])', "new", 11),
        Column("performance", of_line("performance"), performance, "rating", 12),
        Column("note", lambda i: _line_note(plan, line(i)), _line_note_formula(builder), "note", 40),
        Column("points", lambda i: ((ln := line(i)) and ln.points) or 0, "SUM([Audit.score@])", "score", hidden=True),
        Column("opponents_sum", opponents_sum, "SUMIF([Audit.counted@],1,[Audit.opponent_rating@])", hidden=True),
        Column("k_table", k_table, is_rated.format(native(formulas.coefficient)), hidden=True),
        Column("first", first, f'IF([rating]<>"","",{native(formulas.first_rating)})', hidden=True),
    ]  # fmt: skip
    if plan.engine:
        near = "ABS(N([{0}])-N([engine_{0}]))<0.00000001"
        same = f'IF(AND({near.format("change")},{near.format("new")}),"✓","≠")'
        columns[13:13] = [
            Column("engine_change", rated("change"), style="gain", width=11),
            Column("engine_new", of_line("new"), style="new", width=11),
            Column("agrees", lambda _: "✓", same, "center", 8),
        ]
    made = builder.add("Ratings", _computed(columns, RATINGS_ENGINE, rules), len(plan.numbers))

    def fill() -> None:
        builder.fill("Ratings")
        sheet = made.sheet
        sheet.put(TITLE_ROW, 0, builder.heading("sheet_ratings", "title"))
        note = "sheet_ratings_note" if formulas.is_native(rules) else "sheet_engine_note"
        sheet.put(NOTE_ROW, 0, builder.heading(note, "note"))
        if plan.engine:
            top, col, bottom, _ = made.area("agrees")
            cell = address(top, col)
            sheet.marks.append(Mark((top, col, bottom, col), f'={cell}="≠"', "bad"))

    return fill


#: Steps that stand as a note beside a player, in the order the formula tests them.
NOTES = ("initial_none", "initial_games", "initial_score", "initial_full", "initial_least",
         "initial_most", "step_unlisted", "step_k_limited")  # fmt: skip


def _line_note(plan: Plan, line: Line | None) -> str:
    """What is special about a player's line, in words."""
    if line is None:
        return ""
    for step in line.steps:
        if step.key in NOTES:
            words = {name: number(value) for name, value in step.words.items()}
            return say(plan.language, step.key, value=number(step.value), **words)
    return say(plan.language, "note_first") if line.first else ""


def _line_note_formula(builder: Builder) -> str:
    rules, say_ = builder.plan.rules, builder.say
    rated = '""'
    if rules.published.least is not None:
        words = {"least": "[Rules.published_least]"}
        rated = f'IF([new]<[Rules.published_least],{say_("step_unlisted", words)},"")'
    if rules.coefficient and rules.coefficient.most:
        words = {"k": "[k_table]", "n": "[n]", "most": "[Rules.k_most]", "value": "[k]"}
        rated = f"IF([k]<>[k_table],{say_('step_k_limited', words)},{rated})"
    rule = rules.initial
    if rule is None:
        first = '""'
    else:
        first = say_("note_first")
        if rule.most is not None:
            limit = say_("initial_most", {"most": "[Rules.most]"})
            first = f"IF([first]>[Rules.most],{limit},{first})"
        if rule.least is not None:
            words = {"exact": "[first]", "least": "[Rules.least]"}
            first = f"IF([first]<[Rules.least],{say_('initial_least', words)},{first})"
        full = say_("initial_full", {"score": "[score]", "games": "[n]"})
        first = f'IF([first]="",{full},{first})'
        words = {"score": "[score]", "least_score": "[Rules.least_score]"}
        first = f"IF([score]<[Rules.least_score],{say_('initial_score', words)},{first})"
        words = {"games": "[n]", "least_games": "[Rules.least_games]"}
        first = f"IF([n]<[Rules.least_games],{say_('initial_games', words)},{first})"
        first = f"IF([n]=0,{say_('initial_none')},{first})"
    filled = '[Players.filled#]=""'
    return f'IF({filled},"",IF([rating]="",{first},{rated}))'


def add_chart(builder: Builder) -> Sheet:
    """The rating changes as bars."""
    sheet = Sheet("Chart")
    builder.book.sheets.append(sheet)
    ratings = builder.tables["Ratings"]
    sheet.put(TITLE_ROW, 0, builder.heading("sheet_chart", "title"))
    sheet.put(NOTE_ROW, 0, builder.heading("sheet_chart_note", "note"))
    count = max(1, len(builder.plan.event.players) or ratings.rows)
    last = FIRST_ROW + count - 1

    def area(key: str) -> str:
        col = ratings.col(key)
        return f"=Ratings!{address(FIRST_ROW, col, 'rc')}:{address(last, col, 'rc')}"

    sheet.chart = Chart(
        area("name"), area("rounded"), f"=Chart!{address(TITLE_ROW, 0, 'rc')}", count
    )
    return sheet
