"""Each level of the machine is a limit of its own, and the lowest one binds."""

import dataclasses
import re
from dataclasses import FrozenInstanceError

import pytest

from roofline_model import (
    A100,
    GPUS,
    TILES,
    Constant,
    Level,
    Limits,
    attainable,
    device,
    gemm_traffic,
    l2_band,
    limits,
    word_bytes,
)

WALK = pytest.mark.parametrize("tile", TILES)
BOARDS = pytest.mark.parametrize("gpu", GPUS, ids=lambda gpu: gpu.key)
BOTH = pytest.mark.parametrize("precision", ["fp32", "bf16"])


def with_hbm(rate):
    """Return an A100 whose 64 × 64 tile reads just that rate from HBM."""
    moved = gemm_traffic(m=4096, n=4096, k=4096, bm=64, bn=64)
    source = A100.hbm.source
    return dataclasses.replace(
        A100, hbm=Constant(rate / moved.intensity, "B/s", source)
    )


@WALK
@BOARDS
@BOTH
def test_every_level_gives_its_bandwidth_times_its_intensity(gpu, tile, precision):
    word = word_bytes(precision)
    register = max(1, tile // 16)
    held = limits(gpu, tile=tile, precision=precision)
    intensity = (tile / word) / (1 + tile / 8192)
    assert held.rates == {
        Level.HBM: pytest.approx(gpu.bandwidth * intensity, rel=1e-13),
        Level.SHARED: pytest.approx(gpu.shared_bandwidth * register / word, rel=1e-13),
        Level.COMPUTE: gpu.peak(precision),
    }


@WALK
@BOARDS
@BOTH
def test_the_lowest_level_binds_and_sets_the_rate(gpu, tile, precision):
    held = limits(gpu, tile=tile, precision=precision)
    lowest = sorted(held.rates, key=held.rates.get)
    assert held.binding
    assert lowest[0] in held.binding
    assert held.attainable == held.rates[lowest[0]]


@WALK
@BOARDS
def test_shared_memory_can_only_lower_the_hbm_roofline(gpu, tile):
    intensity = gemm_traffic(m=4096, n=4096, k=4096, bm=tile, bn=tile).intensity
    roofline = attainable(intensity, peak=gpu.peak(), bandwidth=gpu.bandwidth)
    assert limits(gpu, tile=tile).attainable <= roofline


def test_levels_within_half_a_percent_of_the_lowest_bind_together():
    shared = limits(A100, tile=64).rates[Level.SHARED]
    for factor in (0.9951, 1.0, 1.0049):
        assert Level.HBM in limits(with_hbm(factor * shared), tile=64).binding
        assert Level.SHARED in limits(with_hbm(factor * shared), tile=64).binding


def test_a_level_further_off_does_not_bind():
    shared = limits(A100, tile=64).rates[Level.SHARED]
    assert limits(with_hbm(0.994 * shared), tile=64).binding == (Level.HBM,)
    assert Level.HBM not in limits(with_hbm(1.006 * shared), tile=64).binding


def test_a_smaller_matrix_is_taken_as_asked():
    held = limits(A100, tile=16, n=100)
    moved = gemm_traffic(m=100, n=100, k=100, bm=16, bn=16)
    assert held.rates[Level.HBM] == A100.bandwidth * moved.intensity


@WALK
@BOARDS
@BOTH
def test_the_l2_band_is_its_two_bandwidths_times_the_intensity(gpu, tile, precision):
    word = word_bytes(precision)
    moved = gemm_traffic(m=4096, n=4096, k=4096, bm=tile, bn=tile, word_bytes=word)
    low, high = l2_band(gpu, tile=tile, precision=precision)
    assert low == gpu.l2_low.value * moved.intensity
    assert high == gpu.l2_high.value * moved.intensity
    assert limits(gpu, tile=tile, precision=precision).rates[Level.HBM] < low < high


def test_the_levels_are_named_as_the_page_names_them():
    assert [str(level) for level in Level] == ["HBM", "shared memory", "compute"]


@pytest.mark.parametrize(
    "bad", [0, -4, 2.5, float("nan"), float("inf"), "4", None], ids=repr
)
@pytest.mark.parametrize("name", ["tile", "n"])
@pytest.mark.parametrize("ask", [limits, l2_band])
def test_a_bad_size_is_refused_by_name_and_value(ask, name, bad):
    shown = repr(bad if bad is None or isinstance(bad, str) else float(bad))
    with pytest.raises(ValueError, match=f"^{name} must be .*got {re.escape(shown)}$"):
        ask(A100, **{"tile": 16, "n": 64} | {name: bad})


@pytest.mark.parametrize("ask", [limits, l2_band])
def test_a_tile_larger_than_the_matrix_is_refused(ask):
    with pytest.raises(ValueError, match=r"^tile must .*got tile = 65 with n = 64$"):
        ask(A100, tile=65, n=64)


@pytest.mark.parametrize("ask", [limits, l2_band])
def test_an_unknown_precision_is_refused(ask):
    with pytest.raises(ValueError, match=r"^precision must be .*got 'fp8'$"):
        ask(A100, tile=16, precision="fp8")


def test_sizes_must_be_named_and_limits_cannot_be_changed():
    for ask in (limits, l2_band):
        with pytest.raises(TypeError, match="positional"):
            ask(A100, 16)
    held = limits(A100, tile=16)
    assert isinstance(held, Limits)
    with pytest.raises(FrozenInstanceError):
        held.binding = ()


def test_a_device_has_levels_where_its_shared_memory_is_known() -> None:
    held = limits(device("a100-sxm4-80gb"), tile=16)
    assert held.binding == (Level.SHARED,)
    assert held.rates[Level.SHARED] == limits(A100, tile=16).rates[Level.SHARED]
    with pytest.raises(ValueError, match=r"shared_bandwidth must be known.*MI355X"):
        limits(device("mi355x"), tile=16)
