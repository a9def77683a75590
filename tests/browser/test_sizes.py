"""From a phone to a desk: nothing is cut off, nothing jumps, all can be touched."""

import pytest
from browser.heard import a_frame
from browser.reader import CHOICES, TILES, choose, control, points, source, step_to
from playwright.sync_api import expect

from roofline_model import KERNELS

PHONE = {"width": 390, "height": 844}
WIDTHS = (320, 390, 768, 1024, 1280, 1920)

OVERHANG = """() => {
  const room = document.scrollingElement.clientWidth;
  const wide = [...document.querySelectorAll("body *")].filter((element) => {
    const { right, left, width } = element.getBoundingClientRect();
    return width > 0 && (right > room + 0.5 || left < -0.5)
      && element.checkVisibility()
      && !element.closest(".unseen, .live, .equation *, .listing *");
  });
  return {
    scroll: document.scrollingElement.scrollWidth - innerWidth,
    wide: wide.map((element) => `${element.tagName} ${element.className}`),
  };
}"""

# Targets that are small and too near to another: WCAG 2.2, 2.5.8, with its exception
# for links within a text.
CRAMPED = """() => {
  const targets = [...document.querySelectorAll(
    "button, input, select, textarea, a[href], summary")]
    .filter((target) => target.checkVisibility())
    .filter((target) => !target.closest("p, dd, li"))
    .map((target) => ({ target, box: target.getBoundingClientRect() }));
  const small = targets.filter(({ box }) => box.width < 24 || box.height < 24);
  const gap = (x, y, box) => Math.hypot(
    Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
  const cramped = small.filter(({ target, box }) => {
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    return targets.some(
      (other) => other.target !== target && gap(x, y, other.box) < 12);
  });
  return {
    count: targets.length,
    cramped: cramped.map(({ target }) => target.outerHTML.slice(0, 80)),
    // A control, not a link, has its full size.
    small: small.filter(({ target }) => target.tagName !== "A")
      .map(({ target }) => target.outerHTML.slice(0, 80)),
  };
}"""

