"""Printing a host page prints the lesson's picture of the step that is shown."""

import unicodedata
from io import BytesIO

import pytest
from hosts.reader import CHOICES, SHOWN, alive, choose, framed, step_to, told
from hosts.tools import needs
from playwright.sync_api import expect

from app.data.embed import snippet


def printed(page) -> str:
    """Print a page and return the words on its paper."""
    needs("pypdf")
    from pypdf import PdfReader  # noqa: PLC0415 (may be missing)

    sheets = PdfReader(BytesIO(page.pdf(format="A4"))).pages
    assert len(sheets) > 0
    return plain("\n".join(sheet.extract_text() for sheet in sheets))


def plain(text: str) -> str:
    """Return a text without spaces and ligatures, which a PDF may have of its own."""
    return "".join(unicodedata.normalize("NFKC", text).split())


@pytest.fixture
def frame(page, course, lesson):
    """Open a host page with the figure in a frame, two steps on."""
    text = "<h1>A course</h1><p>Before.</p>{}<p>After.</p>"
    page.goto(course.page(text.format(snippet(f"{lesson}?view=figure"))))
    frame = framed(page)
    choose(frame, "h100")
    step_to(frame, 2)
    return frame


def test_in_print_the_frame_holds_the_picture_and_not_the_canvas(page, frame):
    poster = frame.locator('.poster[data-choice="h100"]')
    expect(poster).to_be_hidden()
    page.emulate_media(media="print")
    expect(poster).to_be_visible()
    expect(frame.locator(".live")).to_be_hidden()
    expect(frame.locator(".player")).to_be_hidden()
    assert poster.bounding_box()["height"] > 250
    now = frame.locator('.poster[data-choice="h100"] .step.now')
    assert now.evaluate_all("(all) => all.map((one) => one.dataset.posterStep)") == [
        "2"
    ]
    page.emulate_media(media="screen")
    expect(poster).to_be_hidden()
    expect(frame.locator(".live")).to_be_visible()


def test_the_printed_host_page_holds_the_pictures_words_and_the_sentence(page, frame):
    words = printed(page)
    assert plain("A course") in words
    assert "After." in words
    assert "memory-bound" in words
    assert "compute-bound" in words
    assert "FLOP/s" in words
    assert plain(told("h100", 2)["sentence"]) in words


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_prints_on_white_paper_whatever_the_theme(new_page, course, lesson, scheme):
    page = new_page(color_scheme=scheme)
    page.goto(course.page(snippet(f"{lesson}?view=figure&theme={scheme}")))
    frame = framed(page)
    page.emulate_media(media="print")
    ink = frame.evaluate("() => getComputedStyle(document.body).color")
    assert max(int(part) for part in ink[4:-1].split(",")) < 80


@pytest.mark.parametrize("choice", CHOICES)
def test_the_exported_file_prints_the_picture_and_every_step(page, lesson, choice):
    page.goto(lesson)
    alive(page)
    choose(page, choice)
    step_to(page, 3)
    words = printed(page)
    assert plain(told(choice, 3)["sentence"]) in words
    assert "memory-bound" in words
    for gpu in ("A100", "H100"):
        here = plain(f"{gpu}: a 4096³ multiply") in words
        assert here == (gpu.lower() in SHOWN[choice])
    assert plain("128 × 128") in words


def test_it_prints_without_scripts_as_well(new_page, lesson):
    page = new_page(java_script_enabled=False)
    page.goto(lesson)
    words = printed(page)
    assert plain(told("a100", 0)["sentence"]) in words
    assert "memory-bound" in words
    assert plain("128 × 128") in words
