"""The walk as a table for other programs: CSV and JSON, with units and sources."""

import csv
import json
from collections.abc import Sequence
from io import StringIO
from typing import Any

from roofline_model import GPU, GPUS, MATRIX_SIZE, SOURCES, Constant, Frame

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

ASSUMPTION = (
    f"C = A·B, all {MATRIX_SIZE} × {MATRIX_SIZE} in FP32, square tiles, no cache reuse "
    "between blocks."
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
    names = [f"{name} [{unit}]" if unit else name for name, unit in UNITS.items()]
    writer.writerow([*names, "source of peak", "source of bandwidth"])
    sources = {
        gpu.board: (gpu.fp32_peak.source.key, gpu.hbm.source.key) for gpu in GPUS
    }
    for row in rows(frames):
        writer.writerow([*row.values(), *sources[row["gpu"]]])
    return out.getvalue()


def as_json(frames: Sequence[Frame]) -> str:
    """Return frames as JSON, with the constants behind them and their sources."""
    whole = {
        "assumption": ASSUMPTION,
        "units": UNITS,
        "gpus": [_gpu(gpu) for gpu in GPUS],
        "frames": rows(frames),
        "sources": {source.key: source.citation for source in SOURCES},
    }
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def _gpu(gpu: GPU) -> dict[str, Any]:
    return {
        "board": gpu.board,
        "fp32_peak": _constant(gpu.fp32_peak),
        "bf16_peak": _constant(gpu.bf16_peak),
        "hbm_bandwidth": _constant(gpu.hbm),
    }


def _constant(quantity: Constant) -> dict[str, Any]:
    return {
        "value": quantity.value,
        "unit": quantity.unit,
        "source": quantity.source.key,
    }
