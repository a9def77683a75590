"""A GPU of one's own has the figures that were typed, and no others."""

import re

import pytest

from roofline_model import A100, H100, own_gpu, ridge, smallest_tile, tile_sweep

OWN = {"peak": "19.5 TFLOP/s", "bandwidth": "1555 GB/s"}


def test_typing_in_a_lessons_figures_gives_its_roofline():
    own = own_gpu(**OWN, tensor_peak="312 TFLOP/s")
    assert own.bandwidth == A100.bandwidth
    for precision in ("fp32", "bf16"):
        assert own.peak(precision) == A100.peak(precision)
        assert smallest_tile(own, precision=precision) == smallest_tile(
            A100, precision=precision
        )
    rates = [frame.attainable for frame in tile_sweep(own)]
    assert rates == [frame.attainable for frame in tile_sweep(A100)]


def test_a_gpu_of_ones_own_says_so_and_knows_no_more_than_it_was_told():
    own = own_gpu(**OWN)
    assert (own.key, own.name, own.board) == ("own", "Own GPU", "Own GPU")
    assert own.precisions == ("fp32",)
    assert own.tensor_peak is own.tensor_format is own.clock is own.sm_count is None
    assert own.shared_bandwidth is None
    assert own.fp32_peak.source == own.memory.source
    assert "Typed in" in own.memory.source.citation
    assert own_gpu(**OWN, name="My GPU").name == "My GPU"
    assert ridge(peak=own.peak(), bandwidth=own.bandwidth) < ridge(
        peak=H100.peak(), bandwidth=H100.bandwidth
    )


@pytest.mark.parametrize("name", ["peak", "bandwidth", "tensor_peak"])
@pytest.mark.parametrize("bad", ["19.5", "-1 GB/s", "fast", "0 TFLOP/s", ""])
def test_a_bad_figure_is_refused_by_name_and_text(name, bad):
    with pytest.raises(ValueError, match=f"^{name} must .*got {re.escape(repr(bad))}$"):
        own_gpu(**OWN | {name: bad})


def test_figures_in_each_others_place_are_refused():
    with pytest.raises(ValueError, match=r"^(peak|bandwidth) must be in "):
        own_gpu(peak=OWN["bandwidth"], bandwidth=OWN["peak"])


def test_a_gpu_must_have_a_name_and_its_figures_must_be_named():
    with pytest.raises(ValueError, match=r"^name must not be empty, got ' '$"):
        own_gpu(**OWN, name=" ")
    with pytest.raises(TypeError, match="positional"):
        own_gpu("19.5 TFLOP/s", "1555 GB/s")
