"""Every GPU that the page can show, as the plain data that the browser reads off.

A GPU in the browser is a handful of straight lines on log-log paper, and with them go
the few figures that no line carries. That is enough for every matrix size, precision
and tile: what depends on those alone (flops, bytes, intensity) is in `sizes`, and what
a GPU makes of it (a rate at an intensity, a time for bytes or flops) lies on its lines.
"""

from functools import lru_cache
from typing import Any

from roofline_model import (
    A100_ACHIEVED,
    CATALOGUE,
    GPU,
    GPUS,
    TILES,
    Constant,
    Device,
    Precision,
    attainable,
    limits,
    ridge,
    significant,
    sm_intensity,
    sm_tile,
    smallest_power_of_two_tile,
    smallest_tile,
    tie_band,
)
from roofline_model.own import TYPED

from ..steps import letters
from .axes import X_RANGE, memory_name, roofline, short_name
from .sentences import RIDGES
from .setting import KEPT, SIZES

#: Presets first, then the other devices, and the A100 as it was measured.
MACHINES: dict[str, GPU | Device] = {
    **{device.key: device for device in CATALOGUE},
    A100_ACHIEVED.device.key: A100_ACHIEVED.device,
    **{gpu.key: gpu for gpu in GPUS},
}

#: How far the lines of bytes and flops against time reach: past any multiply here.
AMOUNTS = (1.0, 1e18)

#: A GPU of peak 1 FLOP/s and bandwidth 1 B/s. On log-log paper every other roofline is
#: this one, moved: so the browser draws a GPU of the reader's own.
UNIT = Device(
    key="own",
    vendor="",
    name="Own GPU",
    kind="gpu",
    memory=Constant(1.0, "B/s", TYPED),
    fp32_peak=Constant(1.0, "FLOP/s", TYPED),
    tensor_peak=Constant(1.0, "FLOP/s", TYPED),
    tensor_format="BF16",
)


def precisions(gpu: GPU | Device) -> tuple[Precision, ...]:
    """Return the precisions that a multiply can walk in on that GPU.

    >>> precisions(MACHINES["t4"]), precisions(MACHINES["a100"])
    (('fp32',), ('fp32', 'bf16'))
    """
    return ("fp32", "bf16") if isinstance(gpu, GPU) else gpu.precisions


@lru_cache(maxsize=KEPT)
def machine(gpu: GPU | Device) -> dict[str, Any]:
    """Return all that the browser knows of a GPU: its drawing, and what it reads off.

    Returns
    -------
    dict
        Beside the drawing of `scene.roofline`: `slope` reads W·I at any intensity,
        `memory_time` the seconds of bytes, `compute_time` those of flops; `bands` are
        the intensities between which memory and the ALUs tie; `levels` is what shared
        memory and L2 allow; `needs` the tile that each roof asks for, by precision and
        matrix size; `holds` the tile whose sums fit into one SM.
    """
    walked = precisions(gpu)
    w = gpu.bandwidth
    return {
        **roofline(gpu),
        "short": short_name(gpu.name),
        "board": gpu.board,
        "memory": memory_name(gpu),
        "source": source_words(gpu),
        "source_keys": source_keys(gpu),
        "precisions": list(walked),
        "peaks": {p: gpu.peak(p) for p in walked},
        "bandwidth": w,
        "slope": _slope(w),
        "memory_time": _time(w),
        "compute_time": {p: _time(gpu.peak(p)) for p in walked},
        "bands": {p: tie_band(peak=gpu.peak(p), bandwidth=w) for p in walked},
        "ridge_words": ridge_words(gpu),
        "levels": _levels(gpu),
        # Lists that go by matrix size are in the order of `SIZES`.
        "needs": {p: [needed_tile(gpu, n, p) for n in SIZES] for p in walked},
        "powers": {p: [needed_power(gpu, n, p) for n in SIZES] for p in walked},
        "holds": held_tile(gpu),
        "most": {p: sm_intensity(gpu, precision=p) for p in walked}
        if isinstance(gpu, GPU)
        else None,
        "sms": gpu.sm_count,
    }


@lru_cache(maxsize=8 * KEPT)
def needed_tile(gpu: GPU | Device, n: int, precision: Precision) -> str | None:
    """Return the smallest tile that reaches that roof from memory alone, to 3 digits.

    >>> needed_tile(MACHINES["a100"], 4096, "bf16")
    '422'
    >>> needed_tile(MACHINES["a100"], 256, "bf16") is None
    True
    """
    tile = smallest_tile(gpu, n=n, precision=precision)
    return None if tile is None else significant(tile)


