"""Levels, precision and size are chosen by hand, and the page shows what they do."""

import re

import pytest
from browser.heard import Heard, a_frame, connected
from browser.reader import (
    SHOWN,
    TILES,
    choose,
    control,
    followed,
    plain,
    source,
    step_to,
    whole,
)
from playwright.sync_api import expect

from app.data.gemm_tables import shared_intensities
from app.data.gpus import MACHINES, machine
from app.data.lesson_data import story, walked
from app.data.sentences import REMARKS
from app.data.setting import PRECISION_NAMES, SIZES, Setting
from app.readings import readings
from app.steps import walk
from roofline_model import (
    A100,
    GPUS,
    MATRIX_SIZE,
    attainable,
    compulsory_intensity,
    format_si,
    ridge,
    significant,
    sm_intensity,
)

LEVELS = Setting(levels="shared")
COLOURS = story()["look"]["light"]
MARKERS = {"a100": "circle", "h100": "square", "other": "triangle"}
LEGENDS = {"levels": "Limits that are drawn", "precision": "Precision of the multiply"}

# The figure's names come with its lines, once it has its size.
DRAWN = "modelNamed('labels').data.x.length > 0"

# What hangs over the page's right edge, where anything does.
SIDEWAYS = """() => {
  const room = document.scrollingElement.clientWidth;
  const wide = [...document.querySelectorAll(
    "section *, .sentence, .sentence *, .canvas, .head *")].filter((element) =>
      element.checkVisibility() && !element.closest(".unseen, .equation *, .listing *")
        && element.getBoundingClientRect().right > room + 0.5);
  return [document.scrollingElement.scrollWidth - innerWidth,
    wide.map((element) => element.outerHTML.slice(0, 60))];
}"""


@pytest.fixture(scope="module")
def at(opened, lesson):
    """Return the function that opens the lesson at a query, its figure drawn."""
    with opened(reduced_motion="reduce") as page:

        def load(query=""):
            lesson(page, query)
            page.wait_for_function(DRAWN)
            return page

        yield load


def radio(page, name, value):
    """Return one of the radio buttons of the setting."""
    group = page.get_by_role("group", name=LEGENDS[name])
    return group.locator(f'input[name="{name}"][value="{value}"]')


def remark(page, name):
    """Return the place where it is said why something is not shown."""
    return page.locator(f'[data-remark="{name}"]')


def sentence(page):
    """Return the sentence under the figure."""
    return plain(page.locator('[data-say="sentence"]').inner_text())


def told(step, choice="a100", setting=LEVELS):
    """Return what Python says of a step."""
    gpus = tuple(MACHINES[key] for key in SHOWN.get(choice, (choice,)))
    return walked(gpus, setting)[step]


def note(page, name, place=None):
    """Return a reading of the page: its first place, or that of a GPU."""
    followed(page)
    of = f'[data-of="{place}"]' if place else ""
    return plain(page.locator(f'section [data-say="{name}"]{of}').first.text_content())


def marks(page, slot):
    """Return a GPU's points: where they stand, and whether each is filled."""
    data = source(page, "marks")
    rows = zip(data["x"], data["y"], data["marker"], data["fill"], strict=True)
    return sorted(
        (x, y, fill == COLOURS[slot])
        for x, y, marker, fill in rows
        if marker == MARKERS[slot]
    )


def wanted(step):
    """Return the points of a step where levels are drawn."""
    frame, binds = step.frame, step.binds
    shared = shared_intensities()[TILES.index(frame.tile)]
    found = [
        (shared, step.rate, "S" in binds),
        (frame.intensity, step.rate, "H" in binds or "C" in binds),
    ]
    if frame.attainable > 1.02 * step.rate:
        found.append((frame.intensity, frame.attainable, False))
    return [
        (x, pytest.approx(y, rel=1e-9), filled)
        for x, y, filled in sorted(found, key=lambda mark: mark[:2])
    ]


def drawn(page, name):
    """Return the lines or patches of a source, each as its vertices."""
    data = source(page, name)
    return [
        list(zip(xs, ys, strict=True))
        for xs, ys in zip(data["xs"], data["ys"], strict=True)
    ]


def near(vertices):
    return [pytest.approx(vertex, rel=1e-9) for vertex in vertices]


def vertices(line):
    return list(zip(line["x"], line["y"], strict=True))


@pytest.mark.parametrize("choice", SHOWN)
def test_a_step_has_a_point_a_level_at_one_rate_and_the_binding_one_is_filled(
    at, choice
):
    page = at(f"?gpu={choice}&levels=shared")
    for index in range(len(TILES)):
        step_to(page, index)
        for key in SHOWN[choice]:
            assert marks(page, key) == wanted(walk(MACHINES[key], LEVELS)[index])
        data = source(page, "marks")
        assert set(data["marker"]) == {MARKERS[key] for key in SHOWN[choice]}


