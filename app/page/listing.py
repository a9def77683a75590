"""Cut a function out of the running model and highlight it for the page."""

import ast
import inspect
from collections.abc import Callable
from typing import Any

from markupsafe import Markup
from pygments import lex
from pygments.lexers import PythonLexer
from pygments.token import STANDARD_TYPES, Name, _TokenType

#: The names in the listing that are a symbol of the equations: they light up with it.
TERMS = {
    "peak": "P",
    "bandwidth": "W",
    "intensity": "I",
    "b": "b",
    "tile": "b",
    "n": "n",
}


def cut(function: Callable[..., Any]) -> str:
    """Return a function's source as it runs, without its docstring.

    The docstring is for readers of the module; the page has its own words.

    >>> print(cut(cut).splitlines()[0])
    def cut(function: Callable[..., Any]) -> str:
    """
    source = inspect.getsource(function)
    body = ast.parse(source).body[0]
    assert isinstance(body, ast.FunctionDef)
    if ast.get_docstring(body) is None:
        return source
    lines = source.splitlines(keepends=True)
    docstring = body.body[0]
    return "".join(lines[: docstring.lineno - 1] + lines[docstring.end_lineno :])


def highlighted(function: Callable[..., Any]) -> Markup:
    """Return a function's source as HTML whose classes the style sheet colours.

    A name that is a symbol of the equations carries that symbol as ``data-term``.
    """
    tokens = lex(cut(function), PythonLexer())
    code = Markup("").join(_marked(kind, text) for kind, text in tokens)
    return Markup("<pre><code>{}</code></pre>").format(code)


def _marked(kind: _TokenType, text: str) -> Markup:
    # The lexer's finer kinds have the class of the kind that they belong to.
    while kind not in STANDARD_TYPES:
        kind = kind.parent
    term = TERMS.get(text) if kind in Name else None
    if term:
        return Markup('<span class="{}" data-term="{}">{}</span>').format(
            STANDARD_TYPES[kind], term, text
        )
    if STANDARD_TYPES[kind]:
        return Markup('<span class="{}">{}</span>').format(STANDARD_TYPES[kind], text)
    return Markup("{}").format(text)
