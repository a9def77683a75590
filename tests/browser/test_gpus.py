"""Another GPU is found, chosen and explained; one's own is typed, checked and drawn."""

import pytest
from browser.reader import choose, plain, source
from playwright.sync_api import expect

from app.data.custom_gpu import OWN_LIMITS, OWN_WORDS
from app.data.gpu_list import as_data
from app.data.lesson_data import story
from roofline_model import device, parse_bandwidth, parse_rate, search_devices

ROWS = {row["key"]: row for row in as_data()}
READ = {"peak": parse_rate, "bandwidth": parse_bandwidth, "tensor": parse_rate}
CALLED = {"peak": "peak", "bandwidth": "bandwidth", "tensor": "tensor peak"}
LABELS = {
    "peak": "Peak (FP32)",
    "bandwidth": "Memory bandwidth",
    "tensor": "Tensor peak (BF16, dense), if any",
}


@pytest.fixture
def page(ready):
    """Return the lesson with nothing sought and nothing typed."""
    ready.locator("[data-gpu-list]").evaluate("list => { list.open = true }")
    search(ready, "")
    for name in LABELS:
        field(ready, name).fill("")
    return ready


def search(page, text):
    """Type into the search field."""
    page.get_by_role("searchbox", name="Search GPUs").fill(text)


def field(page, name):
    """Return one of the three fields of an own GPU."""
    return page.get_by_role("textbox", name=LABELS[name], exact=True)


def error(page, name):
    """Return what stands below a field."""
    return page.locator(f"#own-{name}-error")


def draw(page, **typed):
    """Type an own GPU's figures and press the button."""
    for name, text in typed.items():
        field(page, name).fill(text)
    page.get_by_role("button", name="Draw it").click()


def radio(page, key):
    """Return the radio button of a device."""
    return page.locator(f'input[name="other-gpu"][value="{key}"]')


def found(page):
    """Return the keys of the devices that are listed now."""
    rows = page.locator("[data-other] >> visible=true").all()
    return [row.get_attribute("data-other") for row in rows]


def shown(page, choice):
    """Expect the lesson to show a choice, and its head to say so."""
    expect(page.locator('input[name="gpu"]:checked')).to_have_value(choice)


def lines(page):
    """Return where the roofs that are no preset's run out, FP32 and matrix units."""
    # The presets' four come first.
    data = source(page, "rooflines")
    rows = list(zip(data["dash"], data["ys"], strict=True))[4:]
    drawn = {dash: ys[-1] for dash, ys in rows}
    return [drawn.get(dash) for dash in ("solid", story()["look"]["dashes"])]


def refused(name, text):
    """Return what Python says of a text."""
    with pytest.raises(ValueError, match=" must ") as caught:
        READ[name](text)
    return CALLED[name] + " must " + str(caught.value).partition(" must ")[2]


def test_every_device_is_a_named_choice_of_one_group(page):
    group = page.get_by_role("group", name="Other GPU")
    assert group.get_by_role("radio").count() == len(ROWS) == 23
    for key, row in ROWS.items():
        named = group.get_by_role("radio", name=row["name"])
        assert named.get_attribute("value") == key
        expect(radio(page, key)).to_be_enabled()
        assert plain(row["line"]) in plain(
            page.locator(f'[data-other="{key}"] label').text_content()
        )


@pytest.mark.parametrize(
    "query", ["a100", "80gb  PCIe", "nvidia rtx", "TPU", "one die", "no such one", "h"]
)
def test_the_search_finds_what_the_models_search_finds(page, query):
    search(page, query)
    wanted = [each.key for each in search_devices(query) if each.key in ROWS]
    assert found(page) == wanted
    status = page.get_by_role("status", name="GPUs found")
    expect(status).to_have_text(f"{len(wanted)} of 23 GPUs")
    search(page, "")
    assert found(page) == list(ROWS)


