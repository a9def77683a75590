"""What a tiled matrix multiply C = A·B computes and what it moves.

A is m × k, B is k × n, C is m × n. Each block of bm × bn outputs loads its rows of A
and its columns of B once, and no cache reuses them between blocks.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from .checks import FloatArray, at_most, like_input, positive, whole


def gemm_flops(*, m: npt.ArrayLike, n: npt.ArrayLike, k: npt.ArrayLike) -> Any:
    """Return the flops of a matrix multiply: F = 2·m·n·k.

    Parameters
    ----------
    m, n, k : int or array
        Rows of C, columns of C, and the length that is summed over.

    Returns
    -------
    float or array [flop]

    Raises
    ------
    ValueError
        If a size is not a positive whole number.

    Examples
    --------
    >>> gemm_flops(m=4096, n=4096, k=4096)
    137438953472.0
    """
    return like_input(2 * whole("m", m) * whole("n", n) * whole("k", k))


def gemm_hbm_bytes(
    *,
    m: npt.ArrayLike,
    n: npt.ArrayLike,
    k: npt.ArrayLike,
    bm: npt.ArrayLike,
    bn: npt.ArrayLike,
    word_bytes: npt.ArrayLike = 4,
) -> Any:
    """Return what a tiled matrix multiply moves between HBM and the GPU.

    B_HBM = s·(m·k·⌈n/bn⌉ + k·n·⌈m/bm⌉ + m·n): A is read once for each column of
    blocks, B once for each row of blocks, and C is written once. Where square tiles
    divide a square matrix this is s·(2n³/b + n²).

    Parameters
    ----------
    m, n, k : int or array
        Sizes, as in `gemm_flops`.
    bm, bn : int or array
        Rows and columns of a tile of C.
    word_bytes : int or array [B]
        s, the bytes of one element.

    Returns
    -------
    float or array [B]
        The shape that the arguments broadcast to.

    Raises
    ------
    ValueError
        If a size is not a positive whole number, or a tile is larger than C.

    Examples
    --------
    >>> gemm_hbm_bytes(m=4096, n=4096, k=4096, bm=1, bn=1)
    549822922752.0
    """
    loads = _hbm_loads(m=m, n=n, k=k, bm=bm, bn=bn)
    stores = whole("m", m) * whole("n", n)
    return like_input(positive("word_bytes", word_bytes) * (loads + stores))


def gemm_shared_bytes(
    *,
    m: npt.ArrayLike,
    n: npt.ArrayLike,
    k: npt.ArrayLike,
    bm: npt.ArrayLike,
    bn: npt.ArrayLike,
    tm: npt.ArrayLike,
    tn: npt.ArrayLike,
    word_bytes: npt.ArrayLike = 4,
) -> Any:
    """Return what the threads read from shared memory: the operand reads alone.

    Each thread keeps tm × tn outputs in registers and reads tm + tn words for each of
    the k steps. Where everything divides, B_shared = s·m·n·k·(1/tm + 1/tn), which is
    t/s flops a byte for square register tiles. Writing the tile into shared memory is
    not counted here: `gemm_shared_fill_bytes` is that part.

    Parameters
    ----------
    m, n, k, bm, bn : int or array
        As in `gemm_hbm_bytes`.
    tm, tn : int or array
        Rows and columns of a thread's register tile.
    word_bytes : int or array [B]

    Returns
    -------
    float or array [B]

    Raises
    ------
    ValueError
        If a size is not a positive whole number, a tile is larger than C, or a
        register tile is larger than its tile.

    Examples
    --------
    >>> gemm_shared_bytes(m=64, n=64, k=64, bm=32, bn=32, tm=2, tn=2)
    1048576.0
    """
    rows, columns, depth = whole("m", m), whole("n", n), whole("k", k)
    tile_m, tile_n = _tile("bm", bm, "m", rows), _tile("bn", bn, "n", columns)
    thread_m, thread_n = _tile("tm", tm, "bm", tile_m), _tile("tn", tn, "bn", tile_n)
    reads_a = rows * depth * _threads(columns, tile_n, thread_n)
    reads_b = columns * depth * _threads(rows, tile_m, thread_m)
    return like_input(positive("word_bytes", word_bytes) * (reads_a + reads_b))


def gemm_shared_fill_bytes(
    *,
    m: npt.ArrayLike,
    n: npt.ArrayLike,
    k: npt.ArrayLike,
    bm: npt.ArrayLike,
    bn: npt.ArrayLike,
    word_bytes: npt.ArrayLike = 4,
) -> Any:
    """Return what is written into shared memory: each word loaded from HBM, once.

    Parameters and errors are those of `gemm_hbm_bytes`.

    Returns
    -------
    float or array [B]

    Examples
    --------
    With it, the shared-memory intensity is t·b / (s·(t + b)):

    >>> size = dict(m=64, n=64, k=64, bm=32, bn=32)
    >>> moved = gemm_shared_bytes(tm=2, tn=2, **size) + gemm_shared_fill_bytes(**size)
    >>> round(gemm_flops(m=64, n=64, k=64) / moved, 6), round(2 * 32 / (4 * 34), 6)
    (0.470588, 0.470588)
    """
    loads = _hbm_loads(m=m, n=n, k=k, bm=bm, bn=bn)
    return like_input(positive("word_bytes", word_bytes) * loads)


def register_tile(tile: int) -> int:
    """Return t, the side of a thread's register tile: b/16 above 16, else 1.

    A block has at most 16 × 16 threads, so a larger tile gives each thread more
    outputs. Where 16 does not divide b the quotient is rounded up, so that 16 × 16
    threads still cover the tile.

    Examples
    --------
    >>> [register_tile(b) for b in (1, 16, 32, 128)]
    [1, 1, 2, 8]
    """
    whole("tile", tile)
    return max(1, -(-tile // 16))


@dataclass(frozen=True, slots=True)
class GemmTraffic:
    """The work and the traffic of one tiled matrix multiply.

    Parameters
    ----------
    flops : float [flop]
    hbm_bytes : float [B]
        Between HBM and the GPU.
    shared_bytes : float [B]
        Operand reads from shared memory.
    """

    flops: float
    hbm_bytes: float
    shared_bytes: float

    @property
    def intensity(self) -> float:
        """I = F / B_HBM [flop/B]."""
        return self.flops / self.hbm_bytes

    @property
    def shared_intensity(self) -> float:
        """F / B_shared, flops for each byte read from shared memory [flop/B]."""
        return self.flops / self.shared_bytes


def gemm_traffic(
    *, m: int, n: int, k: int, bm: int, bn: int, word_bytes: int = 4
) -> GemmTraffic:
    """Return the traffic of one multiply, with register tiles by `register_tile`.

    Parameters and errors are those of `gemm_hbm_bytes`, for scalars.

    Examples
    --------
    I = (b/4) / (1 + b/(2n)) for square FP32 tiles that divide the matrix:

    >>> gemm_traffic(m=4096, n=4096, k=4096, bm=32, bn=32).intensity
    7.968871595330739
    >>> 32 / 4 / (1 + 32 / (2 * 4096))
    7.968871595330739
    """
    tile = {"m": m, "n": n, "k": k, "bm": bm, "bn": bn, "word_bytes": word_bytes}
    # The HBM count comes first: it refuses a tile that the next lines cannot use.
    hbm_bytes = gemm_hbm_bytes(**tile)
    return GemmTraffic(
        flops=gemm_flops(m=m, n=n, k=k),
        hbm_bytes=hbm_bytes,
        shared_bytes=gemm_shared_bytes(
            tm=register_tile(bm), tn=register_tile(bn), **tile
        ),
    )


def square_traffic(*, n: int, tile: int, word_bytes: int) -> GemmTraffic:
    """Return the traffic of an n × n multiply in square tiles.

    Raises
    ------
    ValueError
        As `gemm_traffic`, but naming the tile and n.

    Examples
    --------
    >>> square_traffic(n=4096, tile=8192, word_bytes=4)
    Traceback (most recent call last):
    ValueError: tile must be at most n, got tile = 8192 with n = 4096
    """
    _tile("tile", tile, "n", whole("n", n))
    return _square(int(n), int(tile), word_bytes)


# A walk asks for each size once for every GPU: it is counted once.
@lru_cache(maxsize=4096)
def _square(n: int, tile: int, word_bytes: int) -> GemmTraffic:
    return gemm_traffic(m=n, n=n, k=n, bm=tile, bn=tile, word_bytes=word_bytes)


def _hbm_loads(
    *,
    m: npt.ArrayLike,
    n: npt.ArrayLike,
    k: npt.ArrayLike,
    bm: npt.ArrayLike,
    bn: npt.ArrayLike,
) -> FloatArray:
    """Words of A and B that the blocks load."""
    rows, columns, depth = whole("m", m), whole("n", n), whole("k", k)
    block_rows = np.ceil(rows / _tile("bm", bm, "m", rows))
    block_columns = np.ceil(columns / _tile("bn", bn, "n", columns))
    return depth * (rows * block_columns + columns * block_rows)


def _tile(
    name: str, value: npt.ArrayLike, limit_name: str, limit: FloatArray
) -> FloatArray:
    tile = whole(name, value)
    at_most(name, tile, limit_name, limit)
    return tile


def _threads(length: FloatArray, tile: FloatArray, thread: FloatArray) -> FloatArray:
    """Threads that cover `length` outputs, tile by tile, the cut last tile too."""
    whole_tiles, rest = np.divmod(length, tile)
    return np.asarray(whole_tiles * np.ceil(tile / thread) + np.ceil(rest / thread))
