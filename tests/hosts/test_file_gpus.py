"""In the file a GPU of one's own is typed, checked and drawn, and others are chosen."""

from itertools import zip_longest
from urllib.parse import urlencode

import pytest
from hosts.reader import choose, control, draw_own, own_field, shows
from playwright.sync_api import expect

from app.data.custom_gpu import own_fault
from app.data.gpu_list import as_data
from app.data.state import LessonState, from_query

OWN = {"gpu": "own", "peak": "40 TFLOP/s", "bandwidth": "2 TB/s"}

#: What cannot be, by the figure that is at fault.
BAD = [
    ("peak", "19.5"),
    ("peak", ""),
    ("peak", "19,5 TFLOP/s"),
    ("peak", "1555 GB/s"),
    ("peak", "1 kFLOP/s"),
    ("peak", "900 PFLOP/s"),
    ("bandwidth", "2 Tb/s"),
    ("bandwidth", "-2 TB/s"),
    ("bandwidth", ""),
    ("tensor", "312 TiFLOP/s"),
    ("tensor", "0 FLOP/s"),
]
HOSTILE = [
    "<img src=x onerror=hacked=1>",
    "5 <script>hacked=1</script>FLOP/s",
    "$& $1 $` {wrong} {value} {name}",
    "5, got '5 TFLOP/s', got 6",
    "x" * 5000,
    "5" * 400 + " TFLOP/s",
    "5 " + "x" * 5000 + "FLOP/s",
    "٣ TFLOP/s",
    "5 TFLOP/s\n6",
]


def notes(page):
    """Return the notes about the address."""
    return page.locator("[data-notes] p").all_text_contents()


@pytest.mark.parametrize("how", ["button", "Enter"])
def test_an_own_gpu_is_typed_and_drawn(from_disk, how):
    page = from_disk("?tile=32&n=1000")
    typed = {"peak": " 40 TFLOP/s", "bandwidth": "1.9 TiB/s", "tensor": "160 TFLOPS"}
    draw_own(page, typed, press=how)
    state = LessonState(
        gpu="own", tile=32, n=1000, **{name: v.strip() for name, v in typed.items()}
    )
    shows(page, state)
    page.wait_for_url(lambda url: "bandwidth=1.9+TiB%2Fs" in url)
    page.locator('input[name="precision"][value="bf16"]').check()
    state.precision = "bf16"
    shows(page, state)
    # Another one takes its place, and with no tensor peak there is no BF16 to walk in.
    draw_own(page, {"peak": "1 TFLOP/s", "bandwidth": "1 TB/s", "tensor": ""})
    state.param.update(peak="1 TFLOP/s", bandwidth="1 TB/s", tensor="")
    shows(page, state)


def test_a_bad_figure_is_said_beside_its_field_and_draws_nothing(from_disk):
    page = from_disk("?gpu=h100&tile=4")
    good = {"peak": "40 TFLOP/s", "bandwidth": "2 TB/s", "tensor": ""}
    for name, text in BAD:
        typed = good | {name: text}
        draw_own(page, typed)
        error = page.locator(f'[data-own-error="{name}"]')
        expect(error).to_contain_text(own_fault(name, text, typed["bandwidth"]))
        expect(error).to_contain_text(f"got '{text}'")
        expect(own_field(page, name)).to_be_focused()
        expect(page.locator("[data-own-error]:not(:empty)")).to_have_count(1)
        shows(page, LessonState(gpu="h100", tile=4))


def together(faults):
    """Return the faults in as few addresses as there can be, one for each figure."""
    names = ("peak", "bandwidth", "tensor")
    columns = [[(n, text) for n, text in faults if n == name] for name in names]
    rows = zip_longest(*columns)
    return [dict(fault for fault in row if fault is not None) for row in rows]


@pytest.mark.parametrize("faults", together(BAD), ids=urlencode)
def test_bad_figures_in_the_address_are_noted_as_the_server_does(from_disk, faults):
    asked = OWN | faults | {"tile": "8"}
    page = from_disk(f"?{urlencode(asked)}")
    _, wanted = from_query({key: [value] for key, value in asked.items()})
    assert notes(page) == wanted
    assert len(wanted) == len(faults)
    for (name, text), note in zip(faults.items(), wanted, strict=True):
        assert f"{name} = “{text}”" in note
    shows(page, LessonState(tile=8))


def stays_text(page):
    """Check that nothing typed or asked for was read as markup, or drawn."""
    assert page.evaluate("() => typeof hacked") == "undefined"
    marked = page.locator(":is([data-notes] p, [data-own-error]) *")
    expect(marked).to_have_count(0)
    shows(page, LessonState())


@pytest.mark.parametrize("first", range(0, len(HOSTILE), 3))
def test_a_hostile_address_stays_text_and_its_notes_short(from_disk, first):
    names = ("peak", "bandwidth", "tensor")
    asked = dict(zip(names, HOSTILE[first : first + 3], strict=True))
    page = from_disk(f"?{urlencode(OWN | asked)}")
    for (name, text), note in zip(asked.items(), notes(page), strict=True):
        assert f"{name} = “{text.strip()[:20]}" in note
        assert len(note) < 250
    stays_text(page)


def test_a_hostile_figure_stays_text(from_disk):
    page = from_disk()
    for text in HOSTILE:
        draw_own(page, {"peak": text, "bandwidth": "2 TB/s"})
        expect(page.locator('[data-own-error="peak"]')).not_to_be_empty()
        stays_text(page)
        draw_own(page, {"peak": "", "bandwidth": "2 TB/s"})


def test_the_shown_gpu_stays_when_its_figures_are_asked_for_elsewhere(from_disk):
    page = from_disk(f"?{urlencode(OWN)}")
    choose(page, "h100")
    shows(page, LessonState(gpu="h100"))
    # An address of another GPU has nothing to say of them.
    page.wait_for_url(lambda url: url.endswith("?gpu=h100"))
    for name in ("peak", "bandwidth"):
        expect(own_field(page, name)).to_have_value(OWN[name])
    page.go_back()
    shows(page, LessonState(**OWN))


def test_another_gpu_is_found_by_its_name_and_walks(from_disk):
    page = from_disk("?tile=16")
    listed = [row["key"] for row in as_data() if "mi3" in row["key"]]
    page.get_by_role("searchbox", name="Search GPUs").fill("mi3")
    rows = page.locator("[data-other] >> visible=true")
    expect(rows).to_have_count(len(listed))
    for key in listed:
        page.locator(f'input[name="other-gpu"][value="{key}"]').check()
        control(page, "next").click()
        control(page, "previous").click()
        shows(page, LessonState(gpu=key, tile=16))
