"""What the documents say is what the program does."""

from __future__ import annotations

import ast
import doctest
import re
import shlex
from pathlib import Path

import pytest

from xlrating.cli import main
from xlrating.cli import rules_page as describe
from xlrating.engine.errors import RuleSetError
from xlrating.engine.languages import LANGUAGES
from xlrating.engine.rules.rulefile import FOLDER, contents, find
from xlrating.engine.rules.ruleset import available, load
from xlrating.engine.rules.sections import Ladder, Section
from xlrating.engine.texts import keys, wording
from xlrating.functions import all_functions, help

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
#: What a room of the package says of itself to those who use it.
ROOMS = {
    name: (ROOT / "xlrating" / name / "README.md").read_text("utf-8")
    for name in ("cli", "functions", "bulk", "rulesets", "federation")
}


def test_guide_lists_every_rule_set() -> None:
    """The table of rule sets in their guide is the one the program prints."""
    assert generated("rules", "rulesets") == describe.readme_table()


def test_guide_lists_every_function() -> None:
    """The table of functions in their guide is made from the registry and its help."""
    assert generated("functions", "functions") == help.readme_table()


def test_the_first_page_is_short() -> None:
    """Promise: what the README says is read in a few minutes; details stand in the rooms."""
    assert len(README.splitlines()) <= 120


def generated(name: str, room: str) -> str:
    """What stands in the guide of a room between the marks of that name."""
    found = re.search(rf"<!-- {name}: .*? -->\n(.*)\n<!-- end of {name} -->", ROOMS[room], re.S)
    assert found, name
    return found[1]


def test_terms_of_the_field_lead_to_their_modules() -> None:
    """Promise: who knows the terms of the field finds a module by the map in CONTRIBUTING, or by
    searching for the term, which stands in what the module says of itself.
    """
    text = (ROOT / ".github" / "CONTRIBUTING.md").read_text("utf-8")
    rows = re.search(r"\| term \| module \|\n\| --- \| --- \|\n((?:\|.*\n)+)", text)
    assert rows
    for row in rows[1].splitlines():
        terms, modules = row.strip("| ").split(" | ")
        sources = [ROOT / "xlrating" / name for name in re.findall("`(.+?)`", modules)]
        said = "".join(
            ast.get_docstring(ast.parse(one.read_text("utf-8"))) or "" for one in sources
        )
        for term in re.split("[,;] ", terms):
            word = max(term.split(), key=len).removesuffix("s")
            assert word.lower() in said.lower(), (word, modules)


def test_the_way_of_an_event_is_as_written() -> None:
    """Promise: each step from a file to a published page is the function that CONTRIBUTING names."""
    text = (ROOT / ".github" / "CONTRIBUTING.md").read_text("utf-8")
    steps = re.findall(r"`([\w/]+\.py):(\w+)`", text.partition("## An event, from")[2])
    assert len(steps) > 10
    for path, name in steps:
        tree = ast.parse((ROOT / "xlrating" / path).read_text("utf-8"))
        named = {getattr(node, "name", "") for node in tree.body}
        assert name in named, (path, name)


@pytest.mark.parametrize(
    "guide",
    ["README.md", ".ci/api.md", "xlrating/bulk/README.md", "xlrating/annotation/README.md"],
)
def test_examples_of_the_guides_run(guide: str) -> None:
    """The Python examples of the guides give what stands there."""
    result = doctest.testfile(str(ROOT / guide), module_relative=False)
    assert (result.failed, result.attempted > 1) == (0, True)


GUIDES = sorted(
    path
    for path in ROOT.rglob("*.md")
    if not {".venv", "build", "dist"} & {*path.relative_to(ROOT).parts}
)


