"""What is lost where tiles fill neither the matrix nor the SMs.

An n × n multiply in b × b tiles is a grid of blocks. Every SM is taken to run one block
at a time and every block to take equally long, so that blocks run in waves, one block
an SM. Where an SM holds several blocks at once, the waves are larger and fewer.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from .checks import FloatArray, at_most, like_input, whole


def gemm_blocks(*, n: npt.ArrayLike, tile: npt.ArrayLike) -> Any:
    """Return the blocks of an n × n multiply in b × b tiles: ⌈n/b⌉².

    Parameters
    ----------
    n : int or array
    tile : int or array
        b, the side of a tile of C.

    Returns
    -------
    float or array

    Raises
    ------
    ValueError
        If a size is no positive whole number, or the tile is larger than n.

    Examples
    --------
    >>> gemm_blocks(n=4096, tile=128), gemm_blocks(n=1000, tile=128)
    (1024.0, 64.0)
    """
    return like_input(_blocks(n, tile))


def gemm_waves(
    *, n: npt.ArrayLike, tile: npt.ArrayLike, sm_count: npt.ArrayLike
) -> Any:
    """Return the waves that the blocks run in, one block an SM: ⌈blocks/SMs⌉.

    Parameters
    ----------
    n, tile : int or array
        As in `gemm_blocks`.
    sm_count : int or array

    Returns
    -------
    float or array

    Raises
    ------
    ValueError
        As `gemm_blocks`, or if the SMs are no positive whole number.

    Examples
    --------
    >>> gemm_waves(n=4096, tile=128, sm_count=108)
    10.0
    """
    return like_input(np.ceil(_blocks(n, tile) / whole("sm_count", sm_count)))


def last_wave_share(
    *, n: npt.ArrayLike, tile: npt.ArrayLike, sm_count: npt.ArrayLike
) -> Any:
    """Return the share of SMs that the last wave keeps busy, above 0 and up to 1.

    (blocks − (waves − 1)·SMs) / SMs: what is left of the blocks when every other wave
    has been full. Parameters and errors are those of `gemm_waves`.

    Returns
    -------
    float or array

    Examples
    --------
    52 of the A100's 108 SMs have a block in the tenth wave:

    >>> round(last_wave_share(n=4096, tile=128, sm_count=108), 3)
    0.481
    """
    blocks, sms = _blocks(n, tile), whole("sm_count", sm_count)
    left = blocks - (np.ceil(blocks / sms) - 1) * sms
    return like_input(np.asarray(left / sms))


def busy_share(
    *, n: npt.ArrayLike, tile: npt.ArrayLike, sm_count: npt.ArrayLike
) -> Any:
    """Return the share of SMs that have a block, over all waves: blocks/(waves·SMs).

    No more than this share of the roof is in reach. Parameters and errors are those
    of `gemm_waves`.

    Returns
    -------
    float or array

    Examples
    --------
    >>> round(busy_share(n=4096, tile=128, sm_count=108), 3)
    0.948

    A single block leaves 107 of the A100's 108 SMs idle:

    >>> round(busy_share(n=128, tile=128, sm_count=108), 3)
    0.009
    """
    blocks, sms = _blocks(n, tile), whole("sm_count", sm_count)
    return like_input(np.asarray(blocks / (np.ceil(blocks / sms) * sms)))


def edge_share(*, n: npt.ArrayLike, tile: npt.ArrayLike) -> Any:
    """Return the share of the computed outputs that are real: (n / (b·⌈n/b⌉))².

    A block at the edge is taken to compute its whole tile, also what lies beyond the
    matrix; 1 − this share of the work is lost. Parameters and errors are those of
    `gemm_blocks`.

    Returns
    -------
    float or array

    Examples
    --------
    >>> edge_share(n=4096, tile=128), round(edge_share(n=1000, tile=128), 3)
    (1.0, 0.954)
    """
    padded = whole("tile", tile) * np.sqrt(_blocks(n, tile))
    return like_input(np.asarray((whole("n", n) / padded) ** 2))


def _blocks(n: npt.ArrayLike, tile: npt.ArrayLike) -> FloatArray:
    size, side = whole("n", n), whole("tile", tile)
    at_most("tile", side, "n", size)
    return np.asarray(np.ceil(size / side) ** 2)
