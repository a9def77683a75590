"""Every step on every choice of GPU shows what the model computed for it."""

import pytest
from browser.reader import (
    CHOICES,
    FOLLOWED,
    SHOWN,
    TILES,
    choose,
    plain,
    roof,
    source,
    step_to,
    whole,
)

from app.data.axes import scene
from app.data.lesson_data import frames, step_words
from app.readings import BOUND_WORDS
from roofline_model import GPUS, format_si, significant

# All that a step changes, read in one go.
READ = (
    f"async () => {{ await {FOLLOWED};"
    """
  const find = (selector) => [...document.querySelectorAll(selector)];
  const seen = (node) => node.checkVisibility();
  const marks = modelNamed("marks").data;
  return {
    sentence: find('[data-say="sentence"]')[0].textContent,
    tile: find('[data-control="tile"]')[0].getAttribute("aria-valuetext"),
    figure: find("[data-figure]")[0].getAttribute("aria-label"),
    spoken: find("p[data-live]")[0].textContent,
    bars: find(".bars").filter(seen).map((bars) => ({
      gpu: bars.dataset.for,
      words: bars.querySelector(".bars-name").textContent,
      lines: [...bars.querySelectorAll("[data-bar]")].map((bar) => ({
        words: bar.closest(".bar").textContent,
        share: Number(bar.style.getPropertyValue("--share")),
        width: bar.getBoundingClientRect().width,
        room: bar.parentNode.getBoundingClientRect().width,
      })),
    })),
    rows: find("[data-frames]").filter(seen).map((table) => ({
      gpu: table.dataset.frames,
      current: [...table.querySelectorAll('[aria-current="step"]')].map(
        (row) => [...row.cells].map((cell) => cell.textContent)),
    })),
    traffic: find("[data-traffic].now").map((column) => column.dataset.traffic),
    points: [...marks.x].map((x, i) => [x, marks.y[i]]),
    reuse: find(".reuse")[0].textContent,
    bytes: find(".traffic p")[0].textContent,
  };
}"""
)

choices = pytest.mark.parametrize("choice", CHOICES)


@choices
def test_the_rooflines_are_the_scenes_and_the_chosen_ones_in_full_strength(
    ready, choice
):
    choose(ready, choice)
    drawn = source(ready, "rooflines")
    lines = {
        (key, roof): line[roof]
        for key, line in scene()["gpus"].items()
        for roof in ("bf16", "fp32")
    }
    assert drawn["xs"] == [line["x"] for line in lines.values()]
    assert drawn["ys"] == [line["y"] for line in lines.values()]
    assert [dash != "solid" for dash in drawn["dash"]] == [
        roof == "bf16" for _, roof in lines
    ]
    assert [alpha == 1 for alpha in drawn["alpha"]] == [
        key in SHOWN[choice] for key, _ in lines
    ]


@pytest.fixture(scope="module")
def walked(opened, lesson):
    """Step once through every tile on every choice, and return what stood there."""
    with opened(reduced_motion="reduce") as page:
        lesson(page, f"?tile={TILES[-1]}")
        return {choice: walk(page, choice) for choice in CHOICES}


def walk(page, choice):
    """Return what the page shows at each step."""
    choose(page, choice)
    seen = []
    for index in range(len(TILES)):
        step_to(page, index)
        seen.append(page.evaluate(READ))
    return seen


def steps(walked, choice):
    """Yield what the page showed, and the model's frames of the GPUs that it showed."""
    for index, seen in enumerate(walked[choice]):
        yield seen, [frames(gpu)[index] for gpu in SHOWN[choice]]


@choices
def test_the_sentence_is_the_storys(walked, choice):
    told = step_words(choice)
    assert [seen["sentence"] for seen in walked[choice]] == [
        whole(step["sentence"]) for step in told
    ]


@choices
def test_the_sentence_gives_tile_intensity_and_rates(walked, choice):
    for seen, shown in steps(walked, choice):
        said = plain(seen["sentence"])
        tile, intensity = shown[0].tile, significant(shown[0].intensity)
        assert f"{tile} × {tile}" in said
        assert f"{intensity} flops" in said
        for frame in shown:
            assert format_si(frame.attainable, "FLOP/s") in said
            assert BOUND_WORDS[frame.bound] in said


