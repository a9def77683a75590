"""Every question can be answered, and every answer, place and number is the model's."""

import json
import re
from itertools import pairwise

import pytest

from app.data.question import Question
from app.data.question_kinds import LEVEL_NAMES, WIDE_TILES, bf16, holds, reach
from app.data.questions import QUESTIONS, WORDS, as_data
from app.data.setting import SIZES
from roofline_model import (
    CATALOGUE,
    GPUS,
    H100,
    TIE_TOLERANCE,
    TILES,
    Bound,
    Level,
    attainable,
    bound,
    device,
    format_si,
    gemm_traffic,
    limits,
    percent,
    ridge,
    significant,
    sm_tile,
    smallest_tile,
    word_bytes,
)

BY_ID = {question.id: question for question in QUESTIONS}
PRESETS = {gpu.key: gpu for gpu in GPUS}


def of_kind(kind: str) -> list[Question]:
    return [question for question in QUESTIONS if question.kind == kind]


def each(questions: list[Question] | tuple[Question, ...]):
    return pytest.mark.parametrize("question", questions, ids=lambda asked: asked.id)


def machine(question: Question):
    key = question.setting.gpu
    return PRESETS.get(key) or device(key)


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


def tile_of(label: str) -> int:
    return int(plain(label).split(" × ")[0])


def traffic(question: Question, tile: int):
    n, s = question.setting.n, word_bytes(question.precision)
    return gemm_traffic(m=n, n=n, k=n, bm=tile, bn=tile, word_bytes=s)


def test_the_turning_points_of_the_lesson_are_asked_first() -> None:
    data = as_data()
    assert data["canonical"] == [
        "reach-a100-4096",
        "reach-h100-4096",
        "holds-a100-16",
        "bf16-a100-4096",
    ]
    assert data["order"][:4] == data["canonical"]


def test_no_two_questions_share_their_id_or_their_text() -> None:
    assert len({question.id for question in QUESTIONS}) == len(QUESTIONS)
    assert len({question.text for question in QUESTIONS}) == len(QUESTIONS)


def test_after_the_turning_points_each_question_changes_the_subject() -> None:
    for one, other in pairwise(QUESTIONS[4:]):
        assert (one.kind, one.setting.gpu) != (other.kind, other.setting.gpu)


def test_the_data_is_the_questions_fit_for_json_and_modest() -> None:
    text = json.dumps(as_data(), separators=(",", ":"), allow_nan=False)
    assert len(text) <= 45_000
    data = json.loads(text)
    assert list(data["bank"]) == data["order"] == list(BY_ID)
    for key, entry in data["bank"].items():
        assert entry["text"] == BY_ID[key].text
        assert [o["x"] for o in entry["options"]] == [o.x for o in BY_ID[key].options]
        assert entry["answers"] == list(BY_ID[key].answers)


@each(QUESTIONS)
def test_a_question_sets_what_the_page_can_show(question: Question) -> None:
    setting = question.setting
    assert setting.gpu in {candidate.key for candidate in CATALOGUE}
    assert setting.n in SIZES
    assert setting.index == 0
    assert setting.levels == ("shared" if question.kind == "holds" else "hbm")
    # A BF16 walk is told with the tile that its roof asks for: the answer.
    assert setting.precision == "fp32"
    assert question.precision == ("bf16" if question.kind == "bf16" else "fp32")
    machine(question).peak(question.precision)


@each(QUESTIONS)
def test_a_question_has_an_answer_and_something_else_to_choose(
    question: Question,
) -> None:
    right = set(question.answers)
    assert right
    assert right < set(range(len(question.options)))
    labels = [option.label for option in question.options]
    assert len(set(labels)) == len(labels)
    for index in right:
        assert (
            question.options[index].label.casefold() in question.answer_label.casefold()
        )


@each(QUESTIONS)
def test_what_is_said_is_whole_sentences_that_do_not_contradict_themselves(
    question: Question,
) -> None:
    assert question.text.endswith("?")
    for said in (question.why, *(option.said for option in question.options)):
        assert said.endswith(".")
        assert said[0] == said[0].upper()
        assert "100 %" not in plain(said)
        assert "None" not in said
        assert "{" not in said


