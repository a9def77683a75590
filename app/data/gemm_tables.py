"""What a tiled multiply computes and moves at each size: no GPU enters here.

The browser picks from these tables; what a GPU makes of them it reads off its lines.
"""

from functools import cache
from typing import Any

from roofline_model import (
    A6000,
    GPUS,
    TILES,
    busy_share,
    compulsory_intensity,
    edge_share,
    gemm_blocks,
    gemm_flops,
    gemm_traffic,
    gemm_waves,
    last_wave_share,
    percent,
    word_bytes,
)

from .setting import PRECISION_NAMES, SIZES

#: The numbers of SMs whose waves are tabled: those of the boards that the lesson walks.
SM_COUNTS = tuple(sorted({*(gpu.sm_count for gpu in GPUS), A6000.sm_count or 0}))


@cache
def table() -> dict[str, Any]:
    """Return the tables of every matrix size.

    Returns
    -------
    dict
        By n: `flops`; by precision `intensity` and `bytes` at each tile, the last
        entry of `intensity` at twice the largest tile, and `most`, the compulsory
        intensity; `blocks`, `sides` (blocks along one side), `edge` (the share of
        outputs computed beyond the matrix, in words, or None) and, by number of SMs,
        `waves`: [waves, SMs that the last one keeps busy, share of SMs with a block].
    """
    return {str(n): _size(n) for n in SIZES}


def shared_intensities() -> list[float]:
    """Return the flops for each byte read from shared memory, at each tile, in FP32.

    >>> shared_intensities()[4:6]
    [0.25, 0.5]
    """
    return [_traffic(256, tile, 4).shared_intensity for tile in _doubled()]


def _doubled() -> tuple[int, ...]:
    return (*TILES, 2 * TILES[-1])


def _traffic(n: int, tile: int, s: int) -> Any:
    b = min(tile, n)
    return gemm_traffic(m=n, n=n, k=n, bm=b, bn=b, word_bytes=s)


def _size(n: int) -> dict[str, Any]:
    size: dict[str, Any] = {
        "flops": gemm_flops(m=n, n=n, k=n),
        "blocks": [int(gemm_blocks(n=n, tile=b)) for b in TILES],
        "sides": [-(-n // b) for b in TILES],
        "edge": [_edge(n, b) for b in TILES],
        "waves": {str(sms): [_waves(n, b, sms) for b in TILES] for sms in SM_COUNTS},
    }
    for precision in PRECISION_NAMES:
        s = word_bytes(precision)  # type: ignore[arg-type]
        moved = [_traffic(n, b, s) for b in _doubled()]
        size[precision] = {
            "intensity": [traffic.intensity for traffic in moved],
            "bytes": [traffic.hbm_bytes for traffic in moved[:-1]],
            "most": compulsory_intensity(n=n, word_bytes=s),
        }
    return size


def _edge(n: int, tile: int) -> str | None:
    lost = 1 - edge_share(n=n, tile=tile)
    return percent(lost).replace(" ", "\N{NO-BREAK SPACE}") if n % tile else None


def _waves(n: int, tile: int, sms: int) -> list[Any]:
    grid = {"n": n, "tile": tile, "sm_count": sms}
    busy = percent(busy_share(**grid)).replace(" ", "\N{NO-BREAK SPACE}")
    last = round(last_wave_share(**grid) * sms)
    return [int(gemm_waves(**grid)), last, busy]
