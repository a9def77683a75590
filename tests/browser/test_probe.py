"""The reader's own intensity: slider, field and ridges, read off the model's line."""

import math
import re
from pathlib import Path

import pytest
from browser.reader import (
    BOARDS,
    CHOICES,
    SHOWN,
    ask,
    choose,
    control,
    plain,
    points,
    roof,
    step_to,
)
from playwright.sync_api import expect

from app.data.axes import X_RANGE
from app.data.lesson_data import story
from app.readings import BOUND_WORDS
from roofline_model import (
    GPUS,
    bound,
    format_si,
    ridge,
    significant,
    tie_band,
)

FORMAT = Path(__file__).parents[2] / "assets" / "core" / "format.mjs"

LOW, HIGH = story()["probe"]["range"]

#: Sixty intensities from end to end, off the slider's steps and off every ridge.
SWEEP = [LOW * (HIGH / LOW) ** (i / 59) for i in range(60)]
EDGES = [
    edge * nudge
    for gpu in GPUS
    for edge in tie_band(peak=gpu.peak(), bandwidth=gpu.bandwidth)
    for nudge in (1 - 1e-9, 1 + 1e-9)
]

# Exact ties in binary, values that round up into the next digit, and the ends.
VALUES = [
    *(0.0625, 9.995, 99.95, 999.5, 9.994999, 1.125, 2.125, 1.375, 10.25, 100.5, 1000.5),
    *(0.08333333333333333, 0.25, 0.4998779594825482, 7.968871595330739, 12.5401929),
    *(1, 10, 100, 1024, 999.49, 0.0999, 0.09995, 0.00012345, 1e-7, 123456, 4.35, 2.675),
    *(999.5e9, 999.4e9, 1e12, 1.5549e12, 19.5e12, 66.95e12, 989.5e12, 999.5e12, 1e15),
    *(math.nextafter(tie, side) for tie in (1.125, 999.5, 99.95) for side in (0, 1e3)),
    *SWEEP,
]

# What the probe says at each of many numbers, confirmed in the field one by one.
SAID = """([gpu, numbers]) => numbers.map((number) => {
  const field = document.querySelector('[data-control="intensity-field"]');
  field.value = number;
  field.dispatchEvent(new Event("change"));
  return document.querySelector(`[data-probe="${gpu}"]`).textContent;
})"""


def words(page, gpu):
    """Return what the probe says of a GPU."""
    return plain(page.locator(f'[data-probe="{gpu}"]').text_content())


def expected(gpu, intensity):
    """Return the rate, the bound and the gain of a doubling, as the model has them."""
    board = BOARDS[gpu]
    here = roof(gpu, intensity)
    held = bound(intensity, peak=board.peak(), bandwidth=board.bandwidth)
    gain = significant(roof(gpu, 2 * intensity) / here)
    return format_si(here, "FLOP/s"), held, gain


def corner(gpu, precision="fp32"):
    """Return a GPU's ridge."""
    board = BOARDS[gpu]
    return ridge(peak=board.peak(precision), bandwidth=board.bandwidth)


@pytest.mark.parametrize("gpu", BOARDS)
def test_rate_bound_and_gain_are_the_models_everywhere(ready, gpu):
    choose(ready, gpu)
    said = ready.evaluate(SAID, [gpu, [repr(intensity) for intensity in SWEEP + EDGES]])
    for intensity, sentence in zip(SWEEP + EDGES, map(plain, said), strict=True):
        rate, held, gain = expected(gpu, intensity)
        name = BOARDS[gpu].name
        assert f"At {significant(intensity)} flop/B the {name} attains {rate}," in (
            sentence
        )
        assert BOUND_WORDS[held].removeprefix("at ") in sentence
        assert f"{gain} times the rate" in sentence


