"""A second walk, measured: FP32 multiplies on an RTX A6000, from naive to cuBLAS.

Some lie above the line drawn for their tile: the model counts each load again that a
cache served. `data/README.md` says who measured them.
"""

from dataclasses import dataclass

from .catalogue import device
from .checks import positive
from .devices import Device
from .gemm import gemm_flops, gemm_hbm_bytes
from .gpus import Machine
from .measured import measured_share
from .sources import SGEMM_CUDA, Source
from .sweep import MATRIX_SIZE
from .tables import read_table


@dataclass(frozen=True, slots=True)
class SgemmKernel:
    """A measured FP32 multiply of two n × n matrices, n = `MATRIX_SIZE`.

    Parameters
    ----------
    key : str
    name : str
    rate : float [FLOP/s]
    source : Source
    block : tuple of int or None
        Rows and columns of C that a thread block computes; None where unknown.
    thread : tuple of int or None
        Rows and columns of C that one thread computes.
    shared : bool or None
        Whether the block loads its operands into shared memory, for all its threads.

    Raises
    ------
    ValueError
        If the rate is not positive and finite.
    """

    key: str
    name: str
    rate: float
    source: Source
    block: tuple[int, int] | None = None
    thread: tuple[int, int] | None = None
    shared: bool | None = None

    def __post_init__(self) -> None:
        positive("rate", self.rate)

    @property
    def tile(self) -> tuple[int, int] | None:
        """The outputs whose operands are loaded together, or None where unknown.

        A block that shares its loads has its own tile. Where every thread loads for
        itself it is the thread's outputs: 1 × 1 for the first two kernels.

        >>> SGEMM_KERNELS[0].tile, SGEMM_KERNELS[2].tile
        ((1, 1), (32, 32))
        """
        return self.block if self.shared else self.thread

    @property
    def intensity(self) -> float | None:
        """What the tile gives without cache reuse, or None [flop/B]."""
        if self.tile is None:
            return None
        n = MATRIX_SIZE
        size = {"m": n, "n": n, "k": n}
        moved = gemm_hbm_bytes(bm=self.tile[0], bn=self.tile[1], **size)
        return float(gemm_flops(**size) / moved)

    def share(self, gpu: Machine) -> float | None:
        """Return the measured rate over the no-reuse line of that GPU, or None.

        >>> round(SGEMM_KERNELS[0].share(A6000), 1)
        1.6
        """
        if self.intensity is None:
            return None
        return measured_share(
            self.rate,
            intensity=self.intensity,
            peak=gpu.peak(),
            bandwidth=gpu.bandwidth,
        )

    def roof_fraction(self, gpu: Machine) -> float:
        """Return the measured rate over the peak of that GPU.

        >>> round(SGEMM_KERNELS[-1].roof_fraction(A6000), 2)
        0.6
        """
        return self.rate / gpu.peak()


def _pair(rows: str, columns: str) -> tuple[int, int] | None:
    return (int(rows), int(columns)) if rows and columns else None


def _sgemm() -> tuple[SgemmKernel, ...]:
    return tuple(
        SgemmKernel(
            key=row["key"],
            name=row["name"],
            rate=float(f"{row['gflops']}e9"),
            source=SGEMM_CUDA,
            block=_pair(row["bm"], row["bn"]),
            thread=_pair(row["tm"], row["tn"]),
            shared=row["shared"] == "yes" if row["shared"] else None,
        )
        for row in read_table("a6000_sgemm.csv")
    )


#: The GPU that the kernels of `SGEMM_KERNELS` ran on.
A6000: Device = device("rtx-a6000")

#: A second walk, from a naive kernel to cuBLAS, in the order they were written.
SGEMM_KERNELS: tuple[SgemmKernel, ...] = _sgemm()
