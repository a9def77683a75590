"""A reader predicts, commits, and is shown the answer, the gap and the reason."""

import re

import pytest
from browser.heard import a_frame, connected
from browser.reader import choose, control, plain, points
from playwright.sync_api import expect

from app.data.questions import QUESTIONS, WORDS, as_data

BANK = {question.id: question for question in QUESTIONS}
CANONICAL = as_data()["canonical"]

# What the page keeps outside of itself.
KEPT = """() => [document.cookie, localStorage.length, sessionStorage.length]"""

# Where a place of the figure lies on the screen [px].
PLACE = """([x, y]) => {
  const { frame } = Bokeh.index.find_one(modelNamed("roofline"));
  const { left, top } = document.querySelector("[data-figure]").getBoundingClientRect();
  return [left + frame.x_scale.compute(x), top + frame.y_scale.compute(y)];
}"""

# How far the page overhangs, how low the lowest answer is, and whether a name is cut.
FITS = """() => {
  const names = [...document.querySelectorAll(".guesses span")];
  return {
    over: document.scrollingElement.scrollWidth - innerWidth,
    low: Math.min(...names.map((name) => name.getBoundingClientRect().height)),
    cut: names.filter((name) => name.scrollWidth > name.clientWidth).length,
  };
}"""


def asked(page):
    """Return the question that is open, by its words."""
    text = plain(page.locator("[data-question-text]").text_content())
    [question] = [one for one in QUESTIONS if plain(one.text) == text]
    return question


def option(page, index):
    """Return one of the answers to choose from."""
    return page.locator(f'input[name="guess"][value="{index}"]')


def guess(page, index, commit=True):
    """Choose an answer as a reader does, on its name, and commit to it."""
    page.locator(".guesses label").nth(index).click()
    if commit:
        control(page, "commit").click()


def revealed(page):
    """Return the verdict, what is said of the guess, and why."""
    parts = page.locator("[data-reveal]").all_text_contents()
    return [plain(part) for part in parts]


def told(question, index):
    """Return what the model reveals of a guess."""
    verdict = "right" if index in question.answers else "wrong"
    return [
        plain(WORDS[verdict].replace("{answer}", question.answer_label)),
        plain(WORDS["guess"].replace("{said}", question.options[index].said)),
        plain(question.why),
    ]


def score(right, of):
    """Return what the page says of so many right ones."""
    return WORDS["score"].replace("{right}", str(right)).replace("{asked}", str(of))


@pytest.fixture(scope="module")
def at(opened, lesson):
    """Return the function that opens the lesson anew at a query, in one page."""
    with opened(reduced_motion="reduce") as page:
        yield lambda query="": lesson(page, query)


@pytest.fixture
def fresh(at):
    """Return the lesson as it opens, where nothing was asked yet."""
    return at()


def test_a_reader_of_64_on_the_h100_sees_why_it_is_128(fresh):
    control(fresh, "ask").click()
    control(fresh, "skip").click()
    question = asked(fresh)
    assert question.id == "reach-h100-4096"
    guess(fresh, 6)
    verdict, said, why = revealed(fresh)
    assert verdict == "Not quite: the answer is 128 × 128."
    assert "64 × 64 attains 53.2 TFLOP/s, 79 % of the roof: still on the slope" in said
    assert "ridge lies at 20.0 flop/B" in why
    assert "80.8 by the formula, 128 the next power of two" in why
    control(fresh, "question-walk").click()
    expect(control(fresh, "tile")).to_have_value("7")
    assert asked(fresh) is question


def test_a_reader_of_hbm_sees_that_shared_memory_holds_16_by_16(at):
    page = at("?ask=holds-a100-16")
    guess(page, 0)
    verdict, said, why = revealed(page)
    assert verdict == "Not quite: the answer is shared memory."
    assert "HBM would allow 6.21 TFLOP/s" in said
    assert "4.87 TFLOP/s" in why


