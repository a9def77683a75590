"""Light and dark: both can be read, the figure follows, and so does the system."""

import re

import pytest
from browser.reader import CHOICES, ask, choose, control, source
from playwright.sync_api import expect

from app.data.theme import COLOURS, palette
from roofline_model import GPUS, KERNELS

SCHEMES = ("light", "dark")
TEXT, MARK = 4.5, 3.0

# Every text that is drawn, with its colours as the browser computed them: its own, and
# those of the backgrounds behind it, from the innermost outwards.
TEXTS = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const text = node.textContent.trim();
    const element = node.parentElement;
    if (!text || element.closest("script, style, noscript, option")) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    if (element.closest('[aria-disabled="true"], .unseen')) continue;
    const style = getComputedStyle(element);
    const behind = [];
    let opacity = 1;
    for (let at = element; at; at = at.parentElement) {
      const { backgroundColor, opacity: own } = getComputedStyle(at);
      behind.push(backgroundColor);
      opacity *= Number(own);
    }
    const svg = element.namespaceURI.endsWith("svg");
    found.push({
      text: text.slice(0, 40),
      colour: svg ? style.fill : style.color,
      size: parseFloat(style.fontSize),
      opacity,
      behind,
    });
  }
  return found;
}"""

PAINT = """() => {
  const figure = modelNamed("roofline");
  return {
    axes: [...figure.below, ...figure.left].map((a) => a.major_label_text_color),
    grids: figure.center.map((grid) => grid.grid_line_color),
    lines: [...modelNamed("rooflines").data.color],
    paper: [figure.background_fill_color, figure.border_fill_color],
  };
}"""


def channels(colour):
    """Return red, green, blue (0 to 1) and alpha of a CSS or a hex colour."""
    if colour.startswith("#"):
        return [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)] + [1.0]
    kind, *numbers = re.findall(r"^[a-z]+|[\d.]+(?:e-?\d+)?", colour)
    assert kind in ("rgb", "rgba", "color"), colour
    scale = 1 if kind == "color" else 255
    red, green, blue, *alpha = map(float, numbers)
    return [red / scale, green / scale, blue / scale, *(alpha or [1.0])]


def over(top, bottom, opacity=1.0):
    """Return an opaque colour with another laid over it."""
    *rgb, alpha = top
    share = alpha * opacity
    return [t * share + b * (1 - share) for t, b in zip(rgb, bottom, strict=True)]


def luminance(rgb):
    """Return the relative luminance that WCAG 2 defines."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    """Return the contrast of two opaque colours, from 1 to 21."""
    high, low = sorted([luminance(one), luminance(other)], reverse=True)
    return (high + 0.05) / (low + 0.05)


def drawn_contrast(text):
    """Return the contrast of a text with what is behind it."""
    ground = [1.0, 1.0, 1.0]
    for colour in reversed(text["behind"]):
        ground = over(channels(colour), ground)
    return contrast(over(channels(text["colour"]), ground, text["opacity"]), ground)


def too_faint(texts):
    """Return the texts that cannot be read well, with their contrast."""
    faint = {(t["text"], round(drawn_contrast(t), 2)) for t in texts}
    return sorted(pair for pair in faint if pair[1] < TEXT)


@pytest.fixture(scope="module")
def full(opened, lesson):
    """Load the lesson with a note, and place a kernel."""
    with opened(reduced_motion="reduce") as page:
        lesson(page, "?gpu=both&tile=7")
        control(page, "next").click()
        page.locator(f'[data-kernel="{KERNELS[0].key}"]').click()
        yield page


def test_the_measure_of_contrast_is_the_standards():
    black, white, grey = [0.0] * 3, [1.0] * 3, channels("rgb(118, 118, 118)")[:3]
    assert contrast(black, white) == pytest.approx(21)
    assert contrast(grey, white) == pytest.approx(4.54, abs=0.005)
    assert over(channels("rgba(0, 0, 0, 0.5)"), white) == [0.5] * 3


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_text_can_be_read(full, scheme):
    full.evaluate(
        "scheme => { document.documentElement.dataset.theme = scheme }", scheme
    )
    for choice in CHOICES:
        choose(full, choice)
        ask(full, "4")
        ask(full, "5000")
        texts = full.evaluate(TEXTS)
        said = " ".join(text["text"] for text in texts)
        for words in ("The address asks for", "Give a number", "At 4.00 flop/B"):
            assert words in said
        assert too_faint(texts) == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_token_reaches_its_contrast_on_paper(scheme):
    colours = {name: channels(c)[:3] for name, c in palette(scheme).items()}
    texts = ("ink", "quiet", "memory", "compute", *(gpu.key for gpu in GPUS), "other")
    assert {"paper", "hair", "wash", *texts} == set(COLOURS)
    for name in texts:
        assert contrast(colours[name], colours["paper"]) >= max(TEXT, MARK)
        assert contrast(colours[name], colours["wash"]) >= TEXT


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_figure_is_painted_in_the_scheme(new_page, lesson, scheme):
    page = lesson(new_page(), f"?gpu=both&theme={scheme}&tile=32&intensity=4")
    assert_painted(page, scheme)


def test_the_button_turns_page_and_figure(new_page, lesson):
    page = lesson(new_page(color_scheme="light"), "?gpu=both&tile=32&intensity=4")
    button = control(page, "theme")
    expect(button).to_have_attribute("aria-pressed", "false")
    assert_painted(page, "light")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    assert_painted(page, "dark")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    assert_painted(page, "light")


def test_the_page_follows_the_system_until_the_reader_chooses(new_page, lesson):
    page = lesson(new_page(color_scheme="dark"), "?gpu=both&intensity=4")
    expect(control(page, "theme")).to_have_attribute("aria-pressed", "true")
    assert_painted(page, "dark")
    page.emulate_media(color_scheme="light")
    expect(control(page, "theme")).to_have_attribute("aria-pressed", "false")
    assert_painted(page, "light")
    control(page, "theme").click()
    assert_painted(page, "dark")
    page.emulate_media(color_scheme="dark")
    page.emulate_media(color_scheme="light")
    assert_painted(page, "dark")


def assert_painted(page, scheme):
    """Check that page and figure wear a scheme's colours, and no other's."""
    colours = palette(scheme)
    body = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert channels(body)[:3] == pytest.approx(channels(colours["paper"])[:3], abs=1e-3)
    paint = page.evaluate(PAINT)
    assert set(paint["axes"]) == {colours["quiet"]}
    assert set(paint["grids"]) == {colours["hair"]}
    assert paint["lines"] == [colours["a100"]] * 2 + [colours["h100"]] * 2
    # The canvas has no ground of its own: the page's paper shows through.
    assert paint["paper"] == [None, None]
    for name in ("labels", "tags", "drops", "edges", "regions"):
        used = source(page, name)["color"]
        assert used
        assert set(used) <= set(colours.values())
    for name in ("marks", "trail"):
        data = source(page, name)
        assert set(data["fill"] + data["line"]) <= set(colours.values())
