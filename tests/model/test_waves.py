"""Blocks run in waves over the SMs, and tiles overhang the matrix: each one counted."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roofline_model import (
    A100,
    GPUS,
    TILES,
    busy_share,
    edge_share,
    gemm_blocks,
    gemm_waves,
    last_wave_share,
)

# The same examples in every run: a failure is reproduced by running again.
few = settings(max_examples=100, deadline=None, derandomize=True)

GRID = {"n": 1000, "tile": 128}
ON_SMS = GRID | {"sm_count": 108}
FORMULAS = [
    pytest.param(gemm_blocks, GRID, id="blocks"),
    pytest.param(edge_share, GRID, id="edge"),
    pytest.param(gemm_waves, ON_SMS, id="waves"),
    pytest.param(last_wave_share, ON_SMS, id="last wave"),
    pytest.param(busy_share, ON_SMS, id="busy"),
]


def run(n, tile, sm_count):
    """Lay out every block and run the waves; return what the formulas should give."""
    starts = range(0, n, tile)
    blocks = [(row, column) for row in starts for column in starts]
    waves = [blocks[i : i + sm_count] for i in range(0, len(blocks), sm_count)]
    outputs = len(blocks) * tile**2
    real = sum(min(tile, n - row) * min(tile, n - column) for row, column in blocks)
    return {
        gemm_blocks: len(blocks),
        gemm_waves: len(waves),
        last_wave_share: len(waves[-1]) / sm_count,
        busy_share: len(blocks) / (len(waves) * sm_count),
        edge_share: real / outputs,
    }


@few
@given(st.integers(1, 60), st.data(), st.integers(1, 200))
def test_the_formulas_give_what_running_every_block_gives(n, data, sms):
    tile = data.draw(st.integers(1, n))
    for formula, expected in run(n, tile, sms).items():
        grid = {"n": n, "tile": tile}
        if formula not in (gemm_blocks, edge_share):
            grid["sm_count"] = sms
        assert formula(**grid) == pytest.approx(expected, rel=1e-14)


# Counted by hand. 4096/128 = 32 blocks a side, 1024 in all: 9 waves of 108 and 52 left
# over on the A100, 7 of 132 and 100 left over on the H100 (SMs: the whitepapers).
@pytest.mark.parametrize(
    ("n", "tile", "sms", "waves", "last"),
    [
        (4096, 128, 108, 10, 52 / 108),
        (4096, 128, 132, 8, 100 / 132),
        (4096, 64, 108, 38, 100 / 108),
        (128, 128, 108, 1, 1 / 108),
        (16384, 128, 108, 152, 76 / 108),
        (1000, 128, 64, 1, 1.0),
        (1000, 125, 64, 1, 1.0),
    ],
)
def test_waves_counted_by_hand(n, tile, sms, waves, last):
    grid = {"n": n, "tile": tile, "sm_count": sms}
    assert gemm_waves(**grid) == waves
    assert last_wave_share(**grid) == pytest.approx(last, rel=1e-14)


# 1000 = 7 · 128 + 104: eight tiles a side, 1024 outputs of which 1000 are real.
def test_an_edge_counted_by_hand():
    assert edge_share(**GRID) == pytest.approx((1000 / 1024) ** 2, rel=1e-15)
    assert edge_share(n=129, tile=128) == pytest.approx((129 / 256) ** 2, rel=1e-15)


@pytest.mark.parametrize("tile", TILES)
def test_a_tile_that_divides_the_matrix_loses_nothing_at_the_edge(tile):
    for n in (128, 4096, 16384):
        assert edge_share(n=n, tile=tile) == 1.0


@few
@given(st.integers(1, 20000), st.data(), st.integers(1, 500))
def test_a_share_is_above_zero_and_at_most_one(n, data, sms):
    tile = data.draw(st.integers(1, n))
    grid = {"n": n, "tile": tile}
    for share in (
        edge_share(**grid),
        last_wave_share(**grid, sm_count=sms),
        busy_share(**grid, sm_count=sms),
    ):
        assert 0 < share <= 1
    # Full waves are busy throughout, so that the average is never below the last.
    assert busy_share(**grid, sm_count=sms) >= last_wave_share(**grid, sm_count=sms)


@few
@given(st.integers(1, 40), st.integers(1, 12))
def test_blocks_that_fill_their_waves_leave_no_sm_idle(side, waves):
    blocks = side**2 * waves**2
    grid = {"n": side * waves, "tile": 1, "sm_count": blocks // waves}
    assert gemm_waves(**grid) == waves
    assert last_wave_share(**grid) == busy_share(**grid) == 1.0


@pytest.mark.parametrize("gpu", GPUS, ids=lambda gpu: gpu.key)
def test_a_larger_matrix_feeds_the_sms_better_in_the_end(gpu):
    sms = gpu.sm_count
    small = busy_share(n=128, tile=128, sm_count=sms)
    assert small == 1 / sms
    assert busy_share(n=16384, tile=128, sm_count=sms) > 0.99


@pytest.mark.parametrize(("formula", "arguments"), FORMULAS)
def test_scalars_give_a_python_float(formula, arguments):
    assert type(formula(**arguments)) is float
    numpy_scalars = {name: np.int64(value) for name, value in arguments.items()}
    assert type(formula(**numpy_scalars)) is float


@pytest.mark.parametrize("sizes", [[200, 333], np.array([[128, 129], [256, 4096]])])
@pytest.mark.parametrize(("formula", "arguments"), FORMULAS)
def test_an_array_of_sizes_keeps_its_shape(formula, arguments, sizes):
    got = formula(**arguments | {"n": sizes})
    assert got.shape == np.shape(sizes)
    for index, value in np.ndenumerate(sizes):
        assert got[index] == formula(**arguments | {"n": int(value)})


def test_sizes_tiles_and_sms_broadcast():
    got = busy_share(n=[[[128]], [[1000]]], tile=[[32], [128]], sm_count=[108, 132])
    assert got.shape == (2, 2, 2)
    assert got[1, 0, 1] == busy_share(n=1000, tile=32, sm_count=132)


@pytest.mark.parametrize(
    "bad", [0, -4, 2.5, float("nan"), float("inf"), "4", None], ids=repr
)
@pytest.mark.parametrize(
    ("formula", "arguments", "name"),
    [
        pytest.param(*row.values, name, id=f"{row.id} {name}")
        for row in FORMULAS
        for name in row.values[1]
    ],
)
def test_a_bad_size_is_refused_by_name_and_value(formula, arguments, name, bad):
    shown = repr(bad if bad is None or isinstance(bad, str) else float(bad))
    with pytest.raises(ValueError, match=f"^{name} must be .*got {re.escape(shown)}$"):
        formula(**arguments | {name: bad})


@pytest.mark.parametrize(("formula", "arguments"), FORMULAS)
def test_a_tile_larger_than_the_matrix_is_refused(formula, arguments):
    with pytest.raises(ValueError, match=r"^tile must .*got tile = 128 with n = 100$"):
        formula(**arguments | {"n": 100})


@pytest.mark.parametrize(("formula", "arguments"), FORMULAS)
def test_sizes_must_be_named(formula, arguments):
    with pytest.raises(TypeError, match="positional"):
        formula(*arguments.values())


def test_the_sm_count_is_that_of_the_gpu():
    grid = {"n": 4096, "tile": 128}
    assert gemm_waves(**grid, sm_count=A100.sm_count) == 10
