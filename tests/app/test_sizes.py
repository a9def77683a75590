"""The tables of the sizes are the model's counts, at every size, tile and precision."""

import math

import pytest

from app.data.gemm_tables import SM_COUNTS, shared_intensities, table
from app.data.gpus import MACHINES, machine
from app.data.setting import PRECISION_NAMES, SIZES
from roofline_model import (
    A6000,
    GPUS,
    TILES,
    busy_share,
    compulsory_intensity,
    edge_share,
    gemm_traffic,
    gemm_waves,
    last_wave_share,
    percent,
    word_bytes,
)

sizes = pytest.mark.parametrize("n", SIZES)


def traffic(n, tile, precision="fp32"):
    s = word_bytes(precision)
    return gemm_traffic(m=n, n=n, k=n, bm=tile, bn=tile, word_bytes=s)


def plain(text):
    return text and text.replace("\N{NO-BREAK SPACE}", " ")


def test_there_is_a_table_for_every_size():
    assert list(table()) == [str(n) for n in SIZES]


@sizes
@pytest.mark.parametrize("precision", PRECISION_NAMES)
def test_intensities_and_bytes_are_the_models(n, precision):
    size = table()[str(n)]
    counts = [traffic(n, tile, precision) for tile in TILES]
    # Twice the largest tile tells what the last doubling brings.
    after = traffic(n, min(2 * TILES[-1], n), precision)
    assert size[precision]["intensity"] == [c.intensity for c in (*counts, after)]
    assert size[precision]["bytes"] == [count.hbm_bytes for count in counts]
    assert {count.flops for count in counts} == {size["flops"]} == {2.0 * n**3}


@sizes
def test_the_compulsory_traffic_bounds_every_intensity(n):
    for precision in PRECISION_NAMES:
        most = table()[str(n)][precision]["most"]
        assert most == compulsory_intensity(n=n, word_bytes=word_bytes(precision))
        assert max(table()[str(n)][precision]["intensity"]) <= most


def test_the_compulsory_intensity_of_the_lessons_matrix_is_the_one_derived():
    # 2n³ flops over three matrices of n² words: 2n/(3s).
    assert table()["4096"]["fp32"]["most"] == pytest.approx(682.7, abs=0.04)
    assert table()["4096"]["bf16"]["most"] == pytest.approx(1365.3, abs=0.04)


@sizes
def test_the_flops_for_a_byte_of_shared_memory_do_not_depend_on_the_size(n):
    counts = [traffic(n, tile).shared_intensity for tile in TILES]
    assert counts == pytest.approx(shared_intensities()[:-1], rel=1e-12)


def test_they_are_a_quarter_of_the_register_tile():
    sides = [max(1, tile // 16) for tile in (*TILES, 2 * TILES[-1])]
    assert shared_intensities() == [t / 4 for t in sides]


def test_at_twice_the_largest_tile_shared_memory_holds_no_gpu():
    """There a cut tile may read more than is tabled: no matter, the ALUs are full."""
    leveled = [gpu for gpu in MACHINES.values() if machine(gpu)["levels"]]
    assert len(leveled) > len(GPUS)
    for n in (n for n in SIZES if n > TILES[-1]):
        lowest = traffic(n, min(2 * TILES[-1], n)).shared_intensity
        for gpu in leveled:
            assert gpu.shared_bandwidth * lowest > 1.1 * gpu.peak(), (gpu.name, n)


@sizes
def test_the_blocks_are_the_sides_squared(n):
    size = table()[str(n)]
    assert size["sides"] == [math.ceil(n / tile) for tile in TILES]
    assert size["blocks"] == [side**2 for side in size["sides"]]


@sizes
def test_what_lies_beyond_the_edge_is_told_where_a_tile_is_cut(n):
    for tile, told in zip(TILES, table()[str(n)]["edge"], strict=True):
        lost = 1 - edge_share(n=n, tile=tile)
        assert (told is None) == (n % tile == 0)
        assert plain(told) == (percent(lost) if n % tile else None)


def test_at_1000_the_largest_tile_computes_a_twentieth_for_nobody():
    # 8 · 128 = 1024 rows and columns for 1000: 1 − (1000/1024)² = 4.6 %.
    assert plain(table()["1000"]["edge"][-1]) == "4.6 %"
    assert percent(1 - (1000 / 1024) ** 2) == "4.6 %"


@sizes
@pytest.mark.parametrize("sms", SM_COUNTS)
def test_the_waves_are_the_models(n, sms):
    for tile, told in zip(TILES, table()[str(n)]["waves"][str(sms)], strict=True):
        grid = {"n": n, "tile": tile, "sm_count": sms}
        waves, last, busy = told
        blocks = math.ceil(n / tile) ** 2
        assert waves == gemm_waves(**grid) == math.ceil(blocks / sms)
        assert last == round(last_wave_share(**grid) * sms)
        assert (waves - 1) * sms + last == blocks
        assert plain(busy) == percent(busy_share(**grid))


def test_the_waves_are_told_of_the_boards_that_the_lesson_walks():
    assert set(SM_COUNTS) == {*(gpu.sm_count for gpu in GPUS), A6000.sm_count}
    assert set(SM_COUNTS) == {84, 108, 132}
