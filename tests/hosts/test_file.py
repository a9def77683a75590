"""The exported file, from a disk with no network, says what the model computed."""

import gzip
import re
from urllib.parse import urlencode

import pytest
from deploy.servers import panel
from hosts.heard import Heard
from hosts.reader import (
    CHOICES,
    TILES,
    alive,
    choose,
    control,
    said,
    spoken,
    step_to,
    told,
)

from app.data.lesson_data import step_words
from app.data.state import LessonState
from app.files.export import page as filled

LAST = len(TILES) - 1
EVERY_STEP = [(choice, index) for choice in CHOICES for index in range(len(TILES))]

# What an address asked for: the query, the choice and the tile that are shown.
ASKED = [
    ("", "a100", 1),
    ("?gpu=h100&tile=32", "h100", 32),
    ("?gpu=both&tile=64&theme=dark", "both", 64),
    ("?tile=128&unknown=1#sources-title", "a100", 128),
    ("?gpu=H100&gpu=both&TILE=8", "both", 1),
    ("?view=figure&tile=16", "a100", 16),
]

HOSTILE = [
    "<img src=x onerror=hacked=1>",
    "<script>hacked=1</script>",
    '"><svg onload=hacked=1>',
    "$& $1 $`",
    "x" * 5000,
    "NaN",
    "1e999",
    "12,5",
    "٣٢",
]


def walk(page):
    """Step through every tile on every choice and return what was said and spoken."""
    seen = {}
    for choice, index in EVERY_STEP:
        choose(page, choice)
        step_to(page, index)
        seen[choice, index] = {**said(page), "spoken": spoken(page)}
    return seen


@pytest.fixture(scope="module")
def walked(opened, on_disk):
    """Walk the file with the network off, and return what it said and what it asked."""
    heard = Heard()
    with opened(heard, offline=True) as page:
        page.goto(f"{on_disk}?tile={TILES[-1]}")
        seen = walk(alive(page))
    return seen, [asked.url for asked in heard.requests]


@pytest.mark.parametrize(("choice", "index"), EVERY_STEP)
def test_every_step_says_what_the_story_says(walked, choice, index):
    seen, _ = walked
    step = step_words(choice)[index]
    assert seen[choice, index] == {**told(choice, index), "spoken": step["spoken"]}


def test_it_says_word_for_word_what_the_served_page_says(walked, opened, tmp_path):
    with panel(tmp_path / "log.txt") as server, opened() as page:
        page.goto(f"{server.address}?tile={TILES[-1]}")
        served = walk(alive(page))
    assert served == walked[0]


def test_it_asks_for_nothing_but_itself(walked, on_disk):
    assert walked[1] == [f"{on_disk}?tile={TILES[-1]}"]


@pytest.mark.parametrize(("query", "choice", "tile"), ASKED)
def test_its_address_opens_one_exact_picture(from_disk, query, choice, tile):
    alone = "view=figure" in query
    assert said(from_disk(query)) == told(choice, TILES.index(tile), alone=alone)


def test_its_address_opens_a_theme_a_probe_and_a_view(from_disk):
    page = from_disk("?theme=dark&intensity=12.5")
    assert page.locator("html").get_attribute("data-theme") == "dark"
    assert control(page, "intensity-field").input_value() == "12.5"
    assert "12.5 flop/B" in page.locator('[data-probe="a100"]').text_content()
    page = from_disk("?view=figure")
    assert page.locator("#lesson").get_attribute("data-view") == "figure"