@lru_cache(maxsize=8 * KEPT)
def needed_power(gpu: GPU | Device, n: int, precision: Precision) -> int | None:
    """Return the first power of two that reaches that roof, where one does.

    >>> needed_power(MACHINES["h100"], 4096, "fp32")
    128
    """
    return smallest_power_of_two_tile(gpu, n=n, precision=precision)


def held_tile(gpu: GPU | Device) -> str | None:
    """Return the tile whose FP32 sums fill one SM, where its size is known.

    >>> held_tile(MACHINES["h100"]), held_tile(MACHINES["t4"])
    ('352', None)
    """
    return significant(sm_tile(gpu)) if isinstance(gpu, GPU) else None


def ridge_words(gpu: GPU | Device) -> str:
    """Return where a GPU's ridges lie, to be spoken.

    >>> ridge_words(MACHINES["a100"])
    'A100 ridge points at 12.5 for FP32 and 201 for BF16 tensor cores flop per byte'
    """
    at = {
        p: significant(ridge(peak=gpu.peak(p), bandwidth=gpu.bandwidth))
        for p in precisions(gpu)
    }
    kind = "both" if len(at) > 1 else next(iter(at))
    return RIDGES[kind].format(gpu=gpu.name, **at)


def source_words(gpu: GPU | Device) -> str:
    """Return where a GPU's figures come from, for the line under a picture.

    >>> source_words(MACHINES["t4"])
    'Data sheet of NVIDIA T4, 16 GB.'
    """
    if gpu.key == A100_ACHIEVED.device.key:
        return f"Measured by {A100_ACHIEVED.device.memory.source.key}: {gpu.board}."
    if gpu.key == UNIT.key:
        return "Figures as the reader typed them."
    return f"Data sheet of {gpu.board}."


def source_keys(gpu: GPU | Device) -> list[str]:
    """Return what the peak and the bandwidth were read in."""
    memory = gpu.hbm if isinstance(gpu, GPU) else gpu.memory
    peak = gpu.fp32_peak or (None if isinstance(gpu, GPU) else gpu.tensor_peak)
    assert peak is not None, gpu.name
    return [peak.source.key, memory.source.key]


def _slope(bandwidth: float) -> dict[str, list[float]]:
    lo, hi = X_RANGE
    # With a peak that is out of reach the roofline is all slope.
    out_of_reach = 2 * bandwidth * hi
    ys = attainable([lo, hi], peak=out_of_reach, bandwidth=bandwidth)
    return {"x": [lo, hi], "y": ys.tolist()}


def _time(rate: float) -> dict[str, list[float]]:
    return {"x": list(AMOUNTS), "y": [amount / rate for amount in AMOUNTS]}


def _binds(gpu: GPU | Device) -> list[str]:
    """Return the letters of the levels that bind each tile, and twice the last one."""
    return [
        " ".join(
            letters(limits(gpu, tile=min(tile, n), n=n))
            for tile in (*TILES, 2 * TILES[-1])
        )
        for n in SIZES
    ]


def _levels(gpu: GPU | Device) -> dict[str, Any] | None:
    """Return what shared memory and L2 allow, or None where it is not known."""
    if gpu.shared_bandwidth is None or "fp32" not in precisions(gpu):
        return None
    lo = X_RANGE[0]
    peak, shared = gpu.peak(), gpu.shared_bandwidth
    corner = ridge(peak=peak, bandwidth=shared)
    line = attainable([lo, corner], peak=peak, bandwidth=shared).tolist()
    levels: dict[str, Any] = {
        "line": {"x": [lo, corner], "y": line},
        "slope": _slope(shared),
        # One word of letters for each tile; of n it depends through the edges alone.
        "binds": _binds(gpu),
    }
    if isinstance(gpu, GPU):
        ends = [gpu.l2_low.value, gpu.l2_high.value]
        corners = [ridge(peak=peak, bandwidth=end) for end in ends]
        levels["l2"] = [
            {"x": [lo, corner], "y": [lo * end, peak]}
            for end, corner in zip(ends, corners, strict=True)
        ]
        levels["l2_rates"] = ends
    return levels
