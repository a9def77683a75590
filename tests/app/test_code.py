"""The code on the page is the code that runs."""

import ast
import inspect
from html import unescape
from re import sub

from app.code import cut, highlighted
from roofline_model import tile_sweep


def test_the_cut_is_the_running_function_but_for_its_docstring() -> None:
    running = ast.parse(inspect.getsource(tile_sweep)).body[0]
    assert isinstance(running, ast.FunctionDef)
    running.body = running.body[1:]
    assert ast.dump(ast.parse(cut(tile_sweep)).body[0]) == ast.dump(running)


def test_highlighting_changes_no_character() -> None:
    text = unescape(sub(r"<[^>]*>", "", str(highlighted(tile_sweep))))
    assert text.strip() == cut(tile_sweep).strip()


def bare(x: int) -> int:
    return x


def test_a_function_without_a_docstring_is_left_whole() -> None:
    assert cut(bare) == inspect.getsource(bare)
