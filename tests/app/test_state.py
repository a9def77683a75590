"""What an address may ask for, and what happens when it asks for something else."""

import pytest

from app.data.state import (
    GPU_CHOICES,
    INTENSITY_RANGE,
    LessonState,
    from_query,
    query_rules,
)
from roofline_model import GPUS, TILES, ridge


@pytest.mark.parametrize("gpu", GPU_CHOICES)
@pytest.mark.parametrize("tile", TILES)
def test_every_gpu_and_tile_can_be_asked_for(gpu: str, tile: int) -> None:
    state, notes = from_query({"gpu": [gpu], "tile": [str(tile)]})
    assert (state.gpu, state.tile, notes) == (gpu, tile, [])


def test_an_empty_address_gives_the_defaults() -> None:
    state, notes = from_query({})
    assert notes == []
    assert {n: getattr(state, n) for n in query_rules()} == {
        n: LessonState.param[n].default for n in query_rules()
    }


@pytest.mark.parametrize("text", ["0.0625", "1e2", "12.54", "1024", "+3"])
def test_a_number_opens_the_probe_there(text: str) -> None:
    state, notes = from_query({"intensity": [text]})
    assert state.intensity == float(text)
    assert notes == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("gpu", "v100"),
        ("gpu", "<img src=x onerror=alert(1)>"),
        ("tile", "7"),
        ("tile", "32.0"),
        ("tile", "256"),
        ("tile", "-1"),
        ("intensity", "abc"),
        ("intensity", "nan"),
        ("intensity", "inf"),
        ("intensity", "1e999"),
        ("intensity", "0"),
        ("intensity", "-1"),
        ("intensity", "1_0"),
        ("intensity", "12,5"),
        ("intensity", "1025"),
        ("theme", "blue"),
        ("view", "x" * 5000),
    ],
)
def test_a_bad_value_falls_back_and_is_named(name: str, value: str) -> None:
    state, notes = from_query({name: [value]})
    assert getattr(state, name) == LessonState.param[name].default
    (note,) = notes
    assert name in note
    assert value[:20] in note
    assert len(note) < 200


def test_each_bad_value_has_its_own_note_and_the_good_ones_hold() -> None:
    state, notes = from_query({"gpu": ["h100"], "tile": ["9"], "theme": ["x"]})
    assert state.gpu == "h100"
    assert len(notes) == 2


def test_unknown_names_and_empty_lists_are_ignored() -> None:
    assert from_query({"utm": ["1"], "tile": []})[1] == []


def test_the_last_of_several_values_counts_and_case_does_not() -> None:
    state, notes = from_query({"gpu": ["nonsense", "H100"]})
    assert (state.gpu, notes) == ("h100", [])


def test_the_range_of_the_probe_holds_every_ridge() -> None:
    lo, hi = INTENSITY_RANGE
    for gpu in GPUS:
        for precision in ("fp32", "bf16"):
            corner = ridge(peak=gpu.peak(precision), bandwidth=gpu.bandwidth)
            assert lo < corner < hi
