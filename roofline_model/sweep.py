"""The walk of a square matrix multiply through its tile sizes."""

from dataclasses import dataclass

from .checks import whole
from .gemm import square_traffic
from .gpus import Machine, Precision, word_bytes
from .roofline import Bound, attainable, bound, ridge

#: The tile sizes of the lesson's walk.
TILES: tuple[int, ...] = (1, 2, 4, 8, 16, 32, 64, 128)

#: The matrix of the lesson is MATRIX_SIZE × MATRIX_SIZE.
MATRIX_SIZE = 4096


@dataclass(frozen=True, slots=True)
class Frame:
    """One step of the walk: everything that is drawn and said of a tile on a GPU.

    Parameters
    ----------
    gpu : Machine
    n : int
        Matrix size.
    tile : int
        b, the side of a tile of C.
    precision : Precision
    flops : float [flop]
    hbm_bytes : float [B]
    intensity : float [flop/B]
    attainable : float [FLOP/s]
    bound : Bound
    memory_time : float [s]
        HBM bytes over bandwidth, B/W.
    compute_time : float [s]
        Flops over peak, F/P.
    roof_fraction : float
        Attainable rate over peak.
    gain : float
        What the next doubling brings: the rate at 2b (at most n) over the rate at b.
    """

    gpu: Machine
    n: int
    tile: int
    precision: Precision
    flops: float
    hbm_bytes: float
    intensity: float
    attainable: float
    bound: Bound
    memory_time: float
    compute_time: float
    roof_fraction: float
    gain: float


def tile_sweep(
    gpu: Machine,
    *,
    n: int = MATRIX_SIZE,
    precision: Precision = "fp32",
    tiles: tuple[int, ...] = TILES,
) -> tuple[Frame, ...]:
    """Walk C = A·B, all n × n, through square tiles of side b.

    Parameters
    ----------
    gpu : Machine
    n : int
    precision : Precision
        Decides the bytes of a word and which roof holds.
    tiles : tuple of int
        The sides b, each at most n.

    Returns
    -------
    tuple of Frame
        One for each tile, in the order given.

    Raises
    ------
    ValueError
        If a tile is no positive whole number or larger than n, or the precision is
        unknown, in general or on that GPU.

    Examples
    --------
    >>> from roofline_model import A100
    >>> frame = tile_sweep(A100)[5]
    >>> frame.tile, round(frame.intensity, 2), round(frame.attainable / 1e12, 1)
    (32, 7.97, 12.4)
    """
    peak, bandwidth = gpu.peak(precision), gpu.bandwidth
    s = word_bytes(precision)
    frames = []
    for b in tiles:
        gemm = square_traffic(n=n, tile=b, word_bytes=s)
        rate = attainable(gemm.intensity, peak=peak, bandwidth=bandwidth)
        wider = square_traffic(n=n, tile=min(2 * b, n), word_bytes=s)
        next_rate = attainable(wider.intensity, peak=peak, bandwidth=bandwidth)
        frames.append(
            Frame(
                gpu=gpu,
                n=n,
                tile=b,
                precision=precision,
                flops=gemm.flops,
                hbm_bytes=gemm.hbm_bytes,
                intensity=gemm.intensity,
                attainable=rate,
                bound=bound(gemm.intensity, peak=peak, bandwidth=bandwidth),
                memory_time=gemm.hbm_bytes / bandwidth,
                compute_time=gemm.flops / peak,
                roof_fraction=rate / peak,
                gain=next_rate / rate,
            )
        )
    return tuple(frames)


def smallest_tile(
    gpu: Machine, *, n: int = MATRIX_SIZE, precision: Precision = "fp32"
) -> float | None:
    """Return the side b at which square tiles reach the roof, as a real number.

    Setting I = (b/s) / (1 + b/(2n)) to the ridge I* gives b = s·I* / (1 − s·I*/(2n)).

    Parameters
    ----------
    gpu : Machine
    n : int
    precision : Precision

    Returns
    -------
    float or None
        None where no tile of an n × n matrix reaches the roof.

    Raises
    ------
    ValueError
        If n is no positive whole number, or the precision is unknown, in general or
        on that GPU.

    Examples
    --------
    >>> from roofline_model import A100, H100
    >>> round(smallest_tile(A100), 1), round(smallest_tile(H100), 1)
    (50.5, 80.8)
    """
    whole("n", n)
    words = word_bytes(precision) * ridge(
        peak=gpu.peak(precision), bandwidth=gpu.bandwidth
    )
    if words >= 2 * n:
        return None
    tile = words / (1 - words / (2 * n))
    return tile if tile <= n else None


def smallest_power_of_two_tile(
    gpu: Machine, *, n: int = MATRIX_SIZE, precision: Precision = "fp32"
) -> int | None:
    """Return the smallest b = 1, 2, 4, … that reaches the roof, or None.

    Parameters and errors are those of `smallest_tile`.

    Examples
    --------
    >>> from roofline_model import A100, H100
    >>> smallest_power_of_two_tile(A100), smallest_power_of_two_tile(H100)
    (64, 128)
    """
    whole("n", n)
    peak = gpu.peak(precision)
    tile, s = 1, word_bytes(precision)
    while tile <= n:
        # Asked of the traffic itself, for a power of two need not divide n.
        intensity = square_traffic(n=n, tile=tile, word_bytes=s).intensity
        if attainable(intensity, peak=peak, bandwidth=gpu.bandwidth) == peak:
            return tile
        tile *= 2
    return None
