"""The GPUs of the lesson, every constant with its unit, its board and its source."""

from dataclasses import dataclass
from typing import Literal, Protocol, get_args

from .checks import positive, whole
from .sources import (
    A100_DATASHEET,
    A100_WHITEPAPER,
    H100_PRODUCT_PAGE,
    H100_WHITEPAPER,
    L2_MICROBENCHMARKS,
    Source,
)
from .units import GIGA, KIBI, TERA

Precision = Literal["fp32", "bf16"]
PRECISIONS: tuple[Precision, ...] = get_args(Precision)

_WORD_BYTES: dict[Precision, int] = {"fp32": 4, "bf16": 2}


def word_bytes(precision: Precision) -> int:
    """Return s, the bytes that one element takes in memory.

    Raises
    ------
    ValueError
        If the precision is unknown.

    Examples
    --------
    >>> word_bytes("bf16")
    2
    >>> word_bytes("fp8")
    Traceback (most recent call last):
    ValueError: precision must be one of ['fp32', 'bf16'], got 'fp8'
    """
    check_precision(precision)
    return _WORD_BYTES[precision]


def check_precision(precision: str) -> None:
    """Raise if there is no such precision.

    >>> check_precision("fp64")
    Traceback (most recent call last):
    ValueError: precision must be one of ['fp32', 'bf16'], got 'fp64'
    """
    if precision not in PRECISIONS:
        raise ValueError(
            f"precision must be one of {list(PRECISIONS)}, got {precision!r}"
        )


@dataclass(frozen=True, slots=True)
class Constant:
    """A figure of a data sheet: its value in SI, its unit, and where it was read.

    Parameters
    ----------
    value : float [unit]
    unit : str
    source : Source
    note : str
        What the figure counts, where that is not plain from its name.

    Raises
    ------
    ValueError
        If `value` is not positive and finite.
    """

    value: float
    unit: str
    source: Source
    note: str = ""

    def __post_init__(self) -> None:
        positive(f"value [{self.unit}]", self.value)


class Machine(Protocol):
    """Whatever a roofline is drawn of: a peak, a bandwidth and a name.

    A `GPU` of the lesson is one, and so is every `Device`.
    """

    @property
    def key(self) -> str:
        """Lower-case name for addresses and files."""

    @property
    def name(self) -> str:
        """What the page calls it."""

    @property
    def board(self) -> str:
        """The exact board, vendor first."""

    @property
    def bandwidth(self) -> float:
        """The bandwidth W of its memory [B/s]."""

    def peak(self, precision: Precision = "fp32") -> float:
        """Return the peak P at that precision [FLOP/s]."""


@dataclass(frozen=True, slots=True)
class GPU:
    """One board, as its vendor publishes it.

    Parameters
    ----------
    key : str
        Lower-case name for addresses and files.
    name : str
        What the page calls it.
    board : str
        The exact board: form factor and memory size decide the bandwidth.
    fp32_peak : Constant [FLOP/s]
        Peak of the FP32 vector units, a fused multiply-add counted as two.
    bf16_peak : Constant [FLOP/s]
        Dense peak of the BF16 tensor cores.
    hbm : Constant [B/s]
        Bandwidth of the memory on the package.
    clock : Constant [Hz]
        The clock that `fp32_peak` and the shared memory are counted at.
    sm_count : int
        Streaming multiprocessors that are switched on.
    shared_width : Constant [B]
        Bytes that one SM's shared memory delivers in a clock.
    register_file : Constant [B]
        The registers of one SM.
    shared_size : Constant [B]
        The shared memory that one SM can be set to, at most.
    l2_low, l2_high : Constant [B/s]
        The band that published figures of the L2 cache's bandwidth span.
    """

    key: str
    name: str
    board: str
    fp32_peak: Constant
    bf16_peak: Constant
    hbm: Constant
    clock: Constant
    sm_count: int
    shared_width: Constant
    register_file: Constant
    shared_size: Constant
    l2_low: Constant
    l2_high: Constant

    def __post_init__(self) -> None:
        whole("sm_count", self.sm_count)

    def peak(self, precision: Precision = "fp32") -> float:
        """Return the peak P at that precision [FLOP/s].

        Raises
        ------
        ValueError
            If the precision is unknown.

        Examples
        --------
        >>> A100.peak("bf16")
        312000000000000.0
        """
        check_precision(precision)
        return (self.fp32_peak if precision == "fp32" else self.bf16_peak).value

    @property
    def bandwidth(self) -> float:
        """The HBM bandwidth W [B/s].

        >>> H100.bandwidth
        3350000000000.0
        """
        return self.hbm.value

    @property
    def shared_bandwidth(self) -> float:
        """Shared memory of all SMs together: SMs · width · clock [B/s].

        >>> round(A100.shared_bandwidth / 1e12, 2)
        19.49
        """
        return self.sm_count * self.shared_width.value * self.clock.value

    @property
    def sm_memory(self) -> float:
        """What one SM can hold: its registers and its shared memory [B].

        >>> A100.sm_memory / 1024
        420.0
        """
        return self.register_file.value + self.shared_size.value


A100 = GPU(
    key="a100",
    name="A100",
    board="NVIDIA A100 SXM4, 40 GB",
    fp32_peak=Constant(19.5 * TERA, "FLOP/s", A100_WHITEPAPER, "vector units"),
    bf16_peak=Constant(312 * TERA, "FLOP/s", A100_WHITEPAPER, "tensor cores, dense"),
    hbm=Constant(1.555 * TERA, "B/s", A100_DATASHEET, "HBM2, 5120 bits wide"),
    clock=Constant(1.410 * GIGA, "Hz", A100_WHITEPAPER, "boost clock"),
    sm_count=108,
    shared_width=Constant(128, "B", A100_WHITEPAPER, "a clock and SM"),
    register_file=Constant(256 * KIBI, "B", A100_WHITEPAPER, "an SM"),
    shared_size=Constant(164 * KIBI, "B", A100_WHITEPAPER, "an SM, at most"),
    l2_low=Constant(5.42 * TERA, "B/s", L2_MICROBENCHMARKS, "measured"),
    l2_high=Constant(5120 * 1.410 * GIGA, "B/s", A100_WHITEPAPER, "5120 B a clock"),
)

H100 = GPU(
    key="h100",
    name="H100",
    board="NVIDIA H100 SXM5, 80 GB",
    fp32_peak=Constant(67 * TERA, "FLOP/s", H100_PRODUCT_PAGE, "vector units"),
    bf16_peak=Constant(
        989.5 * TERA,
        "FLOP/s",
        H100_PRODUCT_PAGE,
        "tensor cores, dense: half the sparse figure, at 1.830 GHz",
    ),
    hbm=Constant(3.35 * TERA, "B/s", H100_PRODUCT_PAGE, "HBM3, 5120 bits wide"),
    clock=Constant(1.980 * GIGA, "Hz", H100_WHITEPAPER, "boost clock of the FP32 peak"),
    sm_count=132,
    shared_width=Constant(128, "B", H100_WHITEPAPER, "a clock and SM"),
    register_file=Constant(256 * KIBI, "B", H100_WHITEPAPER, "an SM"),
    shared_size=Constant(228 * KIBI, "B", H100_WHITEPAPER, "an SM, at most"),
    l2_low=Constant(4.9 * TERA, "B/s", L2_MICROBENCHMARKS, "lowest measured"),
    l2_high=Constant(9.8 * TERA, "B/s", L2_MICROBENCHMARKS, "highest measured"),
)

GPUS: tuple[GPU, ...] = (A100, H100)
