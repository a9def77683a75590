"""Every figure that the lesson prints comes out of the model, at the printed digits."""

import pytest

from roofline_model import (
    A100,
    H100,
    TILES,
    Bound,
    Level,
    gemm_traffic,
    kernel,
    limits,
    ridge,
    smallest_power_of_two_tile,
    smallest_tile,
    tile_sweep,
)
from roofline_model.counting import attention_naive, flash_attention, gemv, linear_layer

TERA, GIGA, MILLI = 1e12, 1e9, 1e-3


def fact(name, expected, ask, *arguments):
    """Return a row: the figure's name, its printed digits, and how to compute it."""
    return pytest.param(expected, ask, arguments, id=f"{name}: {expected}")


def frame(gpu, tile):
    return tile_sweep(gpu)[TILES.index(tile)]


def rate(gpu, tile):
    return frame(gpu, tile).attainable / TERA


def square(tile):
    return gemm_traffic(m=4096, n=4096, k=4096, bm=tile, bn=tile)


def top(gpu, precision="fp32"):
    return ridge(peak=gpu.peak(precision), bandwidth=gpu.bandwidth)


def level_rate(gpu, level, tile):
    return limits(gpu, tile=tile).rates[level] / TERA


def known(key):
    return kernel(key).intensity


def flash(rows, tokens):
    return flash_attention(tokens=tokens, head=64, row_block=rows).intensity


# NVIDIA A100 whitepaper (tables 4 and 5) and datasheet; NVIDIA H100 whitepaper (1.03 or
# later) and product page, tensor figures halved. Ridges: peak over bandwidth. The L2
# band: A100 whitepaper and published microbenchmarks.
PRESETS = [
    fact(f"{gpu.name} {name}", expected, ask, gpu)
    for name, a100, h100, ask in (
        ("FP32 peak in TFLOP/s", "19.5", "67", lambda gpu: gpu.peak("fp32") / TERA),
        ("BF16 peak in TFLOP/s", "312", "989.5", lambda gpu: gpu.peak("bf16") / TERA),
        ("HBM in TB/s", "1.555", "3.35", lambda gpu: gpu.bandwidth / TERA),
        ("FP32 ridge", "12.540", "20.000", top),
        ("BF16 ridge", "200.64", "295.37", lambda gpu: top(gpu, "bf16")),
        ("SMs", "108", "132", lambda gpu: gpu.sm_count),
        ("clock in GHz", "1.410", "1.980", lambda gpu: gpu.clock.value / GIGA),
        ("shared in TB/s", "19.49", "33.45", lambda gpu: gpu.shared_bandwidth / TERA),
        ("lowest L2 in TB/s", "5.42", "4.9", lambda gpu: gpu.l2_low.value / TERA),
        ("highest L2 in TB/s", "7.22", "9.8", lambda gpu: gpu.l2_high.value / TERA),
    )
    for gpu, expected in ((A100, a100), (H100, h100))
]

# The walk, recomputed from I = (b/4) / (1 + b/(2n)) and min(P, W·I) at n = 4096:
# tile, flop/B, TFLOP/s on the A100, TFLOP/s on the H100. The H100 at 8 × 8 is
# 3.35 · 2048/1025 = 6.693463; from the rounded 1.99805 it would print as 6.69347.
WALK = [
    fact(f"{name} at {tile}x{tile}", expected, ask, *arguments, tile)
    for tile, intensity, a100, h100 in (
        (1, "0.24997", "0.38870", "0.83740"),
        (2, "0.49988", "0.77731", "1.67459"),
        (4, "0.99951", "1.55424", "3.34837"),
        (8, "1.99805", "3.10697", "6.69346"),
        (16, "3.99220", "6.20788", "13.37388"),
        (32, "7.96887", "12.39160", "26.69572"),
        (64, "15.87597", "19.5", "53.18450"),
        (128, "31.50769", "19.5", "67.0"),
    )
    for name, expected, ask, *arguments in (
        ("intensity", intensity, lambda tile: square(tile).intensity),
        ("A100 rate", a100, rate, A100),
        ("H100 rate", h100, rate, H100),
    )
]

