"""Measured points lie under the roofline, which is a ceiling and no prediction."""

import dataclasses
import re
from dataclasses import FrozenInstanceError
from statistics import median

import numpy as np
import pytest

from roofline_model import (
    A100,
    A100_ACHIEVED,
    A100_SWEEP,
    H100,
    SOURCES,
    SweepPoint,
    achieved,
    attainable,
    measured_share,
    ridge,
    tile_sweep,
)

RIDGE = ridge(peak=A100.peak(), bandwidth=A100.bandwidth)
BOARD = {"peak": A100.peak(), "bandwidth": A100.bandwidth}
SOURCE = A100_SWEEP[0].source


def ceiling(intensity):
    return attainable(intensity, **BOARD)


def shares(low, high):
    """Return measured over attainable for the points between two intensities."""
    return [p.share(A100) for p in A100_SWEEP if low <= p.intensity <= high]


def points(*rows):
    """Return points of a machine with peak 8 and bandwidth 2, ridge at 4."""
    return [SweepPoint(i, rate, rate / i, SOURCE) for i, rate in rows]


def machine():
    """Return an A100 whose figures are easy to divide by: ridge at 4 flop/B."""
    peak = dataclasses.replace(A100.fp32_peak, value=8.0)
    hbm = dataclasses.replace(A100.hbm, value=2.0)
    return dataclasses.replace(A100, fp32_peak=peak, hbm=hbm)


def test_the_sweep_spans_both_sides_of_the_ridge():
    intensities = [p.intensity for p in A100_SWEEP]
    assert len(intensities) == 17
    assert intensities == sorted(intensities)
    assert intensities[0] < RIDGE / 10
    assert intensities[-1] > RIDGE * 10


@pytest.mark.parametrize(
    "point", A100_SWEEP, ids=lambda point: f"{point.intensity} flop per byte"
)
def test_a_measured_point_is_never_above_the_roofline(point):
    assert point.rate <= ceiling(point.intensity)
    assert point.bandwidth <= A100.bandwidth
    # The file agrees with itself: what was computed is what was moved, times I.
    assert point.rate == pytest.approx(point.intensity * point.bandwidth, rel=0.005)
    assert point.share(A100) == point.rate / ceiling(point.intensity)
    assert point.source in SOURCES


# te42kyfo/gpu-benches, commit 1c36d50, gpu-roofline/alex_a100_40.txt: medians of eight.
def test_the_points_are_those_of_their_source_in_si_units():
    first, ridge_point, last = A100_SWEEP[0], A100_SWEEP[5], A100_SWEEP[-1]
    assert dataclasses.astuple(first)[:3] == (0.25, 343e9, 1372e9)
    assert dataclasses.astuple(ridge_point)[:3] == (12.25, 15171e9, 1238.5e9)
    assert dataclasses.astuple(last)[:3] == (126.25, 18977e9, 150e9)


def test_on_the_slope_the_machine_gives_0_88_of_the_model():
    slope = shares(0, RIDGE / 10)
    assert len(slope) == 2 + 1
    assert slope == [pytest.approx(0.88, abs=0.01)] * len(slope)
    assert A100_ACHIEVED.slope_share == median(slope)
    assert f"{A100_ACHIEVED.slope_share:.2f}" == "0.88"


def test_at_the_ridge_it_gives_least_0_80():
    assert A100_ACHIEVED.ridge_share == min(p.share(A100) for p in A100_SWEEP)
    assert f"{A100_ACHIEVED.ridge_share:.2f}" == "0.80"


def test_on_the_roof_it_gives_0_98():
    roof = shares(80, 200)
    assert len(roof) == 3
    assert A100_ACHIEVED.roof_share == max(roof)
    assert f"{A100_ACHIEVED.roof_share:.2f}" == "0.98"
    assert median(roof) == pytest.approx(0.98, abs=0.01)


def test_the_achieved_limits_are_the_measured_ones():
    reached = A100_ACHIEVED.device
    assert reached.bandwidth == pytest.approx(1368e9, rel=1e-15)
    assert reached.peak() == 19045e9
    assert reached.precisions == ("fp32",)
    assert {reached.memory.source, reached.fp32_peak.source} == {SOURCE}
    assert "achieved" in reached.name
    assert reached.board.startswith(A100.board)
    assert reached.key != A100.key
    # Slope and roof come down together, so that the ridge moves to the right.
    assert ridge(peak=reached.peak(), bandwidth=reached.bandwidth) > RIDGE