def test_asking_sets_the_figure_and_shows_no_answer(fresh):
    choose(fresh, "both")
    fresh.locator('[data-control="tile"]').fill("5")
    control(fresh, "ask").click()
    for id_ in CANONICAL:
        question = asked(fresh)
        assert question.id == id_
        lesson = fresh.locator("#lesson")
        expect(lesson).to_have_attribute("data-gpu", question.setting.gpu)
        expect(control(fresh, "tile")).to_have_value("0")
        names = fresh.locator(".guesses label").all_text_contents()
        assert names == [choice.label for choice in question.options]
        assert revealed(fresh) == ["", "", ""]
        expect(fresh.locator(".guesses .answer")).to_have_count(0)
        expect(fresh.locator('input[name="guess"]:checked')).to_have_count(0)
        control(fresh, "skip").click()


def test_every_question_is_asked_once_before_any_comes_again(fresh):
    control(fresh, "ask").click()
    seen = []
    for _ in QUESTIONS:
        seen.append(asked(fresh).id)
        control(fresh, "skip").click()
    assert seen[: len(CANONICAL)] == CANONICAL
    assert sorted(seen) == sorted(BANK)
    # The next round begins as the first did.
    assert asked(fresh).id == CANONICAL[0]


def test_every_guess_at_every_question_is_judged_as_the_model_does(fresh):
    control(fresh, "ask").click()
    right = 0
    for count, _ in enumerate(QUESTIONS):
        question = asked(fresh)
        index = count % len(question.options)
        guess(fresh, index)
        assert revealed(fresh) == told(question, index)
        right += index in question.answers
        expect(fresh.locator("[data-score]")).to_have_text(score(right, count + 1))
        marked = fresh.locator(".guesses .answer").all_text_contents()
        assert marked == [question.options[i].label for i in question.answers]
        control(fresh, "another").click()


def test_either_answer_to_a_tie_is_right(at):
    question = BANK["holds-a100-64"]
    for index in question.answers:
        page = at(f"?ask={question.id}")
        guess(page, index)
        assert revealed(page)[0] == "Right: shared memory and the ALUs, a tie."
        assert "half a percent" in revealed(page)[2]
        expect(page.locator("[data-score]")).to_have_text(score(1, 1))


def test_a_skipped_question_does_not_count(fresh):
    control(fresh, "ask").click()
    control(fresh, "skip").click()
    control(fresh, "skip").click()
    expect(fresh.locator("[data-score]")).to_be_empty()
    guess(fresh, asked(fresh).answers[0])
    expect(fresh.locator("[data-score]")).to_have_text(score(1, 1))


def test_nothing_is_revealed_before_an_answer_is_chosen(fresh):
    control(fresh, "ask").click()
    expect(control(fresh, "commit")).to_have_attribute("aria-disabled", "true")
    control(fresh, "commit").press("Enter")
    assert revealed(fresh) == ["", WORDS["choose"], ""]
    expect(control(fresh, "skip")).to_be_visible()
    guess(fresh, 3, commit=False)
    expect(control(fresh, "commit")).to_have_attribute("aria-disabled", "false")
    assert revealed(fresh) == ["", "", ""]
    # Until it is committed, a guess may change.
    guess(fresh, 4)
    assert revealed(fresh) == told(asked(fresh), 4)
    expect(option(fresh, 4)).to_be_checked()
    expect(option(fresh, 3)).to_be_disabled()


def test_the_keyboard_alone_asks_guesses_commits_and_asks_on(fresh):
    keys = fresh.keyboard
    control(fresh, "ask").focus()
    keys.press("Enter")
    expect(option(fresh, 0)).to_be_focused()
    keys.press("ArrowRight")
    keys.press("ArrowRight")
    expect(option(fresh, 2)).to_be_checked()
    keys.press("Tab")
    expect(control(fresh, "commit")).to_be_focused()
    keys.press("Space")
    expect(fresh.locator('[data-reveal="verdict"]')).to_be_focused()
    assert revealed(fresh) == told(BANK[CANONICAL[0]], 2)
    keys.press("Shift+Tab")
    expect(control(fresh, "another")).to_be_focused()
    keys.press("Enter")
    assert asked(fresh).id == CANONICAL[1]
    expect(option(fresh, 0)).to_be_focused()
    expect(option(fresh, 0)).not_to_be_checked()


