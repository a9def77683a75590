"""An address opens one exact picture, and what cannot be is told and never run."""

import re
from urllib.parse import quote, urlencode

import pytest
from browser.reader import (
    TILES,
    ask,
    choose,
    control,
    plain,
    points,
    roof,
    step_to,
    whole,
)
from playwright.sync_api import expect

from app.data.gpus import MACHINES
from app.data.lesson_data import step_data, step_words
from app.data.state import GPU_CHOICES, query_rules
from roofline_model import significant

MARKUP = '<img src=x onerror="window.pwned = 1; document.title = 1">'
TITLE = "The roofline: why a GPU kernel waits on memory"

GOOD = [
    {"gpu": "h100", "tile": "64"},
    {"gpu": "both", "tile": "128", "intensity": "8", "theme": "dark"},
    {"tile": "1", "intensity": "0.0625", "theme": "light"},
    {"gpu": "A100", "tile": " 32 ", "intensity": "+1.024e+3"},
    {"view": "figure", "gpu": "both", "tile": "16"},
]
BAD = [
    {"gpu": MARKUP, "tile": "7", "intensity": "nan", "theme": "blue", "view": "all"},
    {"gpu": "a" * 3000, "tile": "32.0", "intensity": "1e999", "theme": MARKUP},
    {"gpu": "", "tile": "", "intensity": "", "theme": "", "view": MARKUP},
    {"gpu": "a100,h100", "tile": "-1", "intensity": "-1", "theme": "dark;"},
    {"gpu": "{value}", "tile": "0", "intensity": "0", "view": "$&"},
    {"tile": "256", "intensity": "1024.5", "gpu": "\N{KEYCAP TEN}" * 30},
    {"tile": "1e1", "intensity": "Infinity", "gpu": "constructor"},
    {"tile": "0x10", "intensity": "0x10", "theme": "__proto__"},
    {"tile": "032", "intensity": "1_0", "view": "none"},
    {"tile": "NaN", "intensity": "\N{ARABIC-INDIC DIGIT THREE}"},
]

SHOWS = """() => ({
  gpu: document.querySelector("#lesson").dataset.gpu,
  shows: document.querySelector("#lesson").dataset.shows,
  view: document.querySelector("#lesson").dataset.view,
  theme: document.documentElement.dataset.theme,
  radio: document.querySelector('input[name="gpu"]:checked').value,
  tile: document.querySelector('[data-control="tile"]').value,
  number: document.querySelector('[data-control="intensity-field"]').value,
  sentence: document.querySelector('[data-say="sentence"]').textContent,
  figure: document.querySelector("[data-figure]").ariaLabel,
  row: [...document.querySelectorAll("[data-frame][aria-current]")].map(
    (row) => row.dataset.frame),
  notes: [...document.querySelectorAll("[data-notes] > *")].map(
    (note) => note.textContent),
})"""


def query(asked):
    """Write a query, every letter of it escaped."""
    return "?" + urlencode(asked, quote_via=quote, safe="")


def state(asked):
    """Return the state that a query asks for, defaults where it asks for nothing."""
    values = {name: rule["default"] for name, rule in query_rules().items()}
    return {**values, **{key: text.strip().lower() for key, text in asked.items()}}


def quoted(text):
    """Return what a note repeats of a bad value."""
    return f"“{text if len(text) <= 24 else text[:24] + '…'}”"


@pytest.fixture(scope="module")
def scriptless(opened, server):
    """Return a function that reads what an address opens where no script runs."""
    with opened(java_script_enabled=False) as page:

        def read(asked):
            page.goto(server.address + asked)
            return page.evaluate(SHOWS)

        yield read


@pytest.fixture(scope="module")
def read(opened, lesson):
    """Return a function that loads an address and reads what the lesson shows."""
    with opened(reduced_motion="reduce") as page:
        page.on("dialog", lambda dialog: pytest.fail(f"a dialog: {dialog.message}"))

        def load(asked):
            lesson(page, asked)
            load.seen[asked] = page.evaluate(SHOWS)
            return page, load.seen[asked]

        load.seen = {}
        yield load