@pytest.mark.parametrize("key", ["h200-sxm-141gb", "t4", "mi300x", "tpu-v5e"])
def test_a_chosen_device_is_drawn_and_shows_its_figures_and_their_source(page, key):
    radio(page, key).check()
    shown(page, key)
    peaks = [device(key).fp32_peak, device(key).tensor_peak]
    assert lines(page) == [peak and pytest.approx(peak.value) for peak in peaks]
    row, place = ROWS[key], page.locator("[data-gpu-chosen]")
    expect(place.get_by_role("table", name=row["name"])).to_be_visible()
    rows = place.locator("tbody tr").all()
    cells = [[plain(c.inner_text()) for c in r.locator("th, td").all()] for r in rows]
    assert cells == [
        [plain(f"{name} {note}"), plain(value)] for name, note, value in row["facts"]
    ]
    said = plain(place.inner_text())
    assert plain(row["source"]["citation"]) in said
    assert row["note"] in said
    links = place.get_by_role("link").all()
    assert [a.get_attribute("href") for a in links] == [
        url for url in [row["source"]["url"]] if url
    ]


def test_typing_into_the_search_opens_the_list(new_page, lesson):
    page = lesson(new_page())
    assert found(page) == []
    search(page, "l40s")
    assert found(page) == ["l40s"]


def test_the_presets_in_the_head_take_the_choice_back(page):
    radio(page, "l4").check()
    shown(page, "l4")
    choose(page, "h100")
    shown(page, "h100")
    expect(page.locator('input[name="other-gpu"]:checked')).to_have_count(0)
    expect(page.locator("[data-gpu-chosen]")).to_be_empty()


def test_the_arrow_keys_go_through_what_was_found_alone(page):
    search(page, "80 gb")
    keys = found(page)
    assert len(keys) == 3
    radio(page, keys[0]).focus()
    page.keyboard.press("Space")
    for key in [keys[1], keys[2], keys[0]]:
        page.keyboard.press("ArrowDown")
        shown(page, key)
        expect(radio(page, key)).to_be_focused()


def test_an_own_gpu_is_drawn_and_its_texts_stay_as_they_were_typed(page):
    typed = {"peak": " 19.5 TFLOP/s ", "bandwidth": "1448.2 GiB/s", "tensor": ""}
    draw(page, **typed)
    shown(page, "own")
    assert lines(page) == [pytest.approx(19.5e12), None]
    for name, text in typed.items():
        expect(field(page, name)).to_have_value(text)
        expect(error(page, name)).to_be_empty()
    page.wait_for_function("new URLSearchParams(location.search).get('gpu') === 'own'")
    asked = page.evaluate("Object.fromEntries(new URLSearchParams(location.search))")
    assert asked["peak"] == "19.5 TFLOP/s"
    assert asked["bandwidth"] == "1448.2 GiB/s"
    assert "tensor" not in asked


