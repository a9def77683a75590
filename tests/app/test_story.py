"""The data that the page picks from is the model's, whole, and fit for JSON."""

import json
import math

import pytest

from app.data.gpus import MACHINES, machine
from app.data.lesson_data import kernel_marks, step_data, step_words, story, tile_side
from app.data.state import GPU_CHOICES, INTENSITY_RANGE
from app.quantities import si
from app.readings import BOUND_WORDS
from roofline_model import GPUS, KERNELS, PREFIXES, TILES, attainable, bound, tile_sweep


def test_it_survives_json_without_a_value_that_json_lacks() -> None:
    text = json.dumps(story(), allow_nan=False)
    assert json.loads(text)["tiles"] == list(TILES)


@pytest.mark.parametrize("gpu", GPUS, ids=lambda gpu: gpu.key)
def test_its_frames_are_the_models(gpu):
    first = tile_sweep(gpu)[0]
    for shown, frame in zip(step_data(gpu), tile_sweep(gpu), strict=True):
        assert shown["x"] == frame.intensity
        assert shown["bound"] == frame.bound.value
        ratio = shown["memory_share"] / shown["compute_share"]
        assert ratio == pytest.approx(frame.memory_time / frame.compute_time)
        assert max(shown["memory_share"], shown["compute_share"]) == 1
        assert shown["traffic_share"] == frame.hbm_bytes / first.hbm_bytes


def test_every_choice_has_a_step_for_every_tile() -> None:
    for choice in (*GPU_CHOICES, *MACHINES):
        assert len(step_words(choice)) == len(TILES)


def test_the_drawn_tile_grows_and_fits_its_matrix() -> None:
    sides = [tile_side(tile) for tile in TILES]
    assert sides == sorted(set(sides))
    assert sides[0] > 0
    assert sides[-1] < 0.75  # it is drawn a quarter of the way in


@pytest.mark.parametrize("key", MACHINES)
def test_the_bands_of_a_gpu_agree_with_the_bound(key):
    gpu, lo, hi = MACHINES[key], *INTENSITY_RANGE
    for precision, (low, high) in machine(gpu)["bands"].items():
        limits = {"peak": gpu.peak(precision), "bandwidth": gpu.bandwidth}
        for step in range(501):
            x = lo * (hi / lo) ** (step / 500)
            held = "memory" if x < low else "tie" if x <= high else "compute"
            assert held == bound(x, **limits)


def test_a_kernel_is_told_of_on_the_roof_of_its_precision() -> None:
    for kernel in KERNELS:
        assert story()["kernels"][kernel.key]["x"] == kernel.intensity
        for gpu in GPUS:
            limits = {"peak": gpu.peak(kernel.precision), "bandwidth": gpu.bandwidth}
            at = kernel_marks(gpu)[kernel.key]
            assert at["rate"] == si(attainable(kernel.intensity, **limits), "FLOP/s")
            assert at["bound"] == BOUND_WORDS[bound(kernel.intensity, **limits)]


def test_a_kernel_whose_roof_is_not_known_has_no_rate() -> None:
    marks = kernel_marks(MACHINES["tpu-v4"])
    for kernel in KERNELS:
        assert (marks[kernel.key] is None) == (kernel.precision == "fp32")


def test_the_prefixes_are_the_models_in_rising_order() -> None:
    assert story()["prefixes"] == [list(prefix) for prefix in PREFIXES]
    powers = [power for power, _, _ in story()["prefixes"]]
    assert powers == sorted(powers)


def test_a_rest_is_longer_where_the_bound_changes() -> None:
    timing = story()["timing"]
    assert 0.2 <= timing["travel"] <= 2
    assert timing["travel"] < timing["rest"] < timing["long_rest"]
    assert all(math.isfinite(value) for value in timing.values())
