"""The drawing holds what the model says, and everything lies on its paper."""

import pytest

from app.data.axes import X_RANGE, Y_RANGE, scene
from roofline_model import GPUS, KERNELS, attainable, ridge, tile_sweep


@pytest.mark.parametrize("gpu", GPUS, ids=lambda gpu: gpu.key)
@pytest.mark.parametrize("precision", ["fp32", "bf16"])
def test_three_vertices_draw_the_model_line(gpu, precision):
    roof = {"fp32": "fp32", "bf16": "bf16_whole"}[precision]
    line = scene()["gpus"][gpu.key][roof]
    limits = {"peak": gpu.peak(precision), "bandwidth": gpu.bandwidth}
    assert line["x"] == [X_RANGE[0], ridge(**limits), X_RANGE[1]]
    assert line["y"] == [attainable(x, **limits) for x in line["x"]]


@pytest.mark.parametrize("gpu", GPUS, ids=lambda gpu: gpu.key)
def test_the_dashes_begin_at_the_fp32_ridge(gpu):
    drawn = scene()["gpus"][gpu.key]
    assert drawn["bf16"]["x"][0] == drawn["ridges"]["fp32"]["x"]
    assert drawn["bf16"]["y"][0] == pytest.approx(gpu.peak("fp32"))


def test_the_ridges_are_written_as_they_are_quoted() -> None:
    written = {
        key: (line["ridges"]["fp32"]["text"], line["ridges"]["bf16"]["text"])
        for key, line in scene()["gpus"].items()
    }
    assert written == {"a100": ("12.5", "201"), "h100": ("20", "295")}


def test_every_step_kernel_and_roof_lies_on_the_paper() -> None:
    for gpu in GPUS:
        for frame in tile_sweep(gpu):
            assert X_RANGE[0] < frame.intensity < X_RANGE[1]
            assert Y_RANGE[0] < frame.attainable < Y_RANGE[1]
        assert gpu.peak("bf16") < Y_RANGE[1]
        for kernel in KERNELS:
            assert X_RANGE[0] < kernel.intensity < X_RANGE[1]
            rate = attainable(
                kernel.intensity,
                peak=gpu.peak(kernel.precision),
                bandwidth=gpu.bandwidth,
            )
            assert Y_RANGE[0] < rate < Y_RANGE[1]


def test_the_ticks_are_the_decades_and_read_as_their_values() -> None:
    prefixes = {"G": 1e9, "T": 1e12, "P": 1e15}
    for at, text in scene()["y_ticks"]:
        number, prefix = text.split(" ")
        assert float(number) * prefixes[prefix] == at
    for at, text in scene()["x_ticks"]:
        assert float(text) == at


def test_each_line_is_named_with_its_own_figure() -> None:
    for gpu in GPUS:
        labels = {label["id"]: label for label in scene()["gpus"][gpu.key]["labels"]}
        for name, value in (
            ("slope", gpu.bandwidth),
            ("roof", gpu.peak("fp32")),
            ("tensor", gpu.peak("bf16")),
        ):
            assert f"{value / 1e12:g} T" in labels[name]["text"]
