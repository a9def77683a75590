"""Time a sweep over a million (n, b, GPU) combinations against Python loops.

    python tests/bench/sweep.py

The sweep asks for the attainable rate of an n × n multiply in tiles of b × b on each
GPU. It calls the model once, with arrays; one loop calls the model's own functions for
each combination, the other does the same arithmetic in plain Python floats, with none
of the model's checks of its input. All must give the very same numbers. Times are the
process's own: other work on the machine is not counted.
"""

import itertools
import math
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from bench.harness import machine, median, table, verdict

from roofline_model import GPUS, attainable, gemm_flops, gemm_hbm_bytes

#: Sizes that few tiles divide, so that the rounded-up last tile counts.
SIZES, TILES_TRIED = range(513, 1513), range(1, 501)
COUNT = len(SIZES) * len(TILES_TRIED) * len(GPUS)

#: The loop that calls the model runs on a sample, and its time is per point.
SAMPLE = 20_000
REPEATS = 5
COUNTS = (1, 100, 1_000, 10_000, 100_000, COUNT)

WORD = 4
#: What is asked of the sweep: times faster than a loop over the model's functions.
AHEAD = 50.0

Floats = npt.NDArray[np.float64]
Columns = tuple[Floats, Floats, Floats, Floats]


def main() -> int:
    """Run the sweep and the loops, print the tables, and return the exit code."""
    every = combinations()
    some = taken(every, SAMPLE)
    whole, parts, plain = by_turns(
        [(sweep, every), (loop_model, some), (loop_plain, every)]
    )
    same = np.array_equal(sweep(*some), loop_model(*some))
    same = same and np.array_equal(sweep(*every), loop_plain(*every))
    table(
        f"A sweep over {COUNT:,} combinations",
        [
            ("way", "÷ sweep", "a point", "points timed"),
            line("one call with arrays", whole, whole, COUNT),
            line("loop, model's functions", parts, whole, SAMPLE),
            line("loop, plain floats", plain, whole, COUNT),
        ],
    )
    table("The sweep as the number grows", growth(every))
    print(f"CPU time of this machine: {machine()}, numpy {np.__version__}.")
    ahead = parts / whole
    return verdict(
        {
            "all three give equal numbers": same,
            f"the sweep is ahead of the loop over the model's functions {AHEAD:.0f} "
            f"times or more: {ahead:.0f}": ahead >= AHEAD,
        }
    )


def combinations() -> Columns:
    """Return n, b, peak and bandwidth of each combination, one float a point."""
    rows = itertools.product(SIZES, TILES_TRIED, GPUS)
    table_of = np.array([(n, b, gpu.peak(), gpu.bandwidth) for n, b, gpu in rows])
    n, b, peak, bandwidth = np.ascontiguousarray(table_of.T)
    return n, b, peak, bandwidth


def taken(columns: Columns, count: int) -> Columns:
    """Return so many of the combinations, spread evenly over all."""
    picked = np.linspace(0, COUNT - 1, count).astype(int)
    n, b, peak, bandwidth = (column[picked] for column in columns)
    return n, b, peak, bandwidth


def rate(n: Any, b: Any, peak: Any, bandwidth: Any) -> Any:
    """Return the attainable rate, of one combination or of many [FLOP/s]."""
    moved = gemm_hbm_bytes(m=n, n=n, k=n, bm=b, bn=b, word_bytes=WORD)
    intensity = gemm_flops(m=n, n=n, k=n) / moved
    return attainable(intensity, peak=peak, bandwidth=bandwidth)


def plain_rate(n: float, b: float, peak: float, bandwidth: float) -> float:
    """Return what `rate` does, in plain Python: F = 2n³, B = s·(2n²·⌈n/b⌉ + n²)."""
    blocks = math.ceil(n / b)
    moved = WORD * (n * (n * blocks + n * blocks) + n * n)
    return min(peak, bandwidth * (2 * n * n * n / moved))


def sweep(*columns: Floats) -> Floats:
    """Return the rates of all combinations by one call of the model."""
    return np.asarray(rate(*columns))


def loop_model(*columns: Floats) -> Floats:
    """Return the rates by a call of the model for each combination."""
    points = zip(*(column.tolist() for column in columns), strict=True)
    return np.array([rate(*point) for point in points])


def loop_plain(*columns: Floats) -> Floats:
    """Return the rates by plain arithmetic for each combination."""
    points = zip(*(column.tolist() for column in columns), strict=True)
    return np.array([plain_rate(*point) for point in points])


def by_turns(runs: Sequence[tuple[Callable[..., Floats], Columns]]) -> list[float]:
    """Run each way several times, by turns; return its median time for a point [s]."""
    times: list[list[float]] = [[] for _ in runs]
    for way, columns in runs:
        way(*columns)
    for _ in range(REPEATS):
        for (way, columns), into in zip(runs, times, strict=True):
            into.append(per_point(way, columns))
    return [median(each) for each in times]


def per_point(way: Callable[..., Floats], columns: Columns) -> float:
    """Return the time that a way takes for a point of these columns [s]."""
    count = len(columns[0])
    # Few points run often, or the clock's own grain would be what is timed.
    calls = max(1, 1_000 // count)
    began = time.process_time()
    for _ in range(calls):
        way(*columns)
    return (time.process_time() - began) / calls / count


def growth(every: Columns) -> list[tuple[str, ...]]:
    """Return the rows of the cost of a point, from one point to all of them."""
    costs = by_turns([(sweep, taken(every, count)) for count in COUNTS])
    rows = [("points", "÷ at a million", "a point")]
    for count, cost in zip(COUNTS, costs, strict=True):
        rows.append((f"{count:,}", f"{cost / costs[-1]:.2f}", nanoseconds(cost)))
    return rows


def line(way: str, cost: float, whole: float, count: int) -> tuple[str, ...]:
    """Return a row: a way's cost for a point, and as a ratio to the sweep's."""
    return way, f"{cost / whole:.1f}", nanoseconds(cost), f"{count:,}"


def nanoseconds(seconds: float) -> str:
    """Write a time in nanoseconds.

    >>> nanoseconds(2.5e-6)
    '2,500 ns'
    """
    return f"{seconds * 1e9:,.0f} ns"


if __name__ == "__main__":
    sys.exit(main())
