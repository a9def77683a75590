"""The presets are whole boards, with units and sources, and cannot be changed."""

import dataclasses
import re
from dataclasses import FrozenInstanceError

import pytest

from roofline_model import (
    A100,
    GPUS,
    H100,
    PRECISIONS,
    SOURCES,
    TIE_TOLERANCE,
    Constant,
    Source,
    word_bytes,
)

SOURCE = SOURCES[0]


def constants(gpu):
    """Return the constants of a GPU by field name."""
    values = {f.name: getattr(gpu, f.name) for f in dataclasses.fields(gpu)}
    return {name: v for name, v in values.items() if isinstance(v, Constant)}


def test_the_lesson_has_two_boards_under_two_keys():
    assert GPUS == (A100, H100)
    assert [gpu.key for gpu in GPUS] == ["a100", "h100"]


def test_the_board_names_form_factor_and_memory():
    assert "SXM4" in A100.board
    assert "40 GB" in A100.board
    assert "SXM5" in H100.board
    assert "80 GB" in H100.board


@pytest.mark.parametrize("gpu", GPUS, ids=lambda gpu: gpu.key)
def test_every_constant_has_its_unit_and_a_listed_source(gpu):
    units = {name: constant.unit for name, constant in constants(gpu).items()}
    assert units == {
        "fp32_peak": "FLOP/s",
        "bf16_peak": "FLOP/s",
        "hbm": "B/s",
        "clock": "Hz",
        "shared_width": "B",
        "register_file": "B",
        "shared_size": "B",
        "l2_low": "B/s",
        "l2_high": "B/s",
    }
    assert {constant.source for constant in constants(gpu).values()} <= set(SOURCES)


def test_every_source_has_its_own_key_and_a_citation():
    assert len({source.key for source in SOURCES}) == len(SOURCES)
    assert all(len(source.citation) > len(source.key) for source in SOURCES)
    assert all(s.url == "" or s.url.startswith("https://") for s in SOURCES)


# Flops a clock and SM: NVIDIA A100 and H100 Tensor Core GPU Architecture whitepapers.
# 64 or 128 FP32 lanes, a fused multiply-add counted as two; dense tensor-core rates.
@pytest.mark.parametrize(
    ("peak", "sms", "flops_a_clock", "clock"),
    [
        pytest.param(A100.peak("fp32"), 108, 2 * 64, 1.410e9, id="A100 FP32"),
        pytest.param(A100.peak("bf16"), 108, 2048, 1.410e9, id="A100 BF16"),
        pytest.param(H100.peak("fp32"), 132, 2 * 128, 1.980e9, id="H100 FP32"),
        pytest.param(H100.peak("bf16"), 132, 4096, 1.830e9, id="H100 BF16"),
    ],
)
def test_a_published_peak_is_what_its_units_deliver(peak, sms, flops_a_clock, clock):
    assert peak == pytest.approx(sms * flops_a_clock * clock, rel=TIE_TOLERANCE)


def test_the_peak_follows_the_precision_and_is_fp32_unless_told():
    assert A100.peak() == A100.peak("fp32") == A100.fp32_peak.value
    assert A100.peak("bf16") == A100.bf16_peak.value
    assert A100.peak("bf16") > A100.peak("fp32")


def test_bandwidths_are_floats_and_shared_memory_adds_up_all_sms():
    other = dataclasses.replace(
        A100,
        sm_count=10,
        hbm=Constant(3.0, "B/s", SOURCE),
        clock=Constant(5.0, "Hz", SOURCE),
        shared_width=Constant(64, "B", SOURCE),
    )
    assert other.bandwidth == 3.0
    assert other.shared_bandwidth == 3200.0
    assert isinstance(A100.bandwidth, float)
    assert isinstance(A100.shared_bandwidth, float)


# KiB of registers and of shared memory an SM: NVIDIA A100 Tensor Core GPU Architecture
# whitepaper (2020) and NVIDIA H100 Tensor Core GPU Architecture whitepaper.
@pytest.mark.parametrize(("gpu", "kib"), [(A100, 256 + 164), (H100, 256 + 228)])
def test_an_sm_holds_its_registers_and_its_shared_memory(gpu, kib):
    assert gpu.sm_memory == 1024 * kib
    assert type(gpu.sm_memory) is float


@pytest.mark.parametrize("gpu", GPUS, ids=lambda gpu: gpu.key)
def test_the_l2_band_lies_above_hbm_and_below_shared_memory(gpu):
    band = gpu.l2_low.value, gpu.l2_high.value
    assert gpu.bandwidth < band[0] < band[1] < gpu.shared_bandwidth


def test_a_word_is_four_bytes_in_fp32_and_two_in_bf16():
    assert {p: word_bytes(p) for p in PRECISIONS} == {"fp32": 4, "bf16": 2}


@pytest.mark.parametrize("bad", ["fp8", "FP32", "", None, 32, ["fp32"]], ids=repr)
@pytest.mark.parametrize("ask", [word_bytes, A100.peak], ids=["word_bytes", "peak"])
def test_an_unknown_precision_is_refused_by_name_and_value(ask, bad):
    with pytest.raises(
        ValueError, match=f"^precision must be .*got {re.escape(repr(bad))}$"
    ):
        ask(bad)


@pytest.mark.parametrize(
    "bad", [0, -1.0, float("nan"), float("inf"), "fast", None], ids=repr
)
def test_a_constant_must_be_positive_and_finite(bad):
    shown = re.escape(repr(bad if bad is None or isinstance(bad, str) else float(bad)))
    with pytest.raises(ValueError, match=rf"^value \[B/s\] must be .*got {shown}$"):
        Constant(bad, "B/s", SOURCE)


@pytest.mark.parametrize("bad", [0, -108, 1.5, float("nan"), "many", None], ids=repr)
def test_a_gpu_must_have_a_whole_number_of_sms(bad):
    shown = re.escape(repr(bad if bad is None or isinstance(bad, str) else float(bad)))
    with pytest.raises(ValueError, match=f"^sm_count must be .*got {shown}$"):
        dataclasses.replace(A100, sm_count=bad)


def test_a_preset_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        A100.name = "B100"
    with pytest.raises(FrozenInstanceError):
        A100.hbm.value = 2.039e12
    with pytest.raises(FrozenInstanceError):
        SOURCE.url = ""
    assert isinstance(SOURCE, Source)