def test_the_browser_writes_numbers_as_the_model_does(ready):
    text = FORMAT.read_text(encoding="utf-8")
    written = ready.evaluate(
        """async ([text, values, prefixes]) => {
          const address = URL.createObjectURL(
            new Blob([text], { type: "text/javascript" }));
          const { significant, formatSI } = await import(address);
          return values.map((value) =>
            [significant(value), formatSI(value, "FLOP/s", prefixes)]);
        }""",
        [text, VALUES, story()["prefixes"]],
    )
    assert [number for number, _ in written] == [significant(v) for v in VALUES]
    assert [plain(rate) for _, rate in written] == [
        format_si(value, "FLOP/s") for value in VALUES
    ]


def test_the_field_shows_and_speaks_three_digits(ready):
    for value in (0.0625, 9.995, 99.95, 1.125, 2.125, 999.5, 12.345, 1024):
        ask(ready, str(value))
        assert control(ready, "intensity-field").input_value() == significant(value)
        spoken = control(ready, "intensity").get_attribute("aria-valuetext")
        assert spoken == f"{significant(value)} flop per byte"


@pytest.mark.parametrize("choice", CHOICES)
def test_the_diamonds_stand_on_the_line_here_and_at_twice(ready, choice):
    choose(ready, choice)
    for intensity in (LOW, 1.0, 9.0, 15.0, 300.0, HIGH):
        ask(ready, repr(intensity))
        stands = points(ready, "marks", "diamond")
        wanted = [
            (pytest.approx(x, rel=1e-9), pytest.approx(roof(gpu, x), rel=1e-9))
            for gpu in SHOWN[choice]
            for x in (2 * intensity, intensity)
        ]
        assert sorted(stands) == sorted(wanted, key=lambda pair: pair[0].expected)


@pytest.mark.parametrize("gpu", BOARDS)
def test_doubling_below_the_ridge_doubles_and_above_it_changes_nothing(ready, gpu):
    choose(ready, gpu)
    ask(ready, repr(corner(gpu) / 4))
    assert "Doubling the intensity brings 2.00 times the rate." in words(ready, gpu)
    assert "memory-bound" in words(ready, gpu)
    ask(ready, repr(corner(gpu) * 4))
    assert "brings 1.00 times the rate: nothing changes." in words(ready, gpu)
    assert "compute-bound" in words(ready, gpu)
    # Half an octave below, the doubling runs into the roof.
    ask(ready, repr(corner(gpu) / 2**0.5))
    assert "Doubling the intensity brings 1.41 times the rate." in words(ready, gpu)


@pytest.mark.parametrize("precision", ["fp32", "bf16"])
@pytest.mark.parametrize("gpu", BOARDS)
def test_a_button_goes_to_exactly_that_ridge(ready, gpu, precision):
    choose(ready, gpu)
    name = f"{BOARDS[gpu].name} {precision.upper()} ridge"
    ready.get_by_role("button", name=name).click()
    at = corner(gpu, precision)
    assert points(ready, "marks", "diamond")[1][0] == at
    said = words(ready, gpu)
    assert f"At {significant(at)} flop/B" in said
    assert ("right at the ridge" in said) == (precision == "fp32")


def test_the_slider_moves_field_words_and_mark_together(ready):
    slider = control(ready, "intensity")
    for octaves in (-4, -0.5, 3.25, 3.75, 10):
        slider.fill(str(octaves))
        intensity = 2**octaves
        rate, _, _ = expected("a100", intensity)
        assert rate in words(ready, "a100")
        assert control(ready, "intensity-field").input_value() == significant(intensity)
        assert points(ready, "marks", "diamond")[1][0] == intensity


def test_a_decimal_comma_is_read_as_a_point(ready):
    ask(ready, "12,5")
    assert "At 12.5 flop/B" in words(ready, "a100")


def test_the_slider_follows_the_field(ready):
    ask(ready, "64")
    assert float(control(ready, "intensity").input_value()) == 6.0


