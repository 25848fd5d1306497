"""One list of commands, run by CPython and by the Python that the page holds: `run` says all that came out."""

from __future__ import annotations

import hashlib
import io
import os
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

RULES = (
    "fide",
    "elo",
    "elo-normal",
    "cxa-rapid",
    "china-pro",
    "malaysia",
    "ingo",
    "nevzorov",
    "dwz",
)
OTHERS = ("glicko", "glicko2", "uscf", "rank-ladder", "ecf-grading", "chessmetrics", "thompson")
LANGUAGES = ("en", "zh", "ru")
EXAMPLES = ("us-championship-2025", "tec-swiss-2023", "china-pro", "cxa-rapid", "malaysia")
EVENTS = {
    "chess-results-april/crosstable.xlsx": "fide:list=rapid",
    "swiss-52-players/event.trf": "fide",
    "swiss-60-generated-cr-lines/event.trf": "fide",
    "swiss-online/event.trf": "fide",
    "tec-swiss-2023/crosstable.csv": "fide",
}


def commands(root: str) -> Iterator[list[str]]:
    """The words of each command; files of the repository are below `root`, those made are here."""
    events, books = f"{root}/tests/events", f"{root}/workbook_templates/examples"
    us = f"{events}/us-championship-2025"
    yield ["rules"]
    for n, one in enumerate((*RULES, *OTHERS)):
        yield ["rules", one, "--language", LANGUAGES[n % 3]]
    yield ["rules", "fide@2009-07-01"]
    for n, one in enumerate(RULES):
        words = ["--rules", one, "--language", LANGUAGES[n % 3]]
        yield ["new", "round-robin", *words, "--players", "8", "-o", f"rr-{one}.xlsx"]
        swiss = ["--players", "20", "--rounds", "5", "-o", f"sw-{one}.xlsx"]
        yield ["new", "swiss", *words, *swiss]
    for one in EXAMPLES:
        file = f"{books}/{one}.xlsx"
        yield ["rate", file, "-o", f"{one}.xlsx"]
        yield ["check", file]
        yield ["check", f"{one}.xlsx"]
        yield ["rate", file, "--json"]
        yield ["rate", file, "--csv"]
        yield ["read", file]
        yield ["explain", file, "1", "--language", "ru"]
        yield ["convert", file, "-o", f"{one}-games.csv"]
        yield ["convert", file, "-o", f"{one}-fit.xlsx", "--fit"]
        yield ["convert", file, "-o", f"{one}.trf"]
    yield [
        "new",
        "swiss",
        "--rules",
        "fide",
        "--from",
        "us-championship-2025.xlsx",
        "-o",
        "on.xlsx",
    ]
    for name, rules in EVENTS.items():
        stem = name.replace("/", "-")
        yield ["rate", f"{events}/{name}", "--rules", rules, "-o", f"{stem}.xlsx"]
        yield ["check", f"{events}/{name}", "--rules", rules]
        yield ["convert", f"{events}/{name}", "-o", f"{stem}-out.trf"]
    players = ["--players", f"{us}/players.csv", "--rules", "fide"]
    yield ["rate", f"{us}/games.csv", *players, "-o", "csv.xlsx", "--language", "zh"]
    for host in ("libreoffice", "lambda", "lite"):
        example = f"{books}/us-championship-2025.xlsx"
        yield ["rate", example, "--functions", host, "-o", f"functions-{host}.xlsx"]
    for host, ending in (("libreoffice", "oxt"), ("lambda", "xlsx"), ("lite", "xlsx")):
        yield ["addin", host, "-o", f"addin-{host}.{ending}"]
    made = [f"{us}/players.csv", us, "--rules", "fide", "--day", "2025-11-01"]
    yield ["federation", *made, "-o", "next.xlsx"]
    yield ["federation", *made, "-o", "next.csv", "--json"]
    yield ["federation", f"{us}/players.csv", us, "--rules", "fide", "--explain", "2020009"]
    for kind in ("xlsx", "csv"):
        yield ["federation", "verify", f"next.{kind}", "--from", f"{us}/players.csv", us]
        yield ["check", f"next.{kind}"]
    yield ["explain", "next.xlsx", "2020009", "--language", "zh"]
    yield ["federation", "diff", f"{us}/players.csv", "next.csv"]
    rebuilt = ["--rules", "fide", "--day", "2025-11-01", "-o", "chain"]
    yield ["federation", "rebuild", f"{us}/players.csv", us, *rebuilt]
    site = ["-o", "site", "--no-pdf", "--title", "Club & Co", "--language", "zh"]
    yield ["federation", "publish", "next.xlsx", *site]
    yield ["new", "swiss", "--rules", "fide", "--library", "next.xlsx", "-o", "library.xlsx"]
    yield ["demo", "small"]
    yield ["call", "NEW_RATING", "2813", "1787,2025,2310", "1,1,0.5", "fide"]
    yield ["call", "EXPLAIN_RATING", "1613", "1609,1477", "0,0.5", "elo", "language=ru"]
    yield ["call", "NOPE"]
    yield ["--version"]
    yield ["rate", "--rules"]
    for broken in ("README.md", "nothing.xlsx", "tests", "pyproject.toml"):
        yield ["rate", f"{root}/{broken}"]


def run(command: Callable[[Sequence[str]], int], root: str, folder: str) -> list[Any]:
    """Of each command its words, exit code, output, messages and the members of all files by then."""
    os.chdir(folder)
    found, seen = [], dict[str, str]()
    for words in commands(root):
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            try:
                code = command(words)
            except SystemExit as ended:
                code = int(ended.code or 0)
        made = {}
        for path in sorted(Path(folder).rglob("*")):
            if path.is_file() and str(path) not in seen:
                seen[str(path)] = ""
                made[str(path.relative_to(folder))] = _members(path.read_bytes())
        texts = [one.getvalue().replace(root, "ROOT") for one in (out, err)]
        found.append([[one.replace(root, "ROOT") for one in words], code, *texts, made])
    return found


def _members(data: bytes) -> dict[str, str]:
    if data[:2] != b"PK":
        return {"": hashlib.sha256(data).hexdigest()}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: hashlib.sha256(archive.read(name)).hexdigest() for name in archive.namelist()}
