"""The page is a document first: whole, escaped and self-contained before any script."""

import re
from html.parser import HTMLParser

import pytest

from app.data.lesson_data import step_data
from app.data.state import GPU_CHOICES, LessonState
from app.page.document import context, environment
from roofline_model import A100, KERNELS, SOURCES, TILES

VOID = {"meta", "link", "input", "br", "img", "hr"}


class Reader(HTMLParser):
    """Collect elements with their attributes and text, and watch the nesting."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open, tag
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def having(self, attribute: str) -> list[dict[str, str]]:
        return [attrs for _, attrs in self.elements if attribute in attrs]


def read(state: LessonState | None = None, notes: tuple[str, ...] = ()) -> Reader:
    page = environment().get_template("page.html")
    reader = Reader()
    values = context(state or LessonState(), notes)
    reader.feed(page.render(values, figure_root=""))
    assert reader.open == []
    return reader


@pytest.mark.parametrize("gpu", GPU_CHOICES)
@pytest.mark.parametrize("tile", [TILES[0], TILES[-1]])
def test_every_state_is_a_well_nested_document_with_unique_ids(
    gpu: str, tile: int
) -> None:
    reader = read(LessonState(gpu=gpu, tile=tile))
    ids = [attrs["id"] for attrs in reader.having("id")]
    assert len(ids) == len(set(ids))
    for attrs in reader.having("aria-labelledby"):
        assert attrs["aria-labelledby"] in ids
    for attrs in reader.having("aria-describedby"):
        assert attrs["aria-describedby"] in ids
    for attrs in reader.having("href"):
        if attrs["href"].startswith("#"):
            assert attrs["href"][1:] in ids


def test_every_slot_names_a_reading_that_the_story_has() -> None:
    slots = {attrs["data-say"] for attrs in read().having("data-say")}
    words = set(step_data(A100)[0]["words"])
    assert slots - {"sentence"} <= words
    assert {"line_rate", "hbm", "memory_time", "intensity", "b"} <= slots


def test_a_note_is_text_and_never_markup() -> None:
    hostile = "<img src=x onerror=alert(1)>"
    reader = read(notes=(hostile,))
    assert hostile in reader.texts
    assert not any(tag == "img" for tag, _ in reader.elements)


def test_nothing_is_asked_from_anywhere() -> None:
    page = environment().get_template("page.html")
    text = page.render(context(LessonState(), ()), figure_root="")
    reader = read()
    assert reader.having("src") == []
    assert not re.search(r"@import|url\((?!data:)", text)
    links = [a for tag, a in reader.elements if tag == "link"]
    assert [a["href"].split(":")[0] for a in links] == ["data"]
    assert not any(tag == "script" for tag, _ in reader.elements)


def test_every_kernel_every_step_and_every_source_has_its_row() -> None:
    reader = read()
    assert [a["data-kernel"] for a in reader.having("data-kernel")] == [
        kernel.key for kernel in KERNELS
    ]
    rows = [int(a["data-frame"]) for a in reader.having("data-frame")]
    assert rows == [*range(len(TILES))] * 3  # the presets, and another GPU
    text = "".join(reader.texts)
    for source in SOURCES:
        assert source.citation in text


def test_the_prose_of_every_state_is_the_same_but_for_its_readings() -> None:
    """Scripts change readings alone, so everything else must not depend on a state."""

    def skeleton(state: LessonState) -> list[tuple[str, list[str]]]:
        return [
            (tag, sorted(attrs))
            for tag, attrs in read(state).elements
            if "mark" not in attrs.get("class", "")
            and tag not in ("b", "g", "path", "text", "circle", "rect", "polyline")
        ]

    changing = {"aria-current", "class", "checked"}
    first, second = (
        [(tag, [n for n in names if n not in changing]) for tag, names in skeleton(s)]
        for s in (LessonState(), LessonState(gpu="h100", tile=64))
    )
    assert first == second
