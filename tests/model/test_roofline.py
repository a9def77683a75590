"""The roofline: a slope, a roof, the ridge where they meet, and which of them holds."""

import math
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roofline_model import (
    TIE_TOLERANCE,
    Bound,
    attainable,
    bound,
    ridge,
    tie_band,
    tied,
)

# The same examples in every run: a failure is reproduced by running again.
few = settings(max_examples=150, deadline=None, derandomize=True)

intensities = st.floats(1e-6, 1e6)
peaks = st.floats(1e6, 1e18)
bandwidths = st.floats(1e6, 1e15)

# Peak 8 and bandwidth 2 put the ridge at 4, and keep every product exact.
MACHINE = {"peak": 8.0, "bandwidth": 2.0}
NOT_POSITIVE = [0, -1.0, float("nan"), float("inf"), float("-inf"), "fast", None]


def shown(bad):
    """Return how a message writes the refused value, escaped for a pattern."""
    return re.escape(repr(bad if bad is None or isinstance(bad, str) else float(bad)))


def test_a_scalar_gives_a_python_float_or_a_bound():
    assert type(attainable(1.0, **MACHINE)) is float
    assert type(attainable(np.float32(1.0), **MACHINE)) is float
    assert type(ridge(**MACHINE)) is float
    assert type(bound(1.0, **MACHINE)) is Bound


@pytest.mark.parametrize(
    "intensity",
    [[1.0, 4.0, 9.0], np.array([1.0, 4.0, 9.0]), [[1, 2, 4], [8, 16, 3]], np.eye(2)],
    ids=["list", "array", "nested list", "2-D array"],
)
def test_an_array_keeps_its_shape_and_each_element_its_value(intensity):
    rates, verdicts = attainable(intensity, **MACHINE), bound(intensity, **MACHINE)
    assert rates.shape == verdicts.shape == np.shape(intensity)
    for index, value in np.ndenumerate(intensity):
        assert rates[index] == attainable(float(value), **MACHINE)
        assert verdicts[index] == bound(float(value), **MACHINE)


def test_intensity_peak_and_bandwidth_broadcast():
    column, row = [[1.0], [4.0], [100.0]], [8.0, 16.0]
    expected = [[2.0, 2.0], [8.0, 8.0], [8.0, 16.0]]
    assert attainable(column, peak=row, bandwidth=2.0).tolist() == expected
    assert attainable(1.0, peak=8.0, bandwidth=[2.0, 9.0]).tolist() == [2.0, 8.0]
    assert bound(column, peak=row, bandwidth=2.0).tolist() == [
        ["memory", "memory"],
        ["tie", "memory"],
        ["compute", "compute"],
    ]
    assert ridge(peak=[[8.0], [16.0]], bandwidth=[2.0, 4.0]).tolist() == [
        [4, 2],
        [8, 4],
    ]


def test_no_intensity_gives_no_rate_and_an_unknown_bound_without_a_warning():
    assert math.isnan(attainable(math.nan, **MACHINE))
    assert bound(math.nan, **MACHINE) is Bound.UNKNOWN
    rates = attainable([1.0, math.nan, 9.0], **MACHINE)
    assert np.isnan(rates).tolist() == [False, True, False]
    assert bound([1.0, math.nan, 9.0], **MACHINE).tolist() == [
        "memory",
        "unknown",
        "compute",
    ]


def test_the_ends_of_the_axis_are_zero_and_the_roof():
    assert attainable(0.0, **MACHINE) == 0.0
    assert bound(0.0, **MACHINE) is Bound.MEMORY
    for endless in (math.inf, 1e308):
        assert attainable(endless, **MACHINE) == 8.0
        assert bound(endless, **MACHINE) is Bound.COMPUTE


def test_below_the_ridge_memory_holds_and_above_it_compute():
    assert bound(3.9, **MACHINE) is Bound.MEMORY
    assert bound(4.0, **MACHINE) is Bound.TIE
    assert bound(4.1, **MACHINE) is Bound.COMPUTE


def test_the_tie_rule_is_half_a_percent_of_the_smaller_limit():
    assert TIE_TOLERANCE == 0.005
    assert tied([1000.0, 1005.0, 1000.0], [1005.0, 1000.0, 1005.1]).tolist() == [
        True,
        True,
        False,
    ]
    assert tied([math.nan, math.inf, 0.0], [1.0, 1.0, 1.0]).tolist() == [False] * 3


def test_two_infinite_limits_are_no_tie_and_no_warning():
    assert not tied(math.inf, math.inf)


@few
@given(peaks, bandwidths)
def test_the_tie_band_holds_the_ties_and_nothing_else(p, w):
    machine = {"peak": p, "bandwidth": w}
    low, high = tie_band(**machine)
    assert low < ridge(**machine) < high
    inside, outside = 1 + 1e-9, 1 - 1e-9
    assert bound(low * inside, **machine) is Bound.TIE
    assert bound(high / inside, **machine) is Bound.TIE
    assert bound(low * outside, **machine) is Bound.MEMORY
    assert bound(high / outside, **machine) is Bound.COMPUTE


@few
@given(intensities, peaks, bandwidths)
def test_the_rate_is_under_both_limits_and_meets_one(i, p, w):
    rate = attainable(i, peak=p, bandwidth=w)
    assert rate <= p
    assert rate <= w * i
    assert rate in (p, w * i)


