"""A step is the model's frame, and where levels are drawn, what each of them allows."""

import itertools

import pytest

from app.data.gpus import MACHINES
from app.data.setting import SIZES, Setting
from app.steps import letters, walk
from roofline_model import (
    A100,
    GPUS,
    H100,
    TIE_TOLERANCE,
    TILES,
    Bound,
    Level,
    limits,
    tile_sweep,
)

LEVELS = Setting(levels="shared")

# Which level binds at n = 4096, in TFLOP/s: what HBM and shared memory would allow, as
# W·I with I = (b/4)/(1 + b/(2n)) and t/4 flops for each byte read from shared memory;
# two letters are a tie. Figures: the vendors' white papers and data sheets, at
# 108 · 128 B · 1.410 GHz and 132 · 128 B · 1.980 GHz of shared memory.
BINDS = {
    A100: [
        *[(0.39, 4.87, "H"), (0.78, 4.87, "H"), (1.55, 4.87, "H"), (3.11, 4.87, "H")],
        *[(6.21, 4.87, "S"), (12.39, 9.75, "S"), (24.69, 19.49, "SC")],
        (48.99, 38.98, "C"),
    ],
    H100: [
        *[(0.84, 8.36, "H"), (1.67, 8.36, "H"), (3.35, 8.36, "H"), (6.69, 8.36, "H")],
        *[(13.37, 8.36, "S"), (26.70, 16.73, "S"), (53.18, 33.45, "S")],
        (105.6, 66.91, "SC"),
    ],
}

gpus = pytest.mark.parametrize("gpu", GPUS, ids=lambda gpu: gpu.key)


@gpus
def test_the_level_that_binds_is_the_tables(gpu) -> None:
    for step, (hbm, shared, binds) in zip(walk(gpu, LEVELS), BINDS[gpu], strict=True):
        # The table has two decimals, or four digits.
        rates = step.limits.rates
        assert rates[Level.HBM] / 1e12 == pytest.approx(hbm, abs=0.006, rel=5e-4)
        assert rates[Level.SHARED] / 1e12 == pytest.approx(shared, abs=0.006)
        assert step.binds == binds, step.frame.tile
        roof = gpu.peak() / 1e12
        assert step.rate / 1e12 == pytest.approx(min(hbm, shared, roof), abs=0.006)


def test_the_ties_are_the_hardwares_and_lie_within_the_rule() -> None:
    # A clock and SM: two flops on each of 64 lanes or of 128, and 32·t from 128 B of
    # shared memory. They are equal at t = 4 or 8; the published peaks are rounded.
    for gpu, tile, gap in ((A100, 64, 0.0004), (H100, 128, 0.0014)):
        step = walk(gpu, LEVELS)[TILES.index(tile)]
        assert 1 - step.limits.rates[Level.SHARED] / gpu.peak() == pytest.approx(
            gap, abs=5e-5
        )
        assert gap < TIE_TOLERANCE
        assert step.bound is Bound.TIE
        assert step.rate < gpu.peak()


@pytest.mark.parametrize("key", ["a100", "h100", "t4", "rtx-a6000", "mi300x"])
@pytest.mark.parametrize("n", [SIZES[0], 1000, SIZES[-1]])
def test_the_levels_are_the_models_at_every_size(key: str, n: int) -> None:
    gpu = MACHINES[key]
    for step in walk(gpu, Setting(n=n, levels="shared")):
        held = limits(gpu, tile=step.frame.tile, n=n)
        assert step.limits == held
        assert step.rate == held.attainable <= step.frame.attainable
        assert step.binds == letters(held)
        assert (step.bound is Bound.MEMORY) == (Level.COMPUTE not in held.binding)


@gpus
@pytest.mark.parametrize("precision", ["fp32", "bf16"])
@pytest.mark.parametrize("n", [192, 1000, 4096])
def test_without_levels_a_step_is_the_frame_of_the_models_walk(
    gpu, precision: str, n: int
) -> None:
    frames = tile_sweep(gpu, n=n, precision=precision)
    for step, frame in zip(walk(gpu, Setting(n, precision)), frames, strict=True):
        assert step.frame == frame
        assert step.limits is None
        assert step.binds == ""
        assert (step.rate, step.bound) == (frame.attainable, frame.bound)
        assert step.gain == pytest.approx(frame.gain, rel=1e-14)
        assert step.peak == gpu.peak(precision)


@pytest.mark.parametrize("setting", [Setting(), LEVELS, Setting(1000, "bf16")])
@gpus
def test_the_gain_leads_to_the_next_step_and_meets_the_roof_there(
    gpu, setting: Setting
) -> None:
    for step, following in itertools.pairwise(walk(gpu, setting)):
        assert step.gain * step.rate == pytest.approx(following.rate, rel=1e-14)
        # To meet the roof is to be held by the ALUs, alone or in a tie.
        assert step.meets == (following.bound is not Bound.MEMORY)


def test_the_whole_matrix_is_the_largest_tile() -> None:
    for levels in ("hbm", "shared"):
        last = walk(A100, Setting(n=128, levels=levels))[-1]
        assert last.frame.tile == last.frame.n
        assert last.gain == 1


def test_a_gpu_walks_in_the_precision_that_is_known_of_it() -> None:
    for key, known in (("tpu-v4", "bf16"), ("t4", "fp32")):
        for asked in (LEVELS, Setting(1024, "bf16")):
            steps = walk(MACHINES[key], asked)
            assert {step.frame.precision for step in steps} == {known}
            assert {step.setting for step in steps} == {asked.on(MACHINES[key])}
