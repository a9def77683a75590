"""The second walk: where caches reuse, a measured kernel lies above its line."""

import re
from dataclasses import FrozenInstanceError

import pytest

from roofline_model import (
    A6000,
    SGEMM_KERNELS,
    SOURCES,
    SgemmKernel,
    attainable,
    gemm_traffic,
    ridge,
)

BY_KEY = {kernel.key: kernel for kernel in SGEMM_KERNELS}
SOURCE = SGEMM_KERNELS[0].source


def share(key):
    return BY_KEY[key].share(A6000)


# siboehm/SGEMM_CUDA, commit 60cba6f: GFLOP/s and share of cuBLAS in percent from the
# table of README.md, sizes of a block and of a thread from src/runner.cu.
TABLE = {
    "k1": ("309.0", "1.3", (32, 32), (1, 1)),
    "k2": ("1986.5", "8.5", (32, 32), (1, 1)),
    "k3": ("2980.3", "12.8", (32, 32), (1, 1)),
    "k4": ("8474.7", "36.5", (64, 64), (8, 1)),
    "k5": ("15971.7", "68.7", (128, 128), (8, 8)),
    "k6": ("18237.3", "78.4", (128, 128), (8, 8)),
    "k7": ("16213.4", "69.7", (128, 128), (8, 8)),
    "k8": ("16459.2", "70.8", (128, 128), (8, 8)),
    "k9": ("19721.0", "84.8", (128, 128), (8, 8)),
    "k10": ("21779.3", "93.7", (128, 128), (8, 4)),
    "k11": ("17278.3", "74.3", (128, 256), (8, 8)),
    "cublas": ("23249.6", "100.0", None, None),
}


def test_the_walk_goes_from_the_naive_kernel_to_cublas():
    assert list(BY_KEY) == list(TABLE)
    assert SGEMM_KERNELS[0].name == "Naive"
    assert SGEMM_KERNELS[-1].name == "cuBLAS"
    assert len({kernel.name for kernel in SGEMM_KERNELS}) == len(SGEMM_KERNELS)


@pytest.mark.parametrize("key", TABLE)
def test_a_kernel_is_that_of_its_source(key):
    kernel, (gflops, of_cublas, block, thread) = BY_KEY[key], TABLE[key]
    assert f"{kernel.rate / 1e9:.1f}" == gflops
    assert f"{100 * kernel.rate / BY_KEY['cublas'].rate:.1f}" == of_cublas
    assert (kernel.block, kernel.thread) == (block, thread)
    assert kernel.source in SOURCES
    assert A6000.board == "NVIDIA RTX A6000, 48 GB"


def test_only_the_first_two_kernels_load_for_each_thread_alone():
    alone = [kernel.key for kernel in SGEMM_KERNELS if kernel.shared is False]
    assert alone == ["k1", "k2"]
    assert BY_KEY["k1"].tile == BY_KEY["k2"].tile == (1, 1)
    assert BY_KEY["k3"].tile == (32, 32)
    assert BY_KEY["k11"].tile == (128, 256)


@pytest.mark.parametrize("key", [key for key in TABLE if key != "cublas"])
def test_the_intensity_is_that_of_the_tile_without_reuse(key):
    kernel = BY_KEY[key]
    bm, bn = kernel.tile
    moved = gemm_traffic(m=4096, n=4096, k=4096, bm=bm, bn=bn)
    assert kernel.intensity == moved.intensity
    model = attainable(kernel.intensity, peak=A6000.peak(), bandwidth=A6000.bandwidth)
    assert kernel.share(A6000) == kernel.rate / model


# Recomputed: 1 × 1 tiles on 768 GB/s allow 192 GFLOP/s.
def test_naive_measures_1_6_times_its_line_and_coalesced_10_times():
    assert f"{share('k1'):.1f}" == "1.6"
    assert f"{share('k2'):.0f}" == "10"


def test_no_other_kernel_lies_above_its_line():
    above = [k.key for k in SGEMM_KERNELS if (k.share(A6000) or 0) > 1]
    assert above == ["k1", "k2"]
    assert f"{share('k10'):.2f}" == "0.90"


def test_every_known_tile_lies_left_of_the_ridge_of_this_gpu():
    top = ridge(peak=A6000.peak(), bandwidth=A6000.bandwidth)
    assert f"{top:.1f}" == "50.4"
    assert all(k.intensity < top for k in SGEMM_KERNELS if k.intensity)


def test_the_tile_of_cublas_is_unknown_and_not_zero():
    cublas = BY_KEY["cublas"]
    assert cublas.block is cublas.thread is cublas.shared is None
    assert cublas.tile is cublas.intensity is cublas.share(A6000) is None
    assert f"{cublas.roof_fraction(A6000):.2f}" == "0.60"


def test_the_roof_fraction_is_the_rate_over_the_peak():
    for kernel in SGEMM_KERNELS:
        assert kernel.roof_fraction(A6000) == kernel.rate / 38.7e12


@pytest.mark.parametrize("bad", [0, -1.0, float("nan"), float("inf"), "x"], ids=repr)
def test_a_rate_must_be_positive_and_finite(bad):
    shown = re.escape(repr(bad if isinstance(bad, str) else float(bad)))
    with pytest.raises(ValueError, match=f"^rate must be .*got {shown}$"):
        SgemmKernel("x", "x", bad, SOURCE)


def test_a_kernel_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        SGEMM_KERNELS[0].rate = 1.0
