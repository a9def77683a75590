"""The file from a disk shows every level, precision, size and GPU that there is."""

from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from hosts.reader import TILES, alive, choose, control, shows, step_to
from playwright.sync_api import expect

from app.data.setting import SIZES
from app.data.state import LessonState

TYPED = {"peak": "19.5 TFLOP/s", "bandwidth": "1448.2 GiB/s"}
WITH_TENSOR = {"peak": "10 TFLOP/s", "bandwidth": "0.5 TB/s", "tensor": "80 TFLOPS"}

#: What an address asks for; what it leaves out is as usual.
STATES = [
    {"levels": "shared", "tile": 16},
    {"levels": "shared", "tile": 64, "gpu": "h100"},
    {"levels": "shared", "tile": 8, "gpu": "both", "n": 1000},
    {"levels": "shared", "tile": 16, "gpu": "v100-sxm2"},
    {"levels": "shared", "tile": 16, "precision": "bf16"},
    {"precision": "bf16", "tile": 128},
    {"precision": "bf16", "tile": 32, "gpu": "both", "n": 16384},
    {"n": 128, "tile": 128},
    {"n": 1000, "tile": 128, "gpu": "h100"},
    {"n": 12288, "tile": 32, "gpu": "both"},
    {"gpu": "t4", "tile": 8, "n": 2048},
    {"gpu": "t4", "precision": "bf16"},
    {"gpu": "h200-sxm-141gb", "precision": "bf16", "tile": 64},
    {"gpu": "tpu-v4", "tile": 64},
    {"gpu": "mi300x", "levels": "shared", "tile": 4},
    {"gpu": "own", "tile": 32} | TYPED,
    {"gpu": "own", "precision": "bf16", "tile": 64, "n": 512} | WITH_TENSOR,
    {"gpu": "own", "precision": "bf16", "levels": "shared", "tile": 2} | TYPED,
]


def query(asked):
    """Return the query of an address that asks for a state."""
    return f"?{urlencode(asked)}"


def in_address(page):
    """Return what the page's address asks for now."""
    return {name: v for name, [v] in parse_qs(urlsplit(page.url).query).items()}


@pytest.mark.parametrize("asked", STATES, ids=query)
def test_an_address_opens_every_state_word_for_word(from_disk, asked):
    page = from_disk(query(asked))
    shows(page, LessonState(**asked))
    expect(page.locator("[data-notes] p")).to_have_count(0)


def test_one_page_is_led_through_them_all_by_its_controls(from_disk):
    page = from_disk()
    # One after another, so that each starts from what the one before has left.
    for asked in [{}, *STATES]:
        state = LessonState(**asked)
        if state.gpu == "own":
            for name in ("peak", "bandwidth", "tensor"):
                page.locator(f'[data-own="{name}"]').fill(getattr(state, name))
            page.get_by_role("button", name="Draw it").click()
        elif state.gpu in ("a100", "h100", "both"):
            choose(page, state.gpu)
        else:
            page.locator("[data-gpu-list]").evaluate("list => { list.open = true }")
            page.locator(f'input[name="other-gpu"][value="{state.gpu}"]').check()
        page.locator(f'input[name="levels"][value="{state.levels}"]').check()
        precision = page.locator(f'input[name="precision"][value="{state.precision}"]')
        # What a GPU has no peak for is not offered there.
        if precision.is_enabled():
            precision.check()
        control(page, "n").fill(str(SIZES.index(state.n)))
        step_to(page, TILES.index(state.tile))
        shows(page, state)


@pytest.mark.parametrize(
    ("press", "n"),
    [
        ("ArrowRight", 5000),
        ("ArrowLeft", 3000),
        ("PageUp", 10_000),
        ("PageDown", 1536),
        ("Home", 128),
        ("End", 16_384),
    ],
)
def test_the_size_moves_by_keys(from_disk, press, n):
    page = from_disk("?tile=16")
    control(page, "n").press(press)
    expect(control(page, "n")).to_have_attribute("aria-valuetext", f"{n} by {n}")
    shows(page, LessonState(n=n, tile=16))


@pytest.mark.parametrize("asked", [STATES[2], STATES[6], STATES[16]], ids=query)
def test_the_address_that_the_controls_write_opens_their_state(from_disk, asked):
    page = from_disk(query({name: asked[name] for name in asked if name != "tile"}))
    step_to(page, TILES.index(asked["tile"]))
    page.wait_for_url(lambda url: f"tile={asked['tile']}" in url)
    assert in_address(page) == {name: str(value) for name, value in asked.items()}
    page.reload()
    shows(alive(page), LessonState(**asked))


def test_without_scripts_no_dead_control_is_shown(new_page, on_disk):
    page = new_page(java_script_enabled=False)
    page.goto(on_disk)
    expect(page.locator('[data-say="sentence"]')).to_be_visible()
    dead = page.locator(":is(button, input, select, textarea, [role=slider])")
    expect(dead.locator("visible=true")).to_have_count(0)