@pytest.mark.parametrize("path", GUIDES, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_a_guide_leads_to_is_there(path: Path) -> None:
    """Every file that a guide links to, or names with its folder, is in the repository."""
    # What lines of a shell name, they make, or `xlrating demo` does: see `test_readmes`.
    text = re.sub(r"^```sh$.*?^```$", "", path.read_text("utf-8"), flags=re.M | re.S)
    named = re.findall(r"\]\(([^)#\s]+)", text) + re.findall(r"[`\s]([\w-]+/[\w/-]+\.xlsx)", text)
    gone = [one for one in named if "://" not in one and not (path.parent / one).exists()]
    assert gone == []


def test_readme_command_lines_are_understood(capsys: pytest.CaptureFixture[str]) -> None:
    """Every xlrating command of the guides exists, with the options shown."""
    texts = [path.read_text("utf-8") for path in GUIDES]
    guides = "\n".join(re.findall(r"^```sh$.*?^```$", "\n".join(texts), re.M | re.S))
    commands = re.findall(
        r"^xlrating (\w+)( (?:next|verify|rebuild|diff|publish))?(.*)$", guides, re.M
    )
    expected = {
        "new", "rate", "read", "check", "convert", "explain", "federation", "rules", "call", "addin",
        "study", "demo", "simulate",
    }  # fmt: skip
    assert {name for name, _, _ in commands} == expected
    assert {part.strip() for _, part, _ in commands} == {
        "",
        "next",
        "verify",
        "rebuild",
        "diff",
        "publish",
    }
    for name, part, rest in commands:
        if name == "call":  # the function's own help; what its example prints is tested below
            assert main([name, rest.split()[0], "--help"]) == 0
            assert capsys.readouterr().out.startswith(f"{rest.split()[0]}(")
            continue
        with pytest.raises(SystemExit) as stop:
            main([name, *part.split(), "--help"])
        assert stop.value.code == 0
        text = capsys.readouterr().out
        for option in re.findall(r" (--?\w+)", re.split(r"[#|]", rest)[0]):
            assert option in text, (name, part, option)


def test_call_example_of_the_readme(capsys: pytest.CaptureFixture[str]) -> None:
    """The call shown in the README prints the number shown beside it."""
    line = next(line for line in README.splitlines() if line.startswith("xlrating call"))
    words, expected = line.split("#")
    assert main(shlex.split(words)[1:]) == 0
    assert capsys.readouterr().out.strip() == expected.strip()


def test_every_language_fills_in_the_same_words() -> None:
    """All languages fill in the same words: {dd} is a {day}, too."""
    for key in keys():
        words = {
            code: sorted(set(re.findall(r"\{(\w+)(?::[^}]*)?\}", text.replace("{dd}", "{day}"))))
            for code, text in wording(key).items()
        }
        assert words["zh"] == words["en"] == words["ru"], key


def test_every_function_is_documented() -> None:
    """Each worksheet function has sense and a running example."""
    for name, function in all_functions().items():
        assert function.__doc__, name
        assert ">>>" in function.__doc__, name


@pytest.mark.parametrize("name", available())
def test_every_section_has_clause_and_words(name: str) -> None:
    """Every section of a rule file names its clause and says its rule in three languages."""
    rules = load(name)
    for key in vars(rules):
        section = getattr(rules, key)
        if isinstance(section, Section) and section != type(rules)._defaults.get(key):
            assert section.clause, f"{name}: {key} has no clause"
            assert set(section.summary) >= set(LANGUAGES), f"{name}: {key} lacks a language"
    for key, option in rules.options.items():
        assert option.clause or option.reading, f"{name}: option {key}"


@pytest.mark.parametrize("name", available())
@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_page(name: str, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`xlrating rules ID` reads as a page in every language."""
    assert main(["rules", name, "--language", language]) == 0
    assert len(capsys.readouterr().out.splitlines()) >= 6


def readings(raw: object, where: str) -> list[tuple[str, object]]:
    """Every reading of a rule file with its place, those of amendments and tables included."""
    if isinstance(raw, dict):
        own = [(f"{where}.reading", raw["reading"])] if "reading" in raw else []
        return own + [
            one for key, value in raw.items() for one in readings(value, f"{where}.{key}")
        ]
    rows = enumerate(raw, 1) if isinstance(raw, list) else ()
    return [one for i, value in rows for one in readings(value, f"{where}[{i}]")]


@pytest.mark.parametrize("name", available())
def test_every_reading_is_in_three_languages(name: str) -> None:
    """What is decided where a text is silent can be read by whom it concerns."""
    letters = {"en": "[a-z]", "zh": "[\u4e00-\u9fff]", "ru": "[а-я]"}
    found = readings(contents(find(name)), name)
    assert found
    for where, reading in found:
        if reading == "":  # an amendment that takes the reading of the edition before away
            continue
        assert isinstance(reading, dict), f"{where} is in one language: {reading}"
        for language, letter in letters.items():
            assert re.search(letter, reading.get(language, "")), f"{where} lacks {language}"


def _said_once(text: str) -> str:
    """The same rule file with another reading everywhere, in one language."""
    english = re.sub(
        r'^reading\.en = (?:"""[^"]*"""|.*)$', 'reading = "Said once."', text, flags=re.M
    )
    return re.sub(r'^reading\.(?:zh|ru) = (?:"""[^"]*"""|.*)\n', "", english, flags=re.M)


def test_a_reading_in_one_language(tmp_path: Path) -> None:
    """A rule file of one's own may say its readings in English only; the page shows them so."""
    path = tmp_path / "own.toml"
    text = Path(find("rank-ladder")).read_text("utf-8")
    path.write_text(_said_once(text), "utf-8")
    assert load(str(path)).need(Ladder).reading == dict.fromkeys(LANGUAGES, "Said once.")
    assert "Said once." in describe.page(str(path), "ru")


NEW_FEDERATION = """
id = "island"
names = { en = "Island federation", zh = "岛屿棋协", ru = "Островная федерация" }
source = "Rating rules of the Island federation, 2026"
game = "chess"
method = "sum over games"
[expectancy]
model = "logistic"
clause = "1"
summary = { en = "Logistic, 400 points", zh = "逻辑斯蒂，400分", ru = "Логистическая, 400" }
[coefficient]
clause = "2"
summary = { en = "K 32 or 16", zh = "K为32或16", ru = "K 32 или 16" }
rows = [ { k = 32, when = { rating = "<1800" } }, { k = 16 } ]
[change]
of = "rating"
rounding = "half up"
clause = "3"
"""


def test_a_new_federation_is_one_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One TOML file, named by its path, gives functions, rating, explanation, rules page."""
    path = tmp_path / "island.toml"
    path.write_text(NEW_FEDERATION, "utf-8")
    games = tmp_path / "games.csv"
    games.write_text("round,white,white_rating,result,black,black_rating\n1,A,1700,1-0,B,1900\n")
    assert main(["call", "NEW_RATING", "1700", "1900", "1", str(path)]) == 0
    assert main(["rate", str(games), "--rules", str(path), "-o", str(tmp_path / "o.xlsx")]) == 0
    assert main(["explain", str(games), "A", "--rules", str(path)]) == 0
    assert main(["rules", str(path)]) == 0
    assert main(["check", str(tmp_path / "o.xlsx")]) == 0
    out = capsys.readouterr().out
    assert out.startswith("1724\n")
    assert "Island federation" in out


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("rows =", "row ="), "coefficient.row is not known here; did you mean rows?"),
        (("k = 32", 'k = "many"'), "coefficient.rows[1].k is 'many'; a number from -1000 to 1000"),
        (
            ('model = "logistic"', 'model = "magic"'),
            "expectancy.model is 'magic'; one of table, logistic",
        ),
        (('source = "', 'sauce = "'), "sauce is not known here; did you mean source?"),
        (("[change]", "[change"), "the file is not valid TOML"),
        (
            ('method = "sum over games"', 'method = "guess"'),
            "method is 'guess'; one of none, sum over games",
        ),
    ],
)
def test_a_wrong_file_names_file_and_key(
    tmp_path: Path, change: tuple[str, str], message: str
) -> None:
    """A mistake in a rule file is named with file and key."""
    path = tmp_path / "island.toml"
    path.write_text(NEW_FEDERATION.replace(*change), "utf-8")
    with pytest.raises(RuleSetError) as caught:
        from xlrating.functions import NEW_RATING

        NEW_RATING(1700, [1900], [1], str(path))
    assert message in str(caught.value)
    assert "island.toml" in str(caught.value)


def test_rule_files_are_found_by_listing_the_folder() -> None:
    """Discovery is the folder: no list of rule sets stands anywhere else."""
    assert set(available()) == {path.stem for path in FOLDER.glob("*.toml")}