def test_at_16_by_16_shared_memory_holds_and_hbm_promises_more(at):
    page = at("?tile=16&levels=shared")
    x, y = walk(A100)[4].frame.intensity, pytest.approx(4.873e12, rel=1e-3)
    promise = pytest.approx(6.208e12, rel=1e-4)
    assert marks(page, "a100") == [(0.25, y, True), (x, y, False), (x, promise, False)]
    said = sentence(page)
    assert "shared memory holds the multiply at 4.87 TFLOP/s" in said
    assert "the HBM line alone promises 6.21 TFLOP/s" in said
    assert note(page, "x_unit") == "flop per byte of each level"


def test_by_hand_and_by_keyboard_the_levels_come_and_go(at):
    page = at("?tile=16")
    assert len(marks(page, "a100")) == 1
    assert drawn(page, "limits") == drawn(page, "bands") == []
    hbm, shared = (radio(page, "levels", value) for value in ("hbm", "shared"))
    expect(hbm).to_be_checked()
    hbm.focus()
    page.keyboard.press("ArrowDown")
    expect(shared).to_be_checked()
    expect(shared).to_be_focused()
    assert len(marks(page, "a100")) == 3
    assert sentence(page) == plain(whole(told(4)["sentence"]))
    live = page.get_by_role("status", name="Step", exact=True)
    expect(live).to_have_text(told(4)["spoken"])
    name = page.locator("[data-figure]").get_attribute("aria-label")
    assert name == told(4)["figure"]
    expect(page).to_have_url(re.compile(r"\?tile=16&levels=shared$"))
    page.keyboard.press("ArrowUp")
    expect(hbm).to_be_checked()
    assert drawn(page, "limits") == []
    assert sentence(page) == plain(whole(told(4, setting=Setting())["sentence"]))
    expect(page).to_have_url(re.compile(r"\?tile=16$"))
    page.get_by_text("HBM and shared memory", exact=True).click()
    expect(shared).to_be_checked()
    assert len(marks(page, "a100")) == 3


def test_shared_memory_and_l2_are_drawn_as_the_model_has_them(at):
    page = at("?gpu=both&levels=shared")
    levels = [machine(gpu)["levels"] for gpu in GPUS]
    lines = [near(vertices(level["line"])) for level in levels]
    assert drawn(page, "limits") == lines
    bands = drawn(page, "bands")
    for band, level in zip(bands, levels, strict=True):
        low, high = level["l2"]
        assert band == near([*vertices(low), *reversed(vertices(high))])
    choose(page, "a100")
    labels = source(page, "labels")["text"]
    assert any("shared memory" in text and "19.5" in text for text in labels)
    assert any(text.startswith("L2 ≈ 5.4–7.2") for text in labels)


def test_the_passed_tiles_are_marked_on_both_lines(at):
    page = at("?tile=128&levels=shared")
    trail = source(page, "trail")
    passed = []
    for index, step in enumerate(walk(A100, LEVELS)[:-1]):
        xs = (step.frame.intensity, shared_intensities()[index])
        passed += [(x, step.rate) for x in xs]
    assert list(zip(trail["x"], trail["y"], strict=True)) == near(passed)


def test_in_bf16_the_point_steps_onto_the_dashed_roof(at):
    page = at("?tile=64")
    fp32, bf16 = (radio(page, "precision", key) for key in PRECISION_NAMES)
    expect(fp32).to_be_checked()
    fp32.focus()
    page.keyboard.press("ArrowDown")
    expect(bf16).to_be_checked()
    setting = Setting(precision="bf16")
    step = walk(A100, setting)[6]
    model = {"peak": A100.peak("bf16"), "bandwidth": A100.bandwidth}
    rate = attainable(step.frame.intensity, **model)
    assert rate > A100.peak()
    assert marks(page, "a100") == [(step.frame.intensity, pytest.approx(rate), True)]
    assert source(page, "edges")["x"] == pytest.approx([ridge(**model)])
    assert sentence(page) == plain(whole(told(6, setting=setting)["sentence"]))
    assert "a tile of about 422, and one SM holds the sums of 328" in sentence(page)
    followed(page)
    caption = page.locator('[data-frames="a100"] caption')
    assert "a 4096³ multiply in BF16" in plain(caption.inner_text())
    row = page.locator('[data-frames="a100"] [aria-current="step"]')
    assert format_si(rate, "FLOP/s") in plain(row.inner_text())
    expect(page).to_have_url(re.compile(r"precision=bf16$"))


