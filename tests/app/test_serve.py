"""A reader's document is small, carries the state asked for, and sends nothing back."""

import json

import pytest
from bokeh.document import Document
from bokeh.models import Plot

from app.data.lesson_data import story
from app.data.state import LessonState
from app.page.payload import data
from app.page.serve import UNUSED, compose, core_tags, other_tags

TAGS = "".join(
    f'<script type="text/javascript" src="static/{name}?v=1"></script>\n'
    for name in ("js/bokeh.min.js", "js/bokeh-gl.min.js", "panel/panel.min.js")
)


def test_the_document_holds_python_s_hand_and_not_the_figure() -> None:
    document = Document()
    compose(document, {})
    assert len(document.roots) == 1
    assert not any(isinstance(model, Plot) for model in document.models)
    assert len(list(document.models)) < 10


def test_no_model_of_it_sends_anything_back() -> None:
    document = Document()
    compose(document, {"tile": [b"16"]})
    assert [model for model in document.models if model.syncable] == []


def test_it_carries_the_state_that_was_asked_for() -> None:
    lesson = compose(
        Document(), {"tile": [b"16"], "gpu": [b"both"], "theme": [b"\xff"]}
    )
    assert (lesson.tile, lesson.gpu, lesson.theme) == (16, "both", "auto")


def test_a_parameter_set_in_python_reaches_the_document() -> None:
    document = Document()
    lesson = compose(document, {})
    lesson.param.update(tile=64, gpu="h100")
    (root,) = document.roots
    assert (root.data.tile, root.data.gpu) == (64, "h100")


def test_two_readers_share_the_data_and_nothing_else() -> None:
    first, second = Document(), Document()
    compose(first, {})
    compose(second, {"tile": [b"8"]})
    shared = first.template_variables["data"], second.template_variables["data"]
    assert shared[0] is shared[1]
    assert not set(first.models) & set(second.models)


def test_the_data_stands_safely_in_a_page_and_is_the_story() -> None:
    text = data(LessonState())
    assert "<" not in text
    carried = json.loads(text)
    assert carried["story"] == json.loads(json.dumps(story()))
    assert carried["figure"]["root_id"]


def test_the_core_script_is_told_from_the_others() -> None:
    assert "bokeh.min.js" in core_tags(TAGS)
    assert core_tags(TAGS).count("<script") == 1
    assert "bokeh.min.js" not in other_tags(TAGS)
    assert "panel.min.js" in other_tags(TAGS)


@pytest.mark.parametrize("part", UNUSED)
def test_what_the_page_does_not_use_is_left_out(part: str) -> None:
    for tag in (f'<script src="a/{part}.js"></script>', f'<link href="a/{part}.css">'):
        assert other_tags(tag).strip() == ""