@pytest.mark.parametrize("asked", GOOD, ids=str)
def test_an_address_opens_exactly_that(read, asked):
    page, shows = read(query(asked))
    wanted = state(asked)
    index = TILES.index(int(wanted["tile"]))
    gpus = GPU_CHOICES[wanted["gpu"]]
    step = step_words(wanted["gpu"])[index]
    assert shows["notes"] == []
    assert (shows["gpu"], shows["radio"]) == (wanted["gpu"], wanted["gpu"])
    assert shows["shows"] == " ".join(gpus)
    assert (shows["view"], shows["theme"]) == (wanted["view"], wanted["theme"])
    assert (shows["tile"], shows["sentence"]) == (str(index), whole(step["sentence"]))
    assert shows["figure"] == step["figure"]
    assert set(shows["row"]) == {str(index)}
    x = step_data(MACHINES[gpus[0]])[index]["x"]
    assert points(page, "marks")[0] == (x, pytest.approx(roof(gpus[0], x), rel=1e-9))
    probe = points(page, "marks", "diamond")
    if wanted["intensity"] is None:
        assert probe == []
    else:
        intensity = float(wanted["intensity"])
        assert shows["number"] == significant(intensity)
        assert [x for x, _ in probe] == [2 * intensity, intensity] * len(gpus)


@pytest.mark.parametrize("asked", BAD, ids=lambda asked: str(asked)[:60])
def test_a_bad_value_gives_the_default_and_a_note_in_plain_text(read, asked):
    page, shows = read(query(asked))
    clean = state({})
    assert (shows["gpu"], shows["view"]) == (clean["gpu"], clean["view"])
    assert (shows["theme"], shows["tile"]) == (clean["theme"], "0")
    assert points(page, "marks", "diamond") == []
    assert len(shows["notes"]) == len(asked)
    for name, text in asked.items():
        [note] = [note for note in shows["notes"] if f"asks for {name} = " in note]
        assert quoted(text.strip()) in note
        assert f"Shown instead: {clean[name] or 'no probe'}." in note
    assert page.locator("[data-notes] > p *").count() == 0
    assert page.evaluate("window.pwned") is None
    assert page.title() == TITLE
    assert page.locator("img").count() == 0


def test_scripts_read_an_address_as_the_server_does(read, scriptless):
    for asked in map(query, GOOD + BAD):
        _, shows = read(asked) if asked not in read.seen else (None, read.seen[asked])
        assert scriptless(asked) == shows


def test_the_notes_are_a_named_status_that_can_be_seen(read):
    page, _ = read("?tile=7")
    status = page.get_by_role("status", name="Notes", exact=True)
    expect(status).to_contain_text("tile = “7”")
    expect(status).to_be_visible()


def test_unknown_names_are_ignored(read):
    _, plain_page = read("")
    _, shows = read("?foo=1&GPU=h100&constructor=1&__proto__=2&tile%20=64&x=" + MARKUP)
    assert shows == plain_page


def test_the_last_of_a_repeated_name_counts(read):
    assert read("?tile=7&tile=64")[1]["tile"] == "6"
    _, shows = read("?tile=64&tile=7")
    assert shows["tile"] == "0"
    assert len(shows["notes"]) == 1


def test_the_figure_view_holds_the_figure_and_its_controls_alone(read):
    page, _ = read("?view=figure&tile=32")
    for name in ("column", "appendix"):
        expect(page.locator(f".{name}")).to_be_hidden()
    for name in ("[data-figure]", ".player", "[data-say=sentence]", ".choice"):
        expect(page.locator(name).first).to_be_visible()
    assert page.evaluate("document.scrollingElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize("size", [(320, 480), (640, 420), (1200, 700)])
def test_the_figure_view_fits_a_frame(new_page, lesson, size):
    page = new_page(viewport=dict(zip(("width", "height"), size, strict=True)))
    lesson(page, "?view=figure&gpu=both&tile=64")
    room = page.evaluate("""() => {
      const { scrollWidth, scrollHeight } = document.scrollingElement;
      return [scrollWidth - innerWidth, scrollHeight - innerHeight];
    }""")
    assert max(room) <= 0


def test_the_address_follows_the_reader_and_opens_the_same(read):
    page, _ = read("?foo=1")
    choose(page, "both")
    step_to(page, 6)
    ask(page, "40")
    control(page, "theme").click()
    expect(page).to_have_url(re.compile("theme=dark"))
    address = page.evaluate("location.search")
    for part in ("foo=1", "gpu=both", "tile=64", "intensity=40"):
        assert part in address
    before = page.evaluate(SHOWS)
    assert read(address)[1] == before


def test_going_back_goes_back_a_step(read):
    page, _ = read("?tile=4")
    step_to(page, 5)
    expect(page).to_have_url(re.compile(r"\?tile=32$"))
    page.go_back()
    expect(control(page, "tile")).to_have_value("2")
    assert plain(control(page, "tile").get_attribute("aria-valuetext")) == "4 × 4"
    page.go_forward()
    expect(control(page, "tile")).to_have_value("5")
