"""The walk through the tile sizes, and the smallest tile that reaches the roof."""

import dataclasses
import itertools
import re
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roofline_model import (
    A100,
    GPUS,
    H100,
    MATRIX_SIZE,
    TILES,
    Bound,
    Constant,
    attainable,
    device,
    gemm_traffic,
    ridge,
    smallest_power_of_two_tile,
    smallest_tile,
    tile_sweep,
    word_bytes,
)

# The same examples in every run: a failure is reproduced by running again.
few = settings(max_examples=60, deadline=None, derandomize=True)

BOARDS = pytest.mark.parametrize("gpu", GPUS, ids=lambda gpu: gpu.key)
BOTH = pytest.mark.parametrize("precision", ["fp32", "bf16"])
WALKS = [tile_sweep, smallest_tile, smallest_power_of_two_tile]


def rate(gpu, n, tile, precision="fp32"):
    """Return the attainable rate of a square multiply, asked step by step."""
    word = word_bytes(precision)
    moved = gemm_traffic(m=n, n=n, k=n, bm=tile, bn=tile, word_bytes=word)
    peak = gpu.peak(precision)
    return attainable(moved.intensity, peak=peak, bandwidth=gpu.bandwidth)


def test_the_walk_is_the_lessons_unless_told():
    frames = tile_sweep(A100)
    assert TILES == (1, 2, 4, 8, 16, 32, 64, 128)
    assert tuple(frame.tile for frame in frames) == TILES
    assert {(frame.n, frame.precision) for frame in frames} == {(4096, "fp32")}
    assert {frame.gpu for frame in frames} == {A100}


@BOARDS
@BOTH
@pytest.mark.parametrize("n", [100, 4096])
def test_a_frame_holds_what_the_model_gives_step_by_step(gpu, precision, n):
    tiles = (1, 3, 16, 100)
    for tile, frame in zip(
        tiles, tile_sweep(gpu, n=n, precision=precision, tiles=tiles), strict=True
    ):
        word = word_bytes(precision)
        moved = gemm_traffic(m=n, n=n, k=n, bm=tile, bn=tile, word_bytes=word)
        assert (frame.gpu, frame.n, frame.tile) == (gpu, n, tile)
        assert frame.flops == 2 * n**3
        assert frame.hbm_bytes == moved.hbm_bytes
        assert frame.intensity == moved.intensity
        assert frame.attainable == rate(gpu, n, tile, precision)
        assert frame.roof_fraction == frame.attainable / gpu.peak(precision)


@BOARDS
@BOTH
def test_the_slower_of_memory_and_compute_sets_the_time(gpu, precision):
    for frame in tile_sweep(gpu, precision=precision):
        slowest = max(frame.memory_time, frame.compute_time)
        assert frame.flops / frame.attainable == pytest.approx(slowest, rel=1e-14)
        if frame.bound is Bound.MEMORY:
            assert frame.memory_time > frame.compute_time
        else:
            assert frame.bound is Bound.COMPUTE
            assert frame.memory_time < frame.compute_time


@BOARDS
def test_the_gain_is_what_the_next_step_of_the_walk_brings(gpu):
    frames = tile_sweep(gpu)
    for frame, following in itertools.pairwise(frames):
        assert frame.gain == following.attainable / frame.attainable
    assert frames[-1].gain == 1.0


def test_a_doubling_on_the_slope_brings_almost_a_factor_of_two():
    gains = [frame.gain for frame in tile_sweep(A100)]
    assert gains[:5] == [pytest.approx(2, rel=0.01)] * 5
    assert 1.5 < gains[5] < 1.6
    assert gains[6:] == [1.0, 1.0]


def test_the_next_doubling_stops_at_the_matrix():
    last, half = tile_sweep(A100, n=24, tiles=(24, 16))
    assert last.gain == 1.0
    assert half.gain == rate(A100, 24, 24) / rate(A100, 24, 16)


def test_frames_come_in_the_order_given():
    assert [f.tile for f in tile_sweep(A100, tiles=(64, 1, 64))] == [64, 1, 64]
    assert tile_sweep(A100, tiles=()) == ()


@BOARDS
@BOTH
@pytest.mark.parametrize("n", [1000, 4096, 10**6])
def test_the_smallest_tile_puts_the_closed_form_on_the_ridge(gpu, n, precision):
    tile = smallest_tile(gpu, n=n, precision=precision)
    intensity = (tile / word_bytes(precision)) / (1 + tile / (2 * n))
    top = ridge(peak=gpu.peak(precision), bandwidth=gpu.bandwidth)
    assert intensity == pytest.approx(top, rel=1e-13)
    assert type(tile) is float


