"""How the flops and the bytes of a kernel are counted: one function for each kind.

Caches start cold and every operand moves once, unless the assumption says otherwise.
In each formula s is the bytes of a word.
"""

import math
from dataclasses import dataclass

from .checks import positive, whole
from .gemm import square_traffic
from .gpus import Precision, word_bytes


@dataclass(frozen=True, slots=True)
class Kernel:
    """A kernel as a point on the intensity axis.

    Parameters
    ----------
    key : str
        Short name for addresses and files.
    name : str
    precision : Precision
    flops : float [flop]
    bytes : float [B]
        Moved between HBM and the GPU.
    derivation : str
        How the flops and the bytes were counted.
    assumption : str
        What must hold for the count to be right.

    Raises
    ------
    ValueError
        If the flops or the bytes are not positive and finite.
    """

    key: str
    name: str
    precision: Precision
    flops: float
    bytes: float
    derivation: str
    assumption: str

    def __post_init__(self) -> None:
        positive("flops", self.flops)
        positive("bytes", self.bytes)

    @property
    def intensity(self) -> float:
        """I = flops / bytes [flop/B]."""
        return self.flops / self.bytes


_ONCE = "Cold caches; every operand crosses HBM once."


def streaming(
    *,
    key: str,
    name: str,
    flops: int,
    words: int,
    derivation: str,
    assumption: str = _ONCE,
    precision: Precision = "fp32",
) -> Kernel:
    """Return a kernel that does the same few flops and moves for every element.

    I = flops / (s · words), whatever the length.

    Parameters
    ----------
    key, name, derivation, assumption : str
    flops : int [flop an element]
    words : int [words an element]
    precision : Precision

    Raises
    ------
    ValueError
        If a count is no positive whole number, or the precision is unknown.

    Examples
    --------
    >>> copy_add = streaming(key="x", name="x", flops=1, words=3, derivation="")
    >>> round(copy_add.intensity, 4)
    0.0833
    """
    whole("flops", flops)
    whole("words", words)
    s = word_bytes(precision)
    return Kernel(key, name, precision, flops, s * words, derivation, assumption)


def gemm(*, n: int, tile: int, precision: Precision = "fp32") -> Kernel:
    """Return the tiled n × n matrix multiply without cache reuse.

    I = (b/s) / (1 + b/(2n)) where the tile divides the matrix.

    Raises
    ------
    ValueError
        If a size is no positive whole number, the tile is larger than n, or the
        precision is unknown.

    Examples
    --------
    >>> round(gemm(n=4096, tile=16).intensity, 2)
    3.99
    """
    moved = square_traffic(n=n, tile=tile, word_bytes=word_bytes(precision))
    return Kernel(
        f"gemm-{tile}",
        f"GEMM {n}³, {tile} × {tile} tiles",
        precision,
        moved.flops,
        moved.hbm_bytes,
        f"2n³ flops; each block of {tile} × {tile} outputs loads {tile} rows of A "
        f"and {tile} columns of B, and C is written once.",
        "No cache reuse between blocks.",
    )


def gemv(*, n: int, precision: Precision) -> Kernel:
    """Return the n × n matrix-vector product: I = 2n² / (s(n² + 2n)), about 2/s.

    Raises
    ------
    ValueError
        If n is no positive whole number, or the precision is unknown.

    Examples
    --------
    >>> round(gemv(n=4096, precision="fp32").intensity, 2)
    0.5
    """
    whole("n", n)
    return Kernel(
        f"gemv-{precision}",
        f"Matrix × vector, n = {n}, {precision.upper()}",
        precision,
        2.0 * n**2,
        word_bytes(precision) * (n**2 + 2.0 * n),
        "2n² flops; the matrix is read once (n² words), the vector read and the "
        "result written (2n words).",
        _ONCE,
    )


def linear_layer(*, d: int, tokens: int, precision: Precision = "bf16") -> Kernel:
    """Return a d × d linear layer on T tokens: I = (2/s)·T / (1 + 2T/d).

    Raises
    ------
    ValueError
        If a size is no positive whole number, or the precision is unknown.

    Examples
    --------
    >>> round(linear_layer(d=4096, tokens=256).intensity)
    228
    """
    whole("d", d)
    whole("tokens", tokens)
    one = tokens == 1
    return Kernel(
        f"linear-{tokens}",
        f"LLM decode at batch 1, {precision.upper()}"
        if one
        else f"Linear layer {d} × {d}, {tokens} tokens, {precision.upper()}",
        precision,
        2.0 * tokens * d**2,
        word_bytes(precision) * (d**2 + 2.0 * tokens * d),
        "One token meets every weight of a linear layer once: one multiply-add for "
        f"each weight read (here {d} × {d})."
        if one
        else f"2Td² flops on T = {tokens} tokens; the weights are read once (d² "
        "words), the activations read and written (2Td words).",
        "Weights come from HBM each time."
        if one
        else "The layer is tiled well enough to read its weights once.",
    )


