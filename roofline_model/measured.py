"""Measured rates beside the model: a roofline is a ceiling, and this is the gap.

The points were measured by others; `data/README.md` says by whom and how.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, overload

import numpy.typing as npt

from .catalogue import preset
from .checks import like_input, positive
from .devices import Device
from .gpus import A100, GPU, Constant, Machine
from .roofline import attainable, ridge
from .sources import GPU_BENCHES, Source
from .tables import read_table

#: A point counts as well left of the ridge at a tenth of it or less.
WELL_LEFT = 0.1


@overload
def measured_share(
    rate: float, *, intensity: float, peak: float, bandwidth: float
) -> float: ...
@overload
def measured_share(
    rate: npt.ArrayLike,
    *,
    intensity: npt.ArrayLike,
    peak: npt.ArrayLike,
    bandwidth: npt.ArrayLike,
) -> Any: ...
def measured_share(
    rate: npt.ArrayLike,
    *,
    intensity: npt.ArrayLike,
    peak: npt.ArrayLike,
    bandwidth: npt.ArrayLike,
) -> Any:
    """Return what was measured over what the model allows: R / min(P, W·I).

    Parameters
    ----------
    rate : float or array [FLOP/s]
        R, the measured rate.
    intensity : float or array [flop/B]
    peak : float or array [FLOP/s]
    bandwidth : float or array [B/s]

    Returns
    -------
    float or array
        Above 1 where the model counts bytes that a cache spared the kernel.

    Raises
    ------
    ValueError
        If an argument is not positive and finite.

    Examples
    --------
    >>> board = dict(peak=A100.peak(), bandwidth=A100.bandwidth)
    >>> round(measured_share(343e9, intensity=0.25, **board), 2)
    0.88
    """
    model = attainable(positive("intensity", intensity), peak=peak, bandwidth=bandwidth)
    return like_input(positive("rate", rate) / model)


@dataclass(frozen=True, slots=True)
class SweepPoint:
    """A measured point of a roofline sweep: a kernel that streams and computes.

    Parameters
    ----------
    intensity : float [flop/B]
    rate : float [FLOP/s]
    bandwidth : float [B/s]
        What the kernel drew from memory meanwhile.
    source : Source

    Raises
    ------
    ValueError
        If a figure is not positive and finite.
    """

    intensity: float
    rate: float
    bandwidth: float
    source: Source

    def __post_init__(self) -> None:
        for name in ("intensity", "rate", "bandwidth"):
            positive(name, getattr(self, name))

    def share(self, gpu: Machine) -> float:
        """Return the measured rate over what the model allows on that GPU.

        >>> round(A100_SWEEP[0].share(A100), 2)
        0.88
        """
        return measured_share(
            self.rate,
            intensity=self.intensity,
            peak=gpu.peak(),
            bandwidth=gpu.bandwidth,
        )


@dataclass(frozen=True, slots=True)
class Achieved:
    """What a GPU was measured to reach of its data sheet.

    Parameters
    ----------
    device : Device
        The GPU with the measured peak and bandwidth in place of the published ones.
    slope_share : float
        Of the published bandwidth: the median share of the points well left of the
        ridge (`WELL_LEFT`).
    ridge_share : float
        Of the model: the share of the point nearest to the ridge.
    roof_share : float
        Of the published peak: the highest rate measured.
    """

    device: Device
    slope_share: float
    ridge_share: float
    roof_share: float


def achieved(points: Sequence[SweepPoint], *, gpu: GPU) -> Achieved:
    """Return what a GPU reached in a sweep, computed from the sweep's points.

    Parameters
    ----------
    points : sequence of SweepPoint
    gpu : GPU
        The GPU that they were measured on.

    Returns
    -------
    Achieved

    Raises
    ------
    ValueError
        If the points do not reach from well left of the ridge to its right.

    Examples
    --------
    >>> reached = achieved(A100_SWEEP, gpu=A100)
    >>> reached.device.name
    'A100 SXM4, 40 GB, achieved'
    >>> round(reached.slope_share, 2), round(reached.ridge_share, 2)
    (0.88, 0.8)
    >>> round(reached.roof_share, 2)
    0.98
    """
    corner = ridge(peak=gpu.peak(), bandwidth=gpu.bandwidth)
    slope = [p for p in points if p.intensity <= WELL_LEFT * corner]
    roof = [p for p in points if p.intensity > corner]
    if not slope or not roof:
        raise ValueError(
            f"points must reach from below {WELL_LEFT * corner:.2f} to above "
            f"{corner:.2f} flop/B, got {[p.intensity for p in points]!r}"
        )
    slope_share = median(p.share(gpu) for p in slope)
    nearest = min(points, key=lambda p: abs(math.log(p.intensity / corner)))
    highest = max(roof, key=lambda p: p.rate)
    published = preset(gpu)
    return Achieved(
        device=Device(
            key=f"{gpu.key}-achieved",
            vendor=published.vendor,
            name=f"{published.name}, achieved",
            kind=published.kind,
            memory=Constant(
                slope_share * gpu.bandwidth,
                "B/s",
                slope[0].source,
                "sustained, the median well left of the ridge",
            ),
            fp32_peak=Constant(
                highest.rate, "FLOP/s", highest.source, "the highest rate measured"
            ),
            sm_count=gpu.sm_count,
            note="Measured, not published; its tensor cores were not.",
        ),
        slope_share=slope_share,
        ridge_share=nearest.share(gpu),
        roof_share=highest.rate / gpu.peak(),
    )


def _sweep() -> tuple[SweepPoint, ...]:
    return tuple(
        SweepPoint(
            intensity=float(row["intensity"]),
            rate=float(f"{row['gflops']}e9"),
            bandwidth=float(f"{row['gbps']}e9"),
            source=GPU_BENCHES,
        )
        for row in read_table("a100_sweep.csv")
    )


#: An FP32 sweep of the A100, from far down the slope to far along the roof.
A100_SWEEP: tuple[SweepPoint, ...] = _sweep()

#: What the A100 reached in it.
A100_ACHIEVED: Achieved = achieved(A100_SWEEP, gpu=A100)
