"""The other GPUs as the page lists them: figures as text, and none where none is known.

The lesson's two presets have their place in the page's head and are not among them.
"""

from functools import cache
from typing import Any

from roofline_model import (
    CATALOGUE,
    GPUS,
    Constant,
    Device,
    format_si,
    ridge,
    significant,
)

NBSP = "\N{NO-BREAK SPACE}"

#: Enough for every figure of the catalogue as its source prints it: 362.05, 1307.4.
DIGITS = 5

#: What a vendor calls the units that count as SMs here, one and several, and its
#: matrix units.
UNIT_NAMES = {"AMD": ("compute unit", "Compute units")}
MATRIX_NAMES = {"AMD": "matrix cores", "Google": "matrix units"}


@cache
def as_data() -> tuple[dict[str, Any], ...]:
    """Return one row for each device that a reader can choose beside the presets.

    Returns
    -------
    tuple of dict
        By name: the board's `name`, the text that a search looks through, a `line` of
        its peaks and its bandwidth, `facts` as (name, what it counts, value), and its
        `source` and `note`. What is unknown is None, and is not among the facts.

    Examples
    --------
    >>> row = next(row for row in as_data() if row["key"] == "tpu-v4")
    >>> row["fp32"] is None, row["tensor"] == f"275{NBSP}TFLOP/s", row["tensor_format"]
    (True, True, 'BF16, dense')
    >>> [name for name, _, _ in row["facts"]]
    ['BF16 peak, dense', 'Memory bandwidth', 'Ridge, BF16']
    """
    presets = {gpu.key for gpu in GPUS}
    return tuple(_row(device) for device in CATALOGUE if device.key not in presets)


def _row(device: Device) -> dict[str, Any]:
    figures = {
        "fp32": _text(device.fp32_peak),
        "tensor": _text(device.tensor_peak),
        "tensor_format": f"{device.tensor_format}, dense"
        if device.tensor_peak
        else None,
        "bandwidth": _text(device.memory),
        "memory": device.memory.note,
        "ridge": _ridge(device.fp32_peak, device),
        "tensor_ridge": _ridge(device.tensor_peak, device),
        "sms": None if device.sm_count is None else str(device.sm_count),
        "clock": _text(device.clock),
        "shared": _text(device.shared_width),
    }
    source = device.memory.source
    return {
        "key": device.key,
        "name": device.board,
        "searched": searched(device.board),
        **figures,
        "line": _line(device, figures),
        "facts": _facts(device, figures),
        "source": {"key": source.key, "citation": source.citation, "url": source.url},
        "note": device.note,
    }


def searched(board: str) -> str:
    """Return what a search looks through, as `search_devices` does.

    >>> searched("NVIDIA T4, 16 GB")
    'nvidia t4, 16 gb nvidiat4,16gb'
    """
    lower = board.casefold()
    return f"{lower} {lower.replace(' ', '')}"


def _line(device: Device, figures: dict[str, str | None]) -> str:
    """Return peaks and bandwidth in one line, which breaks only between them."""
    named = {
        f"FP32{NBSP}": figures["fp32"],
        f"{device.tensor_format}{NBSP}": figures["tensor"],
        "": figures["bandwidth"],
    }
    return " · ".join(name + text for name, text in named.items() if text is not None)


def _facts(
    device: Device, figures: dict[str, str | None]
) -> list[tuple[str, str, str]]:
    words = device.tensor_format
    unit, units = UNIT_NAMES.get(device.vendor, ("SM", "SMs"))
    matrix = MATRIX_NAMES.get(device.vendor, "tensor cores")
    counted = "peak / bandwidth"
    every = [
        ("FP32 peak", "vector units", figures["fp32"]),
        (f"{words} peak, dense", f"{matrix}, FP32 sums", figures["tensor"]),
        ("Memory bandwidth", figures["memory"], figures["bandwidth"]),
        ("Ridge, FP32", counted, _with_unit(figures["ridge"])),
        (f"Ridge, {words}", counted, _with_unit(figures["tensor_ridge"])),
        (units, "", figures["sms"]),
        ("Clock", "of the FP32 peak", figures["clock"]),
        ("Shared memory", f"a clock and {unit}", figures["shared"]),
    ]
    return [(name, note or "", text) for name, note, text in every if text is not None]


def _text(constant: Constant | None) -> str | None:
    if constant is None:
        return None
    text = format_si(constant.value, constant.unit, digits=DIGITS, trim=True)
    return text.replace(" ", NBSP)


def _ridge(peak: Constant | None, device: Device) -> str | None:
    if peak is None:
        return None
    return significant(ridge(peak=peak.value, bandwidth=device.bandwidth))


def _with_unit(ridge_point: str | None) -> str | None:
    return None if ridge_point is None else f"{ridge_point}{NBSP}flop/B"
