"""The code on the page is the code that runs."""

import ast
import inspect
import io
import tokenize
from collections import Counter
from html import unescape
from re import findall, sub

from app.page.listing import TERMS, cut, highlighted
from roofline_model import tile_sweep

MARKED = r'<span class="[^"]*" data-term="([^"]*)">([^<]*)</span>'


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


def names(source: str) -> Counter[str]:
    """Count the names in a source, as Python itself reads it."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return Counter(t.string for t in tokens if t.type == tokenize.NAME)


def test_every_name_of_a_term_is_marked_wherever_the_listing_has_it() -> None:
    marked = Counter(name for _, name in findall(MARKED, highlighted(tile_sweep)))
    listed = names(cut(tile_sweep))
    assert marked == {name: listed[name] for name in TERMS}
    assert all(marked.values())


def test_a_mark_says_the_term_of_its_name_and_nothing_else_is_marked() -> None:
    code = highlighted(tile_sweep)
    marked = findall(MARKED, code)
    assert all(term == TERMS[name] for term, name in marked)
    assert code.count("data-term") == len(marked)


def quoted(b: str) -> str:
    note = "n b peak"  # bandwidth
    return f"{b} n {note}"


def test_words_in_strings_comments_and_longer_names_are_no_terms() -> None:
    marked = findall(MARKED, highlighted(quoted))
    assert marked == [("b", "b"), ("b", "b")]
