"""The catalogue: whole boards told apart by name, dense peaks, nothing made up."""

import re

import pytest

from roofline_model import (
    A100,
    A6000,
    CATALOGUE,
    GPUS,
    H100,
    SOURCES,
    TIE_TOLERANCE,
    Constant,
    Source,
    device,
    ridge,
    search_devices,
)
from roofline_model.catalogue import listed
from roofline_model.tables import read_table

SOURCE = SOURCES[0]
ROW = {
    "key": "x",
    "vendor": "Vendor",
    "name": "X",
    "kind": "gpu",
    "fp32_tflops": "10",
    "tensor_tflops": "",
    "tensor_format": "",
    "gbps": "500",
    "memory": "HBM",
    "sm_count": "",
    "clock_mhz": "",
    "shared_bytes": "",
    "source": "x",
    "note": "",
}

DEVICES = pytest.mark.parametrize("found", CATALOGUE, ids=lambda found: found.key)


def constants(found):
    """Return the constants of a device that are known, by field name."""
    names = ("memory", "fp32_peak", "tensor_peak", "clock", "shared_width")
    known = {name: getattr(found, name) for name in names}
    return {name: value for name, value in known.items() if value is not None}


# FP32 lanes of an SM or compute unit, from the documents that the catalogue names: a
# multiply-add on each, every clock, is the published peak.
LANES = {
    "a100": 64,
    "h100": 128,
    "a100-pcie-40gb": 64,
    "a100-sxm4-80gb": 64,
    "a100-pcie-80gb": 64,
    "h100-pcie-80gb": 128,
    "h200-sxm-141gb": 128,
    "v100-sxm2": 64,
    "t4": 64,
    "a10": 128,
    "l4": 128,
    "l40s": 128,
    "rtx-3090": 128,
    "rtx-a6000": 128,
    "rtx-4090": 128,
    "rtx-5090": 128,
    "mi250x": 64,
    "mi250x-die": 64,
    "mi300x": 128,
    "mi325x": 128,
    "mi355x": 128,
}

# Ridges in FP32 and in BF16: the quotient of the published figures, from the vendors'
# documents that the catalogue names. A dash where there is no such peak.
RIDGES = {
    "a100": ("12.540", "200.64"),
    "h100": ("20.000", "295.37"),
    "a100-pcie-40gb": ("12.54", "200.6"),
    "a100-sxm4-80gb": ("9.56", "153.0"),
    "a100-pcie-80gb": ("10.08", "161.2"),
    "h100-pcie-80gb": ("25.11", "371.0"),
    "h200-sxm-141gb": ("13.94", "206.1"),
    "v100-sxm2": ("17.44", "-"),
    "t4": ("25.31", "-"),
    "a10": ("52.0", "208.3"),
    "l4": ("101.0", "403.3"),
    "l40s": ("106.02", "419.0"),
    "rtx-3090": ("38.03", "75.9"),
    "rtx-a6000": ("50.39", "201.6"),
    "rtx-4090": ("81.94", "163.9"),
    "rtx-5090": ("58.48", "116.9"),
    "mi250x": ("14.62", "116.9"),
    "mi250x-die": ("14.62", "116.9"),
    "mi300x": ("30.83", "246.7"),
    "mi325x": ("27.23", "217.9"),
    "mi355x": ("19.66", "314.6"),
    "tpu-v4": ("-", "223.9"),
    "tpu-v5e": ("-", "240.5"),
    "tpu-v5p": ("-", "166.0"),
    "tpu-v6e": ("-", "560.4"),
}


def test_every_device_has_a_ridge_of_its_own():
    assert list(RIDGES) == [found.key for found in CATALOGUE]


@DEVICES
def test_the_ridges_are_the_quotients_of_the_published_figures(found):
    for precision, expected in zip(("fp32", "bf16"), RIDGES[found.key], strict=True):
        assert (precision in found.precisions) == (expected != "-")
        if expected != "-":
            got = ridge(peak=found.peak(precision), bandwidth=found.bandwidth)
            decimals = len(expected.partition(".")[2])
            assert f"{got:.{decimals}f}" == expected