def spmv(*, nonzeros_per_row: int, precision: Precision = "fp32") -> Kernel:
    """Return sparse matrix × vector in CSR: I = 2z / (z(s + 4) + 2s + 4).

    Raises
    ------
    ValueError
        If z is no positive whole number, or the precision is unknown.

    Examples
    --------
    >>> round(spmv(nonzeros_per_row=27).intensity, 2)
    0.24
    """
    z, s = nonzeros_per_row, word_bytes(precision)
    whole("nonzeros_per_row", z)
    return Kernel(
        "spmv",
        f"SpMV in CSR, {z} nonzeros a row",
        precision,
        2.0 * z,
        z * (s + 4.0) + 2 * s + 4,
        "Each row: 2z flops; z values with 4-byte column indices, one row pointer, "
        "one x and one y.",
        "x stays in cache: each of its words is loaded once.",
    )


def fft(*, n: int, precision: Precision = "fp32") -> Kernel:
    """Return the complex FFT in one pass over memory: I = 5·log2(n) / (4s).

    Raises
    ------
    ValueError
        If n is no whole number above 1, or the precision is unknown.

    Examples
    --------
    >>> fft(n=1024).intensity
    3.125
    """
    whole("n", n)
    if n == 1:
        raise ValueError(f"n must be above 1: one value needs no flops, got {n}")
    return Kernel(
        "fft",
        f"FFT, complex, N = {n}",
        precision,
        5.0 * n * math.log2(n),
        4.0 * word_bytes(precision) * n,
        "5 N log₂N flops; N complex values are read once and written once.",
        "The whole transform fits on chip: one pass over HBM.",
    )


def attention_naive(*, tokens: int, head: int, precision: Precision = "bf16") -> Kernel:
    """Return attention with its score matrix in HBM: I = (2/s)·(d/2)·N / (N + d).

    Raises
    ------
    ValueError
        If a size is no positive whole number, or the precision is unknown.

    Examples
    --------
    >>> round(attention_naive(tokens=1024, head=64).intensity)
    30
    """
    n, d, s = tokens, head, word_bytes(precision)
    whole("tokens", n)
    whole("head", d)
    return Kernel(
        "attention-naive",
        f"Attention forward, unfused, N = {n}, d = {d}, {precision.upper()}",
        precision,
        4.0 * n**2 * d,
        s * (4.0 * n * d + 4.0 * n**2),
        "4N²d flops; Q, K, V and O move once (4Nd words), and the scores and their "
        "softmax are each written and read again (4N² words).",
        "Softmax flops are left out.",
    )


def flash_attention(
    *, tokens: int, head: int, row_block: int, precision: Precision = "bf16"
) -> Kernel:
    """Return fused attention, K and V read for each row block: I = (2/s)·BN/(N + B).

    Raises
    ------
    ValueError
        If a size is no positive whole number, the row block exceeds the tokens, or
        the precision is unknown.

    Examples
    --------
    >>> round(flash_attention(tokens=1024, head=64, row_block=64).intensity, 1)
    60.2
    """
    n, d, b, s = tokens, head, row_block, word_bytes(precision)
    for name, size in (("tokens", n), ("head", d), ("row_block", b)):
        whole(name, size)
    if b > n:
        raise ValueError(
            f"row_block must be at most tokens, got row_block = {b} with tokens = {n}"
        )
    return Kernel(
        f"flash-{b}",
        f"FlashAttention forward, row blocks of {b}, N = {n}, {precision.upper()}",
        precision,
        4.0 * n**2 * d,
        s * (2.0 * n * d + 2.0 * d * n**2 / b),
        f"4N²d flops; Q and O move once (2Nd words), K and V once for each block of "
        f"{b} rows (2N²d/{b} words).",
        "The scores never leave the chip; no cache keeps K and V between row blocks.",
    )
