"""The tables are read from the package, and a torn row is refused."""

import os
import subprocess
import sys
from importlib import resources

import pytest

from roofline_model.tables import parse_table, read_table

FOLDER = resources.files("roofline_model") / "data"
TABLES = sorted(file.name for file in FOLDER.iterdir() if file.name.endswith(".csv"))


def test_the_package_carries_its_tables_and_a_page_about_them():
    assert TABLES == [
        "a100_sweep.csv",
        "a6000_sgemm.csv",
        "hardware.csv",
        "hardware_sources.csv",
    ]
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert [name for name in TABLES if f"`{name}`" not in page] == []


@pytest.mark.parametrize("name", TABLES)
def test_the_page_names_every_column(name):
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    columns = set(read_table(name)[0]) - {"name", "citation", "url"}
    assert [column for column in columns if f"`{column}`" not in page] == []


@pytest.mark.parametrize("name", TABLES)
def test_every_row_has_every_column_and_no_stray_space(name):
    rows = read_table(name)
    assert rows
    assert len({tuple(row) for row in rows}) == 1
    assert all(cell == cell.strip() for row in rows for cell in row.values())


def test_the_tables_are_found_from_any_folder(tmp_path):
    script = "from roofline_model import CATALOGUE; print(len(CATALOGUE) > 2)"
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        env=os.environ | {"PYTHONPATH": str(FOLDER.parent.parent)},
    )
    assert done.stdout == "True\n"


def test_a_cell_may_hold_a_comma_or_nothing():
    rows = parse_table("x.csv", ["name,note", '"A100 SXM4, 40 GB",', "T4,x"])
    assert rows == [
        {"name": "A100 SXM4, 40 GB", "note": ""},
        {"name": "T4", "note": "x"},
    ]


@pytest.mark.parametrize("torn", ["1", "1,2,3", ""])
def test_a_row_with_a_cell_too_few_or_too_many_is_refused(torn):
    with pytest.raises(ValueError, match=r"^x.csv must have 2 cells .*got \["):
        parse_table("x.csv", ["a,b", torn])


def test_an_unknown_table_is_refused():
    with pytest.raises(FileNotFoundError):
        read_table("moon.csv")