@pytest.mark.parametrize("bad", ["0", "-1", "5000", "0.0624", "1024.1", ""])
def test_a_bad_number_is_refused_and_leaves_the_probe(ready, bad):
    ask(ready, "4")
    before = words(ready, "a100"), points(ready, "marks", "diamond")
    field, error = (
        control(ready, "intensity-field"),
        ready.locator("[data-intensity-error]"),
    )
    ask(ready, bad)
    expect(error).to_have_text(f"Give a number from {LOW:g} to {HIGH:g} flop/B.")
    expect(field).to_have_attribute("aria-invalid", "true")
    assert (words(ready, "a100"), points(ready, "marks", "diamond")) == before
    ask(ready, "8")
    expect(error).to_be_empty()
    expect(field).not_to_have_attribute("aria-invalid", "true")
    assert words(ready, "a100") != before[0]


def test_a_number_in_the_making_survives_a_step(ready):
    ask(ready, "4")
    field = control(ready, "intensity-field")
    field.fill("32")  # and not confirmed yet
    control(ready, "next").dispatch_event("click")
    assert field.input_value() == "32"
    field.press("Enter")
    assert "At 32.0 flop/B" in words(ready, "a100")


def test_the_live_region_speaks_every_gpu_that_is_shown(ready):
    ask(ready, "16")
    live = ready.locator("[data-probe-live]")
    for choice in CHOICES:
        choose(ready, choice)
        said = plain(live.text_content())
        assert said == " ".join(words(ready, gpu) for gpu in SHOWN[choice])
        assert re.findall("[AH]100", said) == [BOARDS[g].name for g in SHOWN[choice]]


def test_a_step_leaves_the_probe_where_it_is(ready):
    ask(ready, "40")
    before = words(ready, "a100"), points(ready, "marks", "diamond")
    step_to(ready, 6)
    assert (words(ready, "a100"), points(ready, "marks", "diamond")) == before


def test_the_probe_can_be_put_away(ready):
    away = control(ready, "probe-away")
    expect(away).to_be_hidden()
    ask(ready, "4")
    expect(away).to_be_visible()
    away.click()
    expect(away).to_be_hidden()
    assert words(ready, "a100") == ""
    assert points(ready, "marks", "diamond") == []


def across(page, share):
    """Return where on the screen a share of the figure's width lies, and its intensity.

    The share is of the frame within the axes, on their logarithmic scale.
    """
    left, right, middle = page.evaluate("""() => {
      const { bbox } = Bokeh.index.find_one(modelNamed("roofline")).frame;
      const host = document.querySelector("[data-figure]").getBoundingClientRect();
      return [host.left + bbox.left, host.left + bbox.right, host.top + bbox.vcenter];
    }""")
    lo, hi = X_RANGE
    return left + share * (right - left), middle, lo * (hi / lo) ** share


def stands_at(page, intensity):
    """Tell whether the probe stands there, but for the width of a pixel."""
    found = points(page, "marks", "diamond")
    return bool(found) and found[1][0] == pytest.approx(intensity, rel=0.02)


def test_a_click_on_the_figure_puts_the_probe_there(ready):
    for share in (0.3, 0.8):
        x, y, intensity = across(ready, share)
        ready.mouse.click(x, y)
        assert stands_at(ready, intensity)
        at, _ = points(ready, "marks", "diamond")[1]
        assert expected("a100", at)[0] in words(ready, "a100")


def test_a_click_beside_the_axes_leaves_the_probe(ready):
    ask(ready, "4")
    x, y, _ = across(ready, -0.02)
    ready.mouse.click(x, y)
    assert stands_at(ready, 4)


def test_a_drag_over_the_figure_takes_the_probe_along(ready):
    ready.mouse.move(*across(ready, 0.4)[:2])
    ready.mouse.down()
    for share in (0.5, 0.6, 0.7):
        x, y, intensity = across(ready, share)
        ready.mouse.move(x, y)
        assert stands_at(ready, intensity)
    # Past the end it stays at the end of its range.
    ready.mouse.move(*across(ready, 1.2)[:2])
    assert points(ready, "marks", "diamond")[1][0] == HIGH
    ready.mouse.move(*across(ready, 0.5)[:2])
    ready.mouse.up()
    x, y, _ = across(ready, 0.9)
    ready.mouse.move(x, y)
    assert stands_at(ready, across(ready, 0.5)[2])
