"""A device says what is known of it, and refuses what is not."""

import dataclasses
import re
from dataclasses import FrozenInstanceError

import pytest

from roofline_model import GPUS, SOURCES, Constant, Device, ridge

SOURCE = SOURCES[0]


def rate(value):
    return Constant(value, "FLOP/s", SOURCE)


def make(**fields):
    """Return a small device, with some fields put in place of its own."""
    plain = {
        "key": "x",
        "vendor": "Vendor",
        "name": "X",
        "kind": "gpu",
        "memory": Constant(2.0, "B/s", SOURCE),
        "fp32_peak": rate(8.0),
    }
    return Device(**plain | fields)


def test_a_device_is_asked_as_a_gpu_is():
    asked = ("key", "name", "board", "bandwidth", "peak")
    for gpu in (*GPUS, make()):
        assert all(hasattr(gpu, name) for name in asked)
    assert make().bandwidth == 2.0
    assert make().peak() == make().peak("fp32") == 8.0
    assert ridge(peak=make().peak(), bandwidth=make().bandwidth) == 4.0


def test_the_board_has_the_vendor_before_the_name():
    assert make().board == "Vendor X"
    assert make(vendor="").board == "X"


def test_a_bf16_peak_counts_and_an_fp16_peak_does_not():
    bf16 = make(tensor_peak=rate(64.0), tensor_format="BF16")
    assert bf16.precisions == ("fp32", "bf16")
    assert bf16.peak("bf16") == bf16.bf16_peak.value == 64.0
    fp16 = make(tensor_peak=rate(64.0), tensor_format="FP16")
    assert fp16.precisions == ("fp32",)
    assert fp16.bf16_peak is None
    assert fp16.tensor_peak.value == 64.0


def test_an_unknown_peak_is_refused_with_what_is_known():
    with pytest.raises(ValueError, match=r"of \['fp32'\] for X, got 'bf16'$"):
        make().peak("bf16")
    only = make(fp32_peak=None, tensor_peak=rate(64.0), tensor_format="BF16")
    assert only.precisions == ("bf16",)
    with pytest.raises(ValueError, match=r"of \['bf16'\] for X, got 'fp32'$"):
        only.peak()


@pytest.mark.parametrize("bad", ["fp8", "FP32", "", None, 32], ids=repr)
def test_an_unknown_precision_is_refused_by_name_and_value(bad):
    with pytest.raises(
        ValueError, match=f"^precision must be .*got {re.escape(repr(bad))}$"
    ):
        make().peak(bad)


def test_shared_memory_adds_up_all_sms_where_all_is_known():
    known = {
        "sm_count": 10,
        "clock": Constant(5.0, "Hz", SOURCE),
        "shared_width": Constant(64, "B", SOURCE),
    }
    assert make(**known).shared_bandwidth == 3200.0
    for name in known:
        assert make(**known | {name: None}).shared_bandwidth is None


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"name": " "}, "name must not be empty, got ' '"),
        ({"kind": "cpu"}, "kind must be one of ['gpu', 'accelerator'], got 'cpu'"),
        ({"fp32_peak": None}, "X must have a peak, got none"),
        ({"tensor_format": "BF16"}, "tensor_format must be one of [None], got 'BF16'"),
        (
            {"tensor_peak": rate(64.0)},
            "tensor_format must be one of ['BF16', 'FP16'], got None",
        ),
        (
            {"tensor_peak": rate(64.0), "tensor_format": "FP8"},
            "tensor_format must be one of ['BF16', 'FP16'], got 'FP8'",
        ),
        ({"sm_count": 0}, "sm_count must be a positive whole number, got 0.0"),
        ({"sm_count": 1.5}, "sm_count must be a positive whole number, got 1.5"),
    ],
)
def test_a_device_that_cannot_be_is_refused(fields, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        make(**fields)


def test_a_device_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        make().name = "Y"
    assert dataclasses.replace(make(), name="Y").name == "Y"
