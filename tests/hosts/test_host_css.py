"""A host page's styles, its Bokeh, its theme and other lessons, around the frame."""

import zipfile

import bokeh
import pytest
from hosts.heard import Heard
from hosts.reader import choose, framed, said, spoken, step_to, told
from hosts.tools import run
from playwright.sync_api import expect

from app.data.embed import HEIGHT, LISTENER, snippet
from app.data.theme import palette

OLD_BOKEH = "3.4.3"

RUDE = """<style>
* { box-sizing: content-box !important; letter-spacing: .3em; color: red !important;
    font: 40px/3 serif !important; text-transform: uppercase; word-spacing: 1em; }
html { font-size: 30px; writing-mode: vertical-rl; direction: rtl; }
button, input, p, svg, canvas { display: none !important; }
</style><script>
Number.prototype.toFixed = Number.prototype.toPrecision = () => "hacked";
window.Bokeh = { version: "host" };
window.story = window.lesson = "host";
</script>"""

# How the lesson is set, at enough places to see a style from outside.
LOOK = """() => [
  "html", "body", "h1", "#lesson", ".play", ".plot", ".canvas", ".round", ".ticks span",
  "[data-say]", "input[type=range]",
].map((selector) => {
  const node = document.querySelector(selector);
  const style = getComputedStyle(node);
  const { width, height } = node.getBoundingClientRect();
  const names = ["color", "fontSize", "fontFamily", "lineHeight", "letterSpacing",
    "wordSpacing", "boxSizing", "textTransform", "direction", "writingMode", "display"];
  return [selector, width, height, ...names.map((name) => style[name])];
})"""

LABELS = """() => {
  const { text, color, x } =
    Bokeh.documents[0].get_model_by_name("labels").data;
  return [...text].map((word, i) => [word, color[i], x[i]]);
}"""

PAPER = "() => getComputedStyle(document.body).backgroundColor"

OWN_PLOT = """<div id="own"></div><script>
  const plot = Bokeh.Plotting.figure({ width: 300, height: 200, title: "own" });
  plot.line([1, 2, 3], [1, 4, 9]);
  Bokeh.Plotting.show(plot, "#own").then(() => { document.title = "drawn"; });
</script>"""


def css_colour(scheme, token="paper"):
    """Return one of the lesson's colours as a computed style spells it."""
    value = palette(scheme)[token].lstrip("#")
    return "rgb({}, {}, {})".format(*(int(value[i : i + 2], 16) for i in (0, 2, 4)))


def label_colours(frame):
    """Return the colours that the figure's labels are drawn in."""
    return {colour for text, colour, _ in frame.evaluate(LABELS) if text}


@pytest.fixture(scope="session")
def old_bokeh(request, course):
    """Return the address of an older BokehJS, as a host page may have it."""
    place = course.folder / "bokehjs"
    wheels = request.config.cache.mkdir("wheels")
    wheel = wheels / f"bokeh-{OLD_BOKEH}-py3-none-any.whl"
    if not wheel.exists():
        # It is kept in pytest's cache, so one run asks the registry once.
        options = ["-q", "--no-deps", "--only-binary", ":all:", "-d", wheels]
        run("pip", "download", *options, f"bokeh=={OLD_BOKEH}")
    with zipfile.ZipFile(wheel) as files:
        for name in ("bokeh.min.js", "bokeh-api.min.js"):
            place.mkdir(exist_ok=True)
            (place / name).write_bytes(files.read(f"bokeh/server/static/js/{name}"))
    return f"{course.address}/bokehjs"


@pytest.fixture
def frame_of(page, course, lesson):
    """Return the function that puts the lesson on a host page and returns its frame."""

    def visit(query="?view=figure", *, head="", more=""):
        body = f'<div style="width: 900px">{snippet(lesson + query)}</div>{more}'
        page.goto(course.page(body, head=head))
        return framed(page)

    return visit


@pytest.fixture
def undecided(new_page, course, lesson):
    """Return the function that opens a host page with a style and returns its frame.

    The reader has no scheme: one that Playwright sets would override the host page's.
    """

    def visit(style="", query=""):
        page = new_page(color_scheme="null")
        head = f"<style>{style}</style>"
        page.goto(course.page(snippet(f"{lesson}?view=figure{query}"), head=head))
        return framed(page)

    return visit


def test_a_rude_host_page_does_not_reach_into_the_frame(frame_of):
    plain = frame_of()
    usual = plain.evaluate(LOOK), plain.evaluate(LABELS), said(plain)
    rude = frame_of(head=RUDE)
    assert (rude.evaluate(LOOK), rude.evaluate(LABELS), said(rude)) == usual
    step_to(rude, 3)
    assert said(rude) == told("a100", 3, alone=True)


def test_a_host_page_with_another_bokeh_keeps_its_plot_and_the_lesson_its_own(
    page, frame_of, old_bokeh
):
    scripts = [
        f'<script src="{old_bokeh}/{name}"></script>'
        for name in ("bokeh.min.js", "bokeh-api.min.js")
    ]
    frame = frame_of(head="".join(scripts), more=OWN_PLOT)
    page.wait_for_function("() => document.title === 'drawn'")
    expect(page.locator("#own canvas").first).to_be_visible()
    assert page.evaluate("() => Bokeh.version") == OLD_BOKEH
    assert frame.evaluate("() => Bokeh.version") == bokeh.__version__
    choose(frame, "both")
    step_to(frame, 5)
    assert said(frame) == told("both", 5, alone=True)
    assert page.evaluate("() => Bokeh.documents.length") == 1


