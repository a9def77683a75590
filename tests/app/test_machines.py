"""What the browser reads off a GPU's lines is what the model computes."""

import math

import pytest

from app.data.axes import X_RANGE, Y_RANGE, ranges
from app.data.gemm_tables import table
from app.data.gpus import AMOUNTS, MACHINES, held_tile, machine, precisions
from app.data.setting import SIZES
from app.steps import letters
from roofline_model import (
    A100,
    GPU,
    GPUS,
    H100,
    TILES,
    attainable,
    format_si,
    limits,
    own_gpu,
    ridge,
    significant,
    sm_intensity,
    sm_tile,
    smallest_power_of_two_tile,
    smallest_tile,
    tie_band,
)

# From one end of the axis to the other, corners and all that lies between.
INTENSITIES = [X_RANGE[0] * (X_RANGE[1] / X_RANGE[0]) ** (k / 300) for k in range(301)]

LINES = {"fp32": "fp32", "bf16": "bf16_whole"}

keys = pytest.mark.parametrize("key", MACHINES)
leveled = pytest.mark.parametrize(
    "key", [key for key, gpu in MACHINES.items() if machine(gpu)["levels"]]
)


def read(line, x):
    """Read a line of log-log paper, straight between its vertices."""
    xs, ys = line["x"], line["y"]
    right = next((i for i in range(1, len(xs) - 1) if x <= xs[i]), len(xs) - 1)
    share = math.log(x / xs[right - 1]) / math.log(xs[right] / xs[right - 1])
    return ys[right - 1] * (ys[right] / ys[right - 1]) ** share


def near(value):
    return pytest.approx(value, rel=1e-12)


@keys
def test_its_lines_read_the_attainable_rate_at_any_intensity(key):
    gpu, drawn = MACHINES[key], machine(MACHINES[key])
    assert drawn["precisions"] == list(precisions(gpu))
    for precision in drawn["precisions"]:
        model = {"peak": gpu.peak(precision), "bandwidth": gpu.bandwidth}
        for x in INTENSITIES:
            assert read(drawn[LINES[precision]], x) == near(attainable(x, **model))
            assert read(drawn["slope"], x) == near(gpu.bandwidth * x)
        assert drawn["peaks"][precision] == gpu.peak(precision)
        assert drawn["bands"][precision] == tie_band(**model)
        assert drawn["ridges"][precision]["x"] == ridge(**model)


@keys
def test_its_times_read_bytes_over_bandwidth_and_flops_over_peak(key):
    gpu, drawn = MACHINES[key], machine(MACHINES[key])
    for n in SIZES:
        size = table()[str(n)]
        for precision in drawn["precisions"]:
            for moved in size[precision]["bytes"]:
                assert AMOUNTS[0] < moved < AMOUNTS[1]
                seconds = read(drawn["memory_time"], moved)
                assert seconds == near(moved / gpu.bandwidth)
            assert AMOUNTS[0] < size["flops"] < AMOUNTS[1]
            seconds = read(drawn["compute_time"][precision], size["flops"])
            assert seconds == near(size["flops"] / gpu.peak(precision))


@leveled
def test_the_line_of_shared_memory_reads_its_bandwidth_times_the_intensity(key):
    gpu, levels = MACHINES[key], machine(MACHINES[key])["levels"]
    model = {"peak": gpu.peak(), "bandwidth": gpu.shared_bandwidth}
    end = ridge(**model)
    assert (levels["line"]["x"][-1], levels["line"]["y"][-1]) == (end, near(gpu.peak()))
    for x in INTENSITIES:
        assert read(levels["slope"], x) == near(gpu.shared_bandwidth * x)
        if x <= end:
            assert read(levels["line"], x) == near(attainable(x, **model))


@leveled
def test_the_letters_that_bind_are_the_models_at_every_size_and_tile(key):
    gpu, levels = MACHINES[key], machine(MACHINES[key])["levels"]
    for n, binds in zip(SIZES, levels["binds"], strict=True):
        tiles = [min(tile, n) for tile in (*TILES, 2 * TILES[-1])]
        wanted = [letters(limits(gpu, tile=tile, n=n)) for tile in tiles]
        assert binds.split(" ") == wanted


