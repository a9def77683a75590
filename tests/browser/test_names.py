"""Every control, picture, region and table has the role and name that it promises."""

import itertools

import pytest
from browser.reader import ask, choose, control, plain, step_to
from playwright.sync_api import expect

from roofline_model import GPUS, KERNELS


def named(page, role, name):
    """Return the one element of that role and exactly that name."""
    return page.get_by_role(role, name=name, exact=True)


@pytest.mark.parametrize(
    ("role", "name"),
    [
        ("slider", "Tile size"),
        ("slider", "Arithmetic intensity"),
        ("button", "Play"),
        ("button", "Previous tile"),
        ("button", "Next tile"),
        ("button", "Restart"),
        ("button", "Dark theme"),
        ("group", "GPU"),
        ("radio", "A100"),
        ("radio", "H100"),
        ("radio", "both"),
        ("group", "Tile stepper"),
        ("group", "Go to a ridge"),
        ("main", ""),
    ],
)
def test_a_control_has_its_role_and_name(ready, role, name):
    expect(named(ready, role, name)).to_have_count(1)
    expect(named(ready, role, name)).to_be_visible()


def test_the_group_of_gpus_holds_the_three_choices(ready):
    radios = named(ready, "group", "GPU").get_by_role("radio")
    expect(radios).to_have_count(3)
    expect(named(ready, "radio", "A100")).to_be_checked()
    choose(ready, "both")
    expect(named(ready, "radio", "both")).to_be_checked()
    expect(named(ready, "radio", "A100")).not_to_be_checked()


def test_the_sliders_speak_with_their_units(ready):
    step_to(ready, 5)
    ask(ready, "12.5")
    for name, said in (
        ("Tile size", "32 × 32"),
        ("Arithmetic intensity", "12.5 flop per byte"),
    ):
        slider = named(ready, "slider", name)
        assert plain(slider.get_attribute("aria-valuetext")) == said


def test_the_number_field_says_what_it_asks_for(ready):
    field = ready.get_by_role("textbox", name="intensity")
    expect(field).to_have_count(1)
    # A phone shows the keys of a number; of any language's, for a comma is read, too.
    expect(field).to_have_attribute("inputmode", "decimal")


def test_the_play_button_is_called_what_it_will_do(ready):
    control(ready, "play").click()
    expect(named(ready, "button", "Pause")).to_be_visible()
    expect(named(ready, "button", "Play")).to_have_count(0)
    control(ready, "play").click()
    expect(named(ready, "button", "Play")).to_be_visible()


def test_the_figure_is_one_image_with_a_name(ready):
    figure = ready.locator("[data-figure]")
    expect(figure).to_have_role("img")
    name = figure.get_attribute("aria-label")
    assert name.startswith("Roofline of the A100")
    expect(named(ready, "img", name)).to_have_count(1)
    # The regions of the pictures beside it: the tile's matrices.
    expect(ready.get_by_role("img")).to_have_count(2)


def test_the_figures_insides_are_not_read(ready):
    inside = ready.locator("[data-figure]").aria_snapshot()
    assert inside.count("\n") == 0
    assert ready.locator("[data-figure] .live").evaluate("live => live.inert")


@pytest.mark.parametrize("name", ["Step", "Probe", "Kernel", "Notes"])
def test_a_live_region_is_a_status_with_a_name(ready, name):
    region = named(ready, "status", name)
    expect(region).to_have_count(1)
    assert region.get_attribute("aria-live") in (None, "polite")


def test_the_error_of_the_field_is_an_alert_that_describes_it(ready):
    field = control(ready, "intensity-field")
    error = ready.locator("[data-intensity-error]")
    expect(error).to_have_role("alert")
    assert field.get_attribute("aria-describedby") == error.get_attribute("id")


def test_headings_come_in_order_and_skip_no_level(ready):
    levels = [
        int(heading.evaluate("heading => heading.tagName[1]"))
        for heading in ready.get_by_role("heading").all()
    ]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert len(levels) > 10
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))


def test_every_section_is_a_region_named_by_its_heading(ready):
    sections = ready.locator("section")
    assert sections.count() > 8
    for section in sections.all():
        name = plain(
            section.evaluate(
                "s => s.ariaLabel ?? document.getElementById("
                "s.getAttribute('aria-labelledby')).textContent"
            )
        )
        expect(named(ready, "region", name)).to_have_count(1)


def test_every_table_has_a_caption_and_scoped_headers(ready):
    choose(ready, "both")
    tables = ready.get_by_role("table").all()
    # Kernels, and for each GPU its steps and its constants.
    assert len(tables) == 1 + 2 * len(GPUS)
    for table in tables:
        caption = table.locator("caption")
        expect(caption).to_be_visible()
        assert plain(caption.text_content())
        expect(named(ready, "table", plain(caption.text_content()))).to_have_count(1)
        heads = table.locator("thead th")
        assert heads.count() > 2
        assert {head.get_attribute("scope") for head in heads.all()} == {"col"}
        rows = table.locator("tbody th")
        assert rows.count() > 5
        assert {head.get_attribute("scope") for head in rows.all()} == {"row"}


def test_a_kernels_button_is_described_by_how_it_was_counted(ready):
    for kernel in KERNELS:
        button = named(ready, "button", plain(kernel.name))
        expect(button).to_have_accessible_description(
            plain(f"{kernel.derivation} {kernel.assumption}")
        )


def test_the_page_has_a_language_and_a_title(ready):
    assert ready.locator("html").get_attribute("lang") == "en"
    assert "roofline" in ready.title().lower()
