"""A parameter that is set in Python moves the open page."""

import json

import pytest
from browser.heard import connected
from browser.reader import SHOWN, choose, control, plain, points, step_to, whole
from playwright.sync_api import expect

from app.data.lesson_data import frames, step_words, walked
from app.data.setting import Setting
from roofline_model import A100, own_gpu

#: An app of our own: it makes the page as `app/main.py` does, and then sets whatever
#: parameters stand in a file, so that the test says when.
SCRIPT = """
import json
from pathlib import Path

import panel as pn

from app.page.serve import compose

ORDERS = Path({orders!r})
lesson = compose(pn.state.curdoc, pn.state.session_args)
done = 0


def look():
    global done
    orders = json.loads(ORDERS.read_text(encoding="utf-8"))
    for order in orders[done:]:
        lesson.param.update(**order)
    done = len(orders)


look()
pn.state.curdoc.add_periodic_callback(look, 50)
"""


class Python:
    """The hand on the page: it writes the orders that the served script reads."""

    def __init__(self, folder):
        self.orders = []
        self.path = folder / "orders.json"
        self.path.write_text("[]", encoding="utf-8")
        self.script = folder / "moved.py"
        text = SCRIPT.format(orders=str(self.path))
        self.script.write_text(text, encoding="utf-8")

    def set(self, **parameters):
        """Set parameters of the lesson in the server's process."""
        self.orders.append(parameters)
        part = self.path.with_suffix(".part")
        part.write_text(json.dumps(self.orders), encoding="utf-8")
        part.replace(self.path)  # the script never reads half a file


@pytest.fixture(scope="module")
def site(serve, tmp_path_factory):
    """Serve the script, and return its address and the hand on it."""
    python = Python(tmp_path_factory.mktemp("moved"))
    with serve(python.script) as served:
        yield served.address, python


@pytest.fixture
def moved(new_page, lesson, heard, site):
    """Return the lesson as the script serves it, and the hand on it."""
    address, python = site
    python.orders = []
    python.set()
    page = lesson(new_page(reduced_motion="reduce"), "", address)
    connected(page, heard)
    return page, python


def shows(page, choice, index):
    """Check that words, controls and figure stand at a step."""
    told = step_words(choice)[index]
    expect(page.locator('[data-say="sentence"]')).to_have_text(whole(told["sentence"]))
    expect(control(page, "tile")).to_have_value(str(index))
    expect(page.locator(f'input[name="gpu"][value="{choice}"]')).to_be_checked()
    stands = [frames(gpu)[index].intensity for gpu in SHOWN[choice]]
    assert [x for x, _ in points(page, "marks")][: len(stands)] == stands


def test_the_page_follows_gpu_and_tile(moved):
    page, python = moved
    python.set(tile=64)
    shows(page, "a100", 6)
    python.set(gpu="h100")
    shows(page, "h100", 6)
    python.set(gpu="both", tile=128)
    shows(page, "both", 7)


def test_the_page_follows_the_intensity(moved):
    page, python = moved
    slider = control(page, "intensity")
    python.set(intensity=40.0)
    expect(slider).to_have_attribute("aria-valuetext", "40.0 flop per byte")
    assert points(page, "marks", "diamond")[1][0] == 40.0
    python.set(intensity=None)
    expect(page.locator("[data-probe-live]")).to_be_empty()
    assert points(page, "marks", "diamond") == []


def test_the_page_follows_the_setting(moved):
    page, python = moved
    python.set(n=1000, precision="bf16", tile=128)
    told = walked((A100,), Setting(n=1000, precision="bf16"))[7]
    expect(page.locator('[data-say="sentence"]')).to_have_text(whole(told["sentence"]))
    expect(control(page, "n")).to_have_attribute("aria-valuetext", "1000 by 1000")
    expect(page.get_by_role("radio", name="BF16", exact=True)).to_be_checked()
    python.set(n=4096, precision="fp32", levels="shared", tile=16)
    told = walked((A100,), Setting(levels="shared"))[4]
    expect(page.locator('[data-say="sentence"]')).to_have_text(whole(told["sentence"]))


def test_the_page_follows_an_own_gpu_and_another(moved):
    page, python = moved
    python.set(gpu="own", peak="10 TFLOP/s", bandwidth="500 GB/s", tile=4)
    own = own_gpu(peak="10 TFLOP/s", bandwidth="500 GB/s")
    told = walked((own,))[2]
    expect(page.locator('[data-say="sentence"]')).to_have_text(whole(told["sentence"]))
    expect(page.get_by_role("radio", name="Own GPU")).to_be_checked()
    python.set(gpu="rtx-4090")
    told = step_words("rtx-4090")[2]
    expect(page.locator('[data-say="sentence"]')).to_have_text(whole(told["sentence"]))


# Every sentence that stands under the figure from here on.
RECORD = """() => {
  const place = document.querySelector('[data-say="sentence"]');
  window.sentences = [];
  const note = () => window.sentences.push(place.textContent);
  new MutationObserver(note).observe(place, { childList: true });
}"""


def test_what_is_set_in_one_update_is_shown_as_one(moved):
    page, python = moved
    page.evaluate(RECORD)
    asked = {"peak": "10 TFLOP/s", "bandwidth": "500 GB/s", "tensor": "90 TFLOP/s"}
    python.set(gpu="own", **asked, precision="bf16", tile=4)
    own = own_gpu(
        peak=asked["peak"], bandwidth=asked["bandwidth"], tensor_peak=asked["tensor"]
    )
    told = walked((own,), Setting(precision="bf16"))[2]
    expect(page.locator('[data-say="sentence"]')).to_have_text(whole(told["sentence"]))
    assert page.evaluate("sentences") == [whole(told["sentence"])]


def test_the_page_follows_the_theme(moved):
    page, python = moved
    python.set(theme="dark")
    expect(control(page, "theme")).to_have_attribute("aria-pressed", "true")
    python.set(theme="light")
    expect(control(page, "theme")).to_have_attribute("aria-pressed", "false")


def test_what_the_reader_did_is_not_undone_by_a_later_move(moved):
    page, python = moved
    choose(page, "h100")
    step_to(page, 3)
    python.set(theme="dark")
    expect(control(page, "theme")).to_have_attribute("aria-pressed", "true")
    shows(page, "h100", 3)


def test_a_move_is_spoken(moved):
    page, python = moved
    python.set(tile=32)
    spoken = step_words("a100")[5]["spoken"]
    expect(page.locator("p[data-live]")).to_have_text(plain(spoken))


def test_the_page_follows_what_was_set_before_it_was_there(
    new_page, lesson, heard, site
):
    address, python = site
    python.orders = []
    python.set(gpu="h100", tile=64)
    page = lesson(new_page(reduced_motion="reduce"), "", address)
    connected(page, heard)
    shows(page, "h100", 6)
