"""The lesson with a Python callback a step, for `step.py` to measure against.

Page, figure and button are the lesson's own. A step, however, goes to the server:
Python computes the frame from the model and replaces the data of the figure's sources,
as the page's modules do. The words beside the figure stay as they are, which spares
this page work that the lesson does.

`?route=parameter` sends the step as a change of a parameter, Panel's usual way, which
rests 50 ms before it calls; `?route=message` sends it as a message, which does not.
"""

import math
from typing import Any

import panel as pn
import param
from bokeh.models import ColumnDataSource, Plot
from panel.custom import JSComponent

from app.data.axes import scene
from app.data.state import LessonState
from app.data.theme import palette
from app.figure.bokeh import roofline_figure
from app.page.document import context, environment
from app.quantities import tile_name
from roofline_model import A100, TILES, Frame, significant, tile_sweep

#: What the figure's module decides by: which passed tiles it names, and with how much
#: room [px].
NAMED_TILES, NAME_WIDTH = (1, 16, 128), 66

ROUTES = ("parameter", "message")
MOVING = ("trail", "drops", "marks", "tags")

Columns = dict[str, list[Any]]


class Stepper(JSComponent):
    """Sends each step to Python, which draws it.

    Parameters
    ----------
    index : int
        The step, where it travels as a parameter.
    last : int
        The last step.
    route : str
        How a step travels.
    """

    index = param.Integer(default=0)
    last = param.Integer(default=len(TILES) - 1)
    route = param.Selector(objects=list(ROUTES))

    _esm = """
    export function render({ model }) {
      let index = model.index;
      const send = { parameter: () => { model.index = index; },
                     message: () => model.send_msg(index) }[model.route];
      const control = (name) => document.querySelector(`[data-control="${name}"]`);
      control("next").addEventListener("click", () => {
        index = Math.min(model.last, index + 1);
        send();
      });
      control("restart").addEventListener("click", () => {
        index = 0;
        send();
      });
      document.getElementById("lesson").dataset.live = "";
      return null;
    }
    """

    def __init__(self, plot: Plot, **params: Any) -> None:
        super().__init__(**params)
        self._plot = plot
        self._sources: dict[str, ColumnDataSource] = {
            name: plot.select_one({"name": name}) for name in MOVING
        }

    @param.depends("index", watch=True)
    def _moved(self) -> None:
        self._draw(self.index)

    def _handle_msg(self, data: int) -> None:
        self._draw(data)

    def _draw(self, index: int) -> None:
        """Compute the frame and replace the sources' data, in one message."""
        columns = moving(
            tile_sweep(A100, tiles=TILES[: index + 1]), self._plot.inner_width
        )
        with pn.io.hold():
            for name, data in columns.items():
                self._sources[name].data = data


def moving(frames: tuple[Frame, ...], width: float) -> dict[str, Columns]:
    """Return the data of the figure's moving part at the last of these frames.

    Parameters
    ----------
    frames : tuple of Frame
        The walk up to this step.
    width : float [px]
        The figure's inner width.
    """
    colours, drawn, here = palette("light"), scene(), frames[-1]
    left, right = drawn["x_range"]
    floor = drawn["y_range"][0]
    x, y, blue = here.intensity, here.attainable, colours[A100.key]
    far = x > right / 10
    foot = {"x": x, "y": floor, "text": significant(x), "dx": -6 if far else 6}
    foot |= {"dy": -6, "align": "right" if far else "left", "size": "12px"}
    tags = [label(foot, color=colours["ink"])]
    trail = []
    for frame in frames[:-1]:
        trail.append(
            _mark(frame, size=8, fill=colours["paper"], line=blue),
        )
        gap = math.log10(x / frame.intensity) * width / math.log10(right / left)
        if frame.tile in NAMED_TILES and gap > NAME_WIDTH:
            tags.append(label(_name(frame), color=colours["quiet"], size="12px"))
    tags.append(label(_name(here), color=colours["ink"], size="14px", style="bold"))
    drop = {"x": x, "y": y, "x1": x, "y1": floor, "color": colours["quiet"]}
    mark = _mark(here, size=17, fill=blue, line=colours["paper"])
    columns = {"drops": [drop], "marks": [mark], "tags": tags}
    empty: Columns = {name: [] for name in mark}
    return {"trail": empty} | {
        name: {column: [row[column] for row in rows] for column in rows[0]}
        for name, rows in {**columns, "trail": trail}.items()
        if rows
    }


def label(given: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return a row of labels, with the usual values for what is not given."""
    usual = {"angle": 0, "dx": 0, "dy": 0, "align": "left", "baseline": "alphabetic"}
    return usual | {"size": "13px", "style": "normal"} | given | more


def _mark(frame: Frame, **look: Any) -> dict[str, Any]:
    return {"x": frame.intensity, "y": frame.attainable, "marker": "circle"} | look


def _name(frame: Frame) -> dict[str, Any]:
    ridge = A100.peak() / A100.bandwidth
    return {
        "x": frame.intensity,
        "y": frame.attainable,
        "text": tile_name(frame.tile),
        "dx": 14,
        "dy": 9 if frame.intensity >= ridge else 1,
        "baseline": "top",
    }


#: The lesson's page with the figure and the stepper as the session's own models.
TEMPLATE = """
{% extends "page.html" %}
{% from macros import embed %}
{% set figure_root = embed(roots.figure) | safe %}
{% block roots %}
<div hidden>{{ embed(roots.stepper) | safe }}</div>
{{ bokeh_css | default("", true) | safe }}
{{ bokeh_js | default("", true) | safe }}
{{ plot_script | safe }}
{% endblock %}
"""


def page(route: str) -> pn.Template:
    """Return the page whose steps take that route."""
    template = pn.Template(environment().from_string(TEMPLATE))
    for name, value in context(LessonState(), []).items():
        template.add_variable(name, value)
    plot = roofline_figure()
    template.add_panel("figure", pn.pane.Bokeh(plot, sizing_mode="stretch_both"))
    template.add_panel("stepper", Stepper(plot, route=route))
    return template


if pn.state.served:
    page(pn.state.session_args["route"][0].decode()).servable()
