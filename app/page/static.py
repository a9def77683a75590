"""What no state changes on the page: facts, lists and styles, made once for all."""

import base64
from pathlib import Path
from typing import Any

from markupsafe import Markup

from roofline_model import (
    A100,
    GPU,
    GPUS,
    KERNELS,
    SOURCES,
    TILES,
    Constant,
    Level,
    format_si,
    limits,
    significant,
    smallest_power_of_two_tile,
    tile_sweep,
)
from roofline_model.sources import HONG_KUNG_1981, IRONY_2004, SMITH_2019

from ..data.axes import scene
from ..data.gpu_list import as_data as devices_data
from ..data.measurements import as_page as measured_page
from ..data.questions import as_data as questions_data
from ..data.setting import SIZES, matrix_name
from ..data.state import GPU_CHOICES
from ..data.theme import css_tokens
from ..quantities import si, tile_name
from .listing import highlighted

TITLE = "The roofline: why a GPU kernel waits on memory"

ASSETS = Path(__file__).parents[2] / "assets"

#: The place on the page of a GPU that is none of the presets.
OTHER = "other"


def unchanging() -> dict[str, Any]:
    """Return what no state changes: it is made once for all readers."""
    return {
        "title": TITLE,
        "scene": scene(),
        "gpus": GPUS,
        "places": [*(gpu.key for gpu in GPUS), OTHER],
        "gpu_names": {**{gpu.key: gpu.name for gpu in GPUS}, "both": "both"},
        "tiles": TILES,
        "sizes": SIZES,
        "matrix": matrix_name(),
        "reach": {gpu.key: _reach(gpu) for gpu in GPUS},
        "kernels": [
            {
                "key": kernel.key,
                "name": kernel.name,
                "derivation": kernel.derivation,
                "assumption": kernel.assumption,
                "reading": significant(kernel.intensity),
            }
            for kernel in KERNELS
        ],
        "shared16": _shared_memory_at_16(),
        "constants": {gpu.key: _constants(gpu) for gpu in GPUS},
        "devices": devices_data(),
        "measured": measured_page(),
        "questions": questions_data(),
        "sources": SOURCES,
        "bounds": (HONG_KUNG_1981, IRONY_2004, SMITH_2019),
        "code": highlighted(tile_sweep),
        "styles": _styles(),
        "icon": _icon(),
    }


def _reach(gpu: GPU) -> dict[str, str]:
    power = smallest_power_of_two_tile(gpu)
    assert power is not None, gpu.name
    return {
        "tile": tile_name(power),
        "tensor_ratio": f"{gpu.peak('bf16') / gpu.peak('fp32'):.0f}",
    }


def _shared_memory_at_16() -> dict[str, str]:
    rates = limits(A100, tile=16).rates
    return {
        "tile": tile_name(16),
        "rate": si(rates[Level.SHARED], "FLOP/s"),
        "hbm": si(rates[Level.HBM], "FLOP/s"),
        "short": f"{rates[Level.SHARED] / 1e12:.1f}",
        "hbm_short": f"{rates[Level.HBM] / 1e12:.1f}",
    }


def _constant(quantity: Constant) -> str:
    return format_si(quantity.value, quantity.unit, digits=4, trim=True)


def _constants(gpu: GPU) -> list[dict[str, Any]]:
    rows = [
        ("FP32 peak", gpu.fp32_peak),
        ("BF16 peak", gpu.bf16_peak),
        ("HBM bandwidth", gpu.hbm),
        ("Clock", gpu.clock),
        ("Shared memory", gpu.shared_width),
        ("L2, from", gpu.l2_low),
        ("L2, to", gpu.l2_high),
    ]
    return [
        {
            "name": name,
            "note": quantity.note,
            "value": _constant(quantity),
            "source": quantity.source,
        }
        for name, quantity in rows
    ]


def _styles() -> Markup:
    sheets = sorted((ASSETS / "styles").glob("*.css"))
    texts = [sheet.read_text(encoding="utf-8") for sheet in sheets]
    return Markup("\n".join([css_tokens(), *_gpu_rules(), *texts]))


def _gpu_rules() -> list[str]:
    """Return the rules that hide what belongs to a GPU or a choice not shown."""
    places = [*(gpu.key for gpu in GPUS), OTHER]
    choices = [*GPU_CHOICES, OTHER]
    rules = [(f'shows~="{place}"', f'for="{place}"') for place in places]
    rules += [(f'gpu="{choice}"', f'choice="{choice}"') for choice in choices]
    return [
        f"main:not([data-{shown}]) [data-{part}] {{ display: none !important; }}"
        for shown, part in rules
    ]


def _icon() -> str:
    svg = (ASSETS / "images" / "icon.svg").read_bytes()
    return "data:image/svg+xml;base64," + base64.b64encode(svg).decode()