@few
@given(st.sampled_from(GPUS), st.sampled_from(["fp32", "bf16"]), st.integers(1, 5000))
def test_a_matrix_reaches_the_roof_if_its_compulsory_traffic_lets_it(gpu, precision, n):
    # With one tile for the whole matrix only the compulsory traffic is left.
    reaches = rate(gpu, n, n, precision) == gpu.peak(precision)
    tile = smallest_tile(gpu, n=n, precision=precision)
    assert (tile is not None) == reaches
    assert tile is None or 0 < tile <= n


@few
@given(st.sampled_from(GPUS), st.sampled_from(["fp32", "bf16"]), st.integers(1, 5000))
def test_the_power_of_two_is_the_first_that_reaches_the_roof(gpu, precision, n):
    powers = [2**e for e in range(13) if 2**e <= n]
    reaching = [b for b in powers if rate(gpu, n, b, precision) == gpu.peak(precision)]
    found = smallest_power_of_two_tile(gpu, n=n, precision=precision)
    assert found == (reaching[0] if reaching else None)


@BOARDS
@BOTH
@pytest.mark.parametrize("n", [1024, 4096, 2**15])
def test_where_powers_of_two_divide_the_two_answers_agree(gpu, n, precision):
    tile = smallest_tile(gpu, n=n, precision=precision)
    power = smallest_power_of_two_tile(gpu, n=n, precision=precision)
    assert power / 2 < tile <= power


def test_a_power_of_two_that_does_not_divide_may_miss_the_roof():
    # 64 does not divide 130: three blocks a side, where the closed form counts 2.03.
    assert smallest_tile(A100, n=130) < 64
    assert smallest_power_of_two_tile(A100, n=130) == 128


def test_a_small_matrix_reaches_no_roof():
    for n in (1, 8, 25, 64):
        assert smallest_tile(A100, n=n) is None
        assert smallest_power_of_two_tile(A100, n=n) is None


def test_a_slow_alu_is_fed_by_the_smallest_tile():
    slow = dataclasses.replace(
        A100, fp32_peak=Constant(1e9, "FLOP/s", A100.fp32_peak.source)
    )
    assert smallest_power_of_two_tile(slow) == 1
    assert 0 < smallest_tile(slow) < 1


@pytest.mark.parametrize(
    "bad", [0, -4, 2.5, float("nan"), float("inf"), "4", None], ids=repr
)
@pytest.mark.parametrize("walk", WALKS)
def test_a_bad_matrix_size_is_refused_by_name_and_value(walk, bad):
    shown = repr(bad if bad is None or isinstance(bad, str) else float(bad))
    with pytest.raises(ValueError, match=f"^n must be .*got {re.escape(shown)}$"):
        walk(H100, n=bad)


@pytest.mark.parametrize(
    "bad", [0, -4, 2.5, float("nan"), float("inf"), "4", None], ids=repr
)
def test_a_bad_tile_is_refused_by_name_and_value(bad):
    shown = repr(bad if bad is None or isinstance(bad, str) else float(bad))
    with pytest.raises(ValueError, match=f"^tile must be .*got {re.escape(shown)}$"):
        tile_sweep(H100, tiles=(1, bad))


def test_a_tile_larger_than_the_matrix_is_refused():
    with pytest.raises(ValueError, match=r"^tile must .*got tile = 128 with n = 100$"):
        tile_sweep(H100, n=100)


@pytest.mark.parametrize("walk", WALKS)
def test_an_unknown_precision_is_refused_by_name_and_value(walk):
    with pytest.raises(ValueError, match=r"^precision must be .*got 'fp64'$"):
        walk(H100, precision="fp64")


@pytest.mark.parametrize("walk", WALKS)
def test_a_precision_whose_peak_is_unknown_is_refused(walk):
    with pytest.raises(ValueError, match=r"^precision must be .*TPU v4, got 'fp32'$"):
        walk(device("tpu-v4"))
    assert walk(device("tpu-v4"), precision="bf16")


def test_any_device_walks_as_the_lessons_do():
    preset = device("a100")
    for frame, lesson in zip(tile_sweep(preset), tile_sweep(A100), strict=True):
        assert frame == dataclasses.replace(lesson, gpu=preset)
    assert smallest_tile(preset) == smallest_tile(A100)


@pytest.mark.parametrize("walk", WALKS)
def test_the_matrix_size_must_be_named(walk):
    with pytest.raises(TypeError, match="positional"):
        walk(H100, MATRIX_SIZE)


def test_a_frame_cannot_be_changed():
    frame = tile_sweep(H100)[0]
    with pytest.raises(FrozenInstanceError):
        frame.tile = 2
