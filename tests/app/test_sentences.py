"""The sentences can be filled, and say what the model found where it matters most."""

import re
from string import Formatter

import pytest

from app.data import sentences as say
from app.data.gpus import MACHINES
from app.data.setting import Setting
from app.quantities import tile_name
from app.readings import readings
from app.steps import walk
from app.words import figure_name, sentence, spoken_step
from roofline_model import A100, H100, TILES, busy_share, edge_share, percent

LEVELS = Setting(levels="shared")
BF16 = Setting(precision="bf16")

# What a group's templates wait for beside the readings of a step.
BESIDE = {
    "LEVELS": set(),
    "NEXT": {"other"},
    "NEEDS": {"other", "other_holds"},
    "SENTENCES": {"parts"},
    "SPOKEN": {"who"},
    "FIGURE": {"gpus", "where", "place", "ridges"},
    "WAITS": {"ratio"},
    "LOSSES": {"sm_most", "sms", "blocks", "waves", "last", "busy", "edge"},
    "UNITS": set(),
    "REACH": {"power"},
    "REMARKS": set(),
}

# Those that no step fills, and what they wait for.
ALONE = {
    "RIDGES": {"gpu", "fp32", "bf16"},
    "PROBE": {"intensity", "gpu", "rate", "ratio"},
    "KERNEL": {"name", "intensity", "rate", "gpu", "bound", "precision"},
}


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def said(tile: int, setting: Setting, *gpus) -> str:
    """Return the sentence of a step, without its emphasis."""
    steps = tuple(walk(gpu, setting)[TILES.index(tile)] for gpu in gpus)
    return plain("".join(sentence(steps)))


@pytest.mark.parametrize("group", BESIDE)
def test_every_brace_waits_for_a_reading_there_is(group: str) -> None:
    # Where levels are drawn there are more.
    known = {*readings(walk(A100, LEVELS)[0]), *BESIDE[group]}
    for name, template in getattr(say, group).items():
        assert fields(template) <= known, name
    assert BESIDE[group] <= set().union(*map(fields, getattr(say, group).values()))


def test_without_levels_no_template_waits_for_one() -> None:
    known = set(readings(walk(A100)[0])) | set().union(*BESIDE.values())
    leveled = {"H", "S", "C", "levels_tie", "memory_tie", "part_promise", "promise"}
    for group in BESIDE:
        for name, template in getattr(say, group).items():
            if name not in leveled:
                assert fields(template) <= known, (group, name)


@pytest.mark.parametrize("group", ALONE)
def test_the_templates_of_the_other_parts_wait_for_their_own(group: str) -> None:
    templates = getattr(say, group).values()
    assert set().union(*map(fields, templates)) == ALONE[group]


def test_a_count_of_one_has_a_template_of_its_own() -> None:
    for one, many in say.COUNTS.values():
        assert fields(one) == set()
        assert len(fields(many)) == 1


def test_the_page_carries_every_template() -> None:
    groups = {name for name in vars(say) if re.fullmatch("[A-Z]+", name)}
    carried = say.templates()
    assert {name.lower() for name in groups} == set(carried)
    for name in groups:
        assert carried[name.lower()] is getattr(say, name)
    assert groups >= {*BESIDE, *ALONE}


def test_emphasis_ends_where_it_began() -> None:
    for name, template in say.SENTENCES.items():
        pieces = template.split("|")
        assert len(pieces) % 2 == 1, name
        assert all(piece.strip() for piece in pieces[1::2]), name


def test_a_16_by_16_kernel_is_held_below_what_hbm_promises() -> None:
    """It measures 4.9 and not 6.2: the figures are those of `test_steps`."""
    told = said(16, LEVELS, A100)
    assert "shared memory holds the multiply at 4.87 TFLOP/s" in told
    assert "where the HBM line alone promises 6.21 TFLOP/s" in told
    step = (walk(A100, LEVELS)[4],)
    assert "4.87 teraflops per second, held by shared memory" in spoken_step(step)
    assert "HBM alone promises 6.21 teraflops per second" in spoken_step(step)
    assert "the HBM line alone promises 6.21 teraflops" in figure_name(step)
    both = said(16, LEVELS, A100, H100)
    assert "4.87 TFLOP/s on the A100, held by shared memory, where HBM alone" in both
    assert "promises 6.21 TFLOP/s" in both
    assert "8.36 TFLOP/s on the H100" in both
    assert "promises 13.4 TFLOP/s" in both


