"""A device of the wider circle: what is known of it, and nothing that is not."""

from dataclasses import dataclass
from typing import Literal, get_args

from .checks import whole
from .gpus import PRECISIONS, Constant, Precision, check_precision

Kind = Literal["gpu", "accelerator"]
TensorFormat = Literal["BF16", "FP16"]


@dataclass(frozen=True, slots=True)
class Device:
    """One device as a kernel sees it. A figure that is unknown is None, never zero.

    Parameters
    ----------
    key : str
        Lower-case name for addresses and files.
    vendor : str
        Empty for a GPU of one's own.
    name : str
        Form factor and memory included, where there are several.
    kind : {"gpu", "accelerator"}
    memory : Constant [B/s]
        Bandwidth of the device's memory.
    fp32_peak : Constant or None [FLOP/s]
        Peak of the FP32 vector units, a fused multiply-add counted as two.
    tensor_peak : Constant or None [FLOP/s]
        Dense peak of the matrix units on two-byte words, summing in FP32.
    tensor_format : {"BF16", "FP16"} or None
        The words of `tensor_peak`: FP16 where the device has no BF16.
    clock : Constant or None [Hz]
        The clock that `fp32_peak` and the shared memory are counted at.
    sm_count : int or None
        Streaming multiprocessors; compute units on AMD's.
    shared_width : Constant or None [B]
        Bytes that one SM's shared memory delivers in a clock.
    note : str
        What to know before its figures are compared.

    Raises
    ------
    ValueError
        If there is no name, an unknown kind, no peak at all, a tensor peak without
        its format or a format without its peak, or no whole number of SMs.
    """

    key: str
    vendor: str
    name: str
    kind: Kind
    memory: Constant
    fp32_peak: Constant | None = None
    tensor_peak: Constant | None = None
    tensor_format: TensorFormat | None = None
    clock: Constant | None = None
    sm_count: int | None = None
    shared_width: Constant | None = None
    note: str = ""

    def __post_init__(self) -> None:
        if not self.name.strip():
            raise ValueError(f"name must not be empty, got {self.name!r}")
        if self.kind not in get_args(Kind):
            raise ValueError(
                f"kind must be one of {list(get_args(Kind))}, got {self.kind!r}"
            )
        if self.fp32_peak is None and self.tensor_peak is None:
            raise ValueError(f"{self.name} must have a peak, got none")
        formats = [None] if self.tensor_peak is None else list(get_args(TensorFormat))
        if self.tensor_format not in formats:
            raise ValueError(
                f"tensor_format must be one of {formats}, got {self.tensor_format!r}"
            )
        if self.sm_count is not None:
            whole("sm_count", self.sm_count)

    @property
    def board(self) -> str:
        """The exact board, vendor first."""
        return f"{self.vendor} {self.name}".strip()

    @property
    def bandwidth(self) -> float:
        """The bandwidth W of the memory [B/s]."""
        return self.memory.value

    @property
    def bf16_peak(self) -> Constant | None:
        """The tensor peak where it is one of BF16, and otherwise None [FLOP/s]."""
        return self.tensor_peak if self.tensor_format == "BF16" else None

    @property
    def precisions(self) -> tuple[Precision, ...]:
        """The precisions whose peak is known.

        >>> from roofline_model import device
        >>> device("tpu-v4").precisions, device("t4").precisions
        (('bf16',), ('fp32',))
        """
        return tuple(p for p in PRECISIONS if self._peak(p) is not None)

    def peak(self, precision: Precision = "fp32") -> float:
        """Return the peak P at that precision [FLOP/s].

        Raises
        ------
        ValueError
            If the precision is unknown, or its peak on this device.

        Examples
        --------
        >>> from roofline_model import device
        >>> device("rtx-a6000").peak()
        38700000000000.0
        >>> device("tpu-v4").peak()
        Traceback (most recent call last):
        ValueError: precision must be one of ['bf16'] for TPU v4, got 'fp32'
        """
        check_precision(precision)
        peak = self._peak(precision)
        if peak is None:
            raise ValueError(
                f"precision must be one of {list(self.precisions)} for {self.name}, "
                f"got {precision!r}"
            )
        return peak.value

    def _peak(self, precision: Precision) -> Constant | None:
        return self.fp32_peak if precision == "fp32" else self.bf16_peak

    @property
    def shared_bandwidth(self) -> float | None:
        """Shared memory of all SMs, SMs · width · clock, where all are known [B/s].

        >>> from roofline_model import device
        >>> round(device("rtx-a6000").shared_bandwidth / 1e12, 2)
        19.35
        """
        if self.sm_count is None or self.shared_width is None or self.clock is None:
            return None
        return self.sm_count * self.shared_width.value * self.clock.value
