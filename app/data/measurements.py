"""What was measured, beside the model: an A100's sweep, and a walk on an RTX A6000.

Every figure is computed from `A100_SWEEP`, `A100_ACHIEVED` and `SGEMM_KERNELS`; the
words of the second walk are in `sgemm`.
"""

import math
from functools import cache
from typing import Any

from roofline_model import (
    A100,
    A100_ACHIEVED,
    A100_SWEEP,
    A6000,
    MATRIX_SIZE,
    SGEMM_KERNELS,
    Machine,
    SweepPoint,
    attainable,
    format_si,
    ridge,
    significant,
)

from ..quantities import NBSP, share, si
from .sgemm_walk import COMPULSORY, kernel_marks
from .spoken import aloud

#: What else a choice of points sets: they are FP32, of this n, and belong beside the
#: roofline of the memory alone.
SETTING = {"precision": "fp32", "n": MATRIX_SIZE, "levels": "hbm"}

ACHIEVED = A100_ACHIEVED.device


@cache
def as_data() -> dict[str, Any]:
    """Return the measured points and their words as data that JSON can carry.

    >>> told = as_data()
    >>> told["choices"][:3], told["gpus"]["cublas"]
    (['none', 'a100', 'k1'], 'rtx-a6000')
    """
    keys = [kernel.key for kernel in SGEMM_KERNELS]
    return {
        "choices": ["none", A100.key, *keys],
        # The GPU that each choice of points belongs to, and the one to go back to when
        # the points are taken away.
        "gpus": {A100.key: A100.key, **dict.fromkeys(keys, A6000.key)},
        "home": A100.key,
        "achieved": ACHIEVED.key,
        # The sweep stands under either of these.
        "roofs": {"published": A100.key, "achieved": ACHIEVED.key},
        "setting": SETTING,
        "a100": {
            "x": [point.intensity for point in A100_SWEEP],
            "y": [point.rate for point in A100_SWEEP],
            **_under_published(),
            "achieved": _under_achieved(),
        },
        "sgemm": {
            "keys": keys,
            "x": [kernel.intensity for kernel in SGEMM_KERNELS],
            "y": [kernel.rate for kernel in SGEMM_KERNELS],
            "kernels": {kernel.key: kernel_marks(kernel) for kernel in SGEMM_KERNELS},
        },
    }


def as_page() -> dict[str, Any]:
    """Return what the page's own text and tables need: `as_data`, and more."""
    told = as_data()
    sentences = [kernel["words"] for kernel in told["sgemm"]["kernels"].values()]
    return {
        **told,
        "rows": [_row(point) for point in A100_SWEEP],
        "longest": max(sentences, key=lambda pieces: len("".join(pieces))),
        "matrix": f"{MATRIX_SIZE}³",
        "compulsory": significant(COMPULSORY, 4),
        "ridge": significant(ridge(peak=A6000.peak(), bandwidth=A6000.bandwidth)),
        "sources": {"a100": A100_SWEEP[0].source, "sgemm": SGEMM_KERNELS[0].source},
    }


def _model(point: SweepPoint, gpu: Machine) -> float:
    return attainable(point.intensity, peak=gpu.peak(), bandwidth=gpu.bandwidth)


def _gaps() -> dict[str, SweepPoint]:
    """Return the points whose shares `A100_ACHIEVED` has, by where they lie."""
    corner = ridge(peak=A100.peak(), bandwidth=A100.bandwidth)
    middle = A100_ACHIEVED.slope_share
    return {
        "slope": min(A100_SWEEP, key=lambda p: abs(p.share(A100) - middle)),
        "ridge": min(A100_SWEEP, key=lambda p: abs(math.log(p.intensity / corner))),
        "roof": max(A100_SWEEP, key=lambda p: p.rate),
    }


def _mark(name: str, point: SweepPoint, gpu: Machine) -> dict[str, Any]:
    """Return a gap that the figure points out: the point, and the model above it."""
    return {
        "name": name,
        "x": point.intensity,
        "y": point.rate,
        "model": _model(point, gpu),
        "share": share(point.share(gpu)),
    }


def _under_published() -> dict[str, Any]:
    """Return the gaps under the data sheet's roof, and what is said of them."""
    marks = [_mark(name, point, A100) for name, point in _gaps().items()]
    slope, corner, roof = (mark["share"] for mark in marks)
    sustained = format_si(ACHIEVED.bandwidth, "", digits=4).strip(" T")
    published = format_si(A100.bandwidth, "B/s", digits=4).replace(" ", NBSP)
    words = [
        "Of its data sheet the A100 gives ",
        slope,
        " on the slope, ",
        corner,
        " at the ridge and ",
        roof,
        f" on the roof. Its memory sustains {sustained} of {published}. At the ridge "
        "memory and ALUs are both needed all the time; they do not overlap perfectly, "
        f"and the knee is rounded. The {slope} is the median of the points well left "
        "of the ridge, not a ceiling.",
    ]
    figure = (
        f"{len(A100_SWEEP)} measured points lie below it, at {slope} of the line on "
        f"the slope, {corner} at the ridge and {roof} on the roof."
    )
    return _said(marks, words, figure)


def _under_achieved() -> dict[str, Any]:
    """Return the same under the roof that was achieved: only the knee is left."""
    knee = min(A100_SWEEP, key=lambda point: point.share(ACHIEVED))
    highest = max(A100_SWEEP, key=lambda point: point.share(ACHIEVED))
    mark = _mark("knee", knee, ACHIEVED)
    where = f"{significant(knee.intensity)}{NBSP}flop/B"
    words = [
        "Under the achieved roof, ",
        si(ACHIEVED.bandwidth, "B/s"),
        " and ",
        si(ACHIEVED.peak(), "FLOP/s"),
        " as measured, slope and roof agree. What is left is the rounded knee: ",
        mark["share"],
        f" at {where}. The slope is a median, not a ceiling: the point at "
        f"{highest.intensity:g}{NBSP}flop/B lies {share(highest.share(ACHIEVED) - 1)} "
        "above it.",
    ]
    figure = (
        f"{len(A100_SWEEP)} measured points follow the achieved roofline and fall to "
        f"{mark['share']} of it at the knee, at {where}."
    )
    return _said([mark], words, figure)


def _said(marks: list[dict[str, Any]], words: list[str], figure: str) -> dict[str, Any]:
    return {
        "marks": marks,
        "words": words,
        "spoken": aloud(words),
        "figure": aloud([figure]),
    }


def _row(point: SweepPoint) -> dict[str, str | None]:
    """Return a point's row in the page's table, with its mark if it has one."""
    marks = {gap.intensity: name for name, gap in _gaps().items()}
    return {
        "intensity": f"{point.intensity:g}",
        "rate": si(point.rate, "FLOP/s"),
        "model": si(_model(point, A100), "FLOP/s"),
        "share": share(point.share(A100)),
        "mark": marks.get(point.intensity),
    }
