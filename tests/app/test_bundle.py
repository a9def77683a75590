"""Joining the modules keeps their text and refuses what it cannot join."""

import re
from pathlib import Path

import pytest

from app.page.bundle import bundle
from app.page.payload import CORE
from app.page.static import ASSETS


def write(folder: Path, **modules: str) -> Path:
    for name, text in modules.items():
        (folder / f"{name}.mjs").write_text(text, encoding="utf-8")
    return folder / "main.mjs"


def test_a_module_comes_once_and_after_what_it_imports(tmp_path: Path) -> None:
    entry = write(
        tmp_path,
        low="// A remark.\nexport function low() {}\n",
        mid='import { low } from "./low.mjs";\nexport const mid = low;\n',
        main='import {\n  low,\n  mid,\n} from "./mid.mjs";\n'
        'import { low } from "./low.mjs";\nexport function render() {}\n',
    )
    joined = "function low() {} const mid = low; export function render() {}"
    assert bundle(entry).split() == joined.split()


def test_two_modules_with_one_name_are_refused(tmp_path: Path) -> None:
    entry = write(
        tmp_path,
        low="const size = 1;\n",
        main='import { x } from "./low.mjs";\nconst size = 2;\n',
    )
    with pytest.raises(ValueError, match=r"main.mjs and low.mjs both define 'size'"):
        bundle(entry)


@pytest.mark.parametrize(
    "line", ['import x from "./low.mjs";', 'import { x } from "elsewhere";']
)
def test_an_import_of_another_form_is_refused(tmp_path: Path, line: str) -> None:
    entry = write(tmp_path, low="", main=f"{line}\n")
    with pytest.raises(ValueError, match=r"main\.mjs has an import"):
        bundle(entry)


def test_the_pages_bundle_holds_every_module_of_the_lesson() -> None:
    text = bundle(CORE / "start.mjs")
    for module in set(ASSETS.rglob("*.mjs")) - {CORE / "python.mjs"}:
        lines = module.read_text(encoding="utf-8").splitlines()
        named = [
            line for line in lines if re.match(r"(export )?(function|class)", line)
        ]
        for line in named:
            assert line.removeprefix("export ") in text, module.name
    assert "//" not in [line.strip()[:2] for line in text.splitlines()]
    assert not any(
        line.startswith(("import ", "export ")) for line in text.splitlines()
    )
