"""Play, pause, restart and scrub, on a clock that the test winds."""

import itertools
import math

import pytest
from browser.reader import (
    BOARDS,
    SHOWN,
    TILES,
    choose,
    control,
    drawn,
    points,
    reset,
    roof,
    step_to,
    watch,
)
from playwright.sync_api import expect

from app.data.lesson_data import LONG_REST, REST, TRAVEL, frames, step_words
from roofline_model import ridge

LAST = len(TILES) - 1
ARRIVE = TRAVEL * 1000 + 50  # time enough for a step [ms]
FRAMES = math.ceil(TRAVEL * 1000 / 16)  # painted on the way, a frame each 16 ms
LONG = 20_000  # longer than the whole play [ms]

NOW = """() => ({
  tile: document.querySelector('[data-control="tile"]').valueAsNumber,
  button: document.querySelector('[data-control="play"]').textContent,
  spoken: document.querySelector("p[data-live]").textContent,
})"""


@pytest.fixture(scope="module")
def loaded(opened, lesson):
    """Load the lesson and stop its clock, so that it goes on only when it is wound."""
    with opened() as page:
        page.clock.install()
        lesson(page)
        page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
        yield page


@pytest.fixture
def wound(loaded):
    """Return the page at the first tile on the A100, at rest."""
    reset(loaded)
    loaded.clock.run_for(ARRIVE)
    return loaded


@pytest.fixture(scope="module")
def played(loaded):
    """Play to the end once, and return what stood there every tenth of a second."""
    reset(loaded)
    play(loaded)
    seen = [loaded.evaluate(NOW)]
    while seen[-1]["button"] == "Pause" and len(seen) < LONG // 100:
        loaded.clock.run_for(100)
        seen.append(loaded.evaluate(NOW))
    return seen


def tile(page):
    """Return which step the slider stands on."""
    return int(control(page, "tile").input_value())


def spoken(page):
    """Return what the live region says."""
    return page.locator("p[data-live]").text_content()


def says(page):
    """Return what the play button says."""
    return control(page, "play").inner_text()


def play(page):
    """Press play, or pause."""
    control(page, "play").click()


