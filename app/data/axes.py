"""What the roofline figure draws, as plain numbers and words in data coordinates.

The live figure, the picture that stands before the scripts have come, and the printed
one are all drawn from this scene.
"""

from typing import Any

from roofline_model import (
    A100,
    GPU,
    GPUS,
    H100,
    MATRIX_SIZE,
    Device,
    attainable,
    format_si,
    ridge,
    tile_sweep,
)

#: Ends of the axes [flop/B] and [FLOP/s]: wide enough for the leanest kernel (vector
#: add, 0.083) and the highest roof (H100 tensor cores, 989.5 TFLOP/s).
X_RANGE = (0.05, 5000.0)
Y_RANGE = (5e10, 3e15)

X_TICKS = {0.1: "0.1", 1.0: "1", 10.0: "10", 100.0: "100", 1000.0: "1000"}
Y_TICKS = {1e11: "100 G", 1e12: "1 T", 1e13: "10 T", 1e14: "100 T", 1e15: "1 P"}

#: Further ticks, for the axes of a GPU of the reader's own.
X_FURTHER = {1e-3: "0.001", 1e-2: "0.01", 1e4: "10 k", 1e5: "100 k", 1e6: "1 M"}
Y_FURTHER = {
    10.0**power: format_si(10.0**power, "", trim=True).strip()
    for power in (*range(6, 11), *range(16, 20))
}

X_NAME = "arithmetic intensity"
Y_NAME = "FLOP/s"


def roofline(gpu: GPU | Device) -> dict[str, Any]:
    """Return a GPU's lines, ridges and labels; what is unknown of it is None.

    Three vertices draw a roofline: the slope's start, the ridge, the roof's end. On
    log-log paper the pieces between them are straight, so a reader of the line reads
    P(I) exactly. The dashed roof is that of the tensor cores, of BF16 where they have
    it, and otherwise of FP16.
    """
    lo, hi = X_RANGE
    w, fp32, tensor = gpu.bandwidth, fp32_peak(gpu), tensor_peak(gpu)
    corner = ridge(peak=fp32, bandwidth=w) if fp32 else None
    tensor_corner = ridge(peak=tensor, bandwidth=w) if tensor else None
    # The tensor roof shares the slope up to the FP32 ridge: its dashes begin there,
    # where the FP32 ridge is the lower of the two.
    shared = corner is not None and tensor_corner is not None
    dashes_from = min(corner, tensor_corner) if shared else lo
    return {
        "name": gpu.name,
        # On which side of its slope a GPU's names stand, so that the space between
        # the two slopes belongs to the points.
        "side": "above" if gpu is H100 else "below",
        "fp32": fp32 and _line([lo, corner, hi], peak=fp32, bandwidth=w),
        "bf16": tensor
        and _line([dashes_from, tensor_corner, hi], peak=tensor, bandwidth=w),
        # The whole of it, for a kernel or a probe that reads its rate off the line.
        "bf16_whole": tensor
        and _line([lo, tensor_corner, hi], peak=tensor, bandwidth=w),
        "ridges": {
            "fp32": corner and {"x": corner, "y": fp32, "text": _plain(corner)},
            "bf16": tensor_corner
            and {"x": tensor_corner, "y": tensor, "text": _plain(tensor_corner)},
        },
        "labels": _labels(gpu),
    }


def fp32_peak(gpu: GPU | Device) -> float | None:
    """Return the peak of the FP32 vector units, where it is known [FLOP/s]."""
    return gpu.fp32_peak.value if gpu.fp32_peak else None


def tensor_peak(gpu: GPU | Device) -> float | None:
    """Return the dense peak of the tensor cores, where it is known [FLOP/s]."""
    peak = gpu.bf16_peak if isinstance(gpu, GPU) else gpu.tensor_peak
    return peak.value if peak else None


def tensor_format(gpu: GPU | Device) -> str:
    """Return the words that the tensor peak is of: BF16, or FP16."""
    return "BF16" if isinstance(gpu, GPU) else gpu.tensor_format or "BF16"


def short_name(name: str) -> str:
    """Return a GPU's name as a line carries it: without its memory and its family.

    >>> short_name("A100 SXM4, 80 GB"), short_name("GeForce RTX 4090, 24 GB")
    ('A100 SXM4', 'RTX 4090')
    """
    short = name.partition(",")[0]
    if name.endswith(", achieved"):
        short += " achieved"
    for family in ("GeForce ", "Instinct "):
        short = short.removeprefix(family)
    return short