def test_the_reuse_reaches_from_the_point_to_the_compulsory_traffic(at):
    page = at("?gpu=both&precision=bf16&tile=128")
    strokes = drawn(page, "limits")
    assert len(strokes) == 4
    most = compulsory_intensity(n=MATRIX_SIZE, word_bytes=2)
    for gpu, band, tick in zip(GPUS, strokes[::2], strokes[1::2], strict=True):
        model = {"peak": gpu.peak("bf16"), "bandwidth": gpu.bandwidth}
        here = walk(gpu, Setting(precision="bf16"))[-1].frame.intensity
        corners = [here, ridge(**model), most]
        assert band == near([(x, attainable(x, **model)) for x in corners])
        alone = sm_intensity(gpu, precision="bf16")
        assert [x for x, _ in tick] == pytest.approx([alone, alone])
        (_, low), (_, high) = tick
        assert low < attainable(alone, **model) < high
    # A wide, faint stroke, and a thin mark across it.
    limits = source(page, "limits")
    assert max(limits["alpha"][::2]) < 0.5 < min(limits["alpha"][1::2])
    assert min(limits["width"][::2]) > 2 * max(limits["width"][1::2])
    for gpu in GPUS:
        said = plain(readings(walk(gpu, Setting(precision="bf16"))[-1])["sm"])
        assert note(page, "sm", gpu.key) == said
        assert significant(sm_intensity(gpu, precision="bf16")) in said


def test_levels_that_are_asked_for_in_bf16_are_not_drawn_and_it_says_why(at):
    page = at("?levels=shared&tile=16")
    expect(remark(page, "levels")).to_be_empty()
    radio(page, "precision", "bf16").check()
    expect(remark(page, "levels")).to_have_text(REMARKS["tensor"])
    # What was asked for stays asked for.
    expect(radio(page, "levels", "shared")).to_be_checked()
    assert len(marks(page, "a100")) == 1
    assert sentence(page) == plain(
        whole(told(4, setting=Setting(precision="bf16"))["sentence"])
    )
    assert note(page, "x_unit") == "flop per byte of HBM"
    radio(page, "precision", "fp32").check()
    expect(remark(page, "levels")).to_be_empty()
    assert len(marks(page, "a100")) == 3


def slider(page):
    """Return the slider of the matrix size."""
    return page.get_by_role("slider", name="Matrix size", exact=True)


def test_the_matrix_size_is_moved_by_keys(at):
    page = at()
    n = slider(page)
    n.focus()
    here = SIZES.index(MATRIX_SIZE)
    for key, far in (
        *(("ArrowRight", 1), ("ArrowUp", 1), ("ArrowLeft", -1), ("ArrowDown", -1)),
        *(("PageDown", -4), ("PageUp", 4), ("Home", -len(SIZES)), ("PageDown", -4)),
        *(("End", len(SIZES)), ("PageUp", 4), ("ArrowRight", 1), ("PageDown", -4)),
    ):
        page.keyboard.press(key)
        here = min(len(SIZES) - 1, max(0, here + far))
        size = SIZES[here]
        expect(n).to_have_attribute("aria-valuetext", f"{size} by {size}")
        output = page.locator("[data-n-output]")
        assert plain(output.inner_text()) == f"{size} × {size}"
        assert note(page, "n") == str(size)
    expect(n).to_be_focused()


def test_another_size_changes_the_point_the_notes_the_table_and_the_address(at):
    page = at("?tile=128&gpu=both")
    assert "nothing is computed beyond the edge" in note(page, "edge")
    slider(page).fill(str(SIZES.index(1000)))
    setting = Setting(n=1000)
    expect(slider(page)).to_have_attribute("aria-valuetext", "1000 by 1000")
    assert note(page, "edge") == (
        "The tile does not divide 1000: 4.6 % of the outputs that are computed lie "
        "beyond the matrix’s edge."
    )
    for gpu in GPUS:
        steps = walk(gpu, setting)
        waves = note(page, "waves", gpu.key)
        assert waves == plain(readings(steps[-1])["waves"])
        assert waves.startswith(f"64 blocks on the {gpu.sm_count} SMs")
        x, y = steps[-1].frame.intensity, steps[-1].rate
        assert marks(page, gpu.key) == [(x, pytest.approx(y), True)]
        table = page.locator(f'[data-frames="{gpu.key}"]')
        caption = plain(table.locator("caption").inner_text())
        assert "a 1000³ multiply in FP32" in caption
        for step, row in zip(steps, table.locator("tbody tr").all(), strict=True):
            words = readings(step)
            cells = ("tile", "intensity", "hbm", "memory_time", "rate", "fraction")
            read = [plain(cell) for cell in row.locator("th, td").all_inner_texts()]
            assert read == [plain(words[name]) for name in (*cells, "bound")]
    expect(page).to_have_url(re.compile(r"\?(?=.*n=1000(&|$))(?=.*tile=128)"))
    assert sentence(page) == plain(whole(told(7, "both", setting)["sentence"]))
    live = page.get_by_role("status", name="Step", exact=True)
    expect(live).to_have_text(told(7, "both", setting)["spoken"])


