"""Each kernel's flops and bytes are those of the arrays it works on."""

import re
from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from roofline_model import KERNELS, Kernel, gemm_traffic, kernel
from roofline_model.counting import (
    attention_naive,
    fft,
    flash_attention,
    gemm,
    gemv,
    linear_layer,
    spmv,
    streaming,
)

# numpy has no BF16; any two-byte word takes as much room.
DTYPE = {"fp32": np.float32, "bf16": np.float16}
BOTH = pytest.mark.parametrize("precision", ["fp32", "bf16"])


def words(precision, *shapes):
    """Return the bytes that arrays of these shapes take."""
    return sum(np.zeros(shape, DTYPE[precision]).nbytes for shape in shapes)


# Elements read and written, and flops, for each element of a long vector.
@pytest.mark.parametrize(
    ("key", "flops", "arrays"),
    [
        ("vector-add", 1, 3),
        ("saxpy", 2, 3),
        ("dot", 2, 2),
        ("sum", 1, 1),
        ("jacobi", 5, 2),
        ("softmax", 5, 2),
        ("layernorm", 8, 2),
    ],
)
def test_a_streaming_kernel_moves_its_arrays_once(key, flops, arrays):
    length = 1000
    moved = words("fp32", *[length] * arrays)
    assert kernel(key).intensity == pytest.approx(flops * length / moved, rel=1e-14)


@BOTH
def test_streaming_counts_words_of_its_precision(precision):
    row = streaming(
        key="x", name="x", flops=3, words=7, derivation="", precision=precision
    )
    assert (row.flops, row.bytes) == (3, words(precision, 7))
    assert row.precision == precision


@BOTH
@pytest.mark.parametrize("tile", [1, 16, 48, 100])
def test_the_gemm_row_has_the_traffic_of_the_multiply(tile, precision):
    word = DTYPE[precision]().itemsize
    moved = gemm_traffic(m=100, n=100, k=100, bm=tile, bn=tile, word_bytes=word)
    row = gemm(n=100, tile=tile, precision=precision)
    assert (row.flops, row.bytes) == (moved.flops, moved.hbm_bytes)


@BOTH
@pytest.mark.parametrize("n", [1, 50, 128])
def test_a_matrix_vector_product_reads_the_matrix_and_two_vectors(n, precision):
    row = gemv(n=n, precision=precision)
    assert row.flops == 2 * n * n
    assert row.bytes == words(precision, (n, n), n, n)


@BOTH
@pytest.mark.parametrize("tokens", [1, 7, 64])
def test_a_linear_layer_reads_weights_once_and_moves_activations(tokens, precision):
    row = linear_layer(d=48, tokens=tokens, precision=precision)
    assert row.flops == 2 * tokens * 48 * 48
    assert row.bytes == words(precision, (48, 48), (tokens, 48), (tokens, 48))


@BOTH
@pytest.mark.parametrize("z", [1, 5, 27])
def test_a_sparse_product_moves_the_arrays_of_the_csr_format(z, precision):
    rows = 30
    indices = np.zeros(rows * z, np.int32).nbytes + np.zeros(rows, np.int32).nbytes
    moved = words(precision, rows * z, rows, rows) + indices
    row = spmv(nonzeros_per_row=z, precision=precision)
    assert row.intensity == pytest.approx(2 * z * rows / moved, rel=1e-14)


@pytest.mark.parametrize(("n", "log2"), [(2, 1), (1024, 10), (4096, 12)])
def test_an_fft_reads_and_writes_complex_values_once(n, log2):
    row = fft(n=n)
    assert row.flops == 5 * n * log2
    assert row.bytes == 2 * np.zeros(n, np.complex64).nbytes


@BOTH
@pytest.mark.parametrize(("n", "d"), [(64, 16), (100, 64), (1, 1)])
def test_unfused_attention_moves_scores_and_weights_twice(n, d, precision):
    row = attention_naive(tokens=n, head=d, precision=precision)
    operands = [(n, d)] * 4
    scores = [(n, n)] * 4
    assert row.flops == 2 * (2 * n * n * d)
    assert row.bytes == words(precision, *operands, *scores)


@BOTH
@pytest.mark.parametrize(("n", "d", "rows"), [(128, 16, 32), (96, 64, 96), (64, 8, 1)])
def test_fused_attention_reads_keys_and_values_for_each_row_block(
    n, d, rows, precision
):
    moved = 0
    for _ in range(0, n, rows):
        query_and_output = [(rows, d)] * 2
        keys_and_values = [(n, d)] * 2
        moved += words(precision, *query_and_output, *keys_and_values)
    row = flash_attention(tokens=n, head=d, row_block=rows, precision=precision)
    assert row.flops == 4 * n * n * d
    assert row.bytes == moved


