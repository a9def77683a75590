"""The measured points beside the model: which are shown, and what is said of them."""

import re

import pytest
from browser.reader import plain, source, whole
from playwright.sync_api import expect

from app.data.measurements import as_data, as_page
from roofline_model import A100_SWEEP, SGEMM_KERNELS

TOLD = as_data()
WALK = TOLD["sgemm"]["kernels"]
KEYS = list(WALK)
SETS = {"a100": "A sweep on eight boards", "sgemm": "A second walk, on an RTX A6000"}


def radio(page, name):
    """Return one of the choices of points."""
    return page.get_by_role("group", name="Measured points").get_by_label(name)


def achieved(page):
    """Return the switch between the data sheet's roof and the achieved one."""
    return page.get_by_role("switch", name="Draw the achieved roof")


def button(page, name):
    """Return one of the buttons that step from kernel to kernel."""
    return page.get_by_role("button", name=name, exact=True)


def words(page):
    """Return the sentence that is shown."""
    return page.locator("[data-measured-words] >> visible=true")


def live(page):
    """Return the region that speaks of the points."""
    return page.locator("[data-measured-live]")


def current(page):
    """Return the kernel whose button says that it is the current one."""
    return page.locator('[data-measured-kernel][aria-current="step"]')


def gpu(page):
    """Return the choice of GPU, which the head names whatever it is."""
    return page.locator('input[name="gpu"]:checked')


def figure(page):
    """Return what the figure's name says."""
    return page.locator("[data-figure]")


@pytest.fixture
def fresh(ready):
    """Return the lesson with no measured points on its figure."""
    radio(ready, "Nothing").check()
    return ready


def test_nothing_is_measured_until_the_reader_asks(fresh):
    expect(radio(fresh, "Nothing")).to_be_checked()
    for name in SETS:
        expect(fresh.locator(f'[data-measured-set="{name}"]')).to_be_hidden()
    expect(live(fresh)).to_be_empty()


def test_the_sweep_brings_the_a100_its_words_and_its_points(fresh):
    radio(fresh, SETS["a100"]).check()
    expect(words(fresh)).to_have_text(whole(TOLD["a100"]["words"]))
    expect(words(fresh).locator("b")).to_have_text(TOLD["a100"]["words"][1::2])
    expect(live(fresh)).to_have_text(TOLD["a100"]["spoken"])
    expect(fresh.locator('[data-measured-set="sgemm"]')).to_be_hidden()
    expect(gpu(fresh)).to_have_value("a100")
    assert TOLD["a100"]["figure"] in figure(fresh).get_attribute("aria-label")
    expect(fresh).to_have_url(re.compile("measured=a100"))


def test_the_switch_draws_the_achieved_roof_and_back(fresh):
    radio(fresh, SETS["a100"]).check()
    expect(achieved(fresh)).not_to_be_checked()
    achieved(fresh).check()
    told = TOLD["a100"]["achieved"]
    expect(gpu(fresh)).to_have_value(TOLD["achieved"])
    expect(words(fresh)).to_have_text(whole(told["words"]))
    expect(live(fresh)).to_have_text(told["spoken"])
    expect(radio(fresh, SETS["a100"])).to_be_checked()
    assert told["figure"] in figure(fresh).get_attribute("aria-label")
    achieved(fresh).uncheck()
    expect(gpu(fresh)).to_have_value("a100")
    expect(words(fresh)).to_have_text(whole(TOLD["a100"]["words"]))


def test_the_figure_draws_every_point_where_it_was_measured(fresh):
    radio(fresh, SETS["a100"]).check()
    drawn = source(fresh, "spots")
    assert drawn["x"] == [point.intensity for point in A100_SWEEP]
    assert drawn["y"] == [point.rate for point in A100_SWEEP]
    radio(fresh, SETS["sgemm"]).check()
    drawn = source(fresh, "spots")
    assert drawn["y"] == [kernel.rate for kernel in SGEMM_KERNELS]
    known = [kernel.intensity for kernel in SGEMM_KERNELS if kernel.intensity]
    assert drawn["x"][:-1] == known
    # No point can stand where the tile is not known: cuBLAS is a level dash.
    assert drawn["marker"][-1] == "dash" not in drawn["marker"][:-1]
    radio(fresh, "Nothing").check()
    assert source(fresh, "spots")["x"] == []


