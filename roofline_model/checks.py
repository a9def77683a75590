"""Refuse input that no roofline can be drawn from, and name what was wrong."""

from typing import Any

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]


def numbers(name: str, value: npt.ArrayLike) -> FloatArray:
    """Return `value` as a float array, or say which argument is not a number.

    >>> numbers("peak", 2)
    array(2.)
    >>> numbers("peak", "fast")
    Traceback (most recent call last):
    ValueError: peak must be a number, got 'fast'
    """
    try:
        array = np.asarray(value)
        # No text, however numeric; no complex number; no None, which would be NaN.
        if array.dtype.kind in "biufO" and value is not None:
            return array.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        pass
    raise ValueError(f"{name} must be a number, got {value!r}")


def finite(name: str, value: float) -> float:
    """Return one number as a float, or raise if it is none or not finite.

    >>> finite("value", 2)
    2.0
    >>> finite("value", float("inf"))
    Traceback (most recent call last):
    ValueError: value must be finite, got inf
    """
    array = numbers(name, value)
    if array.ndim or not np.isfinite(array):
        raise ValueError(f"{name} must be finite, got {value!r}")
    return float(array)


def positive(name: str, value: npt.ArrayLike) -> FloatArray:
    """Return `value` as floats, or raise if any of it is not positive and finite.

    >>> positive("bandwidth", 1.555e12)
    array(1.555e+12)
    >>> positive("bandwidth", float("nan"))
    Traceback (most recent call last):
    ValueError: bandwidth must be positive and finite, got nan
    """
    array = numbers(name, value)
    bad = ~(np.isfinite(array) & (array > 0))
    if bad.any():
        raise ValueError(
            f"{name} must be positive and finite, got {_first(array, bad)!r}"
        )
    return array


def whole(name: str, value: npt.ArrayLike) -> FloatArray:
    """Return `value` as floats, or raise if any of it is not a positive whole number.

    >>> whole("tile", 64)
    array(64.)
    >>> whole("tile", 1.5)
    Traceback (most recent call last):
    ValueError: tile must be a positive whole number, got 1.5
    """
    array = numbers(name, value)
    bad = ~(np.isfinite(array) & (array > 0) & (np.floor(array) == array))
    if bad.any():
        raise ValueError(
            f"{name} must be a positive whole number, got {_first(array, bad)!r}"
        )
    return array


def at_most(name: str, value: FloatArray, limit_name: str, limit: FloatArray) -> None:
    """Raise if any of `value` is larger than the limit of that name.

    >>> at_most("bm", np.array(8.0), "m", np.array(4.0))
    Traceback (most recent call last):
    ValueError: bm must be at most m, got bm = 8 with m = 4
    """
    value, limit = np.broadcast_arrays(value, limit)
    bad = value > limit
    if bad.any():
        raise ValueError(
            f"{name} must be at most {limit_name}, got "
            f"{name} = {_first(value, bad):.0f} with {limit_name} = "
            f"{_first(limit, bad):.0f}"
        )


def like_input(array: FloatArray) -> Any:
    """Return a Python float for a 0-dimensional array, and the array otherwise.

    >>> like_input(np.array(2.0))
    2.0
    """
    return float(array) if array.ndim == 0 else array


def _first(array: FloatArray, bad: npt.NDArray[np.bool_]) -> float:
    return float(array[bad].flat[0])
