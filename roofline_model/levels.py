"""Which level of the machine binds a tiled multiply: HBM, shared memory or the ALUs.

The HBM roofline alone promises more than a kernel that reads its operands from shared
memory can reach. Each level is a limit of its own; the lowest one binds.
"""

from dataclasses import dataclass
from enum import StrEnum

from .devices import Device
from .gemm import square_traffic
from .gpus import GPU, Precision, word_bytes
from .roofline import tied
from .sweep import MATRIX_SIZE


class Level(StrEnum):
    """A level that can hold a kernel back."""

    HBM = "HBM"
    SHARED = "shared memory"
    COMPUTE = "compute"


@dataclass(frozen=True, slots=True)
class Limits:
    """The rate that each level would allow a tile, and the level that binds.

    Parameters
    ----------
    rates : dict of Level to float [FLOP/s]
        W·I for each memory, P for the ALUs.
    binding : tuple of Level
        The lowest level; more than one where they tie (`TIE_TOLERANCE`).
    """

    rates: dict[Level, float]
    binding: tuple[Level, ...]

    @property
    def attainable(self) -> float:
        """The lowest of the limits [FLOP/s]."""
        return min(self.rates.values())


def limits(
    gpu: GPU | Device,
    *,
    tile: int,
    n: int = MATRIX_SIZE,
    precision: Precision = "fp32",
) -> Limits:
    """Return what each level allows an n × n multiply with that tile.

    Shared memory is counted by its operand reads alone, t/s flops a byte.

    Parameters
    ----------
    gpu : GPU or Device
    tile : int
    n : int
    precision : Precision

    Returns
    -------
    Limits

    Raises
    ------
    ValueError
        If a size is no positive whole number, the tile is larger than n, the precision
        is unknown, or so is the bandwidth of the device's shared memory.

    Examples
    --------
    A 16 × 16 tile on the A100: HBM would allow 6.21 TFLOP/s, shared memory 4.87.

    >>> from roofline_model import A100
    >>> held = limits(A100, tile=16)
    >>> round(held.attainable / 1e12, 2), held.binding[0].value
    (4.87, 'shared memory')
    """
    gemm = square_traffic(n=n, tile=tile, word_bytes=word_bytes(precision))
    shared_bandwidth = gpu.shared_bandwidth
    if shared_bandwidth is None:
        raise ValueError(f"shared_bandwidth must be known, got None for {gpu.name}")
    rates = {
        Level.HBM: gpu.bandwidth * gemm.intensity,
        Level.SHARED: shared_bandwidth * gemm.shared_intensity,
        Level.COMPUTE: gpu.peak(precision),
    }
    lowest = min(rates.values())
    return Limits(rates, tuple(lv for lv, rate in rates.items() if tied(rate, lowest)))


def l2_band(
    gpu: GPU, *, tile: int, n: int = MATRIX_SIZE, precision: Precision = "fp32"
) -> tuple[float, float]:
    """Return what the L2 cache allows a tile: W·I at either end of its band [FLOP/s].

    Every load of a block passes through L2, also one that HBM is spared, so that I is
    the intensity without reuse. The band is that of `GPU.l2_low` and `GPU.l2_high`,
    and as approximate: L2 is no `Level`, and never decides which level binds.

    Parameters and errors are those of `limits`.

    Returns
    -------
    tuple of float [FLOP/s]

    Examples
    --------
    >>> from roofline_model import A100
    >>> low, high = l2_band(A100, tile=8)
    >>> round(low / 1e12, 1), round(high / 1e12, 1)
    (10.8, 14.4)
    """
    gemm = square_traffic(n=n, tile=tile, word_bytes=word_bytes(precision))
    return gpu.l2_low.value * gemm.intensity, gpu.l2_high.value * gemm.intensity
