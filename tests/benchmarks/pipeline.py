"""The next list of a federation by hand: what its files say, without a ledger and without reasons.

Read both files, take their fingerprints, find the players, see that nobody plays twice in a round,
rate (FIDE B02 of 1 October 2025, all players rated), sort by rating, write, fingerprint, sync.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
from pyarrow import compute

from .by_hand import fide, rows_of_integers


def next_list(listed: Path, played: Path, target: Path) -> tuple[str, ...]:
    """Write the list after these games; the fingerprints of all three files."""
    read = pa.csv.read_csv if listed.suffix == ".csv" else pa.parquet.read_table
    people, games = read(listed), read(played)
    sides = [rows_of_integers(_array(games[side]), _array(people["id"])) for side in SIDES]
    if min(int(rows.min()) for rows in sides) < 0:
        raise ValueError("somebody is not on the list")
    event, round_ = games["event"].combine_chunks().dictionary_encode(), _array(games["round"])
    slot = event.indices.to_numpy().astype(np.int64) * (int(round_.max()) + 1) + round_
    busy = np.concatenate([slot * people.num_rows + rows for rows in sides])
    busy.sort()
    if (busy[1:] == busy[:-1]).any():
        raise ValueError("somebody plays twice in a round")
    results = games["result"].combine_chunks().dictionary_encode()
    scores = np.array([RESULTS[one] for one in results.dictionary.to_pylist()])
    white, black = sides
    players = {name: _array(people[name]) for name in ("rating", "games", "born", "peak")}
    new = fide(players, white, black, scores[results.indices.to_numpy()])
    n = np.bincount(white, minlength=len(new)) + np.bincount(black, minlength=len(new))
    made = pa.table({
        "id": people["id"], "name": people["name"], "born": people["born"],
        "rating": new.astype(np.int64), "change": (new - players["rating"]).astype(np.int64),
        "n": n, "games": players["games"] + n,
        "peak": np.maximum(players["peak"], new).astype(np.int64),
    })  # fmt: skip
    made = made.take(compute.sort_indices(made, [("rating", "descending"), ("name", "ascending")]))
    made = made.add_column(0, "no", [np.arange(1, len(new) + 1)])
    write: Any = pa.csv.write_csv if target.suffix == ".csv" else pa.parquet.write_table
    write(made, target)
    with target.open("rb+") as file:
        os.fsync(file.fileno())
    return tuple(hashlib.sha256(path.read_bytes()).hexdigest() for path in (listed, played, target))


SIDES = ("white", "black")
RESULTS = {"1-0": 1.0, "½-½": 0.5, "0-1": 0.0}


def _array(column: Any) -> Any:
    return column.to_numpy()
