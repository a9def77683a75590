"""Measured points lie under the roofline, which is a ceiling and no prediction."""

import csv
from pathlib import Path
from statistics import median

import pytest

from roofline_model import A100, attainable, ridge

DATA = Path(__file__).parents[1] / "data" / "measured_a100.csv"


def read():
    """Return intensity [flop/B], rate [FLOP/s] and bandwidth [B/s] of each point."""
    with DATA.open(encoding="utf-8") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return [
            (float(r["intensity"]), 1e9 * float(r["gflops"]), 1e9 * float(r["gbps"]))
            for r in rows
        ]


POINTS = read()
RIDGE = ridge(peak=A100.peak(), bandwidth=A100.bandwidth)


def ceiling(intensity):
    return attainable(intensity, peak=A100.peak(), bandwidth=A100.bandwidth)


def shares(low, high):
    """Return measured over attainable for the points between two intensities."""
    return [rate / ceiling(i) for i, rate, _ in POINTS if low <= i <= high]


def test_the_sweep_spans_both_sides_of_the_ridge():
    intensities = [i for i, _, _ in POINTS]
    assert len(intensities) == 17
    assert intensities == sorted(intensities)
    assert intensities[0] < RIDGE / 10
    assert intensities[-1] > RIDGE * 10


@pytest.mark.parametrize(
    ("intensity", "rate", "bandwidth"),
    [pytest.param(*point, id=f"{point[0]} flop per byte") for point in POINTS],
)
def test_a_measured_point_is_never_above_the_roofline(intensity, rate, bandwidth):
    assert rate <= ceiling(intensity)
    assert bandwidth <= A100.bandwidth
    # The file agrees with itself: what was computed is what was moved, times I.
    assert rate == pytest.approx(intensity * bandwidth, rel=0.005)


def test_on_the_slope_the_machine_gives_0_88_of_the_model():
    slope = shares(0, RIDGE / 10)
    assert len(slope) == 2 + 1
    assert slope == [pytest.approx(0.88, abs=0.01)] * len(slope)


def test_at_the_ridge_it_gives_least_0_80():
    everywhere = [rate / ceiling(i) for i, rate, _ in POINTS]
    least = min(everywhere)
    assert least == pytest.approx(0.80, abs=0.01)
    nearest = min(POINTS, key=lambda point: abs(point[0] - RIDGE))
    assert nearest[1] / ceiling(nearest[0]) == least


def test_on_the_roof_it_gives_0_98():
    roof = shares(80, 200)
    assert len(roof) == 3
    assert max(roof) == pytest.approx(0.98, abs=0.005)
    assert median(roof) == pytest.approx(0.98, abs=0.01)
