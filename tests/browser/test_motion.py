"""Who asks for no motion sees every step at once, and the trail tells the way."""

import pytest
from browser.heard import a_frame
from browser.reader import (
    SHOWN,
    TILES,
    choose,
    control,
    drawn,
    points,
    step_to,
    watch,
)

from app.data.lesson_data import frames


def watched(page, act):
    """Return where the point stood, drawing by drawing, after an act."""
    watch(page)
    act()
    # Two more painted frames: whatever still moves would have moved.
    a_frame(page)
    a_frame(page)
    return [[x for x, _ in stand] for stand, _ in drawn(page)]


def stands(choice, index):
    """Return where the points of a step stand."""
    return [frames(gpu)[index].intensity for gpu in SHOWN[choice]]


@pytest.mark.parametrize("choice", SHOWN)
def test_a_step_is_done_in_its_first_frame(ready, choice):
    choose(ready, choice)
    for index in (1, 6, 0):
        seen = watched(ready, lambda at=index: step_to(ready, at))
        # The state's own frame may come before the step's: that is where it stood.
        assert seen[-1] == stands(choice, index)
        between = [x for x in seen if x not in (seen[0], stands(choice, index))]
        assert between == []


def test_the_point_is_there_in_the_same_task(ready):
    at = ready.evaluate("""() => {
      document.querySelector('[data-control="next"]').click();
      return [...modelNamed("marks").data.x];
    }""")
    assert at == stands("a100", 1)


def test_the_bars_jump_too(ready):
    shares = ready.evaluate("""() => {
      document.querySelector('[data-control="next"]').click();
      return [...document.querySelectorAll('[data-bar][data-gpu="a100"]')].map(
        (bar) => Number(bar.style.getPropertyValue("--share")));
    }""")
    frame = frames("a100")[1]
    assert shares == [1, pytest.approx(frame.compute_time / frame.memory_time)]


def test_the_trail_tells_where_the_point_has_been(ready):
    step_to(ready, 5)
    assert [x for x, _ in points(ready, "trail")] == [
        frame.intensity for frame in frames("a100")[:5]
    ]


def test_it_plays_all_the_same(ready):
    control(ready, "play").click()
    ready.wait_for_function(
        'document.querySelector("[data-control=tile]").valueAsNumber === 1'
    )
    assert points(ready, "marks")[0][0] == stands("a100", 1)[0]
    control(ready, "play").click()


def test_others_see_it_move(page, lesson):
    lesson(page)
    at = page.evaluate("""() => {
      document.querySelector('[data-control="tile"]').value = 7;
      document.querySelector('[data-control="tile"]').dispatchEvent(new Event("input"));
      return modelNamed("marks").data.x[0];
    }""")
    assert at < stands("a100", len(TILES) - 1)[0] / 2


def test_nothing_on_the_page_is_animated_by_its_style(ready):
    moving = ready.evaluate("""() => [...document.querySelectorAll("main *")].filter(
      (element) => {
        const { transitionDuration, animationName } = getComputedStyle(element);
        return transitionDuration.split(", ").some((time) => parseFloat(time) > 0)
          || animationName !== "none";
      }).map((element) => element.outerHTML.slice(0, 60))""")
    assert moving == []
