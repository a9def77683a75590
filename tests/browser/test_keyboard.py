"""Everything can be reached, seen and used with the keyboard alone."""

import pytest
from browser.reader import BOARDS, TILES, choose, control, plain, points
from playwright.sync_api import expect

from roofline_model import KERNELS, ridge, significant

# More than the page has: a walk that never comes back is a trap.
MANY = 150

# The element with the focus, wherever it hides.
FOCUSED = """(() => {
  let element = document.activeElement;
  while (element.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
})()"""

RING = f"""() => {{
  const element = {FOCUSED};
  const radio = element.type === "radio" ? element.nextElementSibling : null;
  const rings = [element, radio].filter(Boolean).map((part) => {{
    const {{ outlineStyle, outlineWidth, opacity }} = getComputedStyle(part);
    return outlineStyle === "none" || opacity === "0" ? 0 : parseFloat(outlineWidth);
  }});
  return Math.max(...rings);
}}"""

STATE = """() => ({
  gpu: document.querySelector("#lesson").dataset.gpu,
  theme: document.documentElement.dataset.theme,
  tile: document.querySelector('[data-control="tile"]').value,
  play: document.querySelector('[data-control="play"]').textContent,
  probe: document.querySelector("[data-probe-live]").textContent,
  kernel: document.querySelector("[data-kernel-live]").textContent,
})"""


class Tabs:
    """The way through a page by the Tab key."""

    def __init__(self, page):
        self.page = page
        self.tools = page.context.new_cdp_session(page)

    def here(self):
        """Return the role and the name that a screen reader is told of the focus."""
        found = self.tools.send("Runtime.evaluate", {"expression": FOCUSED})
        which = {"objectId": found["result"]["objectId"], "fetchRelatives": False}
        [node] = self.tools.send("Accessibility.getPartialAXTree", which)["nodes"]
        role, name = (node.get(key, {}).get("value", "") for key in ("role", "name"))
        return role, plain(name)

    def on(self):
        """Press Tab and return what has the focus, or None when it leaves the page."""
        self.page.keyboard.press("Tab")
        if self.page.evaluate(f"{FOCUSED} === document.body"):
            return None
        return self.here()

    def all(self):
        """Walk from the top of the page to its end and return every stop."""
        stops = []
        while (stop := self.on()) is not None:
            stops.append(stop)
            assert len(stops) < MANY
        return stops

    def to(self, role, name):
        """Walk on to a control."""
        for _ in range(MANY):
            if self.on() == (role, name):
                return
        pytest.fail(f"no tab stop is the {role} {name!r}")


@pytest.fixture
def tabs(ready):
    """Return the keyboard's way through the lesson."""
    return Tabs(ready)


def press(page, *keys):
    """Press keys one after another."""
    for key in keys:
        page.keyboard.press(key)


def spoken(slider):
    """Return what a slider speaks."""
    return plain(slider.get_attribute("aria-valuetext"))


def test_tab_reaches_every_control_in_the_order_of_the_page(tabs):
    stops = tabs.all()
    steps = [
        ("radio", "A100"),
        ("button", "Dark theme"),
        ("button", "Play"),
        ("button", "Previous tile"),
        ("button", "Next tile"),
        ("slider", "Tile size"),
        ("button", "Restart"),
        ("slider", "Arithmetic intensity"),
    ]
    assert [stop for stop in stops if stop in steps] == steps
    kernels = [name for role, name in stops if role == "button"]
    assert [name for name in kernels if name in {plain(k.name) for k in KERNELS}] == [
        plain(kernel.name) for kernel in KERNELS
    ]
    assert [role for role, _ in stops].count(
        "textbox"
    ) == 4  # the intensity, and an own GPU
    assert sum("ridge," in name for _, name in stops) == 2


@pytest.mark.parametrize("width", [1280, 390, 320])
def test_every_tab_stop_has_a_role_and_a_name(new_page, lesson, width):
    page = new_page(viewport={"width": width, "height": 800})
    stops = Tabs(lesson(page, "?gpu=both&intensity=4&tile=128")).all()
    assert len(stops) > 20
    bad = [stop for stop in stops if stop[0] in ("", "none", "generic") or not stop[1]]
    assert bad == []


def test_the_canvas_takes_no_tab_stop(tabs):
    held = []
    while tabs.on() is not None:
        held.append(tabs.page.evaluate(f"{FOCUSED}.matches('.live *, .bk-events')"))
    assert len(held) > 20
    assert not any(held)


def test_the_focus_is_seen_at_every_tab_stop(tabs):
    page, unseen = tabs.page, []
    while (stop := tabs.on()) is not None:
        # A slider's ring is drawn around its thumb: see the next test.
        if stop[0] != "slider" and page.evaluate(RING) < 2:
            unseen.append(stop)
    assert unseen == []


@pytest.mark.parametrize("name", ["tile", "intensity"])
def test_the_focus_is_seen_on_a_sliders_thumb(tabs, name):
    slider = control(tabs.page, name)
    before = slider.screenshot()
    assert slider.screenshot() == before
    tabs.to("slider", slider.get_attribute("aria-label"))
    assert slider.screenshot() != before