def test_the_question_names_its_group_and_the_answer_is_a_status(fresh):
    control(fresh, "ask").click()
    name = BANK[CANONICAL[0]].text
    group = fresh.get_by_role("group", name=plain(name), exact=True)
    expect(group.get_by_role("radio")).to_have_count(8)
    expect(group.get_by_role("radio", name="64 × 64", exact=True)).to_be_visible()
    guess(fresh, 0)
    status = fresh.get_by_role("status", name="Answer", exact=True)
    expect(status).to_contain_text("the answer is 64")
    expect(fresh.get_by_role("status", name="Score", exact=True)).to_have_text(
        score(0, 1)
    )


def test_putting_the_question_away_leaves_the_page_as_without_one(fresh):
    control(fresh, "ask").click()
    guess(fresh, 2)
    control(fresh, "question-away").click()
    expect(fresh.locator("[data-question]")).to_be_hidden()
    expect(control(fresh, "ask")).to_be_focused()
    assert guess_marks(fresh) == []
    control(fresh, "ask").click()
    assert asked(fresh).id == CANONICAL[1]


def guess_marks(page):
    """Return where the guess and the answer stand on the figure."""
    return points(page, "spots")


def test_the_guess_stands_on_the_figure_where_the_model_puts_it(fresh):
    control(fresh, "ask").click()
    for _ in CANONICAL:
        question = asked(fresh)
        for index in (0, len(question.options) - 1):
            guess(fresh, index, commit=False)
            place = question.options[index]
            assert (place.x, pytest.approx(place.y)) in guess_marks(fresh)
        control(fresh, "skip").click()
        assert guess_marks(fresh) == []


def test_a_click_on_the_figure_chooses_what_stands_there(fresh):
    control(fresh, "ask").click()
    for _ in CANONICAL:
        question = asked(fresh)
        for index in (len(question.options) - 1, 1):
            place = question.options[index]
            fresh.mouse.click(*fresh.evaluate(PLACE, [place.x, place.y]))
            expect(option(fresh, index)).to_be_checked()
        expect(control(fresh, "probe-away")).to_be_hidden()
        control(fresh, "commit").click()
        assert revealed(fresh) == told(question, 1)
        # What is committed stays.
        place = question.options[0]
        fresh.mouse.click(*fresh.evaluate(PLACE, [place.x, place.y]))
        expect(option(fresh, 1)).to_be_checked()
        control(fresh, "another").click()


def test_the_sentence_does_not_give_the_tile_of_bf16_away(at):
    page = at("?ask=bf16-a100-4096")
    sentence = page.locator('[data-say="sentence"]')
    expect(sentence).to_contain_text("At 1")
    expect(sentence).not_to_contain_text("422")
    guess(page, 0, commit=False)
    expect(sentence).not_to_contain_text("422")
    control(page, "commit").click()
    expect(sentence).to_contain_text("asks for a tile of about 422")


def test_a_device_of_the_catalogue_is_set_for_its_question(at):
    page = at("?ask=reach-t4-8192")
    expect(page.locator('input[name="gpu"]:checked')).to_have_value("t4")
    expect(page).to_have_url(re.compile(r"n=8192"))
    question = asked(page)
    guess(page, 7)
    assert revealed(page) == told(question, 7)
    place = question.options[7]
    assert guess_marks(page) == [(place.x, pytest.approx(place.y))]


