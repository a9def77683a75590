"""Without scripts, and on paper: the picture of the step and the table of all."""

import re

import pytest
from browser.reader import CHOICES, SHOWN, TILES, choose, plain, step_to, whole
from playwright.sync_api import expect

from app.data.lesson_data import frames, step_words
from roofline_model import format_si, significant

HIDDEN = (".player", ".choice", ".probe", '[data-control="theme"]')


@pytest.fixture
def bare(new_page, server):
    """Return a function that opens an address in a browser that runs no script."""
    page = new_page(java_script_enabled=False)

    def load(query=""):
        page.goto(server.address + query)
        return page

    return load


def picture(page):
    """Return the one picture of the roofline that is shown."""
    shown = page.locator(".poster svg >> visible=true")
    expect(shown).to_have_count(1)
    return shown


def marks(page):
    """Return how many steps of the picture are passed, and how many are now."""
    shown = picture(page)
    return [shown.locator(f".step.{when}").count() for when in ("passed", "now")]


def rows(page, gpu):
    """Return the rows of a GPU's table of steps, as words."""
    table = page.locator(f'[data-frames="{gpu}"]')
    expect(table).to_be_visible()
    return [
        [plain(cell) for cell in row.locator("th, td").all_text_contents()]
        for row in table.locator("tbody tr >> visible=true").all()
    ]


def wanted(gpu):
    """Return the beginning of each row, as the model has it."""
    return [
        [
            f"{frame.tile} × {frame.tile}",
            significant(frame.intensity),
            format_si(frame.hbm_bytes, "B"),
            format_si(frame.memory_time, "s"),
            format_si(frame.attainable, "FLOP/s"),
        ]
        for frame in frames(gpu)
    ]


@pytest.mark.parametrize("choice", CHOICES)
def test_without_scripts_there_are_the_picture_and_every_step(bare, choice):
    page = bare(f"?gpu={choice}&tile=32")
    drawn = picture(page)
    assert drawn.bounding_box()["height"] > 200
    assert marks(page) == [5 * len(SHOWN[choice]), len(SHOWN[choice])]
    for gpu in SHOWN[choice]:
        assert [row[:5] for row in rows(page, gpu)] == wanted(gpu)


def test_without_scripts_the_words_are_the_steps(bare):
    page = bare("?gpu=h100&tile=64")
    told = step_words("h100")[6]
    sentence = page.locator('[data-say="sentence"]')
    expect(sentence).to_have_text(whole(told["sentence"]))
    figure = page.locator("[data-figure]")
    expect(figure).to_have_accessible_name(told["figure"])


def test_without_scripts_there_is_no_dead_control(bare):
    page = bare()
    for selector in HIDDEN:
        expect(page.locator(selector)).to_be_hidden()
    expect(page.get_by_role("button").locator("visible=true")).to_have_count(0)
    expect(page.locator("noscript p")).to_contain_text("moves where scripts may run")


@pytest.mark.parametrize("choice", CHOICES)
def test_paper_shows_the_picture_of_the_step_and_the_table(ready, choice):
    choose(ready, choice)
    step_to(ready, 5)
    ready.emulate_media(media="print")
    try:
        expect(ready.locator(".live")).to_be_hidden()
        for selector in HIDDEN:
            expect(ready.locator(selector)).to_be_hidden()
        text = plain(picture(ready).text_content())
        names = {"a100": "A100 FP32", "h100": "H100 FP32"}
        assert marks(ready) == [5 * len(SHOWN[choice]), len(SHOWN[choice])]
        for gpu in SHOWN[choice]:
            assert names[gpu] in text
            assert [row[:5] for row in rows(ready, gpu)] == wanted(gpu)
        sentence = step_words(choice)[5]["sentence"]
        expect(ready.locator('[data-say="sentence"]')).to_have_text(whole(sentence))
    finally:
        ready.emulate_media(media="screen")


def test_paper_is_light_whatever_the_theme(new_page, lesson):
    page = lesson(new_page(), "?theme=dark")
    page.emulate_media(media="print")
    scheme = page.evaluate("getComputedStyle(document.documentElement).colorScheme")
    assert scheme == "light"


def test_nothing_sticks_to_the_top_of_each_sheet(ready):
    ready.emulate_media(media="print")
    try:
        sticky = ready.evaluate("""() => [...document.querySelectorAll("main *")]
          .filter((element) => /sticky|fixed/.test(getComputedStyle(element).position))
          .map((element) => element.className)""")
        assert sticky == []
    finally:
        ready.emulate_media(media="screen")


def test_the_lesson_prints_on_a_few_sheets(ready):
    sheets = re.findall(rb"/Type\s*/Page\b", ready.pdf(format="A4"))
    assert 3 <= len(sheets) <= 16


def test_every_step_is_in_the_table(bare):
    page = bare("?gpu=both")
    for gpu in SHOWN["both"]:
        assert len(rows(page, gpu)) == len(TILES)
