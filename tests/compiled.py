"""Compiles the tests as pytest does, on all cores: `python tests/compiled.py`.

In a fresh clone each worker would do it for itself, all at the same time.
"""

from __future__ import annotations

import compileall
import re
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from _pytest.assertion import rewrite

ROOT = Path(__file__).parents[1]


def main() -> None:
    """Compile the package, what tests import, and the tests with what their asserts tell."""
    tests = [*ROOT.joinpath("tests").rglob("test_*.py")]
    with ProcessPoolExecutor() as pool:
        done = pool.map(_compiled, tests, chunksize=8)
        for folder in ("xlrating", "tests"):
            compileall.compile_dir(ROOT / folder, quiet=1, rx=re.compile("/test_"))
        assert len([*done]) == len(tests)


def _compiled(path: Path) -> None:
    folder = rewrite.get_cache_dir(path)
    folder.mkdir(exist_ok=True)
    cached = folder / (path.stem + rewrite.PYC_TAIL)
    if rewrite._read_pyc(path, cached) is None:
        found, code = rewrite._rewrite_test(path, None)  # type: ignore[arg-type]
        rewrite._write_pyc(None, code, found, cached)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