@each([*of_kind("reach"), *of_kind("bf16")])
def test_a_tile_stands_on_the_line_and_the_first_on_the_roof_is_right(
    question: Question,
) -> None:
    gpu, precision = machine(question), question.precision
    roof = {"peak": gpu.peak(precision), "bandwidth": gpu.bandwidth}
    [answer] = question.answers
    for index, option in enumerate(question.options):
        intensity = traffic(question, tile_of(option.label)).intensity
        assert option.x == intensity
        assert option.y == attainable(intensity, **roof)
        assert (option.y == roof["peak"]) == (index >= answer)
        # A tie with the roof would make the question a matter of tolerance.
        assert (bound(intensity, **roof) is Bound.TIE) is False
        assert format_si(option.y, "FLOP/s") in plain(option.said)
        if index < answer:
            assert f"{percent(option.y / roof['peak'])} of the" in plain(option.said)
            assert option.said.endswith("still on the slope.")


@each([*of_kind("reach"), *of_kind("bf16")])
def test_the_reason_names_the_ridge_and_the_exact_tile(question: Question) -> None:
    gpu = machine(question)
    corner = ridge(peak=gpu.peak(question.precision), bandwidth=gpu.bandwidth)
    exact = smallest_tile(gpu, n=question.setting.n, precision=question.precision)
    assert exact is not None
    [answer] = question.answers
    tiles = [tile_of(option.label) for option in question.options]
    assert tiles[answer] / 2 < exact <= tiles[answer]
    assert f"{significant(corner)} flop/B" in plain(question.why)
    assert re.search(rf"\b{significant(exact)}\b", question.why)
    assert re.search(rf"\b{tiles[answer]}\b", question.why)


@each(of_kind("reach"))
def test_the_tiles_to_choose_from_are_those_of_the_walk(question: Question) -> None:
    assert tuple(tile_of(option.label) for option in question.options) == TILES
    assert question.walk == TILES[question.answers[0]]


@each(of_kind("bf16"))
def test_wider_tiles_are_asked_about_as_far_as_the_matrix_has_them(
    question: Question,
) -> None:
    tiles = tuple(tile_of(option.label) for option in question.options)
    assert tiles == tuple(tile for tile in WIDE_TILES if tile <= question.setting.n)
    assert question.walk is None


@each(of_kind("holds"))
def test_each_level_stands_on_its_own_line_and_the_lowest_is_right(
    question: Question,
) -> None:
    gpu, tile = machine(question), question.walk
    assert tile is not None
    held = limits(gpu, tile=tile, n=question.setting.n)
    moved = traffic(question, tile)
    hbm, shared, alus = question.options
    assert (hbm.x, hbm.y) == (moved.intensity, gpu.bandwidth * moved.intensity)
    assert shared.x == moved.shared_intensity
    assert shared.y == gpu.shared_bandwidth * moved.shared_intensity
    assert (alus.x, alus.y) == (moved.intensity, gpu.peak())
    levels = (Level.HBM, Level.SHARED, Level.COMPUTE)
    assert question.answers == tuple(levels.index(level) for level in held.binding)
    for index, (level, option) in enumerate(zip(levels, question.options, strict=True)):
        assert format_si(held.rates[level], "FLOP/s") in plain(option.said)
        if index not in question.answers:
            times = significant(held.rates[level] / held.attainable)
            assert f"{times} times as much as" in option.said


@each([question for question in QUESTIONS if len(question.answers) > 1])
def test_a_tie_takes_both_answers_and_says_its_rule(question: Question) -> None:
    assert TIE_TOLERANCE == 0.005
    assert "within half a percent of one another are a tie" in question.why
    assert question.answer_label.endswith(", a tie")
    rates = [question.options[index].y for index in question.answers]
    assert max(rates) <= min(rates) * (1 + TIE_TOLERANCE)
    for rate in rates:
        assert format_si(rate, "FLOP/s", digits=4) in plain(question.why)


