"""What the page says of the second walk: why each measured kernel is where it is.

Every figure is computed from `SGEMM_KERNELS`. Where the model says nothing of a gap,
so does the sentence.
"""

from typing import Any

from roofline_model import (
    A6000,
    MATRIX_SIZE,
    SGEMM_KERNELS,
    SgemmKernel,
    attainable,
    compulsory_intensity,
    gemm_flops,
    gemm_shared_bytes,
    percent,
    significant,
    word_bytes,
)

from ..quantities import NBSP, share, si
from .spoken import aloud

KERNELS = {kernel.key: kernel for kernel in SGEMM_KERNELS}

#: The intensity of these multiplies when each matrix is moved once [flop/B].
COMPULSORY = float(compulsory_intensity(n=MATRIX_SIZE, word_bytes=word_bytes("fp32")))


def times(ratio: float) -> str:
    """Write a ratio to two digits, as a place against a line.

    >>> times(1.6096), times(0.487), times(10.35)
    ('1.6×', '0.49×', '10×')
    """
    return f"{significant(ratio, 2)}×"


def line_rate(kernel: SgemmKernel) -> float | None:
    """Return what the no-reuse line allows a kernel's tile, or None [FLOP/s]."""
    if kernel.intensity is None:
        return None
    return attainable(kernel.intensity, peak=A6000.peak(), bandwidth=A6000.bandwidth)


def span(kernel: SgemmKernel) -> list[float] | None:
    """Return where a kernel of unknown tile can stand [flop/B], and otherwise None.

    From the least intensity at which the memory's bandwidth feeds its rate to that of
    compulsory traffic.

    >>> [round(end, 1) for end in span(KERNELS["cublas"])]
    [30.3, 682.7]
    """
    if kernel.intensity is not None:
        return None
    return [kernel.rate / A6000.bandwidth, COMPULSORY]


def shared_rate(kernel: SgemmKernel) -> float:
    """Return what shared memory allows a kernel: operand reads alone [FLOP/s].

    >>> round(shared_rate(KERNELS["k3"]) / 1e12, 2)
    4.84
    """
    if kernel.block is None or kernel.thread is None or A6000.shared_bandwidth is None:
        raise ValueError(f"the tiles of {kernel.name} must be known")
    size = {"m": MATRIX_SIZE, "n": MATRIX_SIZE, "k": MATRIX_SIZE}
    (bm, bn), (tm, tn) = kernel.block, kernel.thread
    read = gemm_shared_bytes(bm=bm, bn=bn, tm=tm, tn=tn, **size)
    return float(A6000.shared_bandwidth * gemm_flops(**size) / read)


def kernel_marks(kernel: SgemmKernel) -> dict[str, Any]:
    """Return where a kernel stands on the figure, and its words there.

    >>> told = kernel_marks(KERNELS["k2"])
    >>> told["name"], told["line"], told["above"]
    ('Coalesced loads', '10×', True)
    """
    place, fraction = kernel.share(A6000), share(kernel.roof_fraction(A6000))
    rate, order = si(kernel.rate, "FLOP/s"), list(KERNELS).index(kernel.key) + 1
    stands = f", {fraction} of the roof"
    if place is not None and kernel.tile is not None:
        stands += f" and {times(place)} the line of its {_pair(kernel.tile)} tile"
    words = [
        f"{order} of {len(KERNELS)}, ",
        kernel.name,
        ": ",
        rate,
        f"{stands}. {WHY[kernel.key]}",
    ]
    where = (
        "its intensity unknown and so drawn as a level line"
        if kernel.intensity is None
        else f"at {significant(kernel.intensity)} flop/B"
    )
    figure = f"Measured on the {A6000.name}: {kernel.name}, {where}, {rate}"
    return {
        "name": kernel.name,
        "model": line_rate(kernel),
        "span": span(kernel),
        "rate": rate,
        "line": "tile not known" if place is None else times(place),
        "above": place is not None and place > 1,
        "fraction": fraction,
        "words": words,
        "spoken": aloud(words),
        "figure": aloud([figure, stands, "."]),
    }