def test_a_gpu_without_fp32_walks_in_bf16_and_says_so(at):
    page = at("?gpu=tpu-v4&levels=shared&tile=64")
    fp32, bf16 = (radio(page, "precision", key) for key in PRECISION_NAMES)
    expect(fp32).to_be_disabled()
    expect(bf16).to_be_checked()
    name = MACHINES["tpu-v4"].name
    said = REMARKS["precision"].format(precision="FP32", gpu=name)
    expect(remark(page, "precision")).to_have_text(said)
    step = walk(MACHINES["tpu-v4"], Setting())[6]
    x, y = step.frame.intensity, pytest.approx(step.rate)
    assert marks(page, "other") == [(x, y, True)]
    # The presets have both.
    choose(page, "h100")
    expect(fp32).to_be_enabled()
    expect(fp32).to_be_checked()
    expect(remark(page, "precision")).to_be_empty()
    assert len(marks(page, "h100")) == 3


def test_a_gpu_without_bf16_or_without_shared_memory_says_so(at):
    page = at("?gpu=t4&precision=bf16")
    expect(radio(page, "precision", "bf16")).to_be_disabled()
    expect(radio(page, "precision", "fp32")).to_be_checked()
    said = REMARKS["precision"].format(precision="BF16", gpu=MACHINES["t4"].name)
    expect(remark(page, "precision")).to_have_text(said)
    page = at("?gpu=mi355x&levels=shared")
    said = REMARKS["unknown"].format(gpu=MACHINES["mi355x"].name)
    expect(remark(page, "levels")).to_have_text(said)
    assert len(marks(page, "other")) == 1


@pytest.mark.parametrize(
    "query",
    [
        "?tile=16&levels=shared",
        "?tile=128&n=1000&precision=bf16&gpu=both",
        "?gpu=tpu-v4&levels=shared",
    ],
)
def test_without_scripts_the_page_shows_what_was_asked_for(at, new_page, server, query):
    still = new_page(java_script_enabled=False)
    still.goto(server.address + query)
    page = at(query)
    assert sentence(still) == sentence(page)
    for name in ("edge", "reuse", "x_unit"):
        said = still.locator(f'section [data-say="{name}"]').first.text_content()
        assert plain(said) == note(page, name)
    for name in ("precision", "levels"):
        # The choice itself waits for scripts, and so does what it says of itself.
        expect(still.get_by_role("group", name=LEGENDS[name])).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_at_320_pixels_nothing_scrolls_sideways(new_page, lesson, scheme):
    page = new_page(
        viewport={"width": 320, "height": 640},
        color_scheme=scheme,
        reduced_motion="reduce",
    )
    lesson(page, "?gpu=both&tile=16&n=10000&levels=shared")
    assert page.evaluate(SIDEWAYS) == [0, []]
    radio(page, "precision", "bf16").check()
    slider(page).fill("0")
    assert page.evaluate(SIDEWAYS) == [0, []]
    lesson(page, "?gpu=tpu-v4&levels=shared&n=16384")
    assert page.evaluate(SIDEWAYS) == [0, []]
    for target in (radio(page, "levels", "hbm"), radio(page, "precision", "fp32")):
        assert target.locator("xpath=..").bounding_box()["height"] >= 44


def test_the_settings_need_no_server(opened, lesson):
    heard = Heard()
    with opened(heard) as page:
        lesson(page)
        connected(page, heard)
        sent, asked = len(heard.sent), len(heard.requests)
        step_to(page, 4)
        for choice in ("both", "h100", "a100"):
            choose(page, choice)
            for name, value in (("levels", "shared"), ("precision", "bf16")):
                radio(page, name, value).check()
            for size in (1000, 128, 16_384):
                slider(page).fill(str(SIZES.index(size)))
            for name, value in (("precision", "fp32"), ("levels", "hbm")):
                radio(page, name, value).check()
        radio(page, "levels", "shared").check()
        control(page, "restart").click()
        for _ in range(10):
            a_frame(page)
        at_16384 = Setting(n=16_384, levels="shared")
        assert sentence(page) == plain(whole(told(0, setting=at_16384)["sentence"]))
        assert heard.sent[sent:] == []
        assert [u for u in heard.requests[asked:] if u.startswith("http")] == []