def test_the_h100_needs_128_where_64_is_still_on_the_slope() -> None:
    """The figures are facts/README.md's: 53.18450 TFLOP/s, I* = 20.000, b = 80.8."""
    question = BY_ID["reach-h100-4096"]
    assert question.answers == (TILES.index(128),)
    guess = question.options[TILES.index(64)]
    assert guess.y == pytest.approx(53.18450e12, rel=1e-6)
    assert plain(guess.said) == (
        "64 × 64 attains 53.2 TFLOP/s, 79 % of the roof: still on the slope."
    )
    assert plain(question.why) == (
        "The H100’s ridge lies at 20.0 flop/B, and b × b tiles feed about b/4 flops a "
        "byte: 80.8 by the formula, 128 the next power of two."
    )


def test_the_a100_needs_64() -> None:
    question = BY_ID["reach-a100-4096"]
    assert question.answers == (TILES.index(64),)
    assert "50.5 by the formula" in question.why


def test_shared_memory_holds_16_by_16_on_the_a100_at_4_87_and_not_6_21() -> None:
    """The figures are those of the levels' table: 6.21 from HBM, 4.87 from shared."""
    question = BY_ID["holds-a100-16"]
    assert question.answer_label == "shared memory"
    hbm, shared, _ = question.options
    assert plain(hbm.said) == (
        "HBM would allow 6.21 TFLOP/s, 1.27 times as much as shared memory."
    )
    assert plain(shared.said).startswith("Shared memory would allow 4.87 TFLOP/s")
    assert "4.87 TFLOP/s, while HBM would allow 6.21 TFLOP/s" in plain(question.why)


@pytest.mark.parametrize(
    ("key", "exact", "power", "held", "ways"),
    [
        ("a100", 422, 512, 328, "through L2."),
        ("h100", 637, 1024, 352, "through L2, or as a cluster."),
    ],
)
def test_bf16_asks_for_more_than_an_sm_holds(
    key: str, exact: int, power: int, held: int, ways: str
) -> None:
    question = BY_ID[f"bf16-{key}-4096"]
    assert tile_of(question.answer_label) == power
    assert round(sm_tile(PRESETS[key])) == held < exact
    why = plain(question.why)
    assert f"a tile of about {exact}, so {power} in powers of two" in why
    assert f"one SM holds {held} × {held} FP32 sums at most" in why
    assert why.endswith(ways)


@each([q for q in of_kind("bf16") if q.setting.gpu in PRESETS])
def test_where_an_sm_is_said_to_hold_less_it_does(question: Question) -> None:
    gpu = PRESETS[question.setting.gpu]
    need = smallest_tile(gpu, n=question.setting.n, precision="bf16")
    assert need is not None
    assert sm_tile(gpu) < need


@each([q for q in of_kind("bf16") if q.setting.gpu not in PRESETS])
def test_of_an_sm_that_is_not_known_nothing_is_said(question: Question) -> None:
    assert "SM" not in question.why


def test_a_small_matrix_is_told_with_the_cost_of_writing_it() -> None:
    assert "(b/4)/(1 + b/512) flops a byte: 55.6" in plain(BY_ID["reach-a100-256"].why)


def test_memory_that_is_not_hbm_goes_by_its_own_name() -> None:
    for question in QUESTIONS:
        note = getattr(machine(question), "memory", H100.hbm).note
        shown = json.dumps([question.text, question.why])
        assert ("HBM" in shown) <= note.startswith("HBM"), question.id


def test_a_question_without_an_answer_cannot_be_made() -> None:
    with pytest.raises(ValueError, match="must reach the roof, got 256"):
        reach("rtx-3090", 4096)
    with pytest.raises(ValueError, match="must reach the roof, got None"):
        bf16("a100", 512)
    with pytest.raises(ValueError, match="shared_bandwidth must be known"):
        holds("mi355x", 16)


def test_every_level_is_named_and_every_template_says_what_it_needs() -> None:
    assert {*LEVEL_NAMES, Level.HBM} == set(Level)
    fields = {name: set(re.findall(r"{(\w+)}", text)) for name, text in WORDS.items()}
    assert fields == {
        "right": {"answer"},
        "wrong": {"answer"},
        "guess": {"said"},
        "choose": set(),
        "score": {"right", "asked"},
    }
