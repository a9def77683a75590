"""What is copied and saved is what is shown, and the address follows the state."""

import re
from html import unescape
from io import BytesIO
from itertools import pairwise
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree

import pytest
from hosts.heard import Heard
from hosts.reader import (
    SHOWN,
    TILES,
    alive,
    choose,
    control,
    framed,
    said,
    save,
    share,
    status,
    step_to,
    told,
)
from PIL import Image
from playwright.sync_api import expect

from app.data.embed import HEIGHT, TITLE, snippet
from app.data.lesson_data import SHARE_WORDS, step_words, story
from app.data.theme import palette

SVG = "{http://www.w3.org/2000/svg}"
MAY_COPY = {"permissions": ["clipboard-read", "clipboard-write"]}

COUNT_WRITES = """
window.writes = [];
for (const name of ["pushState", "replaceState"]) {
  const write = history[name];
  history[name] = function (...values) {
    window.writes.push([name, performance.now(), String(values[2])]);
    return write.apply(this, values);
  };
}"""


@pytest.fixture(scope="module")
def sharing(opened, lesson):
    """Open the lesson in a browser that lets it use the clipboard, at a state."""
    with opened(**MAY_COPY) as page:
        page.goto(f"{lesson}?from=a+course&gpu=both#sources-title")
        alive(page)
        step_to(page, TILES.index(64))
        page.get_by_role("button", name="A100 FP32 ridge").click()
        yield page


def asked(address):
    """Return what an address asks for, one value a name."""
    return {name: value for name, [value] in parse_qs(urlsplit(address).query).items()}


def clipboard(page):
    """Return the text in the clipboard."""
    return page.evaluate("() => navigator.clipboard.readText()")


def test_the_copied_link_opens_the_same_state(sharing, new_page, lesson):
    share(sharing, "link")
    expect(status(sharing)).to_have_text(SHARE_WORDS["link"])
    expect(sharing.locator("[data-share-text]")).to_be_hidden()
    link = clipboard(sharing)
    assert link.startswith(f"{lesson}?")
    assert asked(link) == {
        "from": "a course",
        "gpu": "both",
        "tile": "64",
        "intensity": "12.5402",
    }
    page = new_page()
    page.goto(link)
    alive(page)
    # The probe stands where it stood to the six digits of the link.
    assert said(page) == told("both", TILES.index(64))
    probes = [p.locator('[data-probe="a100"]').text_content() for p in (page, sharing)]
    assert probes[0] == probes[1]


def test_the_copied_embed_code_is_the_frame_of_the_figure(sharing, lesson):
    share(sharing, "embed")
    expect(status(sharing)).to_have_text(SHARE_WORDS["embed"])
    code = clipboard(sharing)
    src = unescape(re.search('src="([^"]*)"', code)[1])
    assert code == snippet(src)
    assert "&amp;" in code
    assert src.startswith(f"{lesson}?")
    assert asked(src)["view"] == "figure"
    assert asked(src) | {"gpu": "both", "tile": "64"} == asked(src)


def test_the_copied_embed_code_works_in_a_host_page(sharing, page, course):
    share(sharing, "embed")
    expect(status(sharing)).to_have_text(SHARE_WORDS["embed"])
    page.goto(course.page(clipboard(sharing)))
    assert said(framed(page)) == told("both", TILES.index(64), alone=True)
    place = page.get_by_title(TITLE)
    assert place.bounding_box()["height"] == HEIGHT


def test_a_frame_with_the_embed_code_may_copy_and_save(opened, course, lesson):
    with opened(**MAY_COPY) as page:
        page.goto(course.page(f"<h1>A course</h1>{snippet(lesson)}"))
        frame = framed(page)
        step_to(frame, 1)
        share(frame, "link")
        expect(status(frame)).to_have_text(SHARE_WORDS["link"])
        with page.expect_download() as download:
            share(frame, "csv")
        assert download.value.suggested_filename == "roofline.csv"
        expect(status(frame)).to_have_text(
            SHARE_WORDS["saved"].format(name="roofline.csv")
        )
        # The frame may write to the clipboard; only the page around it may read it.
        page.locator("h1").click()
        assert clipboard(page) == f"{lesson}?tile=2"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("choice", "tile"), [("a100", 1), ("h100", 32), ("both", 128)])
def test_the_saved_svg_is_the_picture_with_its_title_and_source(
    sharing, choice, tile, scheme
):
    index = TILES.index(tile)
    choose(sharing, choice)
    step_to(sharing, index)
    sharing.emulate_media(color_scheme=scheme)
    name, content = save(sharing, "svg")
    assert name == f"roofline-{choice}-{tile}x{tile}.svg"
    root = ElementTree.fromstring(content)
    assert root.tag == f"{SVG}svg"
    words = [" ".join(text.itertext()) for text in root.iter(f"{SVG}text")]
    title = step_words(choice)[index]["title"]
    assert title in words
    assert f"{tile}\xa0×\xa0{tile}" in title
    assert all(gpu.upper() in title for gpu in SHOWN[choice])
    assert story()["share"]["source"] in words
    assert story()["scene"]["y_name"] in words
    assert any(story()["scene"]["x_name"] in word for word in words)
    assert told(choice, index)["tile"] in words
    ground = next(root.iter(f"{SVG}rect"))
    assert ground.get("fill") == palette(scheme)["paper"]
    assert not any(element.tag.endswith("}script") for element in root.iter())


