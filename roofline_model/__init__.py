"""The roofline model in numpy: GPUs, attainable rate, traffic, kernels, measurements.

Numbers are plain SI floats: FLOP/s, flop, B, B/s, s, flop/B. Arguments that carry a
unit are passed by keyword.

>>> from roofline_model import A100, attainable
>>> attainable(0.25, peak=A100.peak(), bandwidth=A100.bandwidth)
388750000000.0
"""

from .catalogue import CATALOGUE, device, search_devices
from .counting import Kernel
from .devices import Device
from .gemm import (
    GemmTraffic,
    gemm_flops,
    gemm_hbm_bytes,
    gemm_shared_bytes,
    gemm_shared_fill_bytes,
    gemm_traffic,
    register_tile,
)
from .gpus import (
    A100,
    GPU,
    GPUS,
    H100,
    PRECISIONS,
    Constant,
    Machine,
    Precision,
    word_bytes,
)
from .kernels import KERNELS, kernel
from .levels import Level, Limits, l2_band, limits
from .measured import (
    A100_ACHIEVED,
    A100_SWEEP,
    Achieved,
    SweepPoint,
    achieved,
    measured_share,
)
from .own import own_gpu
from .reuse import (
    compulsory_intensity,
    fast_memory_intensity,
    reuse_band,
    sm_intensity,
    sm_tile,
)
from .roofline import TIE_TOLERANCE, Bound, attainable, bound, ridge, tie_band, tied
from .sgemm import A6000, SGEMM_KERNELS, SgemmKernel
from .sources import SOURCES, Source
from .sweep import (
    MATRIX_SIZE,
    TILES,
    Frame,
    smallest_power_of_two_tile,
    smallest_tile,
    tile_sweep,
)
from .typed import parse_bandwidth, parse_rate, typing_rules
from .units import PREFIXES, format_si, percent, significant, spoken
from .waves import busy_share, edge_share, gemm_blocks, gemm_waves, last_wave_share

__all__ = [
    "A100",
    "A100_ACHIEVED",
    "A100_SWEEP",
    "A6000",
    "CATALOGUE",
    "GPU",
    "GPUS",
    "H100",
    "KERNELS",
    "MATRIX_SIZE",
    "PRECISIONS",
    "PREFIXES",
    "SGEMM_KERNELS",
    "SOURCES",
    "TIE_TOLERANCE",
    "TILES",
    "Achieved",
    "Bound",
    "Constant",
    "Device",
    "Frame",
    "GemmTraffic",
    "Kernel",
    "Level",
    "Limits",
    "Machine",
    "Precision",
    "SgemmKernel",
    "Source",
    "SweepPoint",
    "achieved",
    "attainable",
    "bound",
    "busy_share",
    "compulsory_intensity",
    "device",
    "edge_share",
    "fast_memory_intensity",
    "format_si",
    "gemm_blocks",
    "gemm_flops",
    "gemm_hbm_bytes",
    "gemm_shared_bytes",
    "gemm_shared_fill_bytes",
    "gemm_traffic",
    "gemm_waves",
    "kernel",
    "l2_band",
    "last_wave_share",
    "limits",
    "measured_share",
    "own_gpu",
    "parse_bandwidth",
    "parse_rate",
    "percent",
    "register_tile",
    "reuse_band",
    "ridge",
    "search_devices",
    "significant",
    "sm_intensity",
    "sm_tile",
    "smallest_power_of_two_tile",
    "smallest_tile",
    "spoken",
    "tie_band",
    "tied",
    "tile_sweep",
    "typing_rules",
    "word_bytes",
]