@few
@given(st.lists(intensities, min_size=2, max_size=20), peaks, bandwidths)
def test_more_intensity_never_costs_rate(several, p, w):
    rates = attainable(sorted(several), peak=p, bandwidth=w)
    assert (np.diff(rates) >= 0).all()


@few
@given(st.floats(1e-6, 0.5), peaks, bandwidths)
def test_below_the_ridge_twice_the_intensity_is_twice_the_rate(share, p, w):
    i = share * ridge(peak=p, bandwidth=w)
    doubled = attainable(2 * i, peak=p, bandwidth=w)
    assert doubled == pytest.approx(2 * attainable(i, peak=p, bandwidth=w), rel=1e-14)


@few
@given(st.floats(1.0, 1e6), peaks, bandwidths)
def test_above_the_ridge_more_intensity_changes_nothing(factor, p, w):
    i = 1.000001 * factor * ridge(peak=p, bandwidth=w)
    assert attainable(i, peak=p, bandwidth=w) == p
    assert attainable(2 * i, peak=p, bandwidth=w) == p


@few
@given(peaks, bandwidths)
def test_the_ridge_is_where_the_slope_attains_the_peak(p, w):
    top = ridge(peak=p, bandwidth=w)
    assert attainable(top, peak=p, bandwidth=w) == pytest.approx(p, rel=1e-15)
    assert attainable(0.999 * top, peak=p, bandwidth=w) < p
    assert bound(top, peak=p, bandwidth=w) is Bound.TIE


@few
@given(intensities, peaks, bandwidths, st.floats(1e-3, 1e3))
def test_a_machine_that_is_faster_throughout_is_faster_by_as_much(i, p, w, factor):
    scaled = attainable(i, peak=factor * p, bandwidth=factor * w)
    expected = factor * attainable(i, peak=p, bandwidth=w)
    assert scaled == pytest.approx(expected, rel=1e-14)
    assert ridge(peak=factor * p, bandwidth=factor * w) == pytest.approx(
        ridge(peak=p, bandwidth=w), rel=1e-14
    )


@few
@given(st.floats(1e-3, 0.9949), peaks, bandwidths)
def test_memory_holds_wherever_the_rate_stays_below_the_tie(share, p, w):
    i = share * ridge(peak=p, bandwidth=w)
    assert bound(i, peak=p, bandwidth=w) is Bound.MEMORY
    assert attainable(i, peak=p, bandwidth=w) < p * (1 - 0.0049)


@few
@given(st.floats(1.0051, 1e3), peaks, bandwidths)
def test_compute_holds_wherever_the_slope_is_above_the_tie(share, p, w):
    i = share * ridge(peak=p, bandwidth=w)
    assert bound(i, peak=p, bandwidth=w) is Bound.COMPUTE
    assert attainable(i, peak=p, bandwidth=w) == p


@few
@given(st.floats(0.9951, 1.0049), peaks, bandwidths)
def test_within_the_tolerance_of_the_ridge_it_is_a_tie(share, p, w):
    i = share * ridge(peak=p, bandwidth=w)
    assert bound(i, peak=p, bandwidth=w) is Bound.TIE
    assert attainable(i, peak=p, bandwidth=w) >= 0.995 * p


@pytest.mark.parametrize("bad", NOT_POSITIVE, ids=repr)
@pytest.mark.parametrize("name", ["peak", "bandwidth"])
@pytest.mark.parametrize(
    "ask",
    [
        ridge,
        tie_band,
        lambda **machine: attainable(1.0, **machine),
        lambda **machine: bound(1.0, **machine),
    ],
    ids=["ridge", "tie_band", "attainable", "bound"],
)
def test_a_bad_peak_or_bandwidth_is_refused_by_name_and_value(ask, name, bad):
    message = f"^{name} must be .*got {shown(bad)}$"
    with pytest.raises(ValueError, match=message):
        ask(**MACHINE | {name: bad})
    if not isinstance(bad, str | None):
        with pytest.raises(ValueError, match=message):
            ask(**MACHINE | {name: [1.0, bad]})


@pytest.mark.parametrize("bad", [-1.0, float("-inf"), "high", None, 1j], ids=repr)
@pytest.mark.parametrize("ask", [attainable, bound])
def test_a_bad_intensity_is_refused_by_name_and_value(ask, bad):
    message = f"^intensity must .*got {re.escape(repr(bad))}$"
    with pytest.raises(ValueError, match=message):
        ask(bad, **MACHINE)


@pytest.mark.parametrize("bad", [["1.5"], ["a", "b"], np.array([1j])], ids=repr)
@pytest.mark.parametrize("ask", [attainable, bound])
def test_an_array_of_anything_but_real_numbers_is_refused(ask, bad):
    with pytest.raises(ValueError, match=r"^intensity must be a number, got "):
        ask(bad, **MACHINE)


def test_peak_and_bandwidth_must_be_named():
    with pytest.raises(TypeError, match="positional"):
        attainable(1.0, 8.0, 2.0)
    with pytest.raises(TypeError, match="positional"):
        bound(1.0, 8.0, 2.0)
    with pytest.raises(TypeError, match="positional"):
        ridge(8.0, 2.0)
    with pytest.raises(TypeError, match="positional"):
        tie_band(8.0, 2.0)
