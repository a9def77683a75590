"""What is said of each step follows from its frame, for the eye and for the ear."""

import pytest

from app.data.gpus import MACHINES
from app.data.state import GPU_CHOICES
from app.readings import BOUND_WORDS, readings, waits
from app.steps import walk
from app.words import figure_name, sentence, spoken_step
from roofline_model import TILES, Bound, format_si, percent, significant, spoken

STEPS = [(choice, index) for choice in GPU_CHOICES for index in range(len(TILES))]


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(("choice", "index"), STEPS)
def test_the_sentence_names_tile_intensity_rate_and_bound(
    choice: str, index: int
) -> None:
    step = tuple(walk(MACHINES[key])[index] for key in GPU_CHOICES[choice])
    said = plain("".join(sentence(step)))
    tile = TILES[index]
    assert said.startswith(f"At {tile} × {tile} each byte from HBM feeds ")
    assert said.endswith(".")
    for frame in (one.frame for one in step):
        assert f"{significant(frame.intensity)} flops" in said
        assert format_si(frame.attainable, "FLOP/s") in said
        assert BOUND_WORDS[frame.bound] in said
        if frame.bound is Bound.MEMORY:
            assert percent(frame.roof_fraction) in said


@pytest.mark.parametrize(("choice", "index"), STEPS)
def test_the_spoken_step_says_the_same(choice: str, index: int) -> None:
    step = tuple(walk(MACHINES[key])[index] for key in GPU_CHOICES[choice])
    said = spoken_step(step)
    tile = TILES[index]
    assert (
        f"Tile {tile} by {tile}, {significant(step[0].frame.intensity)} flop per"
        in said
    )
    for frame in (one.frame for one in step):
        assert spoken(frame.attainable, "FLOP/s") in said
        assert BOUND_WORDS[frame.bound] in said
    assert "%" not in said
    assert ("A100:" in said) == (choice == "both")


@pytest.mark.parametrize(("choice", "index"), STEPS)
def test_the_figure_is_named_by_what_it_shows(choice: str, index: int) -> None:
    step = tuple(walk(MACHINES[key])[index] for key in GPU_CHOICES[choice])
    name = figure_name(step)
    for frame in (one.frame for one in step):
        assert frame.gpu.name in name
        assert spoken(frame.attainable, "FLOP/s") in name
        assert significant(frame.intensity) in name


def test_emphasis_falls_on_tile_bound_and_rate() -> None:
    pieces = [plain(piece) for piece in sentence((walk(MACHINES["a100"])[5],))]
    assert pieces[1::2] == ["32 × 32", "memory-bound", "12.4 TFLOP/s"]


def test_the_next_doubling_is_told_in_its_three_ways() -> None:
    said = ["".join(sentence((frame,))) for frame in walk(MACHINES["a100"])]
    assert "Doubling the tile brings 2.00 times the rate." in said[0]
    assert "brings 1.57 times the rate and meets the roof." in said[5]
    assert said[6].endswith("A larger tile gains nothing.")


def test_one_of_something_is_not_called_many() -> None:
    first = readings(walk(MACHINES["a100"])[0])
    assert (first["rows"], first["columns"], first["outputs"], first["uses"]) == (
        "1 row",
        "1 column",
        "1 output",
        "once",
    )


@pytest.mark.parametrize("key", ["a100", "h100"])
def test_the_longer_time_is_named_with_its_ratio(key: str) -> None:
    for step in walk(MACHINES[key]):
        frame = step.frame
        ratio = frame.memory_time / frame.compute_time
        said = waits(step)
        assert said.startswith("memory" if ratio > 1 else "the ALUs")
        assert significant(max(ratio, 1 / ratio)) in said
