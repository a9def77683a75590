"""How far reuse lifts the intensity: from none of it to every word loaded once."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roofline_model import (
    A100,
    GPUS,
    H100,
    compulsory_intensity,
    fast_memory_intensity,
    gemm_traffic,
    reuse_band,
    ridge,
    sm_intensity,
    sm_tile,
    smallest_tile,
    word_bytes,
)

# The same examples in every run: a failure is reproduced by running again.
few = settings(max_examples=100, deadline=None, derandomize=True)

FORMULAS = [
    pytest.param(compulsory_intensity, "n", id="compulsory"),
    pytest.param(fast_memory_intensity, "words", id="fast memory"),
]
BOARDS = pytest.mark.parametrize("gpu", GPUS, ids=lambda gpu: gpu.key)
BOTH = pytest.mark.parametrize("precision", ["fp32", "bf16"])


def square(n, tile, word):
    return gemm_traffic(m=n, n=n, k=n, bm=tile, bn=tile, word_bytes=word).intensity


# Recomputed from the lesson's formulas at n = 4096: 2n/(3s), and √(M/4)/s of 420 and
# 484 KiB an SM (A100 and H100 whitepapers); √(484 · 1024 / 4) is 22 · 16.
@pytest.mark.parametrize(
    ("expected", "got"),
    [
        ("682.7", compulsory_intensity(n=4096, word_bytes=4)),
        ("1365.3", compulsory_intensity(n=4096, word_bytes=2)),
        ("327.9", sm_tile(A100)),
        ("352.0", sm_tile(H100)),
        ("82.0", sm_intensity(A100)),
        ("88.0", sm_intensity(H100)),
        ("164.0", sm_intensity(A100, precision="bf16")),
        ("176.0", sm_intensity(H100, precision="bf16")),
    ],
)
def test_the_model_gives_the_printed_figure(expected, got):
    assert f"{got:.1f}" == expected
    assert type(got) is float


@few
@given(st.integers(1, 10**6), st.sampled_from([1, 2, 4, 8]))
def test_compulsory_traffic_is_a_single_tile_as_large_as_the_matrix(n, word):
    assert compulsory_intensity(n=n, word_bytes=word) == pytest.approx(
        square(n, n, word), rel=1e-14
    )


@few
@given(st.integers(1, 5000), st.data(), st.sampled_from([2, 4]))
def test_no_tile_beats_the_compulsory_traffic_or_its_own_memory(n, data, word):
    tile = data.draw(st.integers(1, n))
    slack = 1 + 1e-14
    assert square(n, tile, word) <= slack * compulsory_intensity(n=n, word_bytes=word)
    held = fast_memory_intensity(words=tile**2, word_bytes=word)
    assert square(n, tile, word) <= slack * held


def test_a_large_matrix_all_but_reaches_the_bound_of_its_tile():
    bound = fast_memory_intensity(words=64**2, word_bytes=4)
    assert square(2**20, 64, 4) == pytest.approx(bound, rel=1e-4)


@few
@given(st.integers(1, 10**6), st.integers(1, 100))
def test_four_times_the_memory_is_twice_the_intensity(words, word):
    once = fast_memory_intensity(words=words, word_bytes=word)
    more = fast_memory_intensity(words=4 * words, word_bytes=word)
    assert more == pytest.approx(2 * once, rel=1e-14)


@BOARDS
@BOTH
def test_an_sm_reaches_what_the_sums_it_holds_allow(gpu, precision):
    expected = fast_memory_intensity(
        words=gpu.sm_memory / 4, word_bytes=word_bytes(precision)
    )
    assert sm_intensity(gpu, precision=precision) == pytest.approx(expected, rel=1e-15)


# Why L2 reuse and clusters exist: what one SM holds is enough in FP32 and not in BF16.
@BOARDS
def test_an_sm_feeds_the_fp32_roof_and_not_the_bf16_roof(gpu):
    for precision, enough in (("fp32", True), ("bf16", False)):
        top = ridge(peak=gpu.peak(precision), bandwidth=gpu.bandwidth)
        assert (sm_intensity(gpu, precision=precision) > top) == enough
        needed = smallest_tile(gpu, precision=precision)
        assert (sm_tile(gpu) > needed) == enough


@BOTH
@pytest.mark.parametrize(("n", "tile"), [(4096, 1), (4096, 128), (100, 32), (64, 64)])
def test_the_reuse_band_reaches_from_the_tile_to_the_compulsory_traffic(
    n, tile, precision
):
    word = word_bytes(precision)
    low, high = reuse_band(n=n, tile=tile, precision=precision)
    assert low == square(n, tile, word)
    assert high == compulsory_intensity(n=n, word_bytes=word)
    assert low <= high
    assert type(low) is type(high) is float


def test_words_are_fp32_unless_told():
    assert reuse_band(n=64, tile=8) == reuse_band(n=64, tile=8, precision="fp32")
    assert sm_intensity(A100) == sm_intensity(A100, precision="fp32")


@pytest.mark.parametrize("grid", [[5, 7, 9], np.array([5, 7]), [[5, 7], [9, 11]]])
@pytest.mark.parametrize(("formula", "name"), FORMULAS)
def test_an_array_keeps_its_shape_and_each_element_its_value(formula, name, grid):
    got = formula(**{name: grid}, word_bytes=4)
    assert got.shape == np.shape(grid)
    for index, value in np.ndenumerate(grid):
        assert got[index] == formula(**{name: int(value)}, word_bytes=4)


@pytest.mark.parametrize(("formula", "name"), FORMULAS)
def test_sizes_and_words_broadcast(formula, name):
    got = formula(**{name: [[16], [25]]}, word_bytes=[2, 4])
    assert got.tolist() == [
        [formula(**{name: size}, word_bytes=word) for word in (2, 4)]
        for size in (16, 25)
    ]


@pytest.mark.parametrize(
    "bad", [0, -4, 2.5, float("nan"), float("inf"), "4", None], ids=repr
)
@pytest.mark.parametrize(
    ("ask", "arguments", "name"),
    [
        (compulsory_intensity, {"word_bytes": 4}, "n"),
        (fast_memory_intensity, {"word_bytes": 4}, "words"),
        (reuse_band, {"tile": 1}, "n"),
        (reuse_band, {"n": 64}, "tile"),
    ],
)
def test_a_bad_size_is_refused_by_name_and_value(ask, arguments, name, bad):
    shown = repr(bad if bad is None or isinstance(bad, str) else float(bad))
    with pytest.raises(ValueError, match=f"^{name} must be .*got {re.escape(shown)}$"):
        ask(**arguments | {name: bad})


@pytest.mark.parametrize("bad", [0, -4, float("nan"), float("inf"), "4"], ids=repr)
@pytest.mark.parametrize(("formula", "name"), FORMULAS)
def test_a_bad_word_is_refused_by_name_and_value(formula, name, bad):
    shown = repr(bad if isinstance(bad, str) else float(bad))
    with pytest.raises(ValueError, match=f"^word_bytes .*got {re.escape(shown)}$"):
        formula(**{name: 64}, word_bytes=bad)


def test_what_cannot_be_is_refused():
    with pytest.raises(ValueError, match=r"^tile must .*got tile = 65 with n = 64$"):
        reuse_band(n=64, tile=65)
    for ask in (
        lambda p: reuse_band(n=64, tile=8, precision=p),
        lambda p: sm_intensity(A100, precision=p),
    ):
        with pytest.raises(ValueError, match=r"^precision must be .*got 'fp8'$"):
            ask("fp8")


def test_arguments_with_a_unit_must_be_named():
    for formula in (compulsory_intensity, fast_memory_intensity, reuse_band):
        with pytest.raises(TypeError, match="positional"):
            formula(4096, 4)
    with pytest.raises(TypeError, match="positional"):
        sm_intensity(A100, "bf16")