def test_the_saved_png_is_twice_the_size_of_the_picture(sharing):
    sharing.emulate_media(color_scheme="light")
    choose(sharing, "a100")
    step_to(sharing, 3)
    _, drawing = save(sharing, "svg")
    name, content = save(sharing, "png")
    assert name == "roofline-a100-8x8.png"
    root = ElementTree.fromstring(drawing)
    size = [round(2 * float(root.get(side))) for side in ("width", "height")]
    box = sharing.locator("[data-figure]").bounding_box()
    assert size[0] == pytest.approx(2 * box["width"], abs=2)
    with Image.open(BytesIO(content)) as image:
        assert list(image.size) == size
        colours = image.convert("RGB").getcolors(maxcolors=1 << 24)
        paper = "#{:02X}{:02X}{:02X}".format(*image.convert("RGB").getpixel((2, 2)))
    assert paper == palette("light")["paper"].upper()
    assert len(colours) > 100


def test_the_address_follows_the_state_without_its_defaults(page, lesson):
    page.goto(f"{lesson}?utm=a%26b&x=1#sources-title")
    alive(page)
    for change, added in (
        (lambda: choose(page, "h100"), "&gpu=h100"),
        (lambda: step_to(page, 5), "&gpu=h100&tile=32"),
        (lambda: choose(page, "a100"), "&tile=32"),
        (lambda: control(page, "restart").click(), ""),
        (lambda: control(page, "theme").click(), "&theme=dark"),
        (
            lambda: control(page, "intensity").press("PageDown"),
            "&theme=dark&intensity=0.5",
        ),
    ):
        change()
        page.wait_for_url(f"{lesson}?utm=a%26b&x=1{added}#sources-title")


def test_an_address_of_a_default_that_is_spelt_out_is_left_until_it_changes(
    page, lesson
):
    page.goto(f"{lesson}?tile=1&gpu=a100")
    alive(page)
    assert page.url.endswith("?tile=1&gpu=a100")
    step_to(page, 1)
    page.wait_for_url(re.compile(r"\?tile=2$"))


@pytest.mark.parametrize("play", [False, True], ids=["stepping", "playing"])
def test_the_address_is_written_at_most_twice_a_second(opened, lesson, play):
    with opened() as page:
        page.add_init_script(COUNT_WRITES)
        page.clock.install()
        page.goto(lesson)
        alive(page)
        if play:
            page.get_by_role("button", name="Play", exact=True).click()
            page.clock.run_for(15_000)
        else:
            for count in range(40):
                step_to(page, count % len(TILES))
                page.clock.run_for(50)
        page.clock.run_for(1000)
        times = [when for _, when, _ in page.evaluate("() => window.writes")]
        last = len(TILES) - 1 if play else 39 % len(TILES)
        assert len(times) >= 3
        assert all(later - sooner >= 500 for sooner, later in pairwise(times))
        assert page.url.endswith(f"?tile={TILES[last]}")


def test_what_passes_while_it_plays_is_not_worth_going_back_to(opened, lesson):
    with opened() as page:
        page.add_init_script(COUNT_WRITES)
        page.clock.install()
        page.goto(lesson)
        alive(page)
        page.get_by_role("button", name="Play", exact=True).click()
        page.clock.run_for(15_000)
        kinds = [kind for kind, _, _ in page.evaluate("() => window.writes")]
        assert kinds.count("pushState") <= 1
        assert page.evaluate("() => history.length") <= 3


@pytest.mark.parametrize("where", ["http", "file"])
def test_back_and_forward_restore_the_state(page, lesson, exported, where):
    address = lesson if where == "http" else (exported / "lesson.html").as_uri()
    page.goto(address)
    alive(page)
    step_to(page, 3)
    page.wait_for_url(re.compile(r"\?tile=8$"))
    choose(page, "both")
    page.wait_for_url(re.compile(r"gpu=both"))
    control(page, "intensity").press("PageUp")
    page.wait_for_url(re.compile(r"intensity=2$"))
    page.go_back()
    expect(page.locator('[data-probe="a100"]')).to_be_empty()
    assert said(page) == told("both", 3)
    page.go_back()
    expect(page.locator("#lesson")).to_have_attribute("data-gpu", "a100")
    assert said(page) == told("a100", 3)
    page.go_back()
    assert said(page) == told("a100", 0)
    assert page.url == address
    for _ in range(3):
        page.go_forward()
    expect(page.locator('[data-probe="a100"]')).not_to_be_empty()
    assert said(page) == told("both", 3)
    assert asked(page.url) == {"gpu": "both", "tile": "8", "intensity": "2"}


def test_back_after_a_reload_still_restores_the_state(page, lesson):
    page.goto(lesson)
    alive(page)
    step_to(page, 3)
    page.wait_for_url(re.compile(r"\?tile=8$"))
    page.reload()
    alive(page)
    assert said(page) == told("a100", 3)
    page.go_back()
    assert said(page) == told("a100", 0)


def test_a_link_within_the_page_does_not_undo_the_last_step(opened, lesson):
    with opened() as page:
        page.clock.install()
        page.goto(lesson)
        alive(page)
        page.clock.run_for(1000)
        step_to(page, 2)
        page.clock.run_for(100)
        # Within the pause between two addresses, before this state is in one.
        step_to(page, 5)
        page.locator('.sources a[href^="#"]').first.click()
        page.wait_for_url(re.compile("#"))
        page.clock.run_for(1000)
        assert said(page) == told("a100", 5)


def test_a_clipboard_that_is_refused_shows_the_text(opened, lesson):
    with opened(Heard(expected=("Write permission denied",))) as page:
        page.add_init_script(
            "navigator.clipboard.writeText = () => Promise.reject(new Error('no'));"
        )
        page.goto(f"{lesson}?tile=2")
        alive(page)
        share(page, "embed")
        expect(status(page)).to_have_text(SHARE_WORDS["clipboard"])
        text = page.locator("[data-share-text]")
        expect(text).to_be_focused()
        assert text.input_value() == snippet(f"{lesson}?tile=2&view=figure")
