"""What is in sight changes with the step; what is not follows once that is painted."""

import pytest
from browser.reader import TILES, control, plain
from playwright.sync_api import expect

from app.data.lesson_data import step_data
from app.data.sentences import UNITS
from roofline_model import A100

NEAR, FAR = ".reuse", ".precision [data-say='reuse']"
FOLLOWED = "[data-frames]:visible [aria-current='step'] th"

# What is in sight is told with the next frame: two frames on, the page knows it.
TWO_FRAMES = """() => new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"""

# One step, and what stands in a place before the page has had time to do anything else.
STEP = """({ selector, print }) => {
  const place = document.querySelector(selector);
  const before = place.textContent;
  document.querySelector('[data-control="next"]').click();
  if (print) dispatchEvent(new Event("beforeprint"));
  return { before, after: place.textContent };
}"""


@pytest.fixture
def page(ready):
    """Return a page whose far sections are known to be out of sight."""
    expect(ready.locator(FAR)).not_to_be_in_viewport()
    expect(ready.locator(NEAR)).to_be_in_viewport()
    ready.evaluate(TWO_FRAMES)
    return ready


def stepped(page, selector, *, print_it=False):
    """Take a step; return what stood in a place before it, and right after it."""
    told = page.evaluate(STEP, {"selector": selector, "print": print_it})
    return told["before"], told["after"]


def test_what_is_in_sight_changes_at_once(page):
    before, after = stepped(page, NEAR)
    assert after != before


def test_what_is_out_of_sight_follows_the_frame(page):
    before, after = stepped(page, FAR)
    assert after == before
    expect(page.locator(FAR)).not_to_have_text(before)
    expect(page.locator(FAR)).to_have_text(told(1))
    expect(page.locator(FOLLOWED)).to_have_text([tile_name(1)])


def test_the_last_of_many_steps_is_the_one_that_stays(page):
    for _ in TILES[1:]:
        stepped(page, FAR)
    expect(page.locator(FAR)).to_have_text(told(len(TILES) - 1))
    expect(page.locator(FOLLOWED)).to_have_text([tile_name(len(TILES) - 1)])


def test_scrolled_to_it_changes_at_once(page):
    page.locator(FAR).scroll_into_view_if_needed()
    expect(page.locator(FAR)).to_be_in_viewport()
    page.evaluate(TWO_FRAMES)
    before, after = stepped(page, FAR)
    assert after != before
    assert plain(after) == plain(told(1))


def test_on_small_paper_the_stage_is_in_sight_too(page):
    screen = page.viewport_size
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate(TWO_FRAMES)
    unit = page.evaluate("""() => {
      document.querySelector('input[name="levels"][value="shared"]').click();
      const unit = document.querySelector('.stage [data-say="x_unit"]').textContent;
      document.querySelector('input[name="levels"][value="hbm"]').click();
      return unit;
    }""")
    page.set_viewport_size(screen)
    assert unit == UNITS["shared"]


def test_paper_waits_for_nothing(page):
    before, after = stepped(page, FAR, print_it=True)
    assert after != before
    assert plain(after) == plain(told(1))


def test_another_gpu_brings_its_rows(page):
    control(page, "next").click()
    page.locator('input[name="gpu"][value="h100"]').check()
    expect(page.locator(FOLLOWED)).to_have_text([tile_name(1)])


def told(index):
    """Return what is said of reuse at a step."""
    return step_data(A100)[index]["words"]["reuse"]


def tile_name(index):
    """Return a tile's name as a table has it."""
    return plain(step_data(A100)[index]["words"]["tile"])
