"""Read the tables that the package carries, wherever it is installed."""

import csv
from importlib import resources


def read_table(name: str) -> list[dict[str, str]]:
    """Return the rows of a table in `data/`, each a cell by its column's name.

    Lines that begin with # are remarks; an empty cell is an empty text.

    Raises
    ------
    ValueError
        If a row has more or fewer cells than there are columns.

    Examples
    --------
    >>> read_table("a100_sweep.csv")[0]
    {'intensity': '0.25', 'gflops': '343', 'gbps': '1372'}
    """
    file = resources.files(__package__) / "data" / name
    lines = file.read_text(encoding="utf-8").splitlines()
    return parse_table(name, [line for line in lines if not line.startswith("#")])


def parse_table(name: str, lines: list[str]) -> list[dict[str, str]]:
    """Return the rows of a table given as lines, the names of its columns first.

    Parameters and errors are those of `read_table`.

    >>> parse_table("sizes.csv", ["n,tile", "64,8"])
    [{'n': '64', 'tile': '8'}]
    >>> parse_table("sizes.csv", ["n,tile", "64"])
    Traceback (most recent call last):
    ValueError: sizes.csv must have 2 cells in each row, got ['64']
    """
    columns, *rows = csv.reader(lines, strict=True)
    for row in rows:
        if len(row) != len(columns):
            raise ValueError(
                f"{name} must have {len(columns)} cells in each row, got {row!r}"
            )
    return [dict(zip(columns, row, strict=True)) for row in rows]