@pytest.mark.parametrize("value", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_address_is_quoted_as_text_and_shows_the_default(from_disk, value):
    names = ["gpu", "tile", "intensity", "theme", "view"]
    page = from_disk(f"?{urlencode(dict.fromkeys(names, value))}")
    notes = page.locator("[data-notes]")
    tags = notes.evaluate("n => [...n.querySelectorAll('*')].map((e) => e.tagName)")
    assert tags == ["P"] * len(names)
    for name in names:
        note = notes.get_by_text(f"asks for {name} = “").text_content()
        assert value.strip()[:20] in note
        assert len(note) < 250
    assert page.evaluate("() => typeof hacked") == "undefined"
    assert said(page) == told("a100", 0)


def test_an_address_that_is_no_utf8_is_survived(from_disk):
    page = from_disk("?gpu=%E0%A4%A&tile=%&%=%ff")
    assert page.locator("[data-notes] p").count() == 2
    assert said(page) == told("a100", 0)


@pytest.mark.parametrize(
    "state",
    [
        {"gpu": "h100", "tile": 32},
        {"gpu": "both", "tile": 64, "theme": "dark"},
        {"tile": 128, "intensity": 100.0, "view": "figure"},
    ],
    ids=str,
)
def test_a_file_that_was_exported_at_a_state_opens_there(page, tmp_path, state):
    file = tmp_path / "lesson.html"
    file.write_text(filled(LessonState(**state)), encoding="utf-8")
    page.goto(file.as_uri())
    alive(page)
    choice, index = state.get("gpu", "a100"), TILES.index(state["tile"])
    assert said(page) == told(choice, index, alone="view" in state)
    assert page.locator("html").get_attribute("data-theme") == state.get(
        "theme", "auto"
    )
    # An address still has its say.
    page.goto(f"{file.as_uri()}?gpu=a100&tile=2&view=lesson")
    alive(page)
    assert said(page) == told("a100", 1)


def test_its_own_policy_runs_no_other_script_and_connects_to_nothing(opened, lesson):
    heard = Heard(expected=("Content Security Policy", "Failed to fetch"))
    with opened(heard) as page:
        page.goto(lesson)
        alive(page)
        page.evaluate("""() => {
            const script = document.createElement("script");
            script.textContent = "hacked = 1";
            document.body.append(script);
        }""")
        assert page.evaluate("() => typeof hacked") == "undefined"
        refused = page.evaluate("() => fetch(location).then(() => 'went', () => 'not')")
        assert refused == "not"
        assert len(heard.requests) == 1


def test_it_works_where_the_server_forbids_evaluated_code(page, serve, exported):
    policy = "script-src 'self' 'unsafe-inline' blob:"
    with serve(exported, headers={"Content-Security-Policy": policy}) as address:
        page.goto(f"{address}/lesson.html")
        alive(page)
        for choice, index in (("both", LAST), ("h100", 3), ("a100", 0)):
            choose(page, choice)
            step_to(page, index)
            assert said(page) == told(choice, index)


def normalised(text):
    """Give Bokeh's ids, which count on from page to page, their order as names."""
    seen = {}
    return re.sub(
        r'"(p\d+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"',
        lambda match: f'"id-{seen.setdefault(match[1], len(seen))}"',
        text,
    )


def test_two_exports_of_one_state_are_the_same(exported):
    first = (exported / "lesson.html").read_text(encoding="utf-8")
    assert normalised(first) == normalised(filled(LessonState()))


def test_its_weight_is_what_one_picture_may_weigh(exported):
    weight = len(gzip.compress((exported / "lesson.html").read_bytes(), 9))
    assert weight <= 900_000, "the hard limit"
    assert weight <= 500_000


def test_it_is_one_file_that_names_no_other(exported):
    text = (exported / "lesson.html").read_text(encoding="utf-8")
    page = re.sub(r"<script>.*?</script>", "", text, flags=re.S)
    loads = re.findall(r"<(?:script|img|link|iframe|source)\b[^>]*>", page)
    addresses = [a for tag in loads for a in re.findall(r'(?:src|href)="([^"]*)"', tag)]
    assert [a for a in addresses if not a.startswith("data:")] == []
    assert re.findall(r"url\((?!['\"]?(?:data:|#))|@import", page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_without_scripts_it_is_a_picture_and_the_tables(
    new_page, on_disk, heard, scheme
):
    page = new_page(java_script_enabled=False, offline=True, color_scheme=scheme)
    page.goto(on_disk)
    poster = page.locator('.poster[data-choice="a100"]')
    assert poster.is_visible()
    assert poster.bounding_box()["height"] > 250
    assert (
        page.locator('[data-say="sentence"]').text_content()
        == told("a100", 0)["sentence"]
    )
    assert page.locator('[data-frames="a100"] tbody tr').count() == len(TILES)
    assert page.locator('[data-frames="a100"]').is_visible()
    assert page.locator("noscript p").is_visible()
    for dead in (".player", ".choice", ".theme", ".probe", ".share", ".live"):
        assert not page.locator(dead).first.is_visible(), dead
    assert len(heard.requests) == 1
