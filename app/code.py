"""Cut a function out of the running model and highlight it for the page."""

import ast
import inspect
from collections.abc import Callable
from typing import Any

from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer


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
    """Return a function's source as HTML whose classes the style sheet colours."""
    formatter = HtmlFormatter(nowrap=True)
    code = highlight(cut(function), PythonLexer(), formatter)
    return Markup(f"<pre><code>{code}</code></pre>")