def test_the_second_walk_is_stepped_from_its_first_kernel_to_its_last(fresh):
    radio(fresh, SETS["sgemm"]).check()
    expect(gpu(fresh)).to_have_value("rtx-a6000")
    expect(button(fresh, "Previous kernel")).to_have_attribute("aria-disabled", "true")
    for position, key in enumerate(KEYS):
        expect(current(fresh)).to_have_text(WALK[key]["name"])
        expect(words(fresh)).to_have_text(whole(WALK[key]["words"]))
        expect(live(fresh)).to_have_text(WALK[key]["spoken"])
        assert WALK[key]["figure"] in figure(fresh).get_attribute("aria-label")
        last = str(position == len(KEYS) - 1).lower()
        expect(button(fresh, "Next kernel")).to_have_attribute("aria-disabled", last)
        if position < len(KEYS) - 1:
            button(fresh, "Next kernel").press("Enter")
    button(fresh, "Next kernel").press("Enter")
    expect(current(fresh)).to_have_text("cuBLAS")
    expect(fresh).to_have_url(re.compile("gpu=rtx-a6000.*measured=cublas"))
    button(fresh, "Previous kernel").press("Space")
    expect(current(fresh)).to_have_text(WALK[KEYS[-2]]["name"])


def test_a_kernels_name_places_it(fresh):
    radio(fresh, SETS["sgemm"]).check()
    for key in ("k10", "k2"):
        button(fresh, WALK[key]["name"]).click()
        expect(current(fresh)).to_have_count(1)
        expect(current(fresh)).to_have_text(WALK[key]["name"])
        expect(fresh.locator("tr.chosen[data-measured-row]")).to_have_attribute(
            "data-measured-row", key
        )


def test_the_rows_below_stay_while_the_sentence_changes(fresh):
    radio(fresh, SETS["sgemm"]).check()
    table = fresh.locator('[data-measured-table="sgemm"]')
    tops = set()
    for key in KEYS:
        button(fresh, WALK[key]["name"]).evaluate("button => button.click()")
        expect(current(fresh)).to_have_text(WALK[key]["name"])
        tops.add(table.evaluate("table => table.getBoundingClientRect().top + scrollY"))
    assert len(tops) == 1


def test_the_rows_give_rate_share_and_place_against_the_line(fresh):
    radio(fresh, SETS["sgemm"]).check()
    for kernel in SGEMM_KERNELS:
        told = WALK[kernel.key]
        cells = fresh.locator(f'[data-measured-row="{kernel.key}"] td')
        assert [plain(text) for text in cells.all_text_contents()] == [
            plain(told[part]) for part in ("rate", "fraction", "line")
        ]
    above = fresh.locator("tr.above[data-measured-row] th")
    expect(above).to_have_text(["Naive", "Coalesced loads"])


def test_taking_the_points_away_takes_the_gpu_that_they_brought(fresh):
    for name in SETS.values():
        radio(fresh, name).check()
        if name == SETS["a100"]:
            achieved(fresh).check()
        radio(fresh, "Nothing").check()
        expect(gpu(fresh)).to_have_value("a100")
        expect(live(fresh)).to_be_empty()
    expect(fresh).not_to_have_url(re.compile("measured="))