# The lesson's chapter, in the order of its sentences and its table of kernels.
CHAPTER = [
    fact("A100 FP32 ridge in the text", "12.5", top, A100),
    fact("H100 FP32 ridge in the text", "20", top, H100),
    fact("1x1 tiles in GFLOP/s", "389", lambda: rate(A100, 1) * TERA / GIGA),
    fact("32x32 tiles in TFLOP/s", "12.4", rate, A100, 32),
    fact("A100 dashed roof", "16", lambda: A100.peak("bf16") / A100.peak("fp32")),
    fact("H100 dashed roof", "15", lambda: H100.peak("bf16") / H100.peak("fp32")),
    fact("A100 BF16 ridge in the text", "201", top, A100, "bf16"),
    fact("A100 four ridges, about", "50", lambda: 4 * top(A100)),
    fact("H100 four ridges, about", "80", lambda: 4 * top(H100)),
    fact("A100 power of two", "64", smallest_power_of_two_tile, A100),
    fact("H100 power of two", "128", smallest_power_of_two_tile, H100),
    fact("vector add in the table", "0.0833", known, "vector-add"),
    fact("GEMM 16x16 in the table", "3.99", known, "gemm-16"),
    fact("GEMM 128x128 in the table", "31.5", known, "gemm-128"),
    fact("batch-1 decode, about", "1", known, "linear-1"),
]

# Recomputed from the formulas of the lesson's chapter, 4096³.
TILE_SIZES = [
    fact("A100 smallest tile", "50.5", smallest_tile, A100),
    fact("H100 smallest tile", "80.8", smallest_tile, H100),
    fact("A100 BF16 tile", "422", lambda: smallest_tile(A100, precision="bf16")),
    fact("H100 BF16 tile", "637", lambda: smallest_tile(H100, precision="bf16")),
    fact("1x1 memory time in ms", "354", lambda: frame(A100, 1).memory_time / MILLI),
    fact("1x1 compute time in ms", "7.05", lambda: frame(A100, 1).compute_time / MILLI),
    fact("HBM at 1x1 in GB", "550", lambda: square(1).hbm_bytes / GIGA),
    fact("HBM at 128x128 in GB", "4.36", lambda: square(128).hbm_bytes / GIGA),
    fact("compulsory 2n/(3s)", "682.7", lambda: square(4096).intensity),
]

# H100 over A100 at the same tile: the ratio of bandwidths, of roof to slope, of peaks.
RATIOS = [
    fact(f"H100 over A100 at {tile}x{tile}", expected, ask, tile)
    for tile, expected in ((1, "2.15"), (32, "2.15"), (64, "2.73"), (128, "3.44"))
    for ask in (lambda tile: rate(H100, tile) / rate(A100, tile),)
]

# The same GPU on other boards: the 80 GB A100 at 2.039 TB/s (NVIDIA A100 datasheet) and
# a glossary's BF16 ridge at a rounded 2 TB/s.
OTHER_BOARDS = [
    fact("80 GB ridge", "9.6", lambda: ridge(peak=A100.peak(), bandwidth=2.039e12)),
    fact(
        "BF16 at 2 TB/s", "156", lambda: ridge(peak=A100.peak("bf16"), bandwidth=2e12)
    ),
]

