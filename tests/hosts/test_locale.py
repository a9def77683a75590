"""The lesson's numbers are those of its language, whatever the reader's own."""

import re

import pytest
from hosts.reader import alive, choose, control, said, step_to, told
from playwright.sync_api import expect


@pytest.fixture(params=[("de-DE", "Europe/Berlin"), ("ar-EG", "Africa/Cairo")])
def abroad(request, new_page, lesson):
    """Open the lesson as a reader elsewhere does."""
    locale, timezone = request.param
    page = new_page(locale=locale, timezone_id=timezone)
    page.goto(lesson)
    assert page.evaluate("() => (0.5).toLocaleString()") != "0.5"
    return alive(page)


def test_the_words_and_their_decimal_points_stay(abroad):
    for choice, index in (("both", 3), ("h100", 7), ("a100", 0)):
        choose(abroad, choice)
        step_to(abroad, index)
        assert said(abroad) == told(choice, index)
    axis = "() => Bokeh.documents[0].get_model_by_name('labels').data.text.join(' ')"
    assert "12.5" in abroad.evaluate(axis)


def test_the_probes_field_takes_a_decimal_point(abroad):
    field = control(abroad, "intensity-field")
    field.focus()
    field.press("Control+a")
    field.press_sequentially("12.5")
    field.press("Enter")
    expect(abroad.locator("[data-intensity-error]")).to_be_empty()
    assert field.input_value() == "12.5"
    expect(abroad.locator('[data-probe="a100"]')).to_contain_text("12.5 flop/B")
    slider = control(abroad, "intensity")
    expect(slider).to_have_attribute("aria-valuetext", "12.5 flop per byte")
    abroad.wait_for_url(re.compile(r"\?intensity=12\.5$"))


def test_the_address_is_written_with_a_decimal_point(abroad):
    control(abroad, "intensity").press("PageDown")
    abroad.wait_for_url(re.compile(r"\?intensity=0\.5$"))