def play_until(page, index):
    """Play until the step is reached."""
    play(page)
    for _ in range(LONG // 100):
        if tile(page) == index:
            return
        page.clock.run_for(100)
    pytest.fail(f"play never came to step {index}")


def stays(page, index):
    """Tell whether it rests on that step, however long one waits."""
    page.clock.fast_forward(LONG)
    return tile(page) == index and says(page) == "Play"


def glide(page, gpu, start, goal):
    """Step from one tile to another and return what each painted frame drew."""
    choose(page, gpu)
    step_to(page, start)
    page.clock.run_for(ARRIVE)
    watch(page)
    step_to(page, goal)
    page.clock.run_for(ARRIVE)
    return drawn(page)


def test_it_plays_once_through_every_tile(played):
    steps = [now["tile"] for now in played]
    assert [step for step, _ in itertools.groupby(steps)] == list(range(LAST + 1))


def test_it_stops_at_the_last_tile(wound):
    step_to(wound, LAST - 1)
    play(wound)
    wound.clock.run_for((TRAVEL + LONG_REST) * 1000 + 100)
    assert stays(wound, LAST)


def test_it_rests_longer_where_the_bound_changes(played):
    steps = [now["tile"] for now in played]
    turn = next(i for i, f in enumerate(frames("a100")) if f.bound.value == "compute")
    seconds = {step: steps.count(step) / 10 for step in range(1, LAST + 1)}
    assert seconds.pop(turn) == pytest.approx(TRAVEL + LONG_REST, abs=0.2)
    assert list(seconds.values()) == pytest.approx([TRAVEL + REST] * 6, abs=0.2)


def test_the_button_says_pause_while_it_plays(wound):
    expect(wound.get_by_role("button", name="Play", exact=True)).to_be_visible()
    play(wound)
    expect(wound.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    expect(wound.get_by_role("button", name="Play", exact=True)).to_have_count(0)
    play(wound)
    expect(wound.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(wound.get_by_role("button", name="Pause", exact=True)).to_have_count(0)


def test_nothing_is_spoken_while_it_plays_and_the_end_is(played):
    *playing, end = played
    assert {now["spoken"] for now in playing} == {""}
    assert end["spoken"] == step_words("a100")[LAST]["spoken"]


def test_a_pause_keeps_the_tile_and_speaks_it(wound):
    play_until(wound, 3)
    play(wound)
    assert spoken(wound) == step_words("a100")[3]["spoken"]
    assert stays(wound, 3)
    [point] = points(wound, "marks")
    assert point[0] == frames("a100")[3].intensity


def test_it_plays_on_from_where_it_was_paused(wound):
    play_until(wound, 3)
    play(wound)
    assert stays(wound, 3)
    play(wound)
    wound.clock.run_for(100)
    assert tile(wound) == 4


def test_play_at_the_end_begins_again(wound):
    step_to(wound, LAST)
    play(wound)
    assert tile(wound) == 0
    wound.clock.run_for((TRAVEL + REST) * 1000 + 100)
    assert tile(wound) == 1


def test_restart_goes_to_the_first_tile_and_stops(wound):
    play_until(wound, 4)
    control(wound, "restart").click()
    assert stays(wound, 0)


@pytest.mark.parametrize(("button", "comes_to"), [("previous", 2), ("next", 4)])
def test_a_step_by_hand_stops_the_play(wound, button, comes_to):
    play_until(wound, 3)
    control(wound, button).click()
    assert stays(wound, comes_to)


def test_scrubbing_stops_the_play(wound):
    play_until(wound, 2)
    step_to(wound, 6)
    assert stays(wound, 6)


def test_another_gpu_does_not_stop_the_play(wound):
    play_until(wound, 2)
    choose(wound, "h100")
    assert says(wound) == "Pause"
    wound.clock.run_for((TRAVEL + REST) * 2000)
    assert tile(wound) > 2
    assert says(wound) == "Pause"


@pytest.mark.parametrize(
    ("choice", "start"), [("a100", 32), ("h100", 64), ("both", 32), ("both", 64)]
)
def test_the_point_never_leaves_the_line(wound, choice, start):
    at = TILES.index(start)
    for stand, _ in glide(wound, choice, at, at + 1):
        assert len(stand) == len(SHOWN[choice])
        for gpu, (x, y) in zip(SHOWN[choice], stand, strict=True):
            assert y == pytest.approx(roof(gpu, x), rel=1e-9)


@pytest.mark.parametrize(("gpu", "start"), [("a100", 32), ("h100", 64)])
@pytest.mark.parametrize("back", [False, True], ids=["up", "down"])
def test_the_point_crosses_the_ridge_in_many_small_steps(wound, gpu, start, back):
    at = TILES.index(start)
    ends = (at + 1, at) if back else (at, at + 1)
    way = [stand[0][0] for stand, _ in glide(wound, gpu, *ends)]
    first, last = (frames(gpu)[end].intensity for end in ends)
    assert way == sorted(way, reverse=back)
    assert way[-1] == last
    between = {x for x in way if min(first, last) < x < max(first, last)}
    corner = ridge(peak=BOARDS[gpu].peak(), bandwidth=BOARDS[gpu].bandwidth)
    assert len(between) > FRAMES / 2
    assert min(between) < corner < max(between)


def test_a_step_in_mid_glide_sets_off_from_where_the_point_is(wound):
    step_to(wound, 4)
    wound.clock.run_for(TRAVEL * 500)
    [(middle, _)] = points(wound, "marks")
    assert frames("a100")[0].intensity < middle < frames("a100")[4].intensity
    step_to(wound, 0)
    assert points(wound, "marks")[0][0] == pytest.approx(middle, rel=0.01)
    wound.clock.run_for(ARRIVE)
    assert points(wound, "marks")[0][0] == frames("a100")[0].intensity


@pytest.mark.parametrize("choice", ["a100", "both"])
def test_the_trail_holds_the_passed_tiles_alone(wound, choice):
    choose(wound, choice)
    shown = [frames(gpu) for gpu in SHOWN[choice]]
    for index in [*range(len(TILES)), 2]:
        step_to(wound, index)
        wound.clock.run_for(ARRIVE)
        assert points(wound, "trail") == [
            (frame.intensity, pytest.approx(frame.attainable, rel=1e-9))
            for walk in shown
            for frame in walk[:index]
        ]


def test_the_trail_never_runs_ahead_of_the_point(wound):
    left = [frame.intensity for frame in frames("a100")[:LAST]]
    seen = glide(wound, "a100", 0, LAST)
    assert len(seen) > FRAMES / 2
    for [(x, _)], trail in seen:
        passed = [at for at, _ in trail]
        assert passed == [at for at in left if at < x][: len(passed)]
        # A tile counts as passed once it is a hair behind the point.
        assert {at for at in left if at < 0.9 * x} <= set(passed)
    assert len(passed) == LAST