SMALL_TEXT = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const text = walker.currentNode.textContent.trim();
    if (!text || !element.checkVisibility({ visibilityProperty: true })) continue;
    if (element.closest("script, style, noscript, .unseen")) continue;
    // An exponent is as small as it is written by hand.
    if (element.closest("msup > :last-child")) continue;
    const size = parseFloat(getComputedStyle(element).fontSize);
    if (size < 12) found.push([text.slice(0, 40), size]);
  }
  return found;
}"""

TOPS = """() => ["#concept-title", "#probe-title", ".column", ".appendix", ".player"]
  .map((selector) => document.querySelector(selector))
  .map((element) => element.getBoundingClientRect().top + scrollY)"""

SETTLED = """width => {
  const figure = modelNamed("roofline");
  return figure.outer_width === width;
}"""


@pytest.fixture(scope="module")
def at_width(opened, lesson):
    """Return a function that loads the lesson at a width."""
    with opened(reduced_motion="reduce") as page:

        def load(width, query="", height=800):
            page.goto("about:blank")
            page.set_viewport_size({"width": width, "height": height})
            return lesson(page, query)

        yield load


def box(page, selector):
    """Return where the first visible element of a selector lies."""
    return page.locator(f"{selector} >> visible=true").first.bounding_box()


def on_screen(page, selector):
    """Tell whether all that a selector names lies within the first screen."""
    boxes = [part.bounding_box() for part in page.locator(selector).all()]
    boxes = [part for part in boxes if part is not None]
    size = page.viewport_size
    return bool(boxes) and all(
        part["y"] >= 0
        and part["y"] + part["height"] <= size["height"]
        and part["x"] >= 0
        and part["x"] + part["width"] <= size["width"]
        for part in boxes
    )


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_scrolls_sideways(at_width, width):
    page = at_width(width, f"?tile={TILES[-1]}&intensity=1000")
    page.locator(f'[data-kernel="{KERNELS[-1].key}"]').click()
    for choice in CHOICES:
        choose(page, choice)
        assert page.evaluate(OVERHANG) == {"scroll": 0, "wide": []}


@pytest.mark.parametrize(
    ("width", "height", "view"),
    [(320, 800, "lesson"), (1280, 800, "lesson"), (320, 480, "figure")],
)
def test_no_text_is_smaller_than_twelve_pixels(at_width, width, height, view):
    page = at_width(width, f"?gpu=both&tile=64&intensity=4&view={view}", height)
    assert page.evaluate(SMALL_TEXT) == []
    for name in ("labels", "tags"):
        sizes = source(page, name)["size"]
        assert sizes
        assert min(float(size.removesuffix("px")) for size in sizes) >= 12


@pytest.mark.parametrize("choice", CHOICES)
def test_the_first_screen_holds_figure_player_sentence_and_tile(at_width, choice):
    page = at_width(1280, f"?gpu={choice}")
    for selector in (
        *("[data-figure]", ".player", '[data-say="sentence"]', ".matrices"),
        *(".bars", ".traffic"),
    ):
        assert on_screen(page, selector), selector
    figure, tile = box(page, "[data-figure]"), box(page, ".matrices")
    assert figure["width"] > 500
    assert tile["x"] > figure["x"] + figure["width"]


@pytest.mark.parametrize("width", [1280, 768, 390])
def test_nothing_jumps_when_the_step_changes(at_width, width):
    page = at_width(width)
    for choice in CHOICES:
        choose(page, choice)
        tops = []
        for index in range(len(TILES)):
            step_to(page, index)
            tops.append(page.evaluate(TOPS))
        assert tops == [tops[0]] * len(TILES)


@pytest.mark.parametrize("width", [1280, 390])
def test_every_target_can_be_hit(at_width, width):
    page = at_width(width, "?gpu=both&intensity=4")
    targets = page.evaluate(CRAMPED)
    assert targets["count"] > 30
    assert targets["small"] == []
    assert targets["cramped"] == []


@pytest.fixture
def phone(new_page, lesson):
    """Load the lesson on a phone with a touch screen."""
    page = new_page(viewport=PHONE, has_touch=True, is_mobile=True)
    return lesson(page)


def test_a_drag_over_the_figure_scrolls_the_page_and_touches_nothing(phone):
    figure = box(phone, "[data-figure]")
    x, y = figure["x"] + figure["width"] / 2, figure["y"] + figure["height"] / 2
    finger = phone.context.new_cdp_session(phone)
    assert phone.evaluate("scrollY") == 0

    def touch(kind, *places):
        points = [{"x": x, "y": place} for place in places]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", y)
    for moved in range(0, 180, 15):
        touch("touchMove", y - moved)
    touch("touchEnd")
    phone.wait_for_function("scrollY > 100")
    assert points(phone, "marks", "diamond") == []


def test_the_figure_leaves_touches_to_the_page(phone):
    actions = phone.evaluate("""() => {
      const { left, top, width, height } =
        document.querySelector("[data-figure]").getBoundingClientRect();
      const actions = [];
      let at = document.elementFromPoint(left + width / 2, top + height / 2);
      for (; at; at = at.parentElement) actions.push(getComputedStyle(at).touchAction);
      return actions;
    }""")
    assert len(actions) > 3
    assert set(actions) <= {"auto", "manipulation", "pan-y", "pan-x pan-y"}


def test_the_controls_work_by_touch(phone):
    tile = control(phone, "tile")
    control(phone, "next").tap()
    expect(tile).to_have_value("1")
    track = tile.bounding_box()
    phone.touchscreen.tap(
        track["x"] + track["width"] - 12, track["y"] + track["height"] / 2
    )
    expect(tile).to_have_value("7")
    phone.locator('input[name="gpu"][value="h100"]').tap()
    expect(phone.locator("#lesson")).to_have_attribute("data-gpu", "h100")


def test_the_figure_stays_on_a_phones_screen_while_the_page_scrolls(phone):
    phone.locator("#maths-title").scroll_into_view_if_needed()
    assert phone.evaluate("scrollY") > 300
    assert on_screen(phone, "[data-figure]")


@pytest.mark.parametrize(("before", "after"), [(1280, 390), (390, 1280)])
def test_a_resized_figure_is_drawn_as_if_it_was_opened_so(
    new_page, lesson, before, after
):
    query = "?tile=32&intensity=4"
    fresh = lesson(new_page(viewport={"width": after, "height": 800}), query)
    width = fresh.evaluate('modelNamed("roofline").outer_width')
    page = lesson(new_page(viewport={"width": before, "height": 800}), query)
    page.set_viewport_size({"width": after, "height": 800})
    page.wait_for_function(SETTLED, arg=width)
    for name in ("labels", "tags", "edges"):
        assert source(page, name) == source(fresh, name), name


def test_resizing_complains_of_nothing(page, lesson, heard):
    lesson(page, "?tile=32&intensity=4")
    for width in (390, 1280, 768, 390, 1024):
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_function(
            "width => document.body.clientWidth === width", arg=width
        )
        for _ in range(10):
            a_frame(page)
    assert heard.complaints() == []
