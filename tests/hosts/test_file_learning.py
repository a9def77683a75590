"""In the file a reader predicts, sees what was measured, and scrubs the words."""

import pytest
from hosts.reader import TILES, control, expected, go, marks, said, shows
from playwright.sync_api import expect

from app.data.measurements import as_data
from app.data.questions import QUESTIONS, WORDS
from app.data.questions import as_data as questions_data
from app.data.setting import SIZES
from app.data.state import LessonState
from roofline_model import A100_SWEEP, SGEMM_KERNELS, significant

BANK = {question.id: question for question in QUESTIONS}
MEASURED = as_data()
WALK = MEASURED["sgemm"]["kernels"]

# What the browser keeps of this page outside of it.
KEPT = "() => [document.cookie, localStorage.length, sessionStorage.length]"


def plain(text):
    """Return a text with ordinary spaces."""
    return " ".join((text or "").split())


def words(sentence):
    """Return a sentence that comes in pieces as one text."""
    return plain("".join(sentence))


def guess(page, index):
    """Choose an answer on its name and commit to it."""
    page.locator(".guesses label").nth(index).click()
    control(page, "commit").click()


def revealed(page):
    """Return the verdict, what is said of the guess, and why."""
    return [plain(text) for text in page.locator("[data-reveal]").all_text_contents()]


def told(question, index):
    """Return what the model reveals of a guess."""
    verdict = "right" if index in question.answers else "wrong"
    return [
        plain(WORDS[verdict].replace("{answer}", question.answer_label)),
        plain(WORDS["guess"].replace("{said}", question.options[index].said)),
        plain(question.why),
    ]


def spots(page):
    """Return where the points that do not move stand."""
    return marks(page, "spots")


def is_asked_committed_and_revealed(page, question):
    """Check what the page shows of a question: before a wrong guess, and after it."""
    shown = question.setting
    state = LessonState(
        gpu=shown.gpu,
        tile=TILES[shown.index],
        n=shown.n,
        precision=shown.precision,
        levels=shown.levels,
    )
    shows(page, state)
    asked = page.locator("[data-question-text]")
    assert plain(asked.text_content()) == plain(question.text)
    assert revealed(page) == ["", "", ""]
    wrong = next(i for i in range(len(question.options)) if i not in question.answers)
    guess(page, wrong)
    assert revealed(page) == told(question, wrong)
    answers = [question.options[i] for i in (wrong, *question.answers)]
    drawn = spots(page)
    for place in answers:
        assert (place.x, pytest.approx(place.y)) in drawn
    expect(page.locator(".guesses .answer")).to_have_count(len(question.answers))


@pytest.mark.parametrize("id_", questions_data()["canonical"])
def test_an_address_asks_its_question(from_disk, id_):
    is_asked_committed_and_revealed(from_disk(f"?ask={id_}"), BANK[id_])


def test_every_question_is_asked_committed_and_revealed(from_disk):
    page = from_disk()
    control(page, "ask").click()
    met = set()
    for _ in QUESTIONS:
        text = plain(page.locator("[data-question-text]").text_content())
        [question] = [one for one in QUESTIONS if plain(one.text) == text]
        is_asked_committed_and_revealed(page, question)
        met.add(question.id)
        control(page, "another").click()
    assert met == set(BANK)


def test_an_address_asks_each_question_in_the_open_page(from_disk):
    page = from_disk()
    for id_, question in BANK.items():
        is_asked_committed_and_revealed(go(page, f"?ask={id_}"), question)


def test_a_round_is_asked_on_and_kept_nowhere(from_disk):
    page = from_disk()
    control(page, "ask").click()
    for _ in range(5):
        control(page, "skip").click()
        text = plain(page.locator("[data-question-text]").text_content())
        [question] = [one for one in QUESTIONS if plain(one.text) == text]
        guess(page, question.answers[0])
        assert revealed(page) == told(question, question.answers[0])
        control(page, "another").click()
    expect(page.locator("[data-score]")).to_have_text(
        WORDS["score"].replace("{right}", "5").replace("{asked}", "5")
    )
    assert page.evaluate(KEPT) == ["", 0, 0]
    page.reload()
    expect(page.locator("[data-score]")).to_be_empty()


