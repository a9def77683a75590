"""The live figure, built once: its axes, and the sources that the page fills.

What depends on the state (rooflines, point, trail, probe, labels, regions) lives in
named data sources which start empty; the page's modules fill them. There are few on
purpose: each is a renderer, and a renderer costs time when the page opens and whenever
it is painted.
"""

from typing import Any

from bokeh.core.properties import value
from bokeh.models import (
    ColumnDataSource,
    FixedTicker,
    Plot,
    Range1d,
)
from bokeh.plotting import figure

from ..data.axes import scene
from ..data.theme import DOTS, FONT, HAIRS, palette

#: Columns of the sources that the page's modules fill.
SOURCES: dict[str, tuple[str, ...]] = {
    "regions": ("left", "right", "bottom", "top", "color"),
    # A line for each roof of each GPU that is drawn.
    "rooflines": ("xs", "ys", "color", "alpha", "dash"),
    # Bands: what is known only from one figure to another.
    "bands": ("xs", "ys", "color", "alpha"),
    # Thin lines of further limits, and the wide strokes that light a term up.
    "limits": ("xs", "ys", "color", "alpha", "width", "cap"),
    # Points that stay where they are: measured ones, guesses and answers.
    "spots": ("x", "y", "marker", "size", "fill", "line"),
    "edges": ("x", "y", "x1", "y1", "color"),
    "drops": ("x", "y", "x1", "y1", "color"),
    "trail": ("x", "y", "marker", "size", "fill", "line"),
    "marks": ("x", "y", "marker", "size", "fill", "line"),
    "labels": (
        "x",
        "y",
        "text",
        "angle",
        "dx",
        "dy",
        "align",
        "baseline",
        "color",
        "size",
        "style",
    ),
}
# The point's labels move at every painted frame, the lines' labels do not.
SOURCES["tags"] = SOURCES["labels"]

LINE_WIDTH = 2.5


def roofline_figure() -> Plot:
    """Return the roofline of every GPU as a Bokeh figure, ready for the page."""
    drawn, colours = scene(), palette("light")
    plot = figure(
        name="roofline",
        x_axis_type="log",
        y_axis_type="log",
        x_range=Range1d(*drawn["x_range"]),
        y_range=Range1d(*drawn["y_range"]),
        tools="",
        toolbar_location=None,
        sizing_mode="stretch_both",
        min_border_left=52,
        min_border_right=14,
        min_border_top=10,
        min_border_bottom=30,
        outline_line_color=None,
        background_fill_color=None,
        border_fill_color=None,
        lod_threshold=None,
    )
    _axes(plot, drawn, colours)
    sources = {
        name: ColumnDataSource({column: [] for column in columns}, name=name)
        for name, columns in SOURCES.items()
    }
    plot.quad(
        left="left",
        right="right",
        bottom="bottom",
        top="top",
        fill_color="color",
        fill_alpha=0.06,
        line_color=None,
        source=sources["regions"],
        level="underlay",
    )
    plot.patches(
        "xs",
        "ys",
        fill_color="color",
        fill_alpha="alpha",
        line_color=None,
        source=sources["bands"],
        level="underlay",
    )
    _segments(plot, sources["edges"], dash=DOTS)
    _lines(plot, sources["limits"], line_width="width", line_cap="cap")
    _lines(plot, sources["rooflines"], line_width=LINE_WIDTH, line_dash="dash")
    _segments(plot, sources["drops"], dash=HAIRS)
    for name in ("trail", "spots", "marks"):
        plot.scatter(
            "x",
            "y",
            marker="marker",
            size="size",
            fill_color="fill",
            line_color="line",
            line_width=2,
            source=sources[name],
        )
    for name in ("labels", "tags"):
        _text(plot, sources[name])
    return plot


def _axes(plot: Plot, drawn: dict[str, Any], colours: dict[str, str]) -> None:
    for axis, ticks in ((plot.xaxis[0], "x_ticks"), (plot.yaxis[0], "y_ticks")):
        every = [*drawn[ticks], *drawn[ticks.replace("ticks", "further")]]
        axis.ticker = FixedTicker(ticks=[at for at, _ in every])
        axis.major_label_overrides = dict(every)
        axis.axis_line_color = None
        axis.major_tick_line_color = None
        axis.minor_tick_line_color = None
        axis.major_label_text_font = FONT
        axis.major_label_text_font_size = "13px"
        axis.major_label_text_color = colours["quiet"]
        axis.major_label_standoff = 6
    for grid, axis in ((plot.xgrid[0], plot.xaxis[0]), (plot.ygrid[0], plot.yaxis[0])):
        grid.ticker = axis.ticker
        grid.grid_line_color = colours["hair"]


def _segments(plot: Plot, source: ColumnDataSource, *, dash: tuple[int, int]) -> None:
    plot.segment(
        "x",
        "y",
        "x1",
        "y1",
        line_color="color",
        line_width=1.25,
        line_dash=list(dash),
        source=source,
    )


def _lines(plot: Plot, source: ColumnDataSource, **looks: str | float) -> None:
    plot.multi_line(
        "xs",
        "ys",
        line_color="color",
        line_alpha="alpha",
        line_join="round",
        source=source,
        **looks,
    )


def _text(plot: Plot, source: ColumnDataSource) -> None:
    plot.text(
        "x",
        "y",
        "text",
        angle="angle",
        x_offset="dx",
        y_offset="dy",
        text_align="align",
        text_baseline="baseline",
        text_color="color",
        text_font_size="size",
        text_font_style="style",
        text_font=value(FONT),
        source=source,
    )
