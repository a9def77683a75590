"""Compose one reader's page: the filled document, and Python's hand on it."""

import re
from collections.abc import Mapping, Sequence
from functools import cache

from bokeh.document import Document
from bokeh.models import ImportedStyleSheet
from markupsafe import Markup
from panel.io.resources import CDN_DIST, LOCAL_DIST

from ..component import Lesson
from ..data.state import LessonState, from_query
from .document import context, environment
from .payload import FIGURE_ROOT, data, module
from .static import TITLE

#: What Panel brings for widgets and plots that this page does not have. (BokehJS's
#: tables look idle too, but Panel's own bundle does not start without them.)
UNUSED = ("tabulator", "luxon", "bokeh-gl")

#: The one script that the page itself needs; the others only carry Python's hand.
CORE = "bokeh.min.js"

_TAG = re.compile(r'<(?:script|link)\b[^>]*?(?:src|href)="([^"]*)"[^>]*>(?:</script>)?')


def compose(document: Document, query: Mapping[str, Sequence[bytes]]) -> Lesson:
    """Fill a session's document with the page that an address asks for.

    Parameters
    ----------
    document : Document
        The session's own.
    query : mapping of str to sequence of bytes
        The session's arguments, as the server hands them over.

    Returns
    -------
    Lesson
        Set its parameters to move the page.
    """
    state, notes = from_query(
        {
            name: [value.decode("utf-8", "replace") for value in values]
            for name, values in query.items()
        }
    )
    document.template = environment().get_template("served.html")
    document.template_variables.update(
        context(state, notes),
        figure_root=FIGURE_ROOT,
        data=_data(),
        module=module(),
        core_tags=core_tags,
        other_tags=other_tags,
    )
    lesson = Lesson.of(state)
    # Frozen, the document looks through its models once and not at every change.
    with document.models.freeze():
        lesson.server_doc(document, title=TITLE, location=False)
        keep_to_the_browser(document)
    return lesson


def keep_to_the_browser(document: Document) -> None:
    """Stop the browser from sending what the reader does back to the server.

    Python may still move the page; only the other way is shut. So no interaction
    waits for the server, and nothing is lost when it goes away.
    """
    for root in document.roots:
        for model in root.references():
            model.syncable = False
            # Panel names its style sheets by a CDN until it sends a page. A page that
            # outlives its server gets the next one's without being sent again.
            if isinstance(model, ImportedStyleSheet):
                model.url = model.url.replace(CDN_DIST, LOCAL_DIST)


def core_tags(tags: str) -> Markup:
    """Return those of a server's resource tags that the page itself needs.

    >>> core_tags('<script src="x/bokeh.min.js"></script><script src="y.js"></script>')
    Markup('<script src="x/bokeh.min.js"></script>')
    """
    return Markup("").join(
        Markup(found[0]) for found in _TAG.finditer(tags) if CORE in found[1]
    )


def other_tags(tags: str) -> Markup:
    """Return the other resource tags, without what the page does not use.

    >>> other_tags('<script src="luxon.js"></script><script src="panel.js"></script>')
    Markup('<script src="panel.js"></script>')
    """
    unwanted = (CORE, *UNUSED)
    return Markup(
        _TAG.sub(
            lambda found: "" if any(u in found[1] for u in unwanted) else found[0], tags
        )
    )


@cache
def _data() -> Markup:
    return data(LessonState())