@pytest.mark.parametrize("key", LANES)
def test_a_published_peak_is_what_its_lanes_deliver(key):
    found = device(key)
    flops = 2 * LANES[key] * found.sm_count * found.clock.value
    # To the two digits that the T4's is printed with; the others have three or more.
    digits = {"rel": 0.006} if key == "t4" else {"rel": TIE_TOLERANCE}
    assert found.peak() == pytest.approx(flops, **digits)


def test_whatever_has_an_fp32_peak_has_its_lanes_counted():
    assert [d.key for d in CATALOGUE if "fp32" in d.precisions] == list(LANES)


@pytest.mark.parametrize("gpu", GPUS, ids=lambda gpu: gpu.key)
def test_the_lessons_presets_are_in_it_constant_by_constant(gpu):
    found = device(gpu.key)
    assert found in CATALOGUE[: len(GPUS)]
    assert found.board == gpu.board
    assert found.memory is gpu.hbm
    assert found.fp32_peak is gpu.fp32_peak
    assert found.tensor_peak is found.bf16_peak is gpu.bf16_peak
    assert found.clock is gpu.clock
    assert found.shared_width is gpu.shared_width
    assert found.sm_count == gpu.sm_count
    assert found.shared_bandwidth == gpu.shared_bandwidth
    assert found.precisions == ("fp32", "bf16")


def test_the_table_has_no_second_copy_of_a_preset():
    boards = [f"{row['vendor']} {row['name']}" for row in read_table("hardware.csv")]
    assert {gpu.board for gpu in GPUS} & set(boards) == set()


@DEVICES
def test_every_constant_has_its_unit_a_source_and_a_note(found):
    units = {name: constant.unit for name, constant in constants(found).items()}
    all_units = {
        "memory": "B/s",
        "fp32_peak": "FLOP/s",
        "tensor_peak": "FLOP/s",
        "clock": "Hz",
        "shared_width": "B",
    }
    assert units == {name: all_units[name] for name in units}
    for constant in constants(found).values():
        assert isinstance(constant.source, Source)
        assert constant.source.citation.endswith(".")
        assert constant.note
    assert found.note.endswith(".")


def test_sources_have_keys_of_their_own_and_each_is_used():
    rows = read_table("hardware_sources.csv")
    keys = [row["key"] for row in rows]
    assert len(set(keys)) == len(keys)
    assert set(keys) & {source.key for source in SOURCES} == set()
    assert set(keys) == {row["source"] for row in read_table("hardware.csv")}
    assert all(row["url"] == "" or row["url"].startswith("https://") for row in rows)


def test_keys_names_and_boards_are_unique():
    for names in (
        [found.key for found in CATALOGUE],
        [found.name for found in CATALOGUE],
        [found.board for found in CATALOGUE],
    ):
        assert len(set(names)) == len(names) == 25
    assert all(re.fullmatch(r"[a-z0-9-]+", found.key) for found in CATALOGUE)


def test_boards_of_one_name_are_told_apart_by_form_factor_and_memory():
    boards = [found.name for found in search_devices("A100")]
    assert boards == [
        "A100 SXM4, 40 GB",
        "A100 PCIe, 40 GB",
        "A100 SXM4, 80 GB",
        "A100 PCIe, 80 GB",
    ]
    bandwidths = {found.bandwidth for found in search_devices("A100")}
    assert bandwidths == {1555e9, 1935e9, 2039e9}
    assert [found.name for found in search_devices("H100")] == [
        "H100 SXM5, 80 GB",
        "H100 PCIe, 80 GB",
    ]


@pytest.mark.parametrize("key", ["v100-sxm2", "t4"])
def test_fp16_tensor_cores_are_not_taken_for_bf16(key):
    found = device(key)
    assert found.tensor_format == "FP16"
    assert "FP16" in found.tensor_peak.note
    assert "no BF16" in found.note
    assert found.bf16_peak is None


def test_no_other_device_has_fp16_tensor_cores():
    others = [d for d in CATALOGUE if d.tensor_format != "BF16"]
    assert [d.key for d in others] == ["v100-sxm2", "t4"]


# Printed by the vendors with 2:4 sparsity, beside the dense figure that belongs here.
@pytest.mark.parametrize(
    ("key", "sparse"),
    [
        ("a100", 624),
        ("h100", 1979),
        ("h200-sxm-141gb", 1979),
        ("l4", 242),
        ("l40s", 733),
        ("rtx-5090", 419),
    ],
)
def test_a_tensor_peak_is_the_dense_one(key, sparse):
    assert device(key).peak("bf16") == pytest.approx(sparse / 2 * 1e12, rel=0.015)
    assert "dense" in device(key).tensor_peak.note