@choices
def test_the_slider_speaks_the_tile(walked, choice):
    assert [plain(seen["tile"]) for seen in walked[choice]] == [
        f"{tile} × {tile}" for tile in TILES
    ]


@choices
def test_the_live_region_speaks_the_step(walked, choice):
    assert [seen["spoken"] for seen in walked[choice]] == [
        step["spoken"] for step in step_words(choice)
    ]


@choices
def test_the_figure_is_called_what_it_shows(walked, choice):
    names = [seen["figure"] for seen in walked[choice]]
    assert names == [step["figure"] for step in step_words(choice)]
    assert len(set(names)) == len(TILES)


@choices
def test_the_point_stands_at_the_models_intensity_and_rate(walked, choice):
    for seen, shown in steps(walked, choice):
        assert [x for x, _ in seen["points"]] == [f.intensity for f in shown]
        assert [y for _, y in seen["points"]] == pytest.approx(
            [frame.attainable for frame in shown], rel=1e-12
        )
        assert [frame.attainable for frame in shown] == [
            roof(frame.gpu.key, frame.intensity) for frame in shown
        ]


@choices
def test_the_bars_are_the_two_times_in_words(walked, choice):
    for seen, shown in steps(walked, choice):
        assert [bars["gpu"] for bars in seen["bars"]] == [f.gpu.key for f in shown]
        for bars, frame in zip(seen["bars"], shown, strict=True):
            memory, alus = frame.memory_time, frame.compute_time
            ratio = significant(max(memory, alus) / min(memory, alus))
            assert frame.gpu.name in bars["words"]
            assert ratio in bars["words"]
            assert [plain(line["words"]) for line in bars["lines"]] == [
                f"memory{format_si(memory, 's')}",
                f"ALUs{format_si(alus, 's')}",
            ]


@choices
def test_the_bars_are_as_long_as_the_two_times(walked, choice):
    for seen, shown in steps(walked, choice):
        for bars, frame in zip(seen["bars"], shown, strict=True):
            longer = max(frame.memory_time, frame.compute_time)
            shares = [frame.memory_time / longer, frame.compute_time / longer]
            drawn = [line["share"] for line in bars["lines"]]
            assert drawn == pytest.approx(shares, rel=1e-9)
            # A bar of almost nothing is drawn two pixels long.
            assert [line["width"] for line in bars["lines"]] == pytest.approx(
                [
                    max(2, share * line["room"])
                    for share, line in zip(shares, bars["lines"], strict=True)
                ],
                abs=0.2,
            )


@choices
def test_the_tables_mark_the_row_of_the_step(walked, choice):
    for seen, shown in steps(walked, choice):
        assert [table["gpu"] for table in seen["rows"]] == [f.gpu.key for f in shown]
        for table, frame in zip(seen["rows"], shown, strict=True):
            [row] = table["current"]
            assert plain(row[0]) == f"{frame.tile} × {frame.tile}"
            assert plain(row[1]) == significant(frame.intensity)
            assert plain(row[4]) == format_si(frame.attainable, "FLOP/s")
            assert plain(row[6]) == BOUND_WORDS[frame.bound]


@choices
def test_the_traffic_falls_with_the_tile(walked, choice):
    for index, (seen, shown) in enumerate(steps(walked, choice)):
        assert seen["traffic"] == [str(index)]
        moved, done = shown[0].hbm_bytes, shown[0].flops
        assert plain(seen["bytes"]) == (
            f"{format_si(moved, 'B')} from HBM for {format_si(done, 'flop')}"
        )


@choices
def test_the_tile_is_explained_in_rows_columns_and_uses(walked, choice):
    for tile, seen in zip(TILES, walked[choice], strict=True):
        said = plain(seen["reuse"])
        rows, times = ("1 row", "once") if tile == 1 else (f"{tile} rows", f"{tile} ")
        assert rows in said
        assert f"used {times}" in said


def test_each_gpu_takes_its_own_walk(walked):
    ends = {gpu.key: walked[gpu.key][-1]["points"][0] for gpu in GPUS}
    assert [y for _, y in ends.values()] == [
        pytest.approx(gpu.peak(), rel=1e-12) for gpu in GPUS
    ]