def test_keys_do_nothing_without_a_control_that_has_the_focus(tabs):
    page = tabs.page
    before = page.evaluate(STATE)
    press(page, "ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "Space", "Enter")
    press(page, "PageUp", "PageDown", "Home", "End", "k", "p", "n", "r", "1", "Escape")
    assert page.evaluate(f"{FOCUSED} === document.body")
    assert page.evaluate(STATE) == before


@pytest.mark.parametrize("key", ["Space", "Enter"])
def test_a_key_plays_and_pauses(tabs, key):
    tabs.to("button", "Play")
    press(tabs.page, key)
    assert tabs.here() == ("button", "Pause")
    press(tabs.page, key)
    assert tabs.here() == ("button", "Play")


@pytest.mark.parametrize("key", ["Space", "Enter"])
def test_a_key_steps_and_restarts(tabs, key):
    page, tile = tabs.page, control(tabs.page, "tile")
    tabs.to("button", "Next tile")
    press(page, key, key)
    assert tile.input_value() == "2"
    press(page, "Shift+Tab", key)
    assert tabs.here() == ("button", "Previous tile")
    assert tile.input_value() == "1"
    tabs.to("button", "Restart")
    press(page, key)
    assert tile.input_value() == "0"


def test_a_step_beyond_the_end_keeps_the_focus(tabs):
    tabs.to("button", "Next tile")
    press(tabs.page, *["Enter"] * (len(TILES) + 2))
    assert tabs.here() == ("button", "Next tile")
    assert control(tabs.page, "tile").input_value() == str(len(TILES) - 1)
    expect(control(tabs.page, "next")).to_have_attribute("aria-disabled", "true")


def test_keys_move_the_tiles_slider(tabs):
    tabs.to("slider", "Tile size")
    slider, said = control(tabs.page, "tile"), []
    for key in (
        *("ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown"),
        *("PageUp", "PageUp", "PageDown", "End", "PageUp", "Home", "PageDown"),
    ):
        press(tabs.page, key)
        said.append(spoken(slider))
    steps = (1, 2, 1, 0, 2, 4, 2, 7, 7, 0, 0)
    assert said == [f"{TILES[step]} × {TILES[step]}" for step in steps]
    assert tabs.here() == ("slider", "Tile size")


def test_keys_move_the_intensitys_slider(tabs):
    tabs.to("slider", "Arithmetic intensity")
    slider, said = control(tabs.page, "intensity"), []
    for key in (
        *("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "PageUp", "PageUp"),
        *("PageDown", "Home", "ArrowRight", "End", "PageUp", "Home", "PageDown"),
    ):
        press(tabs.page, key)
        said.append(spoken(slider))
    step = 2 ** (1 / 16)
    low, high = 2**-4, 2**10
    values = (step, 1, step, 1, 2, 4, 2, low, low * step, high, high, low, low)
    assert said == [f"{significant(value)} flop per byte" for value in values]
    assert tabs.here() == ("slider", "Arithmetic intensity")


@pytest.mark.parametrize("name", ["Tile size", "Arithmetic intensity"])
def test_a_sliders_keys_do_not_scroll_the_page(tabs, name):
    tabs.to("slider", name)
    before = tabs.page.evaluate("scrollY")
    press(tabs.page, "PageUp", "PageDown", "ArrowDown", "ArrowUp", "End", "Home")
    assert tabs.page.evaluate("scrollY") == before


def test_arrows_choose_the_gpu(tabs):
    page = tabs.page
    tabs.to("radio", "A100")
    seen = []
    for key in ("ArrowRight", "ArrowDown", "ArrowRight", "ArrowLeft", "ArrowUp"):
        press(page, key)
        seen.append((tabs.here()[1], page.locator("#lesson").get_attribute("data-gpu")))
    assert seen == [
        ("H100", "h100"),
        ("both", "both"),
        ("A100", "a100"),
        ("both", "both"),
        ("H100", "h100"),
    ]


@pytest.mark.parametrize("key", ["Space", "Enter"])
def test_a_key_turns_the_theme(tabs, key):
    tabs.to("button", "Dark theme")
    press(tabs.page, key)
    expect(control(tabs.page, "theme")).to_have_attribute("aria-pressed", "true")
    press(tabs.page, key)
    expect(control(tabs.page, "theme")).to_have_attribute("aria-pressed", "false")


def test_an_intensity_is_typed_and_the_probe_put_away(tabs):
    page = tabs.page
    tabs.to("slider", "Arithmetic intensity")
    tabs.on()
    press(page, "Control+a", "4", "0", "Enter")
    assert spoken(control(page, "intensity")) == "40.0 flop per byte"
    tabs.to("button", "Put the probe away")
    press(page, "Enter")
    # The button is gone: the focus goes to where the probe is brought back.
    assert tabs.here() == ("slider", "Arithmetic intensity")
    expect(page.locator("[data-probe-live]")).to_be_empty()


@pytest.mark.parametrize("key", ["Space", "Enter"])
def test_a_key_goes_to_a_ridge(tabs, key):
    board = BOARDS["a100"]
    corner = ridge(peak=board.peak("bf16"), bandwidth=board.bandwidth)
    tabs.to("button", f"A100 BF16 ridge, {significant(corner)}")
    press(tabs.page, key)
    said = spoken(control(tabs.page, "intensity"))
    assert said == f"{significant(corner)} flop per byte"


@pytest.mark.parametrize("key", ["Space", "Enter"])
def test_a_key_places_a_kernel_and_takes_it_away(tabs, key):
    page = tabs.page
    tabs.to("button", plain(KERNELS[0].name))
    press(page, key)
    assert len(points(page, "marks", "inverted_triangle")) == 1
    press(page, key)
    assert points(page, "marks", "inverted_triangle") == []


def test_a_hidden_gpus_ridges_take_no_tab_stop(tabs):
    choose(tabs.page, "h100")
    names = [name for _, name in tabs.all()]
    assert [name[:4] for name in names if "ridge," in name] == ["H100", "H100"]
