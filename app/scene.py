"""What the roofline figure draws, as plain numbers and words in data coordinates.

The live figure, the picture that stands before the scripts have come, and the printed
one are all drawn from this scene.
"""

from typing import Any

from roofline_model import (
    GPU,
    GPUS,
    attainable,
    format_si,
    ridge,
)

#: Ends of the axes [flop/B] and [FLOP/s]: wide enough for the leanest kernel (vector
#: add, 0.083) and the highest roof (H100 tensor cores, 989.5 TFLOP/s).
X_RANGE = (0.05, 5000.0)
Y_RANGE = (5e10, 3e15)

X_TICKS = {0.1: "0.1", 1.0: "1", 10.0: "10", 100.0: "100", 1000.0: "1000"}
Y_TICKS = {1e11: "100 G", 1e12: "1 T", 1e13: "10 T", 1e14: "100 T", 1e15: "1 P"}

X_NAME, X_UNIT = "arithmetic intensity", "flop per byte of HBM"
Y_NAME = "FLOP/s"


def roofline(gpu: GPU) -> dict[str, Any]:
    """Return a GPU's lines, ridges and labels.

    Three vertices draw a roofline: the slope's start, the ridge, the roof's end. On
    log-log paper the pieces between them are straight, so a reader of the line reads
    P(I) exactly.
    """
    lo, hi = X_RANGE
    w, fp32, bf16 = gpu.bandwidth, gpu.peak("fp32"), gpu.peak("bf16")
    corner, tensor_corner = ridge(peak=fp32, bandwidth=w), ridge(peak=bf16, bandwidth=w)
    return {
        "name": gpu.name,
        # On which side of its slope a GPU's names stand, so that the space between
        # the two slopes belongs to the points.
        "side": "below" if _is_lower(gpu) else "above",
        "fp32": _line([lo, corner, hi], peak=fp32, bandwidth=w),
        # The tensor roof shares the slope up to the FP32 ridge: its dashes begin there.
        "bf16": _line([corner, tensor_corner, hi], peak=bf16, bandwidth=w),
        # The whole of it, for a kernel or a probe that reads its rate off the line.
        "bf16_whole": _line([lo, tensor_corner, hi], peak=bf16, bandwidth=w),
        "ridges": {
            "fp32": {"x": corner, "y": fp32, "text": _plain(corner)},
            "bf16": {"x": tensor_corner, "y": bf16, "text": _plain(tensor_corner)},
        },
        "labels": _labels(gpu),
    }


def scene() -> dict[str, Any]:
    """Return the whole figure: axes, and the roofline of every GPU."""
    return {
        "x_range": list(X_RANGE),
        "y_range": list(Y_RANGE),
        "x_ticks": [[x, text] for x, text in X_TICKS.items()],
        "y_ticks": [[y, text] for y, text in Y_TICKS.items()],
        "x_name": X_NAME,
        "x_unit": X_UNIT,
        "y_name": Y_NAME,
        "gpus": {gpu.key: roofline(gpu) for gpu in GPUS},
        "regions": {"memory": "memory-bound", "compute": "compute-bound"},
    }


def _is_lower(gpu: GPU) -> bool:
    return gpu == min(GPUS, key=lambda other: other.bandwidth)


def _plain(ridge_point: float) -> str:
    """Write a ridge as it is quoted: 12.5 and 20, not 20.0."""
    return format_si(ridge_point, "", trim=True).strip()


def _line(xs: list[float], *, peak: float, bandwidth: float) -> dict[str, list[float]]:
    ys = attainable(xs, peak=peak, bandwidth=bandwidth)
    return {"x": xs, "y": ys.tolist()}


def _labels(gpu: GPU) -> list[dict[str, Any]]:
    """Name each line on the line itself.

    `text` is for a wide figure, `short` for a narrow one. `dy` is in pixels, upwards,
    across the line; `along` turns the label with the slope. Both slopes are named below
    their line, at its foot, where no point ever comes.
    """
    hi = X_RANGE[1]
    w, fp32, bf16 = gpu.bandwidth, gpu.peak("fp32"), gpu.peak("bf16")
    bandwidth = format_si(w, "B/s", digits=4, trim=True)
    below = _is_lower(gpu)
    tensor_peak = format_si(bf16, "", digits=4, trim=True)
    start = X_RANGE[0] * 1.02
    return [
        {
            "id": "slope",
            "x": start,
            "y": attainable(start, peak=fp32, bandwidth=w),
            "text": f"HBM {bandwidth}",
            "short": bandwidth,
            "align": "left",
            "dy": -8 if below else -5,
            "along": True,
        },
        {
            "id": "roof",
            "x": hi,
            "y": fp32,
            "text": f"{gpu.name} FP32 {format_si(fp32, 'FLOP/s', trim=True)}",
            "short": f"FP32 {format_si(fp32, '', trim=True)}",
            "align": "right",
            "dy": 9,
            "along": False,
        },
        {
            "id": "tensor",
            "x": hi,
            "y": bf16,
            "text": f"{gpu.name} BF16 tensor {tensor_peak}",
            "short": f"BF16 {format_si(bf16, '', trim=True)}",
            "align": "right",
            "dy": 9,
            "along": False,
        },
    ]
