"""The figure alone, at the sizes that host pages give a frame: all of it is seen."""

import pytest
from hosts.reader import CHOICES, TILES, alive, choose, said, step_to, told

from app.data.state import query_rules

SIZES = [(320, 480), (480, 600), (760, 520), (1200, 700)]
STEPS = [(choice, tile) for choice in CHOICES for tile in (1, 32, 128)]
SMALLEST_FIGURE = 150

# The window, and where each thing stands in it; text by its own lines, not its box.
MEASURE = """() => {
  const find = (selector) => document.querySelector(selector);
  const box = (rect) => [rect.left, rect.top, rect.right, rect.bottom];
  const text = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return box(range.getBoundingClientRect());
  };
  const page = document.documentElement;
  const places = {
    figure: box(find("[data-figure]").getBoundingClientRect()),
    drawing: box(find("[data-figure] .live").getBoundingClientRect()),
    units: text(find(".x-name b")),
    rate: text(find(".y-name")),
    sentence: text(find("[data-say=sentence]")),
    heading: text(find("h1")),
    whole: text(find("[data-whole]")),
  };
  for (const control of document.querySelectorAll("[data-control], .choice label")) {
    if (!control.checkVisibility()) continue;
    const name = control.dataset.control ?? control.textContent.trim();
    places[name] = box(control.getBoundingClientRect());
  }
  return {
    room: [innerWidth, innerHeight],
    scroll: [page.scrollWidth, page.scrollHeight],
    places,
  };
}"""

# What a point of the page shows: the element on top there.
COVERED = """() => {
  const hidden = [];
  const controls = ["play", "previous", "next", "tile", "restart"];
  const selectors = controls.map((name) => `[data-control=${name}]`);
  for (const selector of [...selectors, ".choice label", "[data-whole]"]) {
    const node = document.querySelector(selector);
    const { left, top, width, height } = node.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!node.contains(seen) && !seen?.contains(node)) hidden.push(selector);
  }
  return hidden;
}"""


@pytest.fixture(scope="module", params=SIZES, ids=lambda size: "{}x{}".format(*size))
def size(request):
    """Return one of the sizes."""
    return request.param


@pytest.fixture(scope="module", params=["light", "dark"])
def small(request, opened, lesson, size):
    """Open the figure's view at a size and in a scheme."""
    width, height = size
    room = {"width": width, "height": height}
    with opened(viewport=room, color_scheme=request.param) as page:
        page.goto(f"{lesson}?view=figure")
        yield alive(page)


@pytest.mark.parametrize(("choice", "tile"), STEPS)
def test_all_of_the_figures_view_is_seen_without_scrolling(small, choice, tile):
    choose(small, choice)
    step_to(small, TILES.index(tile))
    seen = small.evaluate(MEASURE)
    (width, height), places = seen["room"], seen["places"]
    assert seen["scroll"] == [width, height]
    outside = {
        name: box
        for name, box in places.items()
        if box[0] < 0 or box[1] < 0 or box[2] > width or box[3] > height
    }
    assert outside == {}
    left, top, right, bottom = places["drawing"]
    assert bottom - top >= SMALLEST_FIGURE
    assert right - left >= width * 0.8
    # One below the other: nothing is drawn over the sentence.
    assert places["sentence"][1] >= places["play"][3]
    assert places["play"][1] >= bottom
    assert said(small) == told(choice, TILES.index(tile), alone=True)
    assert small.evaluate(COVERED) == []


def test_the_view_holds_the_figure_and_nothing_else(small):
    assert not small.locator(".column").is_visible()
    assert not small.locator(".appendix").is_visible()
    assert not small.locator('[data-share="link"]').is_visible()


@pytest.mark.parametrize("query", ["", "&gpu=h100&tile=32&theme=dark&intensity=12.5"])
def test_the_link_to_the_whole_lesson_opens_the_same_state(page, lesson, query):
    page.goto(f"{lesson}?view=figure{query}")
    alive(page)
    choose(page, "both")
    step_to(page, 6)
    with page.context.expect_page() as opening:
        page.get_by_role("link", name="Open the whole lesson").click()
    whole = alive(opening.value)
    assert said(whole) == told("both", 6)
    assert whole.locator(".column").is_visible()
    theme = "dark" if "dark" in query else query_rules()["theme"]["default"]
    assert whole.locator("html").get_attribute("data-theme") == theme
    if "intensity" in query:
        field = whole.locator('[data-control="intensity-field"]')
        assert field.input_value() == "12.5"
    assert whole.evaluate("() => window.opener") is None


def test_notes_about_a_bad_address_do_not_push_the_figure_away(opened, lesson):
    with opened(viewport={"width": 480, "height": 600}) as page:
        page.goto(f"{lesson}?view=figure&gpu=v100")
        alive(page)
        box = page.locator("[data-figure]").bounding_box()
        assert box["height"] >= SMALLEST_FIGURE
        assert page.evaluate("() => document.documentElement.scrollWidth") == 480