# Counted by hand: cold caches, every operand moved once, s bytes a word.
KERNELS = [
    fact("vector add 1/(3s)", "0.0833", known, "vector-add"),
    fact("SAXPY and triad 2/(3s)", "0.1667", known, "saxpy"),
    fact("dot 2/(2s)", "0.25", known, "dot"),
    fact("sum 1/s", "0.25", known, "sum"),
    fact("Jacobi 5/(2s)", "0.625", known, "jacobi"),
    fact("SpMV at z = 27", "0.24", known, "spmv"),
    fact("FFT at N = 1024", "3.125", known, "fft"),
    fact("GEMV FP32", "0.5", known, "gemv-fp32"),
    fact("GEMV BF16", "1.0", lambda: gemv(n=4096, precision="bf16").intensity),
    fact("softmax 5/(2s)", "0.625", known, "softmax"),
    fact("layer norm 8/(2s)", "1.000", known, "layernorm"),
    fact("linear at T = 1", "1.0", lambda: linear_layer(d=4096, tokens=1).intensity),
    fact("linear at T = 256", "228", known, "linear-256"),
    fact(
        "naive attention at N = 1024, d = 64",
        "30",
        lambda: attention_naive(tokens=1024, head=64).intensity,
    ),
    fact("FlashAttention Br = 64, N = 1024", "60", flash, 64, 1024),
    fact("FlashAttention Br = 64, N = 4096", "63", flash, 64, 4096),
    fact("FlashAttention Br = 128, N = 1024", "114", flash, 128, 1024),
    fact("FlashAttention Br = 128, N = 4096", "124", flash, 128, 4096),
    fact("naive attention on the page", "30", known, "attention-naive"),
    fact("FlashAttention Br = 64 on the page", "60", known, "flash-64"),
    fact("FlashAttention Br = 128 on the page", "124", known, "flash-128"),
]

# What each level allows at n = 4096, in TFLOP/s: W·I of HBM, and t/4 flops for each
# byte of shared memory at 128 B a clock and SM, A100 whitepaper and H100 whitepaper.
LEVELS = [
    fact(f"{gpu.name} {level} at {tile}x{tile}", expected, level_rate, gpu, level, tile)
    for tile, a100_hbm, a100_shared, h100_hbm, h100_shared in (
        (1, "0.39", "4.87", "0.84", "8.36"),
        (8, "3.11", "4.87", "6.69", "8.36"),
        (16, "6.21", "4.87", "13.37", "8.36"),
        (32, "12.39", "9.75", "26.70", "16.73"),
        (64, "24.69", "19.49", "53.18", "33.45"),
        (128, "48.99", "38.98", "105.6", "66.91"),
    )
    for gpu, level, expected in (
        (A100, Level.HBM, a100_hbm),
        (A100, Level.SHARED, a100_shared),
        (H100, Level.HBM, h100_hbm),
        (H100, Level.SHARED, h100_shared),
    )
]
LEVELS += [
    fact(
        "A100 shared memory under the roof at 64x64, in percent",
        "0.04",
        lambda: 100 * (1 - limits(A100, tile=64).attainable / A100.peak()),
    ),
]

HBM, SHARED, COMPUTE = (Level.HBM,), (Level.SHARED,), (Level.COMPUTE,)
TIE = (Level.SHARED, Level.COMPUTE)


@pytest.mark.parametrize(
    ("expected", "ask", "arguments"),
    PRESETS + WALK + CHAPTER + TILE_SIZES + RATIOS + OTHER_BOARDS + KERNELS + LEVELS,
)
def test_the_model_gives_the_printed_figure(expected, ask, arguments):
    decimals = len(expected.partition(".")[2])
    assert f"{ask(*arguments):.{decimals}f}" == expected


# The same table of levels: which of them binds.
@pytest.mark.parametrize(
    ("tile", "a100", "h100"),
    [
        (1, HBM, HBM),
        (2, HBM, HBM),
        (4, HBM, HBM),
        (8, HBM, HBM),
        (16, SHARED, SHARED),
        (32, SHARED, SHARED),
        (64, TIE, SHARED),
        (128, COMPUTE, TIE),
    ],
    ids=[f"{tile}x{tile}" for tile in TILES],
)
def test_the_level_that_binds_is_the_printed_one(tile, a100, h100):
    assert limits(A100, tile=tile).binding == a100
    assert limits(H100, tile=tile).binding == h100


# The lesson's chapter: 64 × 64 meets the A100's roof, the H100 takes 128 × 128.
@pytest.mark.parametrize(
    ("gpu", "first"), [(A100, 64), (H100, 128)], ids=["A100", "H100"]
)
def test_the_walk_meets_the_roof_where_the_chapter_says(gpu, first):
    for step in tile_sweep(gpu):
        assert step.bound is (Bound.MEMORY if step.tile < first else Bound.COMPUTE)
        assert (step.roof_fraction == 1.0) == (step.tile >= first)
