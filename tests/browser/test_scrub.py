"""Numbers in the prose are changed where they stand: dragged, tapped, or by keys."""

import pytest
from browser.reader import TILES, control, plain, step_to
from playwright.sync_api import expect

from app.data.setting import SIZES
from app.data.state import INTENSITY_RANGE
from roofline_model import MATRIX_SIZE, significant


@pytest.fixture
def page(ready):
    """Return the lesson with the matrix at its first size."""
    number = scrub(ready, "n")
    if number.text_content() != str(MATRIX_SIZE):
        number.press("Home")
        for _ in range(SIZES.index(MATRIX_SIZE)):
            number.press("ArrowRight")
        expect(number).to_have_text(str(MATRIX_SIZE))
        ready.evaluate("document.activeElement.blur()")
    return ready


def scrub(page, name, where=""):
    """Return the first number in the prose that changes something."""
    return page.locator(f'{where} [data-scrub="{name}"]').first


def test_a_number_is_a_slider_with_a_name_of_its_own(page):
    assert {
        each.get_attribute("aria-label") for each in page.locator("[data-scrub]").all()
    } == {"b in the text", "n in the text", "I in the text"}
    for each in page.locator("[data-scrub]").all():
        expect(each).to_have_role("slider")
        assert each.evaluate("each => each.tabIndex") == 0


def test_the_keys_of_a_slider_move_the_tile(page):
    number = scrub(page, "tile")
    last = len(TILES) - 1
    for press, at in [
        ("ArrowRight", 1),
        ("ArrowUp", 2),
        ("PageUp", 4),
        ("ArrowLeft", 3),
        ("ArrowDown", 2),
        ("PageDown", 0),
        ("ArrowLeft", 0),
        ("End", last),
        ("ArrowRight", last),
        ("Home", 0),
    ]:
        number.press(press)
        expect(control(page, "tile")).to_have_value(str(at))
        for each in page.locator('[data-scrub="tile"]').all():
            expect(each).to_have_text(str(TILES[at]))
            expect(each).to_have_attribute("aria-valuenow", str(TILES[at]))
            expect(each).to_have_attribute(
                "aria-valuetext", f"{TILES[at]} × {TILES[at]}"
            )


def test_a_number_follows_the_other_slider(page):
    for index, tile in enumerate(TILES):
        step_to(page, index)
        expect(scrub(page, "tile")).to_have_text(str(tile))
        block = page.locator("p", has=scrub(page, "tile")).first
        assert f"outputs, now {tile} × {tile}, needs" in plain(block.text_content())


def test_a_click_goes_one_step_onward_and_from_the_last_to_the_first(page):
    for index in [*range(1, len(TILES)), 0]:
        scrub(page, "tile").click()
        expect(control(page, "tile")).to_have_value(str(index))


def test_a_tap_goes_one_step_onward(new_page, lesson):
    page = lesson(new_page(has_touch=True, viewport={"width": 390, "height": 844}))
    scrub(page, "tile").tap()
    expect(control(page, "tile")).to_have_value("1")
    expect(page.locator("#lesson")).to_have_attribute("data-term", "b")


def dragged(page, number, *ways):
    """Drag a number by some pixels, one way after another, and let it go."""
    number.scroll_into_view_if_needed()
    box = number.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for way in ways:
        page.mouse.move(x + way, y, steps=6)
    page.mouse.up()


def test_a_drag_moves_a_step_for_every_24_pixels(page):
    number = scrub(page, "tile", ".maths")
    # From 0 on: three steps, one back, one with a detour, and far beyond the end.
    for ways, wanted in [((80,), 3), ((-30,), 2), ((90, 30), 3), ((-400,), 0)]:
        dragged(page, number, *ways)
        expect(control(page, "tile")).to_have_value(str(wanted))
    assert page.evaluate("getSelection().toString()") == ""


def swept(page, number, x_way, y_way):
    """Move a finger from a number, some pixels to the right and down, and lift it."""
    # Below the figure, which stays at the top of a narrow page.
    number.evaluate("number => number.scrollIntoView({ block: 'end' })")
    box = number.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger = page.context.new_cdp_session(page)

    def touch(kind, part=None):
        at = [] if part is None else [{"x": x + x_way * part, "y": y + y_way * part}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    touch("touchStart", 0)
    for part in range(1, 11):
        touch("touchMove", part / 10)
    touch("touchEnd")


def test_a_finger_drags_a_number_sideways_and_scrolls_up_and_down(new_page, lesson):
    page = lesson(new_page(has_touch=True, viewport={"width": 390, "height": 844}))
    number = scrub(page, "tile")
    swept(page, number, 80, 0)
    expect(control(page, "tile")).to_have_value("3")
    swept(page, number, -30, 0)
    expect(control(page, "tile")).to_have_value("2")
    before = page.evaluate("scrollY")
    swept(page, number, 0, -100)
    page.wait_for_function("before => scrollY > before", arg=before)
    expect(control(page, "tile")).to_have_value("2")


def test_a_drag_of_less_than_a_step_changes_nothing(page):
    dragged(page, scrub(page, "tile"), 15, 2)
    expect(control(page, "tile")).to_have_value("0")


def test_an_arrow_with_a_modifier_is_the_browsers(page):
    for press in ("Control+ArrowRight", "Meta+ArrowRight"):
        scrub(page, "tile").press(press)
    expect(control(page, "tile")).to_have_value("0")


def test_a_scrub_pauses_the_walk(page):
    control(page, "play").click()
    expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    scrub(page, "tile").press("End")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_the_intensity_moves_by_sixteenths_of_a_doubling(page):
    lo, hi = INTENSITY_RANGE
    number = scrub(page, "intensity")
    expect(number).to_have_text(significant(1.0))
    for press, wanted in [
        ("PageUp", 2.0),
        ("ArrowRight", 2 * 2 ** (1 / 16)),
        ("PageDown", 2 ** (1 / 16)),
        ("ArrowLeft", 1.0),
        ("End", hi),
        ("ArrowUp", hi),
        ("Home", lo),
        ("ArrowDown", lo),
    ]:
        number.press(press)
        expect(number).to_have_text(significant(wanted))
        expect(number).to_have_attribute(
            "aria-valuetext", f"{significant(wanted)} flop per byte"
        )
        expect(control(page, "intensity-field")).to_have_value(significant(wanted))


def test_a_click_on_the_intensity_doubles_it(page):
    for wanted in (2, 4, 8):
        scrub(page, "intensity").click()
        expect(scrub(page, "intensity")).to_have_text(significant(wanted))


def test_the_matrix_size_is_scrubbed_through_the_sizes_there_are(page):
    number = scrub(page, "n")
    number.press("Home")
    for size in SIZES:
        expect(number).to_have_text(str(size))
        expect(number).to_have_attribute("aria-valuetext", f"{size} × {size}")
        number.press("ArrowRight")
    expect(number).to_have_text(str(SIZES[-1]))
    expect(number).to_have_attribute("aria-valuemin", str(SIZES[0]))
    expect(number).to_have_attribute("aria-valuemax", str(SIZES[-1]))


def test_without_scripts_the_numbers_are_text(new_page, server):
    page = new_page(java_script_enabled=False)
    page.goto(server.address)
    expect(page.locator("[data-scrub][role], [data-scrub][tabindex]")).to_have_count(0)
    expect(scrub(page, "tile")).to_have_text("1")
    expect(scrub(page, "n")).to_have_text(str(MATRIX_SIZE))