def _pair(sides: tuple[int, int]) -> str:
    return f"{NBSP}×{NBSP}".join(str(side) for side in sides)


def _over(key: str, other: str) -> str:
    """Write how many times the rate of another kernel one has."""
    return f"{significant(KERNELS[key].rate / KERNELS[other].rate)} times the rate"


def _uncached(key: str) -> str:
    """Say why a kernel can lie above its line, and which bound holds."""
    kernel = KERNELS[key]
    place = kernel.share(A6000)
    assert place is not None, kernel.name
    # Without reuse, as many bytes a second as the line counts for this rate.
    counted = si(A6000.bandwidth * place, "B/s")
    had = si(A6000.bandwidth, "B/s")
    served = percent(1 - 1 / place).replace(" ", NBSP)
    return (
        f"Without reuse that rate takes {counted}, and the memory has {had}. The line "
        f"counts each load again that L1 or L2 served, here {served} of its bytes at "
        "least: where there are caches it is no bound. Compulsory traffic is one, "
        f"{significant(COMPULSORY, 4)}{NBSP}flop/B."
    )


def _why() -> dict[str, str]:
    """Return why each kernel is where it is, by its key."""
    lines = {key: line_rate(kernel) for key, kernel in KERNELS.items()}
    line = {key: si(rate, "FLOP/s") for key, rate in lines.items() if rate}
    least = KERNELS["cublas"].rate / A6000.bandwidth
    held = {key: si(shared_rate(KERNELS[key]), "FLOP/s") for key in ("k3", "k4", "k5")}
    return {
        "k1": "The threads of a warp read words from 32 rows of A, one from each. "
        + _uncached("k1"),
        "k2": "The threads of a warp now read one row of B side by side: "
        f"{_over('k2', 'k1')} of the naive kernel. {_uncached('k2')}",
        "k3": "A block loads its tile into shared memory once for all its threads. But "
        "every multiply-add reads two words there, which by the vendor’s figure allows "
        f"{held['k3']}, less than the {line['k3']} of the line.",
        "k4": f"A thread computes {_pair((8, 1))} outputs and keeps a word of B for "
        f"all of them. Read word by word, shared memory allows {held['k4']}, still "
        f"less than the {line['k4']} of the line.",
        "k5": f"A thread computes {_pair((8, 8))} outputs and uses every word from "
        f"shared memory 8 times, which allows {held['k5']}, as much as the ALUs. Now "
        "the line is the lower ceiling.",
        "k6": f"The same tile and the same line, at {_over('k6', 'k5')} of the kernel "
        "before: loads of four words at a time need fewer instructions. A roofline "
        "counts bytes and flops, not instructions.",
        "k7": "Words lie in another order in shared memory, to keep threads from "
        f"meeting at one bank. The line is the same, and this is {_over('k7', 'k6')} "
        "of the vector loads: what it costs or saves is inside the SM, where the line "
        "does not look.",
        "k8": "A padded row is to keep threads from meeting at one bank. Again the "
        f"line is the same, and this is {_over('k8', 'k6')} of the vector loads.",
        "k9": "Still the same block and the same line: a search chose the sizes "
        "within, such as how deep a slice of A and B is loaded at a time. It brings "
        f"{_over('k9', 'k6')} of the vector loads.",
        "k10": "Each warp has a tile of its own within the block. No other comes as "
        "close to its line from below. That does not prove that memory is busy: L2 "
        "serves rows and columns that blocks share, and what memory delivered was not "
        "measured.",
        "k11": "Its block is the largest, so the line above it rises to "
        f"{line['k11']}, yet this is {_over('k11', 'k10')} of the warp tiles. A higher "
        "ceiling is not a higher rate.",
        "cublas": "Its tile is not known, and so neither is its intensity: it is "
        f"drawn as a level line. From {si(A6000.bandwidth, 'B/s')} such a rate takes "
        f"at least {significant(least)} flops for each byte.",
    }


WHY = _why()
