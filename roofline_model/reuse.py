"""How far reuse can lift the intensity of a matrix multiply.

Without reuse every block loads its own operands; with all of it every operand crosses
HBM once. In between stands what the fast memory can hold.
"""

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from .checks import like_input, positive, whole
from .gemm import square_traffic
from .gpus import GPU, Precision, word_bytes

#: Sums are kept in FP32 whatever the operands, so that each takes four bytes.
SUM_BYTES = word_bytes("fp32")


def compulsory_intensity(*, n: npt.ArrayLike, word_bytes: npt.ArrayLike) -> Any:
    """Return the intensity of a multiply whose operands cross HBM once: I = 2n/(3s).

    All of A, B and C are n × n: 2n³ flops over 3n² words. No reuse, in whatever
    cache, lifts a multiply that starts with cold caches above it.

    Parameters
    ----------
    n : int or array
    word_bytes : int or array [B]
        s, the bytes of one element.

    Returns
    -------
    float or array [flop/B]

    Raises
    ------
    ValueError
        If n is no positive whole number, or s not positive and finite.

    Examples
    --------
    >>> round(compulsory_intensity(n=4096, word_bytes=4), 1)
    682.7
    """
    s = positive("word_bytes", word_bytes)
    return like_input(2 * whole("n", n) / (3 * s))


def fast_memory_intensity(*, words: npt.ArrayLike, word_bytes: npt.ArrayLike) -> Any:
    """Return the most that S words of fast memory allow a multiply: I = √S/s.

    A multiply moves 2n³/√S words at least, to leading order: for matrices much larger
    than the fast memory. Where they are small, `compulsory_intensity` is the lower.

    Parameters
    ----------
    words : int or array
        S, the elements that the fast memory holds.
    word_bytes : int or array [B]
        s, the bytes of one element on its way from the slow memory.

    Returns
    -------
    float or array [flop/B]

    Raises
    ------
    ValueError
        If S is no positive whole number, or s not positive and finite.

    References
    ----------
    Hong, Kung 1981 and Irony, Toledo, Tiskin 2004 for the √S; Smith et al. 2019 for
    the constant.

    Examples
    --------
    >>> fast_memory_intensity(words=128 * 128, word_bytes=4)
    32.0
    """
    s = positive("word_bytes", word_bytes)
    return like_input(np.asarray(np.sqrt(whole("words", words)) / s))


def sm_tile(gpu: GPU) -> float:
    """Return the side of the largest square of sums that one SM can hold: √(M/4).

    M is the SM's registers and shared memory; a sum is kept in FP32. All of M goes to
    the sums here, where a kernel also keeps operands and addresses: no tile is larger.

    Parameters
    ----------
    gpu : GPU

    Returns
    -------
    float

    Examples
    --------
    The BF16 roof of the A100 asks for tiles of 422, the H100's for 637:

    >>> from roofline_model import A100, H100
    >>> round(sm_tile(A100), 1), sm_tile(H100)
    (327.9, 352.0)
    """
    return math.sqrt(gpu.sm_memory / SUM_BYTES)


def sm_intensity(gpu: GPU, *, precision: Precision = "fp32") -> float:
    """Return the most that one SM reaches from HBM by itself: `sm_tile` over s.

    This is `fast_memory_intensity` of the sums that the SM holds. Above it, blocks
    must share what they load: through the L2 cache, or as a cluster.

    Parameters
    ----------
    gpu : GPU
    precision : Precision
        Of the operands; sums are FP32.

    Returns
    -------
    float [flop/B]

    Raises
    ------
    ValueError
        If the precision is unknown.

    Examples
    --------
    Below the BF16 ridges of 201 and 295 flop/B:

    >>> from roofline_model import A100, H100
    >>> round(sm_intensity(A100, precision="bf16"), 1)
    164.0
    >>> sm_intensity(H100, precision="bf16")
    176.0
    """
    return sm_tile(gpu) / word_bytes(precision)


def reuse_band(
    *, n: int, tile: int, precision: Precision = "fp32"
) -> tuple[float, float]:
    """Return the intensities from no L2 reuse to all of it [flop/B].

    The lower end is the tile's own, each block loading from HBM; the upper one is
    `compulsory_intensity`, each word loaded once for all blocks.

    Parameters
    ----------
    n : int
    tile : int
    precision : Precision

    Returns
    -------
    tuple of float [flop/B]

    Raises
    ------
    ValueError
        If a size is no positive whole number, the tile is larger than n, or the
        precision is unknown.

    Examples
    --------
    >>> low, high = reuse_band(n=4096, tile=128, precision="bf16")
    >>> round(low, 1), round(high, 1)
    (63.0, 1365.3)
    """
    s = word_bytes(precision)
    none = square_traffic(n=n, tile=tile, word_bytes=s).intensity
    return none, float(compulsory_intensity(n=n, word_bytes=s))
