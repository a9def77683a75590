"""The measured points and their words: each gap is the model's, and so is the why."""

import json
import re
from statistics import median

import pytest

from app.data.measurements import as_data, as_page
from app.data.sgemm_walk import line_rate, shared_rate
from roofline_model import (
    A100,
    A100_ACHIEVED,
    A100_SWEEP,
    A6000,
    MATRIX_SIZE,
    SGEMM_KERNELS,
    SOURCES,
    attainable,
    compulsory_intensity,
    format_si,
    ridge,
    significant,
)

TOLD = as_data()
SWEEP, WALK = TOLD["a100"], TOLD["sgemm"]
KERNELS = {kernel.key: kernel for kernel in SGEMM_KERNELS}


def plain(pieces):
    """Return words, in one piece or several, with ordinary spaces."""
    return "".join(pieces).replace("\N{NO-BREAK SPACE}", " ")


def said(key):
    """Return the sentence of a kernel."""
    return plain(WALK["kernels"][key]["words"])


def test_it_is_plain_data_of_a_few_kilobytes():
    text = json.dumps(TOLD, allow_nan=False)
    assert json.loads(text) == TOLD
    assert len(text) < 20_000


def test_a_choice_is_nothing_the_sweep_or_a_kernel_and_brings_its_gpu():
    assert TOLD["choices"] == ["none", "a100", *KERNELS]
    assert TOLD["gpus"] == {"a100": A100.key} | dict.fromkeys(KERNELS, A6000.key)
    assert TOLD["achieved"] == TOLD["roofs"]["achieved"] == A100_ACHIEVED.device.key
    assert TOLD["roofs"]["published"] == A100.key
    assert TOLD["home"] == A100.key
    assert TOLD["setting"] == {"precision": "fp32", "n": 4096, "levels": "hbm"}


def test_the_sweep_is_drawn_point_by_point():
    assert SWEEP["x"] == [point.intensity for point in A100_SWEEP]
    assert SWEEP["y"] == [point.rate for point in A100_SWEEP]


# te42kyfo/gpu-benches, commit 1c36d50, gpu-roofline/alex_a100_40.txt: GFLOP/s as the
# median of eight boards, over what 1555 GB/s and 19.5 TFLOP/s allow.
@pytest.mark.parametrize(
    ("name", "intensity", "gflops", "share", "of_line"),
    [
        ("slope", 0.5, 684, "88 %", "0.88"),
        ("ridge", 12.25, 15171, "80 %", "0.80"),
        ("roof", 86.25, 19045, "98 %", "0.98"),
    ],
)
def test_each_gap_of_the_a100_is_marked(name, intensity, gflops, share, of_line):
    mark = {mark["name"]: mark for mark in SWEEP["marks"]}[name]
    assert (mark["x"], mark["y"]) == (intensity, gflops * 1e9)
    assert mark["model"] == min(19.5e12, 1.555e12 * intensity)
    assert plain(mark["share"]) == share
    assert f"{mark['y'] / mark['model']:.2f}" == of_line


def test_the_sentence_explains_the_three_gaps():
    words = plain(SWEEP["words"])
    assert "88 % on the slope, 80 % at the ridge and 98 % on the roof" in words
    assert "sustains 1.368 of 1.555 TB/s" in words
    assert "do not overlap perfectly, and the knee is rounded" in words
    assert [plain(piece) for piece in SWEEP["words"][1::2]] == ["88 %", "80 %", "98 %"]


def test_what_the_slope_gives_is_called_a_median_because_it_is_one():
    corner = ridge(peak=A100.peak(), bandwidth=A100.bandwidth)
    shares = [p.share(A100) for p in A100_SWEEP if p.intensity <= corner / 10]
    assert A100_ACHIEVED.slope_share == median(shares) < max(shares)
    for words in (SWEEP["words"], SWEEP["achieved"]["words"]):
        assert re.search("is (a|the) median.*not a ceiling", plain(words))


