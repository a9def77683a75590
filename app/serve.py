"""Compose one reader's page: the figure, the lesson and the filled template."""

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
    for name, value in context(state, notes).items():
        template.add_variable(name, value)
    template.add_panel(
        "figure", pn.pane.Bokeh(roofline_figure(), sizing_mode="stretch_both")
    )
    template.add_panel("lesson", Lesson.of(state, notes))
    return template


def keep_to_the_browser(document: Document) -> None:
    """Stop the browser from sending what the reader does back to the server.

    Python may still move the page; only the other way is shut. So no interaction
    waits for the server, and nothing is lost when it goes away.
    """
    for model in document.models:
        model.syncable = False
