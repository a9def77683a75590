"""A chosen kernel stands on the figure where the model puts it."""

import pytest
from browser.reader import BOARDS, CHOICES, SHOWN, choose, plain, points, roof
from playwright.sync_api import expect

from app.readings import BOUND_WORDS
from roofline_model import KERNELS, bound, format_si, significant


def button(page, kernel):
    """Return the button in a kernel's row."""
    return page.locator(f'[data-kernel="{kernel.key}"]')


def row(page, kernel):
    """Return the cells of a kernel's row that are shown, as words."""
    cells = page.locator(f'tr[data-kernel-row="{kernel.key}"]').first.locator("td")
    return [plain(cell.inner_text()) for cell in cells.all()]


def marks(page):
    """Return where the kernel's marks stand."""
    return points(page, "marks", "inverted_triangle")


def stand(kernel, gpu):
    """Return where the model puts a kernel on a GPU, and what holds it there."""
    board = BOARDS[gpu]
    rate = roof(gpu, kernel.intensity, kernel.precision)
    peak = board.peak(kernel.precision)
    held = bound(kernel.intensity, peak=peak, bandwidth=board.bandwidth)
    return rate, BOUND_WORDS[held]


@pytest.mark.parametrize("choice", CHOICES)
def test_each_button_places_its_kernel_on_the_roof_of_its_precision(ready, choice):
    choose(ready, choice)
    for kernel in KERNELS:
        button(ready, kernel).click()
        wanted = [
            (kernel.intensity, pytest.approx(stand(kernel, gpu)[0], rel=1e-12))
            for gpu in SHOWN[choice]
        ]
        assert marks(ready) == wanted


def test_one_kernel_is_chosen_at_a_time_and_says_so(ready):
    for kernel in KERNELS:
        button(ready, kernel).click()
        pressed = ready.locator('[data-kernel][aria-pressed="true"]')
        expect(pressed).to_have_count(1)
        expect(pressed).to_have_text(kernel.name)
        chosen = ready.locator("tr.chosen th")
        expect(chosen).to_have_count(1)
        expect(chosen).to_have_text(kernel.name)


def test_pressing_again_takes_the_mark_away(ready):
    for kernel in (KERNELS[0], KERNELS[-1]):
        button(ready, kernel).click()
        assert len(marks(ready)) == 1
        button(ready, kernel).click()
        assert marks(ready) == []
        expect(button(ready, kernel)).to_have_attribute("aria-pressed", "false")
        expect(ready.locator("[data-kernel-live]")).to_be_empty()
        expect(ready.locator("tr.chosen")).to_have_count(0)


@pytest.mark.parametrize("choice", CHOICES)
def test_the_rows_give_intensity_rate_and_bound(ready, choice):
    choose(ready, choice)
    for kernel in KERNELS:
        intensity, rates, bounds = row(ready, kernel)
        assert intensity == significant(kernel.intensity)
        names = [
            f"{BOARDS[g].name} " if choice == "both" else "" for g in SHOWN[choice]
        ]
        held = [stand(kernel, gpu) for gpu in SHOWN[choice]]
        assert rates == " ".join(
            name + format_si(rate, "FLOP/s")
            for name, (rate, _) in zip(names, held, strict=True)
        )
        assert bounds.split() == [
            word for _, words in held for word in words.removesuffix("-bound").split()
        ]


@pytest.mark.parametrize("choice", CHOICES)
def test_the_live_region_says_where_it_stands(ready, choice):
    choose(ready, choice)
    for kernel in KERNELS:
        button(ready, kernel).click()
        said = plain(ready.locator("[data-kernel-live]").text_content())
        for gpu in SHOWN[choice]:
            rate, held = stand(kernel, gpu)
            assert plain(kernel.name) in said
            assert f"{format_si(rate, 'FLOP/s')} on the {BOARDS[gpu].name}" in said
            assert held in said


def test_a_chosen_kernel_follows_the_gpu(ready):
    kernel = KERNELS[1]
    button(ready, kernel).click()
    choose(ready, "h100")
    rate, _ = stand(kernel, "h100")
    assert marks(ready) == [(kernel.intensity, pytest.approx(rate, rel=1e-12))]