def test_under_the_achieved_roof_the_knee_alone_is_left():
    device, told = A100_ACHIEVED.device, SWEEP["achieved"]
    shares = {point.intensity: point.share(device) for point in A100_SWEEP}
    (knee,) = told["marks"]
    words = plain(told["words"])
    assert shares[knee["x"]] == min(shares.values()) == knee["y"] / knee["model"]
    assert f"{format_si(device.bandwidth, 'B/s')} and 19.0 TFLOP/s" in words
    assert f"{plain(knee['share'])} at {significant(knee['x'])} flop/B" in words
    # The ends follow the achieved lines; the slope's is a median, so one lies above.
    assert all(s > 0.96 for i, s in shares.items() if i < 7 or i > 50)
    assert [i for i, s in shares.items() if s > 1.001] == [0.25]
    assert f"{shares[0.25]:.4f}" == "1.0029"
    assert "at 0.25 flop/B lies 0.29 % above it" in words


def test_a_kernel_stands_at_the_intensity_of_its_tile_and_cublas_at_none():
    assert WALK["keys"] == list(KERNELS)
    assert WALK["x"] == [kernel.intensity for kernel in SGEMM_KERNELS]
    assert WALK["y"] == [kernel.rate for kernel in SGEMM_KERNELS]
    assert [key for key, x in zip(KERNELS, WALK["x"], strict=True) if x is None] == [
        "cublas"
    ]
    assert WALK["kernels"]["cublas"]["model"] is None
    # It can stand only where 768 GB/s feed its rate, and left of compulsory traffic.
    least, most = WALK["kernels"]["cublas"]["span"]
    assert least * 768e9 == pytest.approx(KERNELS["cublas"].rate)
    assert most == compulsory_intensity(n=MATRIX_SIZE, word_bytes=4)
    assert [key for key, told in WALK["kernels"].items() if told["span"]] == ["cublas"]
    for key, told in WALK["kernels"].items():
        assert told["model"] == line_rate(KERNELS[key])


@pytest.mark.parametrize("key", [key for key in KERNELS if key != "cublas"])
def test_the_sentence_of_a_kernel_gives_its_rate_its_roof_and_its_line(key):
    kernel, told = KERNELS[key], WALK["kernels"][key]
    model = attainable(kernel.intensity, peak=A6000.peak(), bandwidth=A6000.bandwidth)
    place = f"{significant(kernel.rate / model, 2)}×"
    rows, columns = kernel.tile
    roof = f"{significant(100 * kernel.rate / 38.7e12, 2)} % of the roof"
    assert told["line"] == place
    assert f"{kernel.name}: {format_si(kernel.rate, 'FLOP/s')}, {roof}" in said(key)
    assert f"{place} the line of its {rows} × {columns} tile." in said(key)
    assert plain(told["fraction"]) in said(key)


def test_two_kernels_lie_above_their_line_and_only_those():
    above = [key for key, told in WALK["kernels"].items() if told["above"]]
    assert above == ["k1", "k2"]
    assert [WALK["kernels"][key]["line"] for key in above] == ["1.6×", "10×"]
    for key, told in WALK["kernels"].items():
        assert ("is no bound" in said(key)) == told["above"]


# The rates are those of siboehm/SGEMM_CUDA, commit 60cba6f, README.md; the A6000 has
# 768 GB/s, and the 1 × 1 tile moves its flops over 0.25 flop/B.
@pytest.mark.parametrize(
    ("key", "gflops", "needs", "served"),
    [("k1", 309.0, "1.24 TB/s", "38 %"), ("k2", 1986.5, "7.95 TB/s", "90 %")],
)
def test_above_the_line_the_caches_must_have_served(key, gflops, needs, served):
    counted = gflops * 1e9 / KERNELS[key].intensity
    assert format_si(counted, "B/s") == needs
    assert f"takes {needs}, and the memory has 768 GB/s" in said(key)
    assert f"{significant(100 * (1 - 768e9 / counted), 2)} %" == served
    assert f"here {served} of its bytes at least" in said(key)
    bound = compulsory_intensity(n=MATRIX_SIZE, word_bytes=4)
    assert f"{bound:.1f}" == "682.7"
    assert said(key).endswith("Compulsory traffic is one, 682.7 flop/B.")


def test_shared_memory_is_the_lower_ceiling_of_two_kernels():
    for key, wanted in (("k3", "4.84"), ("k4", "8.60"), ("k5", "38.7")):
        held, line = shared_rate(KERNELS[key]), line_rate(KERNELS[key])
        assert format_si(held, "FLOP/s") == f"{wanted} TFLOP/s"
        assert f"{wanted} TFLOP/s" in said(key)
        assert KERNELS[key].rate < min(held, line)
        assert (held < line) == (key != "k5")
    assert format_si(line_rate(KERNELS["k3"]), "FLOP/s") in said("k3")
    # 84 SMs · 128 B · 1.8 GHz, and 2 flops for 8 bytes.
    assert shared_rate(KERNELS["k3"]) == pytest.approx(84 * 128 * 1.8e9 / 4)


