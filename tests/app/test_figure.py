"""The live figure has the scene's axes, and a source for all that is drawn on them."""

from bokeh.models import ColumnDataSource, GlyphRenderer

from app.data.axes import scene
from app.figure.bokeh import SOURCES, roofline_figure


def test_each_of_its_renderers_draws_a_source_of_its_own() -> None:
    renderers = roofline_figure().renderers
    assert all(isinstance(each, GlyphRenderer) for each in renderers)
    drawn = [each.data_source.name for each in renderers]
    assert sorted(drawn) == sorted(SOURCES)


def test_its_axes_are_the_scenes_and_logarithmic() -> None:
    plot = roofline_figure()
    assert [plot.x_range.start, plot.x_range.end] == scene()["x_range"]
    assert [plot.y_range.start, plot.y_range.end] == scene()["y_range"]
    assert type(plot.x_scale).__name__ == type(plot.y_scale).__name__ == "LogScale"


def test_every_source_that_the_modules_fill_is_there_under_its_name() -> None:
    plot = roofline_figure()
    for name, columns in SOURCES.items():
        source = plot.select_one({"name": name})
        assert isinstance(source, ColumnDataSource)
        assert set(source.data) == set(columns)