def test_two_lessons_on_one_page_are_independent(page, course, lesson):
    frames = [snippet(f"{lesson}?view=figure&theme={t}") for t in ("light", "dark")]
    page.goto(course.page("".join(frames)))
    first, second = framed(page, 0), framed(page, 1)
    for frame, choice, index in ((first, "h100", 6), (second, "both", 2)):
        choose(frame, choice)
        step_to(frame, index)
    assert said(first) == told("h100", 6, alone=True)
    assert said(second) == told("both", 2, alone=True)
    assert [f.evaluate(PAPER) for f in (first, second)] == [
        css_colour("light"),
        css_colour("dark"),
    ]


def test_a_frame_far_below_loads_when_the_reader_comes_near(
    page, heard, course, lesson
):
    far = '<div style="height: 20000px">far to go</div>'
    page.goto(course.page(far + snippet(f"{lesson}?view=figure")))
    page.wait_for_load_state("networkidle")
    assert [asked.url for asked in heard.requests if "lesson.html" in asked.url] == []
    assert said(framed(page))["sentence"] == told("a100", 0)["sentence"]


def test_a_dark_reader_gets_a_dark_lesson(new_page, course, lesson):
    page = new_page(color_scheme="dark")
    page.goto(course.page(snippet(f"{lesson}?view=figure")))
    frame = framed(page)
    assert frame.evaluate(PAPER) == css_colour("dark")
    assert label_colours(frame) <= set(palette("dark").values())


# Chromium tells a frame the scheme that its element has in the host page; only where
# that is none in particular does the reader's own reach it.
@pytest.mark.parametrize(
    ("host", "frame_style", "scheme"),
    [
        ("normal", "", "light"),
        ("dark", "", "dark"),
        ("normal", "color-scheme: dark", "dark"),
        ("dark", "color-scheme: light", "light"),
    ],
)
def test_an_automatic_theme_follows_the_host_pages_colour_scheme(
    undecided, host, frame_style, scheme
):
    frame = undecided(f":root {{ color-scheme: {host} }} iframe {{ {frame_style} }}")
    assert frame.evaluate(PAPER) == css_colour(scheme)
    assert label_colours(frame) <= set(palette(scheme).values())


def test_the_lesson_follows_a_host_page_that_changes_its_theme(undecided):
    frame = undecided()
    for scheme in ("dark", "light"):
        frame.page.evaluate(
            "(scheme) => { document.documentElement.style.colorScheme = scheme; }",
            scheme,
        )
        frame.wait_for_function(f"() => ({PAPER})() === '{css_colour(scheme)}'")
        pressed = str(scheme == "dark").lower()
        theme = frame.locator('[data-control="theme"]')
        expect(theme).to_have_attribute("aria-pressed", pressed)
        assert label_colours(frame) <= set(palette(scheme).values())


@pytest.mark.parametrize(("host", "theme"), [("dark", "light"), ("light", "dark")])
def test_a_theme_that_was_asked_for_holds_in_any_host_page(undecided, host, theme):
    frame = undecided(f":root {{ color-scheme: {host} }}", f"&theme={theme}")
    assert frame.evaluate(PAPER) == css_colour(theme)


# Whether the frame is as high as the lesson in it, and no higher.
FITS = """() => {
  const { height } = document.querySelector("#lesson").getBoundingClientRect();
  return Math.abs(innerHeight - height) <= 1 &&
    document.documentElement.scrollHeight <= innerHeight;
}"""


def test_the_two_line_listener_fits_the_frame_to_the_whole_lesson(page, course, lesson):
    page.goto(course.page(f'<div id="column">{snippet(lesson)}</div>{LISTENER}'))
    frame = framed(page)
    heights = []
    for width in (1000, 360, 1000):
        page.evaluate("(w) => { document.all.column.style.width = `${w}px`; }", width)
        frame.wait_for_function(f"() => innerWidth === {width}")
        frame.wait_for_function(FITS)
        heights.append(page.locator("iframe").bounding_box()["height"])
    assert heights[1] > heights[0] > 2000
    assert heights[2] == heights[0]


def test_the_listener_minds_its_own_frames_and_messages_only(page, course, lesson):
    other = (
        "<iframe srcdoc=\"<script>parent.postMessage({type: 'x', height: 5}, '*');"
        'parent.postMessage({height: 6}, \'*\');</script>" height="77"></iframe>'
    )
    bodies = LISTENER + other + snippet(f"{lesson}?view=figure")
    page.goto(course.page(bodies))
    framed(page, 1)
    page.evaluate("() => postMessage({ type: 'roofline-lesson', height: 9 }, '*')")
    page.wait_for_function("() => document.querySelectorAll('iframe')[1].style.height")
    heights = page.locator("iframe").evaluate_all(
        "(frames) => frames.map((frame) => frame.offsetHeight)"
    )
    assert heights[0] == pytest.approx(77, abs=4)
    assert heights[1] >= HEIGHT


def test_an_empty_message_from_a_frame_does_not_break_the_listener(page, course):
    body = LISTENER + (
        "<iframe srcdoc=\"<script>parent.postMessage(null, '*');"
        "parent.document.title = 'sent';</script>\"></iframe>"
    )
    page.goto(course.page(body))
    page.wait_for_function("() => document.title === 'sent'")
    page.evaluate("() => new Promise((done) => setTimeout(done))")


def test_without_a_listener_the_frame_keeps_its_height(page, frame_of):
    frame = frame_of()
    step_to(frame, 4)
    assert spoken(frame)
    assert page.locator("iframe").bounding_box()["height"] == HEIGHT


def test_a_lesson_alone_sends_no_message(opened, lesson):
    heard = Heard()
    with opened(heard) as page:
        page.add_init_script("addEventListener('message', () => { window.told = 1; });")
        page.goto(lesson)
        page.locator("#lesson[data-live]").wait_for(state="attached")
        step_to(page, 2)
        assert page.evaluate("() => window.told") is None
