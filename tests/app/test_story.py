"""The data that the page picks from is the model's, whole, and fit for JSON."""

import json
import math

import pytest

from app.state import GPU_CHOICES, INTENSITY_RANGE
from app.story import probe_pieces, story, tile_side
from app.words import BOUND_WORDS
from roofline_model import GPUS, KERNELS, PREFIXES, TILES, attainable, bound, tile_sweep


def test_it_survives_json_without_a_value_that_json_lacks() -> None:
    text = json.dumps(story(), allow_nan=False)
    assert json.loads(text)["tiles"] == list(TILES)


@pytest.mark.parametrize("gpu", GPUS, ids=lambda gpu: gpu.key)
def test_its_frames_are_the_models(gpu):
    first = tile_sweep(gpu)[0]
    for shown, frame in zip(story()["frames"][gpu.key], tile_sweep(gpu), strict=True):
        assert shown["x"] == frame.intensity
        assert shown["bound"] == frame.bound.value
        ratio = shown["memory_share"] / shown["compute_share"]
        assert ratio == pytest.approx(frame.memory_time / frame.compute_time)
        assert max(shown["memory_share"], shown["compute_share"]) == 1
        assert shown["traffic_share"] == frame.hbm_bytes / first.hbm_bytes


def test_every_choice_has_a_step_for_every_tile() -> None:
    assert {c: len(s) for c, s in story()["steps"].items()} == dict.fromkeys(
        GPU_CHOICES, len(TILES)
    )


def test_the_drawn_tile_grows_and_fits_its_matrix() -> None:
    sides = [tile_side(tile) for tile in TILES]
    assert sides == sorted(set(sides))
    assert sides[0] > 0
    assert sides[-1] < 0.75  # it is drawn a quarter of the way in


@pytest.mark.parametrize("gpu", GPUS, ids=lambda gpu: gpu.key)
def test_the_probes_pieces_agree_with_the_bound(gpu):
    lo, hi = INTENSITY_RANGE
    for step in range(2001):
        x = lo * (hi / lo) ** (step / 2000)
        piece = next(
            p for p in probe_pieces(gpu) if p["upto"] is None or x <= p["upto"]
        )
        assert piece["bound"] == bound(x, peak=gpu.peak(), bandwidth=gpu.bandwidth)


def test_a_kernel_stands_on_the_roof_of_its_precision() -> None:
    for kernel in KERNELS:
        mark = story()["kernels"][kernel.key]
        assert mark["x"] == kernel.intensity
        for gpu in GPUS:
            limits = {"peak": gpu.peak(kernel.precision), "bandwidth": gpu.bandwidth}
            at = mark["gpus"][gpu.key]
            assert at["y"] == attainable(kernel.intensity, **limits)
            assert at["bound"] == BOUND_WORDS[bound(kernel.intensity, **limits)]


def test_the_prefixes_are_the_models_in_rising_order() -> None:
    assert story()["prefixes"] == [[power, symbol] for power, symbol, _ in PREFIXES]
    powers = [power for power, _ in story()["prefixes"]]
    assert powers == sorted(powers)


def test_a_rest_is_longer_where_the_bound_changes() -> None:
    timing = story()["timing"]
    assert 0.2 <= timing["travel"] <= 2
    assert timing["travel"] < timing["rest"] < timing["long_rest"]
    assert all(math.isfinite(value) for value in timing.values())