def test_the_sweep_stands_beside_both_of_its_roofs(from_disk):
    page = from_disk()
    page.get_by_label("A sweep on eight boards").check()
    sentence = page.locator('[data-measured-words="a100"]')
    assert plain(sentence.text_content()) == words(MEASURED["a100"]["words"])
    assert spots(page) == [(point.intensity, point.rate) for point in A100_SWEEP]
    page.get_by_role("switch", name="Draw the achieved roof").check()
    achieved = MEASURED["a100"]["achieved"]
    assert plain(sentence.text_content()) == words(achieved["words"])
    assert spots(page) == [(point.intensity, point.rate) for point in A100_SWEEP]
    wanted = expected(LessonState(gpu=MEASURED["achieved"]))
    assert said(page)["sentence"] == wanted["sentence"]
    assert said(page)["figure"] == f"{wanted['figure']} {achieved['figure']}"


def test_the_second_walk_goes_from_naive_to_cublas(from_disk):
    page = from_disk("?gpu=h100")
    page.get_by_label("A second walk, on an RTX A6000").check()
    for kernel in SGEMM_KERNELS:
        told_of = WALK[kernel.key]
        sentence = page.locator('[data-measured-words="sgemm"]')
        assert plain(sentence.text_content()) == words(told_of["words"])
        current = page.locator('[data-measured-kernel][aria-current="step"]')
        expect(current).to_have_text(told_of["name"])
        assert kernel.rate in [rate for _, rate in spots(page)]
        walked = expected(LessonState(gpu=MEASURED["gpus"][kernel.key]))
        assert said(page)["sentence"] == walked["sentence"]
        assert said(page)["figure"] == f"{walked['figure']} {told_of['figure']}"
        control(page, "next-kernel").press("Enter")
    page.wait_for_url(lambda url: "measured=cublas" in url)
    expect(page.locator('input[name="gpu"]:checked')).to_have_value("rtx-a6000")
    page.get_by_label("Nothing").check()
    assert spots(page) == []


def are_measured_points(page, measured):
    """Check that the page shows those points on their own GPU, and says so."""
    told_of = WALK.get(measured, MEASURED["a100"])
    sentence = page.locator("[data-measured-words] >> visible=true")
    assert plain(sentence.text_content()) == words(told_of["words"])
    wanted = expected(LessonState(gpu=MEASURED["gpus"][measured]))
    assert said(page)["sentence"] == wanted["sentence"]
    assert said(page)["figure"] == f"{wanted['figure']} {told_of['figure']}"


@pytest.mark.parametrize("measured", ["a100", "k1", "cublas"])
def test_an_address_brings_the_measured_points_and_their_gpu(from_disk, measured):
    are_measured_points(from_disk(f"?measured={measured}&gpu=t4"), measured)


def test_so_does_each_address_in_the_open_page(from_disk):
    page = from_disk()
    for measured in ("a100", *WALK):
        are_measured_points(go(page, f"?measured={measured}&gpu=t4"), measured)


def test_a_term_lights_up_everywhere(from_disk):
    page = from_disk()
    for term in ("P", "W", "I", "I*", "b", "n"):
        page.locator(f'.key[data-key="{term}"]').press("Enter")
        every = page.locator(f'#lesson [data-term="{term}"]').count()
        expect(page.locator(".lit")).to_have_count(every)
        expect(page.locator("#lesson")).to_have_attribute("data-term", term)
        page.keyboard.press("Escape")
        expect(page.locator(".lit")).to_have_count(0)


def test_the_numbers_of_the_prose_are_scrubbed_by_keys_and_by_a_click(from_disk):
    page = from_disk("?gpu=h100")
    tile = page.locator('[data-scrub="tile"]').first
    tile.press("PageUp")
    tile.click()
    shows(page, LessonState(gpu="h100", tile=TILES[3]))
    n = page.locator('[data-scrub="n"]').first
    n.press("End")
    n.press("ArrowLeft")
    shows(page, LessonState(gpu="h100", tile=TILES[3], n=SIZES[-2]))
    intensity = page.locator('[data-scrub="intensity"]').first
    intensity.press("PageUp")
    expect(control(page, "intensity-field")).to_have_value(significant(2.0))