def test_the_two_dies_of_an_mi250x_are_a_device_each():
    package, die = device("mi250x"), device("mi250x-die")
    assert "both dies" in package.name
    assert "two devices" in package.note
    assert "one die" in die.name
    assert die.sm_count * 2 == package.sm_count
    for precision in package.precisions:
        assert 2 * die.peak(precision) == package.peak(precision)
    assert 2 * die.bandwidth == package.bandwidth


def test_an_accelerator_without_an_fp32_peak_has_none_and_not_zero():
    tpus = search_devices("tpu")
    assert [found.kind for found in tpus] == ["accelerator"] * 4
    for found in tpus:
        assert found.precisions == ("bf16",)
        assert found.fp32_peak is found.clock is found.sm_count is None
        assert found.shared_bandwidth is None


def test_the_rest_are_gpus():
    assert {d.vendor for d in CATALOGUE if d.kind == "gpu"} == {"NVIDIA", "AMD"}


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("a100 pcie 80", ["a100-pcie-80gb"]),
        ("80GB sxm", ["h100", "a100-sxm4-80gb"]),
        ("PCIE", ["a100-pcie-40gb", "a100-pcie-80gb", "h100-pcie-80gb"]),
        ("  google\tV5P ", ["tpu-v5p"]),
        ("amd one die", ["mi250x-die"]),
        ("geforce 4090", ["rtx-4090"]),
        ("rtx", ["rtx-3090", "rtx-a6000", "rtx-4090", "rtx-5090"]),
        ("nvidia mi300x", []),
        ("a100 a100 a100 zebra", []),
    ],
)
def test_a_device_is_found_by_every_word_in_any_order_and_case(text, keys):
    assert [found.key for found in search_devices(text)] == keys
    backwards = " ".join(reversed(text.upper().split()))
    assert [found.key for found in search_devices(backwards)] == keys


@pytest.mark.parametrize("text", ["", "  ", "\n"])
def test_no_word_finds_every_device(text):
    assert search_devices(text) == CATALOGUE


@DEVICES
def test_every_device_is_found_by_its_own_board(found):
    assert found in search_devices(found.board)
    assert device(found.key) is found


@pytest.mark.parametrize("bad", [None, 100, ["a100"]], ids=repr)
def test_only_a_text_is_searched_for(bad):
    with pytest.raises(ValueError, match=f"^text must .*got {re.escape(repr(bad))}$"):
        search_devices(bad)


@pytest.mark.parametrize("bad", ["", "A100", None, 0], ids=repr)
def test_an_unknown_key_is_refused_by_name_and_value(bad):
    with pytest.raises(ValueError, match=f"^key must be one of .*got {bad!r}$"):
        device(bad)


def test_a_row_becomes_a_device_in_si_units():
    found = listed(ROW | {"clock_mhz": "1410", "shared_bytes": "64"}, SOURCE)
    assert found.memory == Constant(500e9, "B/s", SOURCE, "HBM")
    assert found.fp32_peak.value == 10e12
    assert found.clock.value == 1.41e9
    assert found.shared_width.value == 64.0
    assert found.tensor_peak is found.tensor_format is found.sm_count is None


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ({"gbps": ""}, r"gbps must be known of X, got ''"),
        ({"fp32_tflops": "0"}, r"value \[FLOP/s\] must be positive"),
        ({"gbps": "fast"}, "could not convert"),
        ({"kind": "tpu"}, "kind must be one of"),
        ({"tensor_tflops": "100"}, "tensor_format must be one of"),
        ({"fp32_tflops": ""}, "X must have a peak"),
        ({"sm_count": "0"}, "sm_count must be a positive whole number"),
    ],
)
def test_a_row_that_cannot_be_is_refused(cells, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        listed(ROW | cells, SOURCE)


def test_the_presets_and_the_a6000_are_who_they_say():
    assert device("a100").bandwidth == A100.bandwidth
    assert device("h100").peak("bf16") == H100.peak("bf16")
    assert A6000 is device("rtx-a6000")