def test_on_the_hbm_line_alone_it_is_held_by_hbm() -> None:
    told = said(16, Setting(), A100)
    assert "6.21 TFLOP/s" in told
    assert "shared memory" not in told


def test_below_it_hbm_holds_and_above_it_the_two_tie() -> None:
    assert "HBM holds the multiply at 3.11 TFLOP/s" in said(8, LEVELS, A100)
    assert "shared memory would allow 4.87 TFLOP/s" in said(8, LEVELS, A100)
    tie = said(64, LEVELS, A100)
    assert "shared memory and the ALUs tie at 19.5 TFLOP/s" in tie
    assert "HBM would allow 24.7 TFLOP/s" in tie
    assert "shared memory holds the multiply at 33.5 TFLOP/s" in said(64, LEVELS, H100)
    assert "the ALUs hold the multiply at 19.5 TFLOP/s" in said(128, LEVELS, A100)


def test_where_hbm_is_one_of_those_that_tie_nothing_is_said_twice() -> None:
    at = Setting(n=1000, levels="shared")
    told = said(32, at, MACHINES["mi300x"])
    assert "HBM and shared memory tie at 40.8 TFLOP/s" in told
    assert "would allow" not in told
    at = Setting(n=1536, levels="shared")
    told = said(128, at, MACHINES["mi300x"])
    assert "HBM, shared memory and the ALUs tie at 163 TFLOP/s" in told


@pytest.mark.parametrize(("gpu", "need", "holds"), [(A100, 422, 328), (H100, 637, 352)])
@pytest.mark.parametrize("tile", TILES)
def test_bf16_asks_from_hbm_alone_for_more_than_one_sm_holds(
    gpu, need: int, holds: int, tile: int
) -> None:
    told = said(tile, BF16, gpu)
    assert f"From HBM alone that roof asks for a tile of about {need}" in told
    assert f"one SM holds the sums of {holds}" in told
    assert "of the BF16 roof" in told
    assert need > holds


def test_the_pair_asks_for_both() -> None:
    told = said(128, BF16, A100, H100)
    assert "these roofs ask for tiles of about 422 and 637" in told
    assert "one SM holds the sums of 328 and 352" in told
    small = said(128, Setting(192, "bf16"), A100, H100)
    assert "no tile of this matrix reaches these roofs" in small


@pytest.mark.parametrize("gpu", [A100, H100])
@pytest.mark.parametrize("tile", [16, 128])
def test_the_notes_of_the_size_carry_the_models_shares(gpu, tile: int) -> None:
    told = readings(walk(gpu, Setting(n=1000))[TILES.index(tile)])
    lost = percent(1 - edge_share(n=1000, tile=tile))
    busy = percent(busy_share(n=1000, tile=tile, sm_count=gpu.sm_count))
    edge = f"The tile does not divide 1000: {lost} of the outputs"
    assert plain(told["edge"]).startswith(edge)
    assert busy in plain(told["waves"])
    assert f"on the {gpu.sm_count} SMs of the {gpu.name}" in told["waves"]


def test_at_1000_a_tile_of_128_loses_a_twentieth_and_fills_half_the_gpu() -> None:
    told = readings(walk(A100, Setting(n=1000))[-1])
    assert plain(told["edge"]).startswith("The tile does not divide 1000: 4.6 % of")
    # 8 · 8 blocks, one to an SM of 108.
    assert plain(told["waves"]) == (
        "64 blocks on the 108 SMs of the A100: one wave, in which 59 % of the SMs "
        "have work."
    )
    assert "beyond the edge" in readings(walk(A100)[-1])["edge"]


def test_a_gpu_whose_sms_are_not_known_has_no_note_of_them() -> None:
    told = readings(walk(MACHINES["tpu-v4"])[0])
    assert (told["waves"], told["sm"]) == ("", "")


def test_the_reuse_note_goes_from_the_tiles_own_intensity_to_the_compulsory() -> None:
    told = readings(walk(A100, BF16)[-1])
    assert plain(told["reuse"]) == (
        f"Without reuse between blocks a {plain(tile_name(128))} tile feeds 63.0 flops "
        "a byte; with all of it, every word crossing HBM once, 1370."
    )
    # √S/s of one SM's sums, below the ridges of 201 and 295 flop/B.
    assert "at most 164 flop/B by itself in BF16" in told["sm"]
    assert "at most 176 flop/B" in readings(walk(H100, BF16)[0])["sm"]