def test_levels_are_those_of_fp32_where_shared_memory_is_known():
    for gpu in MACHINES.values():
        known = gpu.shared_bandwidth is not None and "fp32" in precisions(gpu)
        assert bool(machine(gpu)["levels"]) == known
    assert machine(MACHINES["mi355x"])["levels"] is None
    assert machine(MACHINES["tpu-v4"])["levels"] is None


@pytest.mark.parametrize("gpu", GPUS, ids=lambda gpu: gpu.key)
def test_the_band_of_l2_lies_between_its_two_bandwidths_up_to_the_roof(gpu):
    levels = machine(gpu)["levels"]
    ends = [gpu.l2_low.value, gpu.l2_high.value]
    assert levels["l2_rates"] == ends
    for line, bandwidth in zip(levels["l2"], ends, strict=True):
        assert line["y"] == [near(bandwidth * x) for x in line["x"]]
        assert line["y"][-1] == gpu.peak()
    # The H100's is published from measurements alone, 4.9 to 9.8 TB/s; the A100's
    # 7.22 TB/s is its white paper's 5120 B a clock, 5.42 measured.
    written = {A100: ("5.42 TB/s", "7.22 TB/s"), H100: ("4.90 TB/s", "9.80 TB/s")}
    assert tuple(format_si(end, "B/s") for end in ends) == written[gpu]


def test_only_the_presets_have_a_band_of_l2():
    for gpu in MACHINES.values():
        levels = machine(gpu)["levels"]
        assert "l2" not in (levels or {}) or isinstance(gpu, GPU)


@keys
def test_it_needs_the_smallest_tile_of_the_model(key):
    gpu, drawn = MACHINES[key], machine(MACHINES[key])
    for precision in drawn["precisions"]:
        needs, powers = drawn["needs"][precision], drawn["powers"][precision]
        for n, need, power in zip(SIZES, needs, powers, strict=True):
            asked = {"n": n, "precision": precision}
            tile = smallest_tile(gpu, **asked)
            assert need == (None if tile is None else significant(tile))
            assert power == smallest_power_of_two_tile(gpu, **asked)
            # A power of two that reaches the roof is no smaller than the tile needed.
            assert power is None or power >= tile


def test_what_an_sm_holds_is_known_of_the_presets_alone():
    for gpu in GPUS:
        assert held_tile(gpu) == machine(gpu)["holds"] == significant(sm_tile(gpu))
        assert machine(gpu)["most"]["bf16"] == sm_intensity(gpu, precision="bf16")
    assert [machine(gpu)["holds"] for gpu in GPUS] == ["328", "352"]
    assert machine(MACHINES["rtx-a6000"])["holds"] is None


@keys
def test_no_gpu_of_the_catalogue_leaves_the_usual_axes(key):
    assert ranges(MACHINES[key]) == (X_RANGE, Y_RANGE)


@pytest.mark.parametrize(
    ("peak", "bandwidth", "tensor", "widened"),
    [
        ("19.5 TFLOP/s", "1555 GB/s", "312 TFLOP/s", set()),
        ("40 GFLOP/s", "12.8 GB/s", None, {"floor"}),
        ("3 PFLOP/s", "90 TB/s", "50 PFLOP/s", {"ceiling"}),
        ("1 TFLOP/s", "100 TB/s", None, {"left"}),
        ("1 PFLOP/s", "100 GB/s", None, {"right", "floor"}),
    ],
)
def test_the_axes_of_an_own_gpu_are_widened_where_it_would_leave_them(
    peak, bandwidth, tensor, widened
):
    gpu = own_gpu(peak=peak, bandwidth=bandwidth, tensor_peak=tensor)
    (left, right), (floor, ceiling) = ranges(gpu)
    peaks = [gpu.peak(precision) for precision in gpu.precisions]
    for roof in peaks:
        assert floor < roof < ceiling
        assert left < ridge(peak=roof, bandwidth=gpu.bandwidth) < right
    assert floor < gpu.bandwidth * 0.24997 < ceiling
    ends = {"left": left, "right": right, "floor": floor, "ceiling": ceiling}
    usual = dict(zip(ends, (*X_RANGE, *Y_RANGE), strict=True))
    assert {name for name, end in ends.items() if end != usual[name]} == widened
