"""The roofline itself: attainable rate, ridge point, and which bound holds.

S. Williams, A. Waterman, D. Patterson, Communications of the ACM 52(4), 2009.
"""

from enum import StrEnum
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from .checks import FloatArray, like_input, numbers, positive


class Bound(StrEnum):
    """What a kernel waits on."""

    MEMORY = "memory"
    COMPUTE = "compute"
    TIE = "tie"
    UNKNOWN = "unknown"


#: The tie rule: two limits within half a percent of each other are a tie. Vendors
#: print their peaks to about three digits (67 for 66.9), and half a unit in the
#: third digit is half a percent: limits that are closer cannot be told apart.
TIE_TOLERANCE = 0.005


@overload
def attainable(intensity: float, *, peak: float, bandwidth: float) -> float: ...
@overload
def attainable(
    intensity: npt.ArrayLike, *, peak: npt.ArrayLike, bandwidth: npt.ArrayLike
) -> Any: ...
def attainable(
    intensity: npt.ArrayLike, *, peak: npt.ArrayLike, bandwidth: npt.ArrayLike
) -> Any:
    """Return the best rate that memory and the ALUs allow: P(I) = min(P, W·I).

    Parameters
    ----------
    intensity : float or array [flop/B]
        Arithmetic intensity I. NaN gives NaN.
    peak : float or array [FLOP/s]
        P, the rate of the ALUs.
    bandwidth : float or array [B/s]
        W, the rate of the memory.

    Returns
    -------
    float or array [FLOP/s]
        A float for scalars, otherwise the shape the arguments broadcast to.

    Raises
    ------
    ValueError
        If the peak or the bandwidth is not positive and finite, or an intensity is
        negative.

    References
    ----------
    Williams, Waterman, Patterson 2009.

    Examples
    --------
    The A100 at a quarter flop per byte, and far above its ridge:

    >>> attainable(0.25, peak=19.5e12, bandwidth=1.555e12)
    388750000000.0
    >>> attainable([1.0, 100.0], peak=19.5e12, bandwidth=1.555e12)
    array([1.555e+12, 1.950e+13])
    """
    i = _intensity(intensity)
    p, w = positive("peak", peak), positive("bandwidth", bandwidth)
    return like_input(np.minimum(p, _memory_limit(w, i)))


@overload
def ridge(*, peak: float, bandwidth: float) -> float: ...
@overload
def ridge(*, peak: npt.ArrayLike, bandwidth: npt.ArrayLike) -> Any: ...
def ridge(*, peak: npt.ArrayLike, bandwidth: npt.ArrayLike) -> Any:
    """Return the ridge point, where slope and roof meet: I* = P/W.

    Parameters
    ----------
    peak : float or array [FLOP/s]
    bandwidth : float or array [B/s]

    Returns
    -------
    float or array [flop/B]

    Raises
    ------
    ValueError
        If the peak or the bandwidth is not positive and finite.

    Examples
    --------
    >>> round(ridge(peak=19.5e12, bandwidth=1.555e12), 2)
    12.54
    """
    return like_input(positive("peak", peak) / positive("bandwidth", bandwidth))


@overload
def bound(intensity: float, *, peak: float, bandwidth: float) -> Bound: ...
@overload
def bound(
    intensity: npt.ArrayLike, *, peak: npt.ArrayLike, bandwidth: npt.ArrayLike
) -> Any: ...
def bound(
    intensity: npt.ArrayLike, *, peak: npt.ArrayLike, bandwidth: npt.ArrayLike
) -> Any:
    """Tell which limit holds: memory below the ridge, compute above it.

    A tie where W·I and P differ by no more than `TIE_TOLERANCE` of the smaller.

    Parameters
    ----------
    intensity : float or array [flop/B]
    peak : float or array [FLOP/s]
    bandwidth : float or array [B/s]

    Returns
    -------
    Bound or array of str
        `Bound.UNKNOWN` where the intensity is NaN.

    Raises
    ------
    ValueError
        As `attainable`.

    Examples
    --------
    >>> bound(8.0, peak=19.5e12, bandwidth=1.555e12)
    <Bound.MEMORY: 'memory'>
    >>> bound([12.54, 16.0], peak=19.5e12, bandwidth=1.555e12).tolist()
    ['tie', 'compute']
    """
    i = _intensity(intensity)
    compute = positive("peak", peak)
    memory = _memory_limit(positive("bandwidth", bandwidth), i)
    verdict = np.select(
        [np.isnan(memory), tied(memory, compute), memory < compute],
        [Bound.UNKNOWN.value, Bound.TIE.value, Bound.MEMORY.value],
        Bound.COMPUTE.value,
    )
    return Bound(str(verdict)) if verdict.ndim == 0 else verdict


def tied(one: npt.ArrayLike, other: npt.ArrayLike) -> npt.NDArray[np.bool_]:
    """Tell where two limits are a tie: within `TIE_TOLERANCE` of the smaller.

    >>> bool(tied(19.49, 19.5)), bool(tied(18.0, 19.5))
    (True, False)
    """
    a, b = np.asarray(one, dtype=np.float64), np.asarray(other, dtype=np.float64)
    with np.errstate(invalid="ignore"):  # inf - inf at an infinite intensity
        return np.asarray(np.abs(a - b) <= TIE_TOLERANCE * np.minimum(a, b))


def _memory_limit(bandwidth: FloatArray, intensity: FloatArray) -> FloatArray:
    with np.errstate(over="ignore"):  # past the last float the slope is infinite
        return np.asarray(bandwidth * intensity)


def tie_band(*, peak: float, bandwidth: float) -> tuple[float, float]:
    """Return the intensities between which `bound` calls a tie [flop/B].

    Both ends lie `TIE_TOLERANCE` from the ridge: I*/(1 + ε) and I*·(1 + ε).

    Raises
    ------
    ValueError
        As `ridge`.

    Examples
    --------
    >>> low, high = tie_band(peak=19.5e12, bandwidth=1.555e12)
    >>> round(low, 2), round(high, 2)
    (12.48, 12.6)
    """
    corner = ridge(peak=peak, bandwidth=bandwidth)
    return corner / (1 + TIE_TOLERANCE), corner * (1 + TIE_TOLERANCE)


def _intensity(value: npt.ArrayLike) -> FloatArray:
    i = numbers("intensity", value)
    bad = i < 0
    if bad.any():
        raise ValueError(
            f"intensity must not be negative, got {float(i[bad].flat[0])!r}"
        )
    return i
