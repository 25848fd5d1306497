"""Complete files or none: text is read at once, and results replace a file at once."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from stat import S_ISDIR
from tempfile import TemporaryDirectory
from typing import TextIO, Union

from ..engine.errors import ArgumentError, FileError
from ..engine.problem import make_error
from ..stops import unstopped
from .drafts import Draft, sweep
from .encodings import text_of
from .web_archive import page_of

AnyPath = Union[str, os.PathLike[str]]

#: The extensions of files with sheets, and of tables as text.
SHEETS = (".xlsx", ".xlsm", ".ods", ".xls", ".xlsb")
#: The beginnings of workbooks: a zip file, or an old Excel file.
BOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
CSV = (".csv", ".tsv")
PAGES = (".html", ".htm", ".mhtml", ".mht")

#: A list of games is never this large; such a file was chosen by mistake.
TEXT_LIMIT = 50 * 1024 * 1024
#: A rating list may be larger: the world's has some hundred bytes for each of a million people.
LIST_LIMIT = 4 * TEXT_LIMIT


#: The system's error codes for a missing file; a loop of links leads to none.
_MISSING = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)

#: The file name that means standard input.
STANDARD_INPUT = "-"


@lru_cache(maxsize=1)
def _all_of(stream: TextIO | None) -> bytes:
    """All bytes of standard input, which can be read only once; b"" if it is closed."""
    return stream.buffer.read(LIST_LIMIT + 1) if stream is not None else b""


def existing(path: AnyPath) -> Path:
    """The path of an existing file to be read.

    Raises `FileError` if it is missing, a folder, or empty.
    """
    found = Path(path)
    if str(found) == STANDARD_INPUT:
        if not _all_of(sys.stdin):
            raise make_error(FileError, "file_empty", found.name)
        return found
    try:
        status = found.stat()
    except ValueError:  # no name of a file
        raise make_error(FileError, "file_missing", str(found)) from None
    except OSError as error:
        if error.errno in _MISSING:
            raise make_error(FileError, "file_missing", str(found)) from None
        raise unreadable(found, error) from None
    if S_ISDIR(status.st_mode):
        raise make_error(FileError, "file_folder", str(found))
    if status.st_size == 0:
        raise make_error(FileError, "file_empty", found.name)
    return found


def is_book(path: AnyPath) -> bool:
    """Whether an existing file is a workbook, by its name or its first bytes."""
    return Path(path).suffix.lower() in SHEETS or head_of(path, 4) in BOOKS


def head_of(path: AnyPath, size: int) -> bytes:
    """The first bytes of a file, which show what it is.

    Raises `FileError` if it cannot be read.
    """
    found = existing(path)
    if str(found) == STANDARD_INPUT:
        return _all_of(sys.stdin)[:size]
    try:
        with found.open("rb") as file:
            return file.read(size)
    except OSError as error:
        raise unreadable(found, error) from None


def read_bytes(path: AnyPath, limit: int = TEXT_LIMIT) -> bytes:
    """All bytes of a file.

    Raises `FileError` if it cannot be read or has more than `limit` bytes.
    """
    found = existing(path)
    try:
        if str(found) == STANDARD_INPUT:
            data = _all_of(sys.stdin)
        else:
            with found.open("rb") as file:
                # No more than its size: that much memory is allocated before reading.
                data = file.read(min(limit, os.fstat(file.fileno()).st_size) + 1)
    except OSError as error:
        raise unreadable(found, error) from None
    if len(data) > limit:
        raise make_error(FileError, "file_large", found.name, most=limit // 2**20)
    return data


def read_text(path: AnyPath, limit: int = TEXT_LIMIT) -> str:
    """The text of a file in UTF-8 or an encoding of Windows, with the errors of `decoded`."""
    return decoded(path, limit=limit)[0]


def decoded(
    path: AnyPath,
    is_known: Callable[[str], bool] = lambda text: False,
    limit: int = TEXT_LIMIT,
    own: str = "",
) -> tuple[str, str]:
    """The text of a file in UTF-8 (with or without mark) or an encoding of Windows, and which.

    `own` is the other encoding of a format that prescribes one.

    GB 18030 and Windows-1251, which Chinese and Russian programs write, are accepted if
    `is_known` recognises the text; encodings of Windows also if the names are possible in only
    one of them (`code_pages`). Line ends are kept: `lines_of` accepts all of them. Raises
    `FileError` if the file is missing, empty, larger than `limit` or not text, and if its
    letters may be those of two encodings.
    """
    return text_of(page_of(read_bytes(path, limit)), Path(path).name, is_known, own)


@contextmanager
def in_utf8(path: Path, is_known: Callable[[str], bool]) -> Iterator[Path]:
    """A copy of a text file in UTF-8, for parsers that read nothing else; see `decoded`."""
    text, _ = decoded(path, is_known)
    with TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        copy.write_bytes(text.encode())
        yield copy


def lines_of(text: str) -> list[str]:
    """The lines of a text with their ends, CR, LF or CRLF; no other character ends a line.

    >>> lines_of("a\\rb\\r\\nc\\x0bd")
    ['a\\r', 'b\\r\\n', 'c\\x0bd']
    """
    return list(io.StringIO(text, newline=""))


def write_whole(path: AnyPath, data: bytes, *, force: bool = False) -> None:
    """Write all of `data` to `path`, or leave everything unchanged.

    `force` allows an existing file to be replaced. Raises `FileError` if the file
    exists without `force`, if its folder is missing, or if writing fails.
    """
    write_together({path: data}, force=force)


def write_together(files: Mapping[AnyPath, bytes], *, force: bool = False) -> None:
    """Write files that belong together: completely, and none before all of them are ready.

    They are renamed in order. Raises `FileError` like `write_whole`.
    """
    found = {writable(path, force=force): data for path, data in files.items()}
    drafts: list[Draft] = []
    new: list[Path] = []
    target = next(iter(found), Path())
    for folder in dict.fromkeys(path.parent for path in found):
        sweep(folder)
    try:
        for target, data in found.items():
            drafts.append(Draft(target))
            drafts[-1].write(data)
        with unstopped():
            for draft in drafts:
                target = draft.target
                draft.put(replacing=force)
                new += [] if force else [target]
    except OSError as error:
        for path in new:
            path.unlink()
        if isinstance(error, FileExistsError):
            raise _exists(target) from None
        if is_kept(error):
            raise make_error(FileError, "file_kept", str(target)) from None
        why = error.strerror or error
        raise make_error(FileError, "file_not_written", str(target), why=why) from None
    finally:
        for draft in drafts:
            draft.close()


def writable(path: AnyPath, *, force: bool = False) -> Path:
    """The file that would be written, if nothing prevents it.

    Raises `FileError` like `write_whole`.
    """
    # For a link, the target is replaced rather than the link.
    target = Path(os.path.realpath(path))
    expect_target(path, force=force)
    if target.is_dir():
        raise make_error(FileError, "file_name", str(target))
    if not target.parent.is_dir():
        raise make_error(FileError, "file_make_folder", target.name, folder=target.parent)
    if target.exists() and not target.is_file():
        raise make_error(FileError, "file_device", str(target))
    # A dangling link also counts as existing.
    if os.path.lexists(target) and not force:
        raise _exists(target)
    return target


def expect_target(path: AnyPath, *, force: bool = False) -> None:
    """Reject a dangling link, which does not say that the file may be created.

    Raises `FileError` unless `force` is set.
    """
    target = os.path.realpath(path)
    if Path(path).is_symlink() and not os.path.lexists(target) and not force:
        raise make_error(FileError, "file_link_nowhere", str(path), target=target)


def real_file(path: AnyPath) -> Path:
    """The file that a name refers to: for a link, its target."""
    return Path(os.path.realpath(path) if Path(path).is_symlink() else path)


def _exists(target: Path) -> FileError:
    return make_error(FileError, "file_exists", str(target))


def expect_ending(output: str, *endings: str) -> None:
    """Raise `ArgumentError` unless a file name ends with one of `endings`.

    Upper and lower case are the same.
    """
    if not output.lower().endswith(endings):
        raise make_error(ArgumentError, "opt_ending", output, endings=" / ".join(endings))


#: Windows' error codes for a file locked by another program, such as Excel.
_KEPT = (32, 33)


def is_kept(error: OSError) -> bool:
    """Whether another program has locked the file."""
    return getattr(error, "winerror", None) in _KEPT


def unreadable(path: AnyPath, error: OSError) -> FileError:
    """The error saying why a file cannot be read."""
    if is_kept(error):
        return make_error(FileError, "file_kept", str(path))
    return make_error(FileError, "file_not_read", str(path), why=error.strerror or error)
