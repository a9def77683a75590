"""What the browser gets beside the page: the data as JSON, and the modules as one.

The same for every reader, so it is made once; served and exported pages carry it alike.
"""

import json
from functools import cache
from pathlib import Path

from bokeh.embed import json_item
from markupsafe import Markup

from ..data.lesson_data import story
from ..data.state import LessonState, query_rules
from ..figure.bokeh import roofline_figure
from .bundle import bundle
from .static import ASSETS

CORE = ASSETS / "core"

#: Where the page holds a place for the figure.
FIGURE_ROOT = Markup('<div id="figure-root" style="display: contents"></div>')


@cache
def module(entry: str = "start.mjs") -> Markup:
    """Return the page's modules, joined into one."""
    return Markup(bundle(CORE / entry))


def data(opens: LessonState) -> Markup:
    """Return the story and the figure as JSON that may stand within a page.

    Parameters
    ----------
    opens : LessonState
        What the page shows when its address asks for nothing.
    """
    told = {**story(), "query": query_rules(opens)}
    return Markup(_json({"story": told})[:-1] + f',"figure":{_figure()}}}')


def script_of_bokeh(static: Path) -> str:
    """Return BokehJS without its widgets: the figure is all that the page uses."""
    text = (static / "js" / "bokeh.min.js").read_text(encoding="utf-8")
    return text.replace("</script", "<\\/script")


@cache
def _figure() -> str:
    item = json_item(roofline_figure())
    # Bokeh adds a definition of every model that any library of this process has made;
    # the figure is built of Bokeh's own.
    item["doc"]["defs"] = []
    return _json(item)


def _json(value: object) -> str:
    # A "<" could end the element that the data stands in.
    text = json.dumps(value, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c")