def test_the_walk_can_be_drawn_under_the_achieved_roof():
    published = tile_sweep(A100)
    for frame, lesson in zip(tile_sweep(A100_ACHIEVED.device), published, strict=True):
        assert frame.intensity == lesson.intensity
        assert 0.87 < frame.attainable / lesson.attainable < 0.98


def test_the_achieved_shares_are_computed_from_the_points_given():
    sweep = points((0.1, 0.1), (0.2, 0.3), (0.4, 0.4), (4.2, 5.0), (9.0, 6.0), (90, 4))
    reached = achieved(sweep, gpu=machine())
    assert reached.slope_share == pytest.approx(0.5)
    assert reached.ridge_share == pytest.approx(5 / 8)
    assert reached.roof_share == pytest.approx(6 / 8)
    assert reached.device.bandwidth == pytest.approx(1.0)
    assert reached.device.peak() == 6.0


def test_the_order_of_the_points_does_not_matter():
    assert achieved(A100_SWEEP[::-1], gpu=A100) == A100_ACHIEVED


@pytest.mark.parametrize(
    "sweep",
    [
        pytest.param([], id="no point"),
        pytest.param(points((0.1, 0.1)), id="no roof"),
        pytest.param(points((9.0, 6.0)), id="no slope"),
        pytest.param(points((0.5, 0.5), (9.0, 6.0)), id="too close to the ridge"),
    ],
)
def test_a_sweep_of_one_side_is_refused(sweep):
    with pytest.raises(ValueError, match=r"^points must reach from below 0.40 .*got"):
        achieved(sweep, gpu=machine())


def test_a_share_is_the_rate_over_the_model():
    assert measured_share(1.0, intensity=2.0, peak=8.0, bandwidth=2.0) == 0.25
    assert measured_share(4.0, intensity=9.0, peak=8.0, bandwidth=2.0) == 0.5
    assert measured_share(8.0, intensity=1.0, peak=8.0, bandwidth=2.0) == 4.0
    assert type(measured_share(1, intensity=2, peak=8, bandwidth=2)) is float


def test_an_array_of_measurements_keeps_its_shape():
    got = measured_share(
        [p.rate for p in A100_SWEEP],
        intensity=[p.intensity for p in A100_SWEEP],
        **BOARD,
    )
    assert got.tolist() == [p.share(A100) for p in A100_SWEEP]
    grid = measured_share(np.ones((2, 1)), intensity=[1, 2, 9], peak=8, bandwidth=2)
    assert grid.shape == (2, 3)
    assert grid[1].tolist() == [1 / 2, 1 / 4, 1 / 8]


@pytest.mark.parametrize(
    "bad", [0, -1.0, float("nan"), float("inf"), "fast", None], ids=repr
)
@pytest.mark.parametrize("name", ["rate", "intensity", "peak", "bandwidth"])
def test_a_bad_figure_is_refused_by_name_and_value(name, bad):
    shown = repr(bad if bad is None or isinstance(bad, str) else float(bad))
    figures = {"rate": 1.0, "intensity": 2.0, "peak": 8.0, "bandwidth": 2.0}
    with pytest.raises(ValueError, match=f"^{name} must be .*got {re.escape(shown)}$"):
        measured_share(**figures | {name: bad})
    if name != "peak":
        del figures["peak"]
        message = f"^{name} must be .*got {re.escape(shown)}$"
        with pytest.raises(ValueError, match=message):
            SweepPoint(**figures | {name: bad}, source=SOURCE)


def test_what_was_measured_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        A100_SWEEP[0].rate = 1.0
    with pytest.raises(FrozenInstanceError):
        A100_ACHIEVED.roof_share = 1.0
    with pytest.raises(TypeError, match="positional"):
        measured_share(1.0, 2.0, 8.0, 2.0)
    with pytest.raises(TypeError, match="positional"):
        achieved(A100_SWEEP, H100)
