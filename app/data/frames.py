"""The walk as a table for other programs: CSV and JSON, with units and sources."""

import csv
import json
from collections.abc import Sequence
from io import StringIO
from typing import Any

from roofline_model import GPU, Constant, Device, Frame

from .gpus import source_keys
from .setting import PRECISION_NAMES

#: What each column of the frames is measured in; an empty unit is a pure number.
UNITS: dict[str, str] = {
    "gpu": "",
    "matrix_size": "",
    "precision": "",
    "tile": "",
    "intensity": "flop/B",
    "attainable": "FLOP/s",
    "bound": "",
    "flops": "flop",
    "hbm_bytes": "B",
    "memory_time": "s",
    "compute_time": "s",
    "roof_fraction": "",
    "gain_of_next_doubling": "",
}

#: The first row of a table of frames: each column's unit is in its name, and its last
#: two are the sources of the row's peak and bandwidth.
HEADER = [
    *(f"{name} [{unit}]" if unit else name for name, unit in UNITS.items()),
    "source of peak",
    "source of bandwidth",
]

ASSUMPTION = (
    "C = A·B, all {n} × {n} in {precision}, square tiles, no cache reuse between "
    "blocks."
)


def rows(frames: Sequence[Frame]) -> list[dict[str, Any]]:
    """Return the frames, one a row, in SI units."""
    return [
        {
            "gpu": frame.gpu.board,
            "matrix_size": frame.n,
            "precision": frame.precision,
            "tile": frame.tile,
            "intensity": frame.intensity,
            "attainable": frame.attainable,
            "bound": frame.bound.value,
            "flops": frame.flops,
            "hbm_bytes": frame.hbm_bytes,
            "memory_time": frame.memory_time,
            "compute_time": frame.compute_time,
            "roof_fraction": frame.roof_fraction,
            "gain_of_next_doubling": frame.gain,
        }
        for frame in frames
    ]


def as_csv(frames: Sequence[Frame]) -> str:
    """Return frames as CSV: each column's unit is in its name, the sources in the row.

    >>> as_csv(()).split(",")[4]
    'intensity [flop/B]'
    """
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADER)
    for frame, row in zip(frames, rows(frames), strict=True):
        writer.writerow([*row.values(), *source_keys(frame.gpu)])
    return out.getvalue()


def as_json(frames: Sequence[Frame]) -> str:
    """Return frames as JSON, with the constants behind them and their sources."""
    # A GPU that does not know the precision that was asked for walks in its own.
    walked = dict.fromkeys(PRECISION_NAMES[frame.precision] for frame in frames)
    gpus = list(dict.fromkeys(frame.gpu for frame in frames))
    whole = {
        "assumption": ASSUMPTION.format(n=frames[0].n, precision=" or ".join(walked)),
        "units": UNITS,
        "gpus": [_gpu(gpu) for gpu in gpus],
        "frames": rows(frames),
        "sources": {
            constant.source.key: constant.source.citation
            for gpu in gpus
            for constant in _constants(gpu).values()
            if constant
        },
    }
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def _gpu(gpu: GPU | Device) -> dict[str, Any]:
    return {"board": gpu.board} | {
        name: _constant(constant)
        for name, constant in _constants(gpu).items()
        if constant
    }


def _constants(gpu: GPU | Device) -> dict[str, Constant | None]:
    return {
        "fp32_peak": gpu.fp32_peak,
        "bf16_peak": gpu.bf16_peak,
        "hbm_bandwidth": gpu.hbm if isinstance(gpu, GPU) else gpu.memory,
    }


def _constant(quantity: Constant) -> dict[str, Any]:
    return {
        "value": quantity.value,
        "unit": quantity.unit,
        "source": quantity.source.key,
    }
