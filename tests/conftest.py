"""Fixtures shared by all tests."""

from __future__ import annotations

import gc
import io
import logging
import os
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import order
import pytest
from desk import PYTHON, lacking_uno, make_profile
from hypothesis import settings
from live_office import Live
from needs import EVERY, need
from office import Office, missing
from once import once
from pyodide_lite import installed
from user_office import UserOffice, lacking
from workbooks import FOLDER, SCRIPT, STANDING

from xlrating.cli.demo import MISTAKES, files
from xlrating.hosts.libreoffice import extension as calc

# For type checkers alone.
collect_ignore = ["typing"]

# What a command says is compared in English, whatever system the tests run on.
os.environ["LC_ALL"] = "C.UTF-8"

# A busy machine fails no test.
settings.register_profile("unhurried", settings(), deadline=None)
settings.load_profile("unhurried")


def pytest_sessionstart() -> None:
    """What is collected lasts until the end: nobody need look again and again whether it does."""
    gc.disable()


def pytest_collection_finish() -> None:
    """What tests leave is looked for, among their own alone, and seldom: that takes its time, too."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)
    gc.enable()


def pytest_configure(config: pytest.Config) -> None:
    """A run of everything takes a sample, another each day, which its workers learn from here."""
    if config.args_source is pytest.Config.ArgsSource.TESTPATHS and not EVERY:
        os.environ.setdefault("XLRATING_SAMPLE", str(date.today().toordinal()))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests marked `every` are asked for: an ordinary run has none, and skips none.

    A run of everything has every second of those marked `in_turn`, and a sample of those marked
    `sampled`; it skips none of them either.
    """
    if not EVERY:
        asked = [item for item in items if not item.get_closest_marker("every")]
        if number := os.environ.get("XLRATING_SAMPLE"):
            asked = order.in_turn(asked, _function, _takes_turns, int(number))
            asked = order.sampled(asked, _function, _share, int(number))
        kept = {*asked}
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = asked
    workers = getattr(config, "workerinput", {"workercount": 1})["workercount"]
    items[:] = order.dealt(items, _kind, lambda item: item.path, workers)


def _function(item: pytest.Item) -> tuple[Path, str]:
    return item.path, item.nodeid.partition("[")[0]


def _share(item: pytest.Item) -> int:
    marker = item.get_closest_marker("sampled")
    return marker.args[0] if marker else 1


def _takes_turns(item: pytest.Item) -> bool:
    return item.get_closest_marker("in_turn") is not None


def _kind(item: pytest.Item) -> int:
    return order.kind(item.nodeid, getattr(item, "fixturenames", ()))


class _Failing(logging.Handler):
    """Ends the test with the fault that a spreadsheet would show as an error in a cell."""

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1]:
            raise record.exc_info[1]


@pytest.fixture(autouse=True, scope="session")
def faults() -> Iterator[logging.Handler]:
    """No fault of the program passes for the error of a cell in any test."""
    handler = _Failing()
    logging.getLogger("xlrating").addHandler(handler)
    yield handler
    logging.getLogger("xlrating").removeHandler(handler)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The small federation of `xlrating demo`, without its mistakes: commands run in it."""
    for name, data in files().items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    for name, mistake, right in MISTAKES:
        text = (tmp_path / name).read_text("utf-8")
        (tmp_path / name).write_text(text.replace(mistake, right), "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="session")
def ready_made(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A workbook of `STANDING` or `EXAMPLES` by its name; what is not shipped is built once a run."""

    def made(name: str) -> Path:
        if (FOLDER / name).exists():
            return FOLDER / name
        own = Path(name).name

        def make(folder: Path) -> None:
            (folder / own).write_bytes(SCRIPT.made(STANDING[name]))

        return once(tmp_path_factory, f"ready-made-{name.replace('/', '-')}", make) / own

    return made


@pytest.fixture(scope="session")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    """LibreOffice as the judge of workbooks; without it a skip, and a failure where CI is set."""
    need(missing() or lacking_uno())
    made = Office(tmp_path_factory.mktemp("office"))
    yield made
    made.close()


@pytest.fixture(scope="session")
def over_uno(office: Office) -> Callable[..., str]:
    """Calculate a workbook over UNO and store it as another: what `over_uno.py` prints."""
    return _over_uno(office)


@pytest.fixture(scope="session")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """LibreOffice as it is installed, to type into."""
    need(missing() or lacking_uno())
    made = Live(tmp_path_factory.mktemp("live") / "profile")
    yield made
    made.close()


@pytest.fixture(scope="session")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """LibreOffice in Russia, where the question whether cells are to be overwritten is answered
    with yes.

    Without a window nobody asks, and the program takes that for a no. With a decimal comma 0.2 in
    the text of a criterion is no number.
    """
    need(missing() or lacking_uno())
    profile = tmp_path_factory.mktemp("hands") / "profile"
    make_profile(profile, _ANSWER, _RUSSIA)
    program = Live(profile)
    yield program
    program.close()


_RUSSIA = ("/org.openoffice.Setup/L10N", "ooSetupSystemLocale", "ru-RU")
_ANSWER = ("/org.openoffice.Office.Calc/Input", "ReplaceCellsWarning", "false")


def _over_uno(office: Office) -> Callable[..., str]:
    need(lacking_uno())
    # In its folder: the user whose LibreOffice it is may not be allowed into others.
    folder = office.profile.parent
    script = str(shutil.copy(Path(__file__).with_name("over_uno.py"), folder))

    def run(source: Path, target: Path, *settings: str) -> str:
        given, made = folder / "given.xlsx", folder / "made.xlsx"
        shutil.copyfile(source, given)
        profile = office.profile.as_uri()
        command = [PYTHON, script, office._program, profile, str(given), str(made)]
        said = office._run(["env", *settings, *command])
        shutil.copyfile(made, target)
        return said

    return run


@pytest.fixture(scope="session")
def calculator(office: Office) -> Iterator[UserOffice]:
    """A LibreOffice that has the add-in, in a folder that an ordinary user may enter."""
    need(lacking())
    with tempfile.TemporaryDirectory(prefix="xlrating-calc-") as folder:
        Path(folder).chmod(0o755)
        made = UserOffice(folder)
        made.install(calc.extension())
        yield made
        made.close()


@pytest.fixture(scope="session")
def calculator_over_uno(calculator: UserOffice) -> Callable[..., str]:
    """The same as `over_uno` with the add-in."""
    return _over_uno(calculator)


@pytest.fixture(scope="session")
def echo_over_uno(office: Office) -> Iterator[Callable[..., str]]:
    """The same with an add-in whose functions do nothing: they hand their first argument back."""
    need(lacking())
    with tempfile.TemporaryDirectory(prefix="xlrating-echo-") as folder:
        Path(folder).chmod(0o755)
        made = UserOffice(folder)
        made.install(_echoing(calc.extension()))
        yield _over_uno(made)


def _echoing(extension: bytes) -> bytes:
    buffer = io.BytesIO()
    echo = b"\n\ndef method(name):\n    return lambda *arguments: arguments[0]\n"
    with zipfile.ZipFile(io.BytesIO(extension)) as old, zipfile.ZipFile(buffer, "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name) + (echo if name == calc.COMPONENT else b""))
    return buffer.getvalue()


@pytest.fixture(scope="session")
def pyodide() -> Path:
    """Pyodide for Node."""
    return installed()