def test_an_address_asks_a_question_and_sets_what_it_leaves_open(at):
    page = at("?ask=reach-h100-512&tile=4")
    question = BANK["reach-h100-512"]
    assert asked(page) is question
    expect(page.locator("#lesson")).to_have_attribute("data-gpu", "h100")
    expect(control(page, "tile")).to_have_value("2")
    expect(page).to_have_url(re.compile(r"ask=reach-h100-512"))
    expect(page).to_have_url(re.compile(r"n=512"))
    guess(page, 7)
    assert revealed(page) == told(question, 7)


def test_going_back_goes_back_to_the_page_without_a_question(fresh):
    control(fresh, "ask").click()
    expect(fresh).to_have_url(re.compile(f"ask={CANONICAL[0]}"))
    fresh.go_back()
    expect(fresh.locator("[data-question]")).to_be_hidden()
    fresh.go_forward()
    expect(fresh.locator("[data-question]")).to_be_visible()
    assert asked(fresh).id == CANONICAL[0]


def test_a_guess_does_not_follow_the_reader_to_another_question(fresh):
    control(fresh, "ask").click()
    expect(fresh).to_have_url(re.compile(f"ask={CANONICAL[0]}"))
    control(fresh, "skip").click()
    control(fresh, "skip").click()
    expect(fresh).to_have_url(re.compile(f"ask={CANONICAL[2]}"))
    fresh.go_back()
    expect(fresh.locator(".guesses label")).to_have_count(8)
    guess(fresh, 7)
    fresh.go_forward()
    expect(fresh.locator(".guesses label")).to_have_count(3)
    assert asked(fresh).id == CANONICAL[2]
    expect(fresh.locator('input[name="guess"]:checked')).to_have_count(0)
    assert revealed(fresh) == ["", "", ""]
    assert guess_marks(fresh) == []


def test_nothing_is_stored_and_nothing_is_sent(page, lesson, heard):
    lesson(page)
    connected(page, heard)
    before = len(heard.sent), len(heard.requests)
    kept = page.evaluate(KEPT)
    control(page, "ask").click()
    guess(page, 6)
    control(page, "another").click()
    guess(page, 6)
    for _ in range(5):
        a_frame(page)
    assert (len(heard.sent), len(heard.requests)) == before
    assert page.evaluate(KEPT) == kept == ["", 0, 0]


def test_a_question_fits_a_narrow_screen_and_can_be_touched(new_page, lesson):
    page = lesson(
        new_page(
            reduced_motion="reduce",
            viewport={"width": 320, "height": 640},
        )
    )
    control(page, "ask").click()
    for _ in QUESTIONS:
        for done in (False, True):
            if done:
                page.locator(".guesses label").last.click()
                control(page, "commit").click()
            fits = page.evaluate(FITS)
            assert fits["over"] <= 0
            assert fits["low"] >= 44
            assert fits["cut"] == 0
        control(page, "another").click()


def test_neither_the_reveal_nor_the_next_question_moves_what_is_below(fresh):
    control(fresh, "ask").click()
    heights = set()
    for _ in CANONICAL:
        heights.add(fresh.locator(".predict").bounding_box()["height"])
        guess(fresh, 1)
        heights.add(fresh.locator(".predict").bounding_box()["height"])
        control(fresh, "another").click()
    assert len(heights) == 1


def test_without_scripts_the_turning_points_stand_with_their_answers(new_page, server):
    page = new_page(java_script_enabled=False)
    page.goto(server.address)
    expect(page.locator(".asking")).to_be_hidden()
    items = page.locator(".predict li")
    expect(items).to_have_count(len(CANONICAL))
    for id_, item in zip(CANONICAL, items.all(), strict=True):
        question = BANK[id_]
        text = plain(item.text_content())
        assert text.startswith(plain(question.text))
        assert plain(question.why) in text
        answer = item.locator("b")
        expect(answer).to_be_hidden()
        item.locator("summary").click()
        expect(answer).to_be_visible()
        expect(answer).to_have_text(question.answer_label)