def test_shared_memory_is_not_asked_of_a_kernel_whose_tiles_are_unknown():
    with pytest.raises(ValueError, match="tiles of cuBLAS must be known"):
        shared_rate(KERNELS["cublas"])


@pytest.mark.parametrize(
    ("key", "other", "ratio"),
    [
        ("k2", "k1", "6.43"),
        ("k6", "k5", "1.14"),
        ("k7", "k6", "0.889"),
        ("k8", "k6", "0.903"),
        ("k9", "k6", "1.08"),
        ("k11", "k10", "0.793"),
    ],
)
def test_a_kernel_is_compared_with_the_one_it_grew_from(key, other, ratio):
    assert significant(KERNELS[key].rate / KERNELS[other].rate) == ratio
    assert f"{ratio} times the rate" in said(key)


def test_the_largest_block_has_the_highest_line_and_not_the_highest_rate():
    lines = {k: line_rate(kernel) for k, kernel in KERNELS.items() if kernel.intensity}
    assert max(lines, key=lines.get) == "k11"
    assert KERNELS["k11"].rate < KERNELS["k10"].rate
    below = {k: KERNELS[k].share(A6000) for k in lines if KERNELS[k].share(A6000) < 1}
    assert max(below, key=below.get) == "k10"
    assert "No other comes as close to its line from below" in said("k10")


def test_cublas_reaches_0_60_of_the_roof_at_no_known_intensity():
    cublas, told = KERNELS["cublas"], WALK["kernels"]["cublas"]
    assert f"{cublas.rate / 38.7e12:.2f}" == "0.60"
    assert plain(told["fraction"]) == "60 %"
    assert told["line"] == "tile not known"
    assert "flop/B" not in said("cublas")
    assert f"{cublas.rate / 768e9:.1f}" == "30.3"
    assert "at least 30.3 flops for each byte" in said("cublas")


def test_what_is_spoken_is_the_sentence_in_words():
    tellers = [SWEEP, SWEEP["achieved"], *WALK["kernels"].values()]
    for told in tellers:
        for text in (told["spoken"], told["figure"]):
            assert text.endswith(".")
            assert not re.search(r"[%×\N{NO-BREAK SPACE}]|OP/s|B/s|flop/B", text)
    spoken = WALK["kernels"]["k2"]["spoken"]
    assert spoken.startswith("2 of 12, Coalesced loads: 1.99 teraflops per second, ")
    assert "10 times the line of its 1 by 1 tile" in spoken


def test_the_figure_names_the_points_that_it_shows():
    assert SWEEP["figure"].startswith("17 measured points lie below it")
    assert "88 percent of the line on the slope" in SWEEP["figure"]
    assert "follow the achieved roofline" in SWEEP["achieved"]["figure"]
    for key, told in WALK["kernels"].items():
        assert f"Measured on the RTX A6000, 48 GB: {told['name']}" in told["figure"]
        assert ("unknown" in told["figure"]) == (key == "cublas")


def test_the_page_has_every_point_in_a_row_and_both_sources():
    page = as_page()
    rows = {row["intensity"]: row for row in page["rows"]}
    assert len(rows) == len(A100_SWEEP)
    assert [i for i, row in rows.items() if row["mark"]] == ["0.5", "12.25", "86.25"]
    for point in A100_SWEEP:
        row = rows[f"{point.intensity:g}"]
        assert plain(row["rate"]) == format_si(point.rate, "FLOP/s")
        assert plain(row["share"]) == f"{significant(100 * point.share(A100), 2)} %"
    assert (page["compulsory"], page["ridge"]) == ("682.7", "50.4")
    assert {source.key for source in page["sources"].values()} == {
        "gpu-benches",
        "SGEMM_CUDA",
    }
    assert set(page["sources"].values()) <= set(SOURCES)


def test_the_longest_sentence_is_the_one_whose_room_is_kept():
    longest = plain(as_page()["longest"])
    assert len(longest) == max(len(said(key)) for key in KERNELS)
