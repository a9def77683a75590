"""The live figure is built from the scene and keeps to the browser."""

from bokeh.models import ColumnDataSource, GlyphRenderer, Plot

from app.figure import SOURCES, roofline_figure
from app.scene import scene
from app.serve import keep_to_the_browser, page


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


def test_a_served_page_sends_nothing_back() -> None:
    document = page({"tile": [b"16"]})._init_doc()
    keep_to_the_browser(document)
    assert any(isinstance(model, Plot) for model in document.models)
    assert not any(model.syncable for model in document.models)


def test_the_lesson_carries_the_state_that_was_asked_for() -> None:
    document = page({"tile": [b"16"], "gpu": [b"both"], "theme": [b"\xff"]})._init_doc()
    (lesson,) = [m for m in document.models if hasattr(m, "story")]
    assert (lesson.tile, lesson.gpu, lesson.theme) == (16, "both", "auto")
    assert len(lesson.notes) == 1
