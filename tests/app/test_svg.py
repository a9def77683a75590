"""The picture without scripts shows the same step at the same place."""

import re
from xml.etree import ElementTree

import pytest

from app.data.axes import X_RANGE, Y_RANGE
from app.data.lesson_data import frames, step_words
from app.data.state import GPU_CHOICES
from app.data.theme import COLOURS
from app.figure.shapes import Paper
from app.figure.svg import poster
from roofline_model import TILES

SVG = "{http://www.w3.org/2000/svg}"


def steps(choice: str, index: int) -> list[ElementTree.Element]:
    picture = ElementTree.fromstring(str(poster(choice, index)))
    return [g for g in picture.iter(f"{SVG}g") if "step" in g.get("class", "")]


@pytest.mark.parametrize("choice", GPU_CHOICES)
@pytest.mark.parametrize("index", range(len(TILES)))
def test_one_point_a_gpu_is_now_and_the_earlier_ones_are_passed(
    choice: str, index: int
) -> None:
    classes = [group.get("class") for group in steps(choice, index)]
    gpus = len(GPU_CHOICES[choice])
    assert classes.count("step now") == gpus
    assert classes.count("step passed") == gpus * index
    assert classes.count("step ahead") == gpus * (len(TILES) - 1 - index)


def test_the_point_stands_where_the_model_puts_it() -> None:
    paper = Paper()
    for index, frame in enumerate(frames("a100")):
        group = steps("a100", index)[index]
        circle = group.find(f"{SVG}circle")
        assert circle is not None
        assert float(circle.get("cx", "")) == pytest.approx(
            paper.x(frame.intensity), abs=0.06
        )
        assert float(circle.get("cy", "")) == pytest.approx(
            paper.y(frame.attainable), abs=0.06
        )


def test_the_two_gpus_differ_by_shape() -> None:
    shapes = {
        key: {child.tag.removeprefix(SVG) for child in steps(key, 0)[0]}
        & {"circle", "rect"}
        for key in ("a100", "h100")
    }
    assert shapes == {"a100": {"circle"}, "h100": {"rect"}}


def test_the_paper_is_logarithmic_both_ways() -> None:
    paper = Paper()
    assert paper.x(X_RANGE[0]) == paper.left
    assert paper.x(X_RANGE[1]) == pytest.approx(paper.right)
    assert paper.y(Y_RANGE[0]) == paper.bottom
    assert paper.y(Y_RANGE[1]) == pytest.approx(paper.top)
    assert paper.x(100) - paper.x(10) == pytest.approx(paper.x(10) - paper.x(1))
    assert paper.y(1e12) - paper.y(1e13) == pytest.approx(paper.y(1e13) - paper.y(1e14))


def test_it_uses_the_pages_colours_alone() -> None:
    text = str(poster("both", 3))
    assert set(re.findall(r"var\(--([\w-]+)\)", text)) <= set(COLOURS)
    assert "#" not in text


def test_it_is_named_like_the_live_figure() -> None:
    picture = ElementTree.fromstring(str(poster("h100", 2)))
    assert picture.get("role") == "img"
    assert picture.get("aria-label") == step_words("h100")[2]["figure"]