def test_enter_in_a_field_draws_as_the_button_does(page):
    field(page, "peak").fill("2 TFLOP/s")
    field(page, "tensor").fill("1 TFLOP/s")
    field(page, "bandwidth").fill("100 GB/s")
    field(page, "bandwidth").press("Enter")
    shown(page, "own")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("peak", "19.5"),
        ("peak", ""),
        ("peak", "1555 GB/s"),
        ("peak", "<b>5</b> TFLOP/s"),
        ("bandwidth", "1,555 GB/s"),
        ("bandwidth", "900 Gb/s"),
        ("bandwidth", "-5 GB/s"),
        ("bandwidth", "5 <img src=x>B/s"),
        ("tensor", "312 TiFLOP/s"),
        ("tensor", "0 TFLOP/s"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field_and_draws_nothing(page, name, text):
    shown(page, "a100")
    typed = {"peak": "10 TFLOP/s", "bandwidth": "500 GB/s", "tensor": ""} | {name: text}
    draw(page, **typed)
    expect(error(page, name)).to_have_text(refused(name, text))
    expect(error(page, name)).to_have_attribute("role", "alert")
    expect(field(page, name)).to_have_attribute("aria-invalid", "true")
    expect(field(page, name)).to_have_accessible_description(plain(refused(name, text)))
    expect(field(page, name)).to_be_focused()
    for other, kept in typed.items():
        expect(field(page, other)).to_have_value(kept)
        if other != name:
            expect(error(page, other)).to_be_empty()
    shown(page, "a100")
    assert page.locator(".own .error *").count() == 0
    # Writing on takes the reproach away.
    field(page, name).press_sequentially("1")
    expect(error(page, name)).to_be_empty()
    assert field(page, name).get_attribute("aria-invalid") is None


def test_every_bad_field_says_so_and_the_first_is_gone_to(page):
    draw(page, peak="5 TB/s", bandwidth="fast", tensor="1")
    for name, text in (("peak", "5 TB/s"), ("bandwidth", "fast"), ("tensor", "1")):
        expect(error(page, name)).to_have_text(refused(name, text))
    expect(field(page, "peak")).to_be_focused()


@pytest.mark.parametrize(
    ("typed", "name", "words"),
    [
        ({"peak": "1 kFLOP/s"}, "peak", "peak"),
        ({"peak": "900 EFLOP/s"}, "peak", "peak"),
        ({"bandwidth": "1 B/s"}, "bandwidth", "bandwidth"),
        ({"bandwidth": "999 EB/s"}, "bandwidth", "bandwidth"),
        ({"tensor": "2 FLOP/s"}, "tensor", "tensor"),
        ({"peak": "1 GFLOP/s", "bandwidth": "90 PB/s"}, "peak", "ridge"),
        ({"tensor": "1 EFLOP/s", "bandwidth": "1 GB/s"}, "tensor", "ridge"),
    ],
)
def test_what_the_chart_cannot_show_is_refused_with_its_limits(
    page, typed, name, words
):
    draw(page, **{"peak": "10 TFLOP/s", "bandwidth": "500 GB/s"} | typed)
    reason = OWN_WORDS[words]
    text = typed[name]
    expect(error(page, name)).to_have_text(
        f"{CALLED[name]} must {reason}, got '{text}'"
    )
    shown(page, "a100")


def test_the_ends_of_the_limits_can_be_drawn(page):
    lowest, highest = OWN_LIMITS["peak"]
    draw(page, peak=f"{lowest:g} FLOP/s", bandwidth="100 MB/s")
    shown(page, "own")
    choose(page, "a100")
    draw(page, peak=f"{highest:g} FLOP/s", bandwidth="100 PB/s")
    shown(page, "own")


def test_a_tensor_peak_below_the_fp32_peak_is_allowed(page):
    draw(page, peak="20 TFLOP/s", bandwidth="1 TB/s", tensor="10 TFLOP/s")
    shown(page, "own")
    assert lines(page) == [pytest.approx(20e12), pytest.approx(10e12)]


def test_an_address_fills_the_fields_and_going_elsewhere_empties_none(new_page, lesson):
    page = lesson(
        new_page(), "?gpu=own&peak=10+TFLOP/s&bandwidth=900+GiB/s&tensor=80+TFLOPS"
    )
    shown(page, "own")
    wanted = {"peak": "10 TFLOP/s", "bandwidth": "900 GiB/s", "tensor": "80 TFLOPS"}
    choose(page, "both")
    for name, text in wanted.items():
        expect(field(page, name)).to_have_value(text)


def test_an_address_brings_its_device_into_the_lists_view(new_page, lesson):
    page = lesson(new_page(), "?gpu=tpu-v6e")
    expect(radio(page, "tpu-v6e")).to_be_checked()
    inside = page.evaluate("""() => {
      const box = document.querySelector("[data-gpu-scroll]").getBoundingClientRect();
      const row = document.querySelector('[data-other="tpu-v6e"]');
      const { top, bottom } = row.getBoundingClientRect();
      return top >= box.top && bottom <= box.bottom;
    }""")
    assert inside


def test_without_scripts_the_list_is_there_to_read(new_page, server):
    page = new_page(java_script_enabled=False)
    page.goto(server.address)
    page.locator("[data-gpu-list] > summary").click()
    assert found(page) == list(ROWS)
    expect(page.locator(".gpus input >> visible=true")).to_have_count(0)
    expect(page.locator(".gpus button >> visible=true")).to_have_count(0)
    for key in ("a100-sxm4-80gb", "tpu-v4"):
        listed = page.locator(f'[data-other="{key}"]')
        listed.locator("summary").click()
        said = plain(listed.inner_text())
        for name, _, value in ROWS[key]["facts"]:
            assert name in said
            assert plain(value) in said
        assert plain(ROWS[key]["source"]["citation"]) in said


@pytest.mark.parametrize("width", [320, 390])
def test_a_narrow_page_holds_the_list_the_table_and_the_errors(new_page, lesson, width):
    page = lesson(new_page(viewport={"width": width, "height": 800}))
    page.locator("[data-gpu-list] > summary").click()
    radio(page, "mi250x-die").check()
    draw(page, peak="W" * 60, bandwidth="5 gB/s", tensor="1")
    expect(error(page, "peak")).not_to_be_empty()
    assert page.evaluate("document.scrollingElement.scrollWidth - innerWidth") == 0
    for name in LABELS:
        box = error(page, name).bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
