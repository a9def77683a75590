"""The live figure is built from the scene."""

from bokeh.models import ColumnDataSource, GlyphRenderer

from app.figure import SOURCES, roofline_figure
from app.scene import scene


def test_it_draws_the_scenes_lines_and_names_them() -> None:
    plot = roofline_figure()
    for key, line in scene()["gpus"].items():
        for roof in ("fp32", "bf16"):
            renderer = plot.select_one({"name": f"{key}-{roof}"})
            assert isinstance(renderer, GlyphRenderer)
            assert renderer.data_source.data["x"] == line[roof]["x"]
            assert renderer.data_source.data["y"] == line[roof]["y"]
            assert bool(renderer.glyph.line_dash) == (roof == "bf16")


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
