"""The roofline model in numpy: GPUs, attainable rate, tiled GEMM traffic, kernels.

Numbers are plain SI floats: FLOP/s, flop, B, B/s, s, flop/B. Arguments that carry a
unit are passed by keyword.

>>> from roofline_model import A100, attainable
>>> attainable(0.25, peak=A100.peak(), bandwidth=A100.bandwidth)
388750000000.0
"""

from .gemm import (
    GemmTraffic,
    gemm_flops,
    gemm_hbm_bytes,
    gemm_shared_bytes,
    gemm_shared_fill_bytes,
    gemm_traffic,
    register_tile,
)
from .gpus import A100, GPU, GPUS, H100, PRECISIONS, Constant, Precision, word_bytes
from .kernels import KERNELS, Kernel, kernel
from .levels import Level, Limits, limits
from .roofline import TIE_TOLERANCE, Bound, attainable, bound, ridge, tie_band, tied
from .sources import SOURCES, Source
from .sweep import (
    MATRIX_SIZE,
    TILES,
    Frame,
    smallest_power_of_two_tile,
    smallest_tile,
    tile_sweep,
)
from .units import PREFIXES, format_si, percent, significant, spoken

__all__ = [
    "A100",
    "GPU",
    "GPUS",
    "H100",
    "KERNELS",
    "MATRIX_SIZE",
    "PRECISIONS",
    "PREFIXES",
    "SOURCES",
    "TIE_TOLERANCE",
    "TILES",
    "Bound",
    "Constant",
    "Frame",
    "GemmTraffic",
    "Kernel",
    "Level",
    "Limits",
    "Precision",
    "Source",
    "attainable",
    "bound",
    "format_si",
    "gemm_flops",
    "gemm_hbm_bytes",
    "gemm_shared_bytes",
    "gemm_shared_fill_bytes",
    "gemm_traffic",
    "kernel",
    "limits",
    "percent",
    "register_tile",
    "ridge",
    "significant",
    "smallest_power_of_two_tile",
    "smallest_tile",
    "spoken",
    "tie_band",
    "tied",
    "tile_sweep",
    "word_bytes",
]
