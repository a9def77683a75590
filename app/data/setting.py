"""What is multiplied, and which limits are drawn: the walk's setting."""

from dataclasses import dataclass, replace
from typing import Literal

from roofline_model import GPU, MATRIX_SIZE, Device, Precision

Levels = Literal["hbm", "shared"]

#: The matrix sizes n to choose from. Not all are powers of two: real matrices are not,
#: and what tiles lose at an edge or in a last wave shows where they do not divide.
SIZES: tuple[int, ...] = (
    *(128, 192, 256, 384, 512, 768, 1000, 1024, 1536, 2000, 2048, 3000),
    *(MATRIX_SIZE, 5000, 6144, 8192, 10_000, 12_288, 16_384),
)

#: The key of the GPU that a reader has typed in.
OWN = "own"

#: How many walks are kept: a GPU that a reader types in is a new one each time, and a
#: server runs for long.
KEPT = 1024

#: How a precision is written, and the bytes of its words.
PRECISION_NAMES: dict[str, str] = {"fp32": "FP32", "bf16": "BF16"}


@dataclass(frozen=True, slots=True)
class Setting:
    """The multiply that walks, and the levels that may hold it.

    Parameters
    ----------
    n : int
        Matrix size.
    precision : {"fp32", "bf16"}
    levels : {"hbm", "shared"}
        HBM and the ALUs alone, or shared memory between them as well.
    """

    n: int = MATRIX_SIZE
    precision: Precision = "fp32"
    levels: Levels = "hbm"

    def on(self, gpu: GPU | Device) -> "Setting":
        """Return the setting as that GPU can show it.

        A precision whose peak is unknown gives way to the one that is known. Shared
        memory is counted by what threads read for their sums, in FP32: tensor cores
        read for a whole warp at once, so in BF16 that count would be another kernel's.

        >>> from roofline_model import A100, device
        >>> Setting(precision="bf16", levels="shared").on(A100).levels
        'hbm'
        >>> Setting().on(device("tpu-v4")).precision
        'bf16'
        """
        precision = self.precision
        known = ("fp32", "bf16") if isinstance(gpu, GPU) else gpu.precisions
        if precision not in known:
            precision = "bf16" if precision == "fp32" else "fp32"
        shared = precision == "fp32" and gpu.shared_bandwidth is not None
        levels: Levels = self.levels if shared else "hbm"
        return replace(self, precision=precision, levels=levels)


def matrix_name(n: int = MATRIX_SIZE) -> str:
    """Return how a multiply of that size is called: its size cubed.

    >>> matrix_name()
    '4096³'
    """
    return f"{n}³"