def ranges(gpu: GPU | Device) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the axes that hold a GPU's roofs, its ridges and the walk's first tile.

    They are the usual ones wherever those do.

    >>> ranges(H100) == (X_RANGE, Y_RANGE)
    True
    """
    peaks = [peak for peak in (fp32_peak(gpu), tensor_peak(gpu)) if peak]
    corners = [ridge(peak=peak, bandwidth=gpu.bandwidth) for peak in peaks]
    first = tile_sweep(A100, n=MATRIX_SIZE, tiles=(1,))[0].intensity
    lowest = min(gpu.bandwidth * first, *peaks)
    return (
        _widened(X_RANGE, min(corners), max(corners)),
        _widened(Y_RANGE, lowest, max(peaks)),
    )


def _widened(
    usual: tuple[float, float], lowest: float, highest: float
) -> tuple[float, float]:
    lo, hi = usual
    return (
        lo if lowest > lo * SPARE else lowest / MARGIN,
        hi if highest * SPARE < hi else highest * MARGIN,
    )


#: How far above the floor a slope is first named: its name needs the height.
FOOT = 1.5

#: How near to an axis' end something may lie, and how far a widened axis reaches past
#: what it has to hold.
SPARE, MARGIN = 1.15, 4


def scene() -> dict[str, Any]:
    """Return the whole figure: axes, and the roofline of every GPU."""
    return {
        "x_range": list(X_RANGE),
        "y_range": list(Y_RANGE),
        "x_ticks": [[x, text] for x, text in X_TICKS.items()],
        "y_ticks": [[y, text] for y, text in Y_TICKS.items()],
        "x_further": [[x, text] for x, text in X_FURTHER.items()],
        "y_further": [[y, text] for y, text in Y_FURTHER.items()],
        "x_name": X_NAME,
        "y_name": Y_NAME,
        "gpus": {gpu.key: roofline(gpu) for gpu in GPUS},
        "foot": FOOT,
        "spare": SPARE,
        "margin": MARGIN,
        "regions": {"memory": "memory-bound", "compute": "compute-bound"},
    }


def _plain(ridge_point: float) -> str:
    """Write a ridge as it is quoted: 12.5 and 20, not 20.0."""
    return format_si(ridge_point, "", trim=True).strip()


def _line(xs: list[float], *, peak: float, bandwidth: float) -> dict[str, list[float]]:
    ys = attainable(xs, peak=peak, bandwidth=bandwidth)
    return {"x": xs, "y": ys.tolist()}


def _labels(gpu: GPU | Device) -> list[dict[str, Any]]:
    """Name each line on the line itself.

    `text` is for a wide figure, `short` for a narrow one. `dy` is in pixels, upwards,
    across the line; `along` turns the label with the slope. Both slopes are named below
    their line, at its foot, where no point ever comes.
    """
    lo, hi = X_RANGE
    w, fp32, tensor = gpu.bandwidth, fp32_peak(gpu), tensor_peak(gpu)
    lowest = min(peak for peak in (fp32, tensor) if peak)
    bandwidth = format_si(w, "B/s", digits=4, trim=True)
    name, tensor_name = short_name(gpu.name), tensor_format(gpu)
    # A slow memory's line comes in at the floor, further right. A name above its line
    # leans to the left.
    start = max(lo * (1.02 if isinstance(gpu, GPU) else 1.2), FOOT * Y_RANGE[0] / w)
    labels = [
        {
            "id": "slope",
            "x": start,
            "y": attainable(start, peak=lowest, bandwidth=w),
            # What is not known to be HBM is called memory.
            "text": f"{memory_name(gpu)} {bandwidth}",
            "short": bandwidth,
            "align": "left",
            "dy": _across(gpu),
            "along": True,
        }
    ]
    if fp32:
        labels.append(
            {
                "id": "roof",
                "x": hi,
                "y": fp32,
                "text": f"{name} FP32 {format_si(fp32, 'FLOP/s', trim=True)}",
                "short": f"FP32 {format_si(fp32, '', trim=True)}",
                "align": "right",
                "dy": 9,
                "along": False,
            }
        )
    if tensor:
        whole = format_si(tensor, "", digits=4, trim=True)
        labels.append(
            {
                "id": "tensor",
                "x": hi,
                "y": tensor,
                "text": f"{name} {tensor_name} tensor {whole}",
                "short": f"{tensor_name} {format_si(tensor, '', trim=True)}",
                "align": "right",
                "dy": 9,
                "along": False,
            }
        )
    return labels


def _across(gpu: GPU | Device) -> int:
    """Return how far above its slope a GPU's memory is named [px].

    The presets' names stand below, at a foot that no point reaches. Another's slope may
    come in further right, where points are: there the name clears them, above.
    """
    if isinstance(gpu, GPU):
        return -5 if gpu is H100 else -8
    return 11


def memory_name(gpu: GPU | Device) -> str:
    """Return what a GPU's memory is called; where its kind is unknown, memory.

    >>> from roofline_model import device
    >>> memory_name(device("rtx-4090")), memory_name(device("h200-sxm-141gb"))
    ('GDDR6X', 'HBM')
    """
    note = gpu.hbm.note if isinstance(gpu, GPU) else gpu.memory.note
    if note.startswith("HBM"):
        return "HBM"
    return note if note.startswith("GDDR") else "memory"
