"""Every equation on the page is true: read as arithmetic, and asked of the model."""

import itertools
from urllib.parse import urlencode

import pytest
from browser.mathml import Value, exact, sides
from browser.reader import CHOICES, FOLLOWED, TILES, choose

from app.data.setting import OWN
from app.data.state import LessonState
from roofline_model import (
    GPUS,
    MATRIX_SIZE,
    attainable,
    gemm_flops,
    gemm_hbm_bytes,
    ridge,
    smallest_tile,
    word_bytes,
)

# The equations that can be seen, each as markup, at every step of the tile's slider.
READ = """async () => {
  const slider = document.querySelector('[data-control="tile"]');
  const seen = () => Object.fromEntries(
    [...document.querySelectorAll("[data-equation]")]
      .filter((math) => math.checkVisibility())
      .map((math) =>
        [math.dataset.equation, new XMLSerializer().serializeToString(math)]));
  const steps = [];
  for (const step of Array(Number(slider.max) + 1).keys()) {
    slider.value = step;
    slider.dispatchEvent(new Event("input"));
    await FOLLOWED;
    steps.push(seen());
  }
  return steps;
}""".replace("FOLLOWED", FOLLOWED)

CUT = 1000

#: What an address asks for. On the presets each tile divides n or, at 1000, does not; a
#: GPU of the table, one without FP32, and one that is typed in stand in another place.
OPENED = [
    {},
    {"n": CUT},
    {"precision": "bf16"},
    {"n": CUT, "precision": "bf16"},
    {"levels": "shared"},
]
OTHERS = [
    {"gpu": "rtx-a6000", "n": CUT},
    {"gpu": "tpu-v4"},
    {"gpu": OWN, "peak": "9.87 TFLOP/s", "bandwidth": "480 GiB/s", "n": 192},
]
STATES = [
    *({"gpu": choice, **asked} for asked in OPENED for choice in CHOICES),
    *OTHERS,
]

#: Equations of a place: of each GPU that is shown.
ON_A_GPU = ("memory-rate", "attainable", "ridge", "memory-time", "compute-time")
EVEN = ("bytes", "bytes-now", "intensity", "intensity-now")
CUTTING = ("bytes-cut", "bytes-cut-now", "intensity-cut")

states = pytest.mark.parametrize("asked", STATES, ids=urlencode)


@pytest.fixture(scope="module")
def read(opened, lesson):
    """Return the equations shown at each step, by state."""
    found = {}
    with opened(reduced_motion="reduce") as page:
        for asked in OPENED:
            lesson(page, "?" + urlencode(asked))
            for choice in CHOICES:
                choose(page, choice)
                found[urlencode({"gpu": choice, **asked})] = page.evaluate(READ)
        for asked in OTHERS:
            lesson(page, "?" + urlencode(asked))
            found[urlencode(asked)] = page.evaluate(READ)
    assert {len(walk) for walk in found.values()} == {len(TILES)}
    return found


def steps(read, asked):
    """Yield what each step of a state shows, with the step as the model has it."""
    state = LessonState(**asked)
    setting = state.setting.on(state.shown[0])
    for tile, equations in zip(TILES, read[urlencode(asked)], strict=True):
        size = {"n": setting.n, "tile": tile, "precision": setting.precision}
        yield equations, size, places(state)


def places(state):
    """Return the GPUs that are shown, by the name of their place."""
    presets = [gpu.key for gpu in GPUS]
    return {gpu.key if gpu.key in presets else "other": gpu for gpu in state.shown}


