"""Compose one reader's page: the figure, the lesson and the filled template."""

import re
from collections.abc import Mapping, Sequence

import panel as pn
from bokeh.document import Document

from .document import context, environment
from .figure import roofline_figure
from .lesson import Lesson
from .state import from_query


def page(query: Mapping[str, Sequence[bytes]]) -> pn.Template:
    """Return the page that an address asks for.

    Parameters
    ----------
    query : mapping of str to sequence of bytes
        The session's arguments, as the server hands them over.
    """
    state, notes = from_query(
        {
            name: [value.decode("utf-8", "replace") for value in values]
            for name, values in query.items()
        }
    )
    template = pn.Template(environment().get_template("served.html"))
    template.add_variable("without_unused", without_unused)
    for name, value in context(state, notes).items():
        template.add_variable(name, value)
    template.add_panel(
        "figure", pn.pane.Bokeh(roofline_figure(), sizing_mode="stretch_both")
    )
    template.add_panel("lesson", Lesson.of(state, notes))
    return template


#: What Panel brings for widgets and plots that this page does not have. (BokehJS's
#: tables look idle too, but Panel's own bundle does not start without them.)
UNUSED = ("tabulator", "luxon", "bokeh-gl")


def without_unused(tags: str) -> str:
    """Drop the script and style tags whose address names a part in `UNUSED`.

    >>> without_unused('<script src="luxon.js"></script><script src="b.js"></script>')
    '<script src="b.js"></script>'
    """
    tag = re.compile(
        r"<(script|link)\b[^>]*?(?:src|href)=\"([^\"]*)\"[^>]*>(?:</script>)?"
    )
    return tag.sub(
        lambda found: "" if any(u in found[2] for u in UNUSED) else found[0], tags
    )


def keep_to_the_browser(document: Document) -> None:
    """Stop the browser from sending what the reader does back to the server.

    Python may still move the page; only the other way is shut. So no interaction
    waits for the server, and nothing is lost when it goes away.
    """
    for model in document.models:
        model.syncable = False