def test_a_gpu_of_the_readers_own_choice_takes_the_points_away(fresh):
    radio(fresh, SETS["sgemm"]).check()
    fresh.locator('input[name="gpu"][value="h100"]').check()
    expect(radio(fresh, "Nothing")).to_be_checked()
    expect(words(fresh)).to_have_count(0)


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("?measured=a100", TOLD["a100"]["words"]),
        (
            f"?measured=a100&gpu={TOLD['achieved']}",
            TOLD["a100"]["achieved"]["words"],
        ),
        ("?measured=k2", WALK["k2"]["words"]),
        ("?measured=cublas", WALK["cublas"]["words"]),
    ],
)
def test_an_address_opens_on_the_points(page, lesson, query, sentence):
    lesson(page, query)
    expect(words(page)).to_have_text(whole(sentence))
    state = page.locator('[data-control="achieved"]')
    expect(state).to_be_checked(checked="achieved" in query)


def test_in_the_figures_view_their_words_stand_under_the_sentence(new_page, lesson):
    page = new_page(viewport={"width": 320, "height": 480}, reduced_motion="reduce")
    beside = page.locator("[data-measured-beside]")
    for query, sentence in (
        ("?view=figure&measured=a100", TOLD["a100"]["words"]),
        ("?view=figure&measured=cublas", WALK["cublas"]["words"]),
    ):
        lesson(page, query)
        expect(beside).to_have_text(whole(sentence))
        expect(beside).to_be_visible()
        # The points keep enough room to be told apart.
        assert page.locator("[data-figure]").bounding_box()["height"] >= 200
        assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.locator('input[name="gpu"][value="h100"]').check()
    expect(beside).to_be_hidden()
    # The whole lesson has them in a section of their own.
    lesson(page, "?measured=a100")
    expect(beside).to_be_hidden()


def test_by_keyboard_the_arrows_choose_the_set(fresh):
    radio(fresh, "Nothing").focus()
    fresh.keyboard.press("ArrowDown")
    expect(radio(fresh, SETS["a100"])).to_be_checked()
    fresh.keyboard.press("Tab")
    expect(achieved(fresh)).to_be_focused()
    fresh.keyboard.press("Space")
    expect(achieved(fresh)).to_be_checked()
    radio(fresh, SETS["a100"]).press("ArrowDown")
    expect(current(fresh)).to_have_text("Naive")


def test_at_320_pixels_nothing_is_cut_and_every_control_is_large(new_page, lesson):
    page = new_page(viewport={"width": 320, "height": 700}, reduced_motion="reduce")
    lesson(page, "?measured=k2")
    for name in (SETS["a100"], SETS["sgemm"]):
        radio(page, name).check()
        assert page.evaluate("document.documentElement.scrollWidth") == 320
        shown = page.locator(".measured :is(label, button) >> visible=true")
        for control in shown.all():
            assert control.bounding_box()["height"] >= 44
        table = page.locator(".measured table >> visible=true").bounding_box()
        assert table["x"] + table["width"] <= 320


def test_without_scripts_both_tables_stand_and_nothing_is_dead(new_page, server):
    page = new_page(java_script_enabled=False)
    page.goto(server.address)
    section = page.locator(".measured")
    expect(section.get_by_role("heading", level=3)).to_have_text(list(SETS.values()))
    rows = page.locator('[data-measured-table="a100"] tbody tr >> visible=true')
    assert [
        [plain(cell) for cell in row.locator("th, td").all_text_contents()]
        for row in rows.all()
    ] == [
        [
            plain(text)
            for text in (
                row["intensity"],
                row["rate"],
                row["model"],
                f"{row['share']} {row['mark'] or ''}",
            )
        ]
        for row in as_page()["rows"]
    ]
    expect(rows).to_have_count(len(A100_SWEEP))
    names = page.locator('[data-measured-table="sgemm"] tbody th >> visible=true')
    expect(names).to_have_text([told["name"] for told in WALK.values()])
    controls = section.locator("button, input, [role=switch]")
    expect(controls.locator("visible=true")).to_have_count(0)
    expect(page.locator('[data-measured-words="a100"]')).to_be_visible()
    for named in as_page()["sources"].values():
        target = section.get_by_role("link", name=named.key).get_attribute("href")
        expect(page.locator(target)).to_contain_text(named.citation)