def symbols(
    *, gpu=GPUS[0], n=MATRIX_SIZE, tile=1, precision="fp32", intensity=None
) -> dict[str, float]:
    """Return what each symbol of the page stands for, as the model has it."""
    s = word_bytes(precision)
    flops = gemm_flops(m=n, n=n, k=n)
    moved = gemm_hbm_bytes(m=n, n=n, k=n, bm=tile, bn=tile, word_bytes=s)
    x = flops / moved if intensity is None else intensity
    peak, bandwidth = gpu.peak(precision), gpu.bandwidth
    return {
        "n": n,
        "b": tile,
        "s": s,
        "c": -(-n // tile),
        "F": flops,
        "B_HBM": moved,
        "I": x,
        "P": peak,
        "W": bandwidth,
        "P(I)": attainable(x, peak=peak, bandwidth=bandwidth),
        "I*": ridge(peak=peak, bandwidth=bandwidth),
    }


def is_true(markup, names):
    """Check that all sides of an equation can be the same number."""
    values = sides(markup, names)
    assert len(values) > 1
    for one, other in itertools.combinations(values, 2):
        assert one.meets(other), (values, markup)
    return values


def formula(read, name, **asked):
    """Return an equation as it is shown at the last tile on the A100."""
    return read[urlencode({"gpu": "a100", **asked})][-1][name]


sizes = pytest.mark.parametrize("n", [MATRIX_SIZE, 1024, 512])
tiles = pytest.mark.parametrize("tile", [1, 8, 64, 128])
precisions = pytest.mark.parametrize("precision", ["fp32", "bf16"])


@sizes
@tiles
@precisions
def test_flops_and_bytes_are_counted_as_the_model_counts(read, n, tile, precision):
    names = symbols(n=n, tile=tile, precision=precision)
    count, product, *_ = sides(formula(read, "flops"), names)
    assert product == count == exact(gemm_flops(m=n, n=n, k=n))
    assert len(is_true(formula(read, "bytes"), names)) == 2


@pytest.mark.parametrize("n", [1000, 1001, 3000])
@tiles
@precisions
def test_bytes_of_cut_tiles_are_counted_as_the_model_counts(read, n, tile, precision):
    names = symbols(n=n, tile=tile, precision=precision)
    assert len(is_true(formula(read, "bytes-cut", n=CUT), names)) == 2


@sizes
@tiles
@precisions
def test_the_closed_form_of_the_intensity_is_flops_over_bytes(read, n, tile, precision):
    names = symbols(n=n, tile=tile, precision=precision)
    assert len(is_true(formula(read, "intensity"), names)) == 3


@pytest.mark.parametrize("gpu", GPUS, ids=lambda gpu: gpu.key)
@pytest.mark.parametrize("intensity", [0.25, 8.0, 12.5, 20.0, 300.0])
@precisions
def test_the_attainable_rate_is_the_smaller_of_the_two(read, gpu, intensity, precision):
    names = symbols(gpu=gpu, intensity=intensity, precision=precision)
    is_true(formula(read, "attainable"), names)


@pytest.mark.parametrize("gpu", GPUS, ids=lambda gpu: gpu.key)
@pytest.mark.parametrize("n", [1000, 1024, 4096, 10_000])
@precisions
def test_the_smallest_tile_is_the_models(read, gpu, n, precision):
    names = symbols(gpu=gpu, n=n, precision=precision)
    _, tile = sides(formula(read, "smallest"), names)
    model = smallest_tile(gpu, n=n, precision=precision)
    assert tile.low == pytest.approx(model, rel=1e-12)


@states
def test_the_equations_that_fit_the_step_are_shown_and_no_other(read, asked):
    for equations, size, shown in steps(read, asked):
        wanted = {"flops", "attainable", "smallest"}
        wanted |= set(CUTTING if size["n"] % size["tile"] else EVEN)
        for place, gpu in shown.items():
            wanted |= {f"{name}-{place}" for name in ON_A_GPU}
            setting = {"n": size["n"], "precision": size["precision"]}
            if gpu.key != OWN and smallest_tile(gpu, **setting):
                wanted.add(f"smallest-{place}")
        assert set(equations) == wanted, size


@states
def test_the_numbers_of_every_step_are_true(read, asked):
    for equations, size, shown in steps(read, asked):
        first = next(iter(shown.values()))
        for name, markup in equations.items():
            gpu = shown.get(name.rpartition("-")[2], first)
            names = symbols(gpu=gpu, **size)
            if name.startswith("smallest"):
                wanted = {"n": size["n"], "precision": size["precision"]}
                names["b"] = smallest_tile(gpu, **wanted)
                if names["b"] is None:
                    continue  # the formula holds where a tile reaches the roof
            is_true(markup, names)


@states
def test_the_numbers_of_every_step_are_the_models(read, asked):
    for equations, size, shown in steps(read, asked):
        of = symbols(gpu=next(iter(shown.values())), **size)
        results = {
            "flops": of["F"],
            "bytes-now": of["B_HBM"],
            "bytes-cut-now": of["B_HBM"],
            "intensity-now": of["I"],
            "intensity-cut": of["I"],
        }
        for place, gpu in shown.items():
            on = symbols(gpu=gpu, **size)
            results |= {
                f"memory-rate-{place}": on["W"] * on["I"],
                f"attainable-{place}": on["P(I)"],
                f"ridge-{place}": on["I*"],
                f"memory-time-{place}": on["B_HBM"] / on["W"],
                f"compute-time-{place}": on["F"] / on["P"],
                f"smallest-{place}": smallest_tile(
                    gpu, n=size["n"], precision=size["precision"]
                ),
            }
        written = set(results) & set(equations)
        assert len(written) >= 3 + len(ON_A_GPU) * len(shown)
        for name in written:
            last = sides(equations[name], of)[-1]
            assert last.meets(Value(results[name], results[name])), (name, size)


@states
def test_the_units_come_out_right(read, asked):
    for equations, size, shown in steps(read, asked):
        names = [f"{name}-{place}" for place in shown for name in ON_A_GPU]
        names += ["intensity-cut"] if "intensity-cut" in equations else []
        for name in names:
            values = sides(equations[name], symbols(**size))
            with_units = [value.unit for value in values if value.unit]
            assert len(with_units) == 2
            assert len(set(with_units)) == 1, (name, size)


def test_the_reader_of_equations_tells_true_from_false():
    def written(inner):
        return f"<math>{inner}</math>"

    two = "<mn>2</mn><mo>&#x2062;</mo><msup><mi>n</mi><mn>3</mn></msup>"
    assert sides(written(two), {"n": 4}) == [exact(128)]
    assert sides(written('<mn data-say="double_n">8192</mn>'), {}) == [exact(8192)]
    [peak] = sides(written('<mn data-say="peak">989.5</mn>'), {})
    assert (peak.low, peak.high) == pytest.approx((989.45, 989.55))
    rate = (
        '<mn data-say="x">12.4</mn><mtext>TB/s</mtext><mo>×</mo>'
        "<mn>2</mn><mtext>flop/B</mtext>"
    )
    [value] = sides(written(rate), {})
    assert (value.low, value.high) == pytest.approx((24.7e12, 24.9e12))
    assert value.unit == (("flop", 1), ("s", -1))
    assert not value.meets(exact(24.5e12))
    with pytest.raises(ValueError, match="sum of"):
        sides(written("<mn>1</mn><mtext>s</mtext><mo>+</mo><mn>1</mn>"), {})
    with pytest.raises(ValueError, match="left over"):
        sides(written("<mi>n</mi><mi>n</mi>"), {"n": 2})
