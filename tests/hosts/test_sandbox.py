"""In a frame that may only run scripts, the lesson works and says what it cannot do."""

from html import escape

import pytest
from hosts.heard import Heard
from hosts.reader import (
    TILES,
    choose,
    control,
    draw_own,
    framed,
    own_field,
    said,
    share,
    shows,
    spoken,
    status,
    step_to,
    told,
)
from playwright.sync_api import expect

from app.data.custom_gpu import own_fault
from app.data.lesson_data import SHARE_WORDS
from app.data.measurements import as_data
from app.data.questions import QUESTIONS
from app.data.setting import SIZES
from app.data.state import LessonState

# What Chromium itself says where a sandbox stops something.
BY_THE_BROWSER = (
    "Download is disallowed",
    "Clipboard API has been blocked",
    "Blocked script execution",
)

COUNT_TRIES = """
window.tries = 0;
for (const name of ["pushState", "replaceState"]) {
  const write = history[name];
  history[name] = function (...values) {
    window.tries += 1;
    return write.apply(this, values);
  };
}"""


@pytest.fixture(scope="module", params=["src", "srcdoc"])
def sandboxed(request, opened, course, lesson, exported):
    """Open the lesson in a sandbox, by its address or as the frame's own text."""
    source = f'src="{lesson}"'
    if request.param == "srcdoc":
        text = (exported / "lesson.html").read_text(encoding="utf-8")
        source = f'srcdoc="{escape(text)}"'
    box = f'<iframe sandbox="allow-scripts" width="900" height="900" {source}></iframe>'
    with opened(Heard(expected=BY_THE_BROWSER)) as page:
        page.add_init_script(COUNT_TRIES)
        page.goto(course.page(box))
        yield framed(page)


by_address = pytest.mark.parametrize("sandboxed", ["src"], indirect=True)


def test_the_lesson_works_in_a_sandbox(sandboxed):
    assert sandboxed.evaluate("() => window.origin") == "null"
    for choice, index in (("both", 0), ("h100", len(TILES) - 1), ("a100", 3)):
        choose(sandboxed, choice)
        step_to(sandboxed, index)
        assert said(sandboxed) == told(choice, index)
        assert spoken(sandboxed)


def test_it_plays_in_a_sandbox(sandboxed):
    control(sandboxed, "restart").click()
    sandboxed.get_by_role("button", name="Play", exact=True).click()
    expect(control(sandboxed, "tile")).to_have_attribute(
        "aria-valuetext", "2\xa0×\xa02"
    )
    sandboxed.get_by_role("button", name="Pause", exact=True).click()


def test_an_address_that_cannot_be_kept_is_passed_over(sandboxed):
    for index in (4, 2, 5):
        before = sandboxed.evaluate("() => window.tries")
        step_to(sandboxed, index)
        sandboxed.wait_for_function(f"() => window.tries > {before}")
        assert said(sandboxed)["tile"] == told("a100", index)["tile"]


@pytest.mark.parametrize("press", ["button", "Enter"])
def test_an_own_gpu_is_drawn_in_a_sandbox_that_forbids_forms(sandboxed, press):
    choose(sandboxed, "h100")
    step_to(sandboxed, 5)
    bad = {"peak": "40", "bandwidth": "2 TB/s", "tensor": ""}
    draw_own(sandboxed, bad, press=press)
    error = sandboxed.locator('[data-own-error="peak"]')
    expect(error).to_contain_text(own_fault("peak", "40", "2 TB/s"))
    expect(own_field(sandboxed, "peak")).to_be_focused()
    shows(sandboxed, LessonState(gpu="h100", tile=32))
    good = bad | {"peak": "40 TFLOP/s"}
    draw_own(sandboxed, good, press=press)
    shows(sandboxed, LessonState(gpu="own", tile=32, **good))
    choose(sandboxed, "a100")


def test_the_settings_of_the_multiply_work_in_a_sandbox(sandboxed):
    choose(sandboxed, "a100")
    step_to(sandboxed, 4)
    control(sandboxed, "n").press("End")
    sandboxed.locator('input[name="levels"][value="shared"]').check()
    shows(sandboxed, LessonState(n=16384, tile=16, levels="shared"))
    sandboxed.locator('input[name="levels"][value="hbm"]').check()
    sandboxed.locator('input[name="precision"][value="bf16"]').check()
    shows(sandboxed, LessonState(n=16384, tile=16, precision="bf16"))
    sandboxed.locator('input[name="precision"][value="fp32"]').check()
    control(sandboxed, "n").fill(str(SIZES.index(4096)))
    shows(sandboxed, LessonState(tile=16))


def test_a_question_is_answered_in_a_sandbox(sandboxed):
    control(sandboxed, "ask").click()
    asked = sandboxed.locator("[data-question-text]").text_content()
    [question] = [each for each in QUESTIONS if each.text == asked]
    right = question.answers[0]
    sandboxed.locator(".guesses label").nth(right).click()
    control(sandboxed, "commit").click()
    expect(sandboxed.locator('[data-reveal="why"]')).to_have_text(question.why)
    control(sandboxed, "question-away").click()


def test_measured_points_are_shown_in_a_sandbox(sandboxed):
    sandboxed.get_by_label("A sweep on eight boards").check()
    words = "".join(as_data()["a100"]["words"])
    expect(sandboxed.locator('[data-measured-words="a100"]')).to_have_text(words)
    sandboxed.get_by_label("Nothing").check()


@by_address
@pytest.mark.parametrize("what", ["link", "embed"])
def test_a_copy_that_is_forbidden_shows_the_text_instead(sandboxed, what):
    choose(sandboxed, "h100")
    step_to(sandboxed, 5)
    share(sandboxed, what)
    expect(status(sandboxed)).to_have_text(SHARE_WORDS["clipboard"])
    text = sandboxed.locator("[data-share-text]")
    expect(text).to_be_visible()
    expect(text).to_be_focused()
    value = text.input_value()
    assert "gpu=h100" in value
    assert "tile=32" in value
    assert text.evaluate("(t) => t.selectionEnd - t.selectionStart") == len(value)


@pytest.mark.parametrize("what", ["csv", "svg", "png"])
def test_a_download_that_may_be_forbidden_says_so(sandboxed, what):
    share(sandboxed, what)
    expect(status(sandboxed)).to_have_text(SHARE_WORDS["sandbox"])


@by_address
def test_the_text_to_copy_goes_away_with_the_next_thing_that_is_shared(sandboxed):
    share(sandboxed, "link")
    expect(sandboxed.locator("[data-share-text]")).to_be_visible()
    share(sandboxed, "csv")
    expect(status(sandboxed)).to_have_text(SHARE_WORDS["sandbox"])
    expect(sandboxed.locator("[data-share-text]")).to_be_hidden()


def test_a_frame_that_may_run_no_script_shows_the_picture_and_the_tables(
    opened, course, lesson
):
    box = f'<iframe sandbox src="{lesson}" width="900" height="900"></iframe>'
    with opened(Heard(expected=BY_THE_BROWSER)) as page:
        page.goto(course.page(box))
        frame = page.frame_locator("iframe")
        expect(frame.locator('.poster[data-choice="a100"]')).to_be_visible()
        expect(frame.locator('[data-frames="a100"] tbody tr')).to_have_count(len(TILES))
        expect(frame.locator(".player")).to_be_hidden()
