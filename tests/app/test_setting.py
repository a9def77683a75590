"""A GPU shows what was asked for as far as its figures are known."""

import itertools

import pytest

from app.data.gpus import MACHINES
from app.data.setting import PRECISION_NAMES, SIZES, Setting, matrix_name
from roofline_model import GPUS, MATRIX_SIZE, TILES, word_bytes

ASKED = [
    Setting(n, precision, levels)
    for n, precision, levels in itertools.product(
        (128, 4096), PRECISION_NAMES, ("hbm", "shared")
    )
]


def on(key: str, precision: str, levels: str) -> tuple[str, str]:
    shown = Setting(precision=precision, levels=levels).on(MACHINES[key])
    return shown.precision, shown.levels


@pytest.mark.parametrize("gpu", GPUS, ids=lambda gpu: gpu.key)
def test_a_preset_shows_both_precisions_and_shared_memory_in_fp32(gpu) -> None:
    assert on(gpu.key, "fp32", "hbm") == ("fp32", "hbm")
    assert on(gpu.key, "fp32", "shared") == ("fp32", "shared")
    assert on(gpu.key, "bf16", "hbm") == ("bf16", "hbm")
    assert on(gpu.key, "bf16", "shared") == ("bf16", "hbm")


def test_without_an_fp32_peak_bf16_walks_and_hbm_alone() -> None:
    for key in ("tpu-v4", "tpu-v5e", "tpu-v5p", "tpu-v6e"):
        assert on(key, "fp32", "shared") == ("bf16", "hbm")


def test_without_a_bf16_peak_fp32_walks_and_shared_memory_with_it() -> None:
    # The T4's tensor cores know FP16 and no BF16.
    assert on("t4", "bf16", "hbm") == ("fp32", "hbm")
    assert on("t4", "bf16", "shared") == ("fp32", "shared")


def test_shared_memory_is_not_drawn_where_its_bandwidth_is_unknown() -> None:
    assert on("mi355x", "fp32", "shared") == ("fp32", "hbm")
    assert on("a100-achieved", "bf16", "shared") == ("fp32", "hbm")


@pytest.mark.parametrize("key", MACHINES)
def test_what_is_shown_can_be_walked_and_is_asked_for_again(key: str) -> None:
    gpu = MACHINES[key]
    for asked in ASKED:
        shown = asked.on(gpu)
        assert shown.n == asked.n
        assert gpu.peak(shown.precision) > 0
        assert shown.levels == "hbm" or gpu.shared_bandwidth is not None
        assert shown.on(gpu) == shown


def test_the_sizes_rise_hold_the_lessons_own_and_fit_every_tile() -> None:
    assert list(SIZES) == sorted(set(SIZES))
    assert (SIZES[0], SIZES[-1]) == (128, 16_384)
    assert Setting().n == MATRIX_SIZE in SIZES
    assert SIZES[0] >= max(TILES)
    # At some a tile is cut, at some it is not.
    assert {bool(n % 64) for n in SIZES} == {True, False}


def test_a_precision_has_its_name_and_a_matrix_its_size() -> None:
    assert {key: word_bytes(key) for key in PRECISION_NAMES} == {"fp32": 4, "bf16": 2}
    assert matrix_name(1000) == "1000³"