def test_the_lessons_own_rows_come_first():
    first = [row.key for row in KERNELS[:4]]
    assert first == ["vector-add", "gemm-16", "gemm-128", "linear-1"]


def test_every_kernel_has_its_own_key_and_says_how_it_was_counted():
    assert len({row.key for row in KERNELS}) == len(KERNELS) == 17
    for row in KERNELS:
        assert kernel(row.key) is row
        assert row.name
        assert row.derivation.endswith(".")
        assert row.assumption.endswith(".")


def test_the_name_tells_the_precision_where_a_kernel_comes_in_both():
    assert "BF16" in kernel("linear-1").name
    assert "BF16" in kernel("flash-64").name
    assert "FP32" in kernel("vector-add").name
    assert "FP32" in kernel("gemv-fp32").name


@pytest.mark.parametrize("bad", ["", "VECTOR-ADD", None, 0], ids=repr)
def test_an_unknown_key_is_refused_by_name_and_value(bad):
    with pytest.raises(ValueError, match=f"^key must be one of .*got {bad!r}$"):
        kernel(bad)


@pytest.mark.parametrize(
    "bad", [0, -4, 2.5, float("nan"), float("inf"), "4", None], ids=repr
)
@pytest.mark.parametrize(
    ("make", "arguments", "name"),
    [
        pytest.param(make, arguments, name, id=f"{make.__name__} {name}")
        for make, arguments in (
            (
                lambda **counts: streaming(key="", name="", derivation="", **counts),
                {"flops": 1, "words": 3},
            ),
            (gemm, {"n": 64, "tile": 16}),
            (lambda *, n: gemv(n=n, precision="fp32"), {"n": 64}),
            (linear_layer, {"d": 64, "tokens": 4}),
            (spmv, {"nonzeros_per_row": 27}),
            (fft, {"n": 64}),
            (attention_naive, {"tokens": 64, "head": 16}),
            (flash_attention, {"tokens": 64, "head": 16, "row_block": 8}),
        )
        for name in arguments
    ],
)
def test_a_bad_size_is_refused_by_name_and_value(make, arguments, name, bad):
    shown = repr(bad if bad is None or isinstance(bad, str) else float(bad))
    with pytest.raises(ValueError, match=f"^{name} must be .*got {re.escape(shown)}$"):
        make(**arguments | {name: bad})


@pytest.mark.parametrize(
    "make",
    [
        lambda p: streaming(
            key="", name="", flops=1, words=1, derivation="", precision=p
        ),
        lambda p: gemm(n=64, tile=16, precision=p),
        lambda p: gemv(n=64, precision=p),
        lambda p: linear_layer(d=64, tokens=1, precision=p),
        lambda p: spmv(nonzeros_per_row=3, precision=p),
        lambda p: fft(n=64, precision=p),
        lambda p: attention_naive(tokens=64, head=16, precision=p),
        lambda p: flash_attention(tokens=64, head=16, row_block=8, precision=p),
    ],
    ids=["streaming", "gemm", "gemv", "linear", "spmv", "fft", "attention", "flash"],
)
def test_an_unknown_precision_is_refused_by_name_and_value(make):
    with pytest.raises(ValueError, match=r"^precision must be one of .*got 'fp8'$"):
        make("fp8")


def test_an_fft_of_one_value_computes_nothing_and_is_refused():
    with pytest.raises(ValueError, match=r"^n must be above 1.*got 1$"):
        fft(n=1)


def test_a_tile_or_row_block_must_fit():
    with pytest.raises(ValueError, match=r"^tile must .*tile = 65 with n = 64$"):
        gemm(n=64, tile=65)
    with pytest.raises(ValueError, match=r"^row_block must .*= 65 with tokens = 64$"):
        flash_attention(tokens=64, head=16, row_block=65)


@pytest.mark.parametrize("bad", [0, -1.0, float("nan"), float("inf"), "4"], ids=repr)
@pytest.mark.parametrize("name", ["flops", "bytes"])
def test_a_kernel_must_have_positive_finite_flops_and_bytes(name, bad):
    shown = re.escape(repr(bad if isinstance(bad, str) else float(bad)))
    counts = {"flops": 1.0, "bytes": 1.0} | {name: bad}
    with pytest.raises(ValueError, match=f"^{name} must be .*got {shown}$"):
        Kernel("x", "x", "fp32", derivation="", assumption="", **counts)


def test_a_kernel_cannot_be_changed_and_its_sizes_must_be_named():
    with pytest.raises(FrozenInstanceError):
        KERNELS[0].flops = 2.0
    for make in (gemm, gemv, linear_layer, spmv, fft, attention_naive, flash_attention):
        with pytest.raises(TypeError, match="positional"):
            make(64, 16, 8)
