"""A state that the posters do not have is printed as the live figure draws it."""

import re
from urllib.parse import unquote, urlencode
from xml.etree import ElementTree

import pytest
from hosts.reader import TILES, alive, draw_own, framed, step_to
from playwright.sync_api import expect

from app.data.embed import snippet
from app.data.lesson_data import walked
from app.data.state import LessonState, from_query
from app.data.theme import COLOURS
from app.files.export import page as filled

#: States that the posters of a usual page do not have.
OTHER = [
    {"n": "512", "gpu": "both"},
    {"levels": "shared", "tile": "16"},
    {"precision": "bf16", "tile": "64", "gpu": "h100"},
    {"gpu": "t4"},
    {"gpu": "own", "peak": "5 TFLOP/s", "bandwidth": "300 GB/s"},
    {"measured": "a100"},
    {"measured": "k3"},
    {"ask": "holds-a100-16"},
]

# What is on paper at the moment of printing.
WATCH = """(() => {
  const print = matchMedia("print");
  const seen = (selector) => [...document.querySelectorAll(selector)]
    .filter((node) => node.checkVisibility({ visibilityProperty: true }));
  print.addEventListener("change", () => {
    if (!print.matches) return;
    window.onPaper = {
      posters: seen(".poster").map((poster) => poster.dataset.poster),
      live: seen(".canvas > .live").length,
      pictures: seen("[data-printed] img")
        .map(({ complete, naturalWidth, src }) => [complete, naturalWidth, src]),
    };
  });
})();"""


def on_paper(page) -> dict:
    """Print a page, and return what stood on the paper where the figure does."""
    page.pdf(format="A4")
    seen: dict = page.evaluate("() => onPaper")
    assert seen["live"] == 0
    return seen


def picture(seen) -> tuple[list[str], str]:
    """Return the words of the one picture that was printed, and its source."""
    assert seen["posters"] == []
    [[ready, width, address]] = seen["pictures"]
    assert ready
    assert width > 300
    text = unquote(address.partition(",")[2])
    texts = ElementTree.fromstring(text).iter("{http://www.w3.org/2000/svg}text")
    return ["".join(each.itertext()) for each in texts], text


def title(state) -> str:
    """Return the title of a state's picture."""
    return walked(state.shown, state.setting)[TILES.index(state.tile)]["title"]


@pytest.fixture
def watched(page):
    """Return an empty page that notes what it prints."""
    page.add_init_script(WATCH)
    return page


@pytest.mark.parametrize("asked", OTHER, ids=urlencode)
def test_a_state_that_the_posters_do_not_have_is_printed_as_it_is_drawn(
    watched, lesson, asked
):
    watched.goto(f"{lesson}?{urlencode(asked)}")
    alive(watched)
    words, _ = picture(on_paper(watched))
    state, _ = from_query({name: [text] for name, text in asked.items()})
    assert title(state) in words
    tile = state.tile
    assert f"{tile}\xa0×\xa0{tile}" in words


@pytest.mark.parametrize("asked", [{}, {"gpu": "both", "tile": "64"}], ids=urlencode)
def test_the_state_that_was_sent_is_printed_as_its_poster(watched, lesson, asked):
    watched.goto(f"{lesson}?{urlencode(asked)}")
    alive(watched)
    seen = on_paper(watched)
    assert seen["posters"] == [f"{asked.get('gpu', 'a100')} 4096 fp32 hbm"]
    assert seen["pictures"] == []


def test_what_is_printed_follows_what_is_shown(watched, lesson):
    watched.goto(lesson)
    alive(watched)
    place = watched.get_by_label
    sweep, nothing = place("A sweep on eight boards"), place("Nothing")
    levels = watched.locator('input[name="levels"]')
    for change, redrawn in [
        (sweep.check, True),
        (nothing.check, False),
        (levels.last.check, True),
        (lambda: step_to(watched, 4), True),
        (levels.first.check, False),
        (lambda: watched.locator('[data-control="ask"]').click(), True),
        (lambda: watched.locator('[data-control="question-away"]').click(), False),
    ]:
        change()
        seen = on_paper(watched)
        assert (len(seen["pictures"]), len(seen["posters"])) == (redrawn, not redrawn)


def test_a_file_of_an_own_gpu_prints_another_one_as_it_is_drawn(watched, tmp_path):
    typed = {"peak": "5 TFLOP/s", "bandwidth": "300 GB/s"}
    file = tmp_path / "lesson.html"
    state = LessonState(gpu="own", levels="shared", tile=8, **typed)
    file.write_text(filled(state), encoding="utf-8")
    watched.goto(file.as_uri())
    alive(watched)
    assert on_paper(watched)["posters"] == ["own 4096 fp32 shared"]
    draw_own(watched, typed | {"peak": "7 TFLOP/s"})
    words, _ = picture(on_paper(watched))
    assert any("FP32 7 TFLOP/s" in text for text in words)
    draw_own(watched, typed)
    assert on_paper(watched)["posters"] == ["own 4096 fp32 shared"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_drawn_picture_is_light_on_paper_whatever_the_theme(
    new_page, lesson, scheme
):
    page = new_page(color_scheme=scheme)
    page.add_init_script(WATCH)
    page.goto(f"{lesson}?levels=shared&tile=16")
    alive(page)
    _, text = picture(on_paper(page))
    light, dark = ({pair[i] for pair in COLOURS.values()} for i in (0, 1))
    used = {colour.upper() for colour in re.findall("#[0-9A-Fa-f]{6}", text)}
    for parts in re.findall(r"rgb\((\d+), ?(\d+), ?(\d+)\)", text):
        used.add("#{:02X}{:02X}{:02X}".format(*map(int, parts)))
    assert len(used & light) > 4
    # Bokeh writes black where there is nothing to fill.
    assert used - light <= {"#000000"}
    assert not used & dark
    # On the screen it is as it was.
    fills = page.evaluate("""() => {
      const named = (one) => one.get_model_by_name("trail");
      return [...Bokeh.documents.map(named).find(Boolean).data.fill];
    }""")
    paper = COLOURS["paper"][scheme == "dark"]
    assert set(fills) == {paper}


def test_where_paper_is_tried_out_on_the_screen_the_picture_stands_too(page, lesson):
    page.goto(f"{lesson}?levels=shared&tile=16")
    alive(page)
    page.emulate_media(media="print")
    drawn = page.locator("[data-printed] img")
    expect(drawn).to_be_visible()
    page.wait_for_function(
        "() => document.querySelector('[data-printed] img').naturalWidth > 300"
    )
    expect(page.locator(".canvas > .live")).to_be_hidden()
    page.emulate_media(media="screen")
    expect(drawn).to_be_hidden()
    expect(page.locator(".canvas > .live")).to_be_visible()


def test_a_printed_host_page_holds_the_drawn_picture(watched, course, lesson):
    address = f"{lesson}?view=figure&levels=shared&tile=16"
    watched.goto(course.page(f"<h1>A course</h1>{snippet(address)}"))
    frame = framed(watched)
    watched.pdf(format="A4")
    words, _ = picture(frame.evaluate("() => onPaper"))
    assert title(LessonState(levels="shared", tile=16)) in words
