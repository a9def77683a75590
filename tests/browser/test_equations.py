"""Every equation on the page is true: read as arithmetic, and asked of the model."""

import itertools

import pytest
from browser.mathml import Value, exact, sides, three_digits
from browser.reader import BOARDS, CHOICES, TILES, choose, step_to

from app.story import frames
from roofline_model import (
    GPUS,
    MATRIX_SIZE,
    attainable,
    gemm_flops,
    gemm_hbm_bytes,
    ridge,
    smallest_tile,
)

READ = """() => Object.fromEntries(
  [...document.querySelectorAll("[data-equation]")].map(
    (math) => [math.dataset.equation, new XMLSerializer().serializeToString(math)]))"""

SIZES = (MATRIX_SIZE, 1024, 512)

#: Equations of the step's numbers, each with those of one GPU.
SHARED = ("flops", "bytes-now", "intensity-now")
ON_A_GPU = ("memory-rate", "attainable", "ridge", "memory-time", "compute-time")


@pytest.fixture(scope="module")
def read(opened, lesson):
    """Return the page's equations at every step, by choice of GPU."""
    with opened(reduced_motion="reduce") as page:
        lesson(page)
        found = {}
        for choice in CHOICES:
            choose(page, choice)
            for index in range(len(TILES)):
                step_to(page, index)
                found[choice, index] = page.evaluate(READ)
        return found


def symbols(*, gpu=GPUS[0], n=MATRIX_SIZE, tile=1, intensity=None):
    """Return what each symbol of the page stands for, as the model has it."""
    flops = gemm_flops(m=n, n=n, k=n)
    moved = gemm_hbm_bytes(m=n, n=n, k=n, bm=tile, bn=tile)
    x = flops / moved if intensity is None else intensity
    peak, bandwidth = gpu.peak(), gpu.bandwidth
    return {
        "n": n,
        "b": tile,
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
    for one, other in itertools.pairwise(values):
        assert one.meets(other), (values, markup)
    return values


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("tile", [1, 8, 64, 128])
def test_flops_and_bytes_are_counted_as_the_model_counts(read, n, tile):
    equations, names = read["a100", 0], symbols(n=n, tile=tile)
    count, product, *_ = sides(equations["flops"], names)
    assert product == count == exact(gemm_flops(m=n, n=n, k=n))
    is_true(equations["bytes"], names)


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("tile", [1, 8, 64, 128])
def test_the_closed_form_of_the_intensity_is_flops_over_bytes(read, n, tile):
    values = is_true(read["a100", 0]["intensity"], symbols(n=n, tile=tile))
    assert len(values) == 3


@pytest.mark.parametrize("gpu", GPUS, ids=lambda gpu: gpu.key)
@pytest.mark.parametrize("intensity", [0.25, 8.0, 12.5, 20.0, 300.0])
def test_the_attainable_rate_is_the_smaller_of_the_two(read, gpu, intensity):
    is_true(read["a100", 0]["attainable"], symbols(gpu=gpu, intensity=intensity))


@pytest.mark.parametrize("gpu", GPUS, ids=lambda gpu: gpu.key)
@pytest.mark.parametrize("n", [1024, 4096, 10_000])
def test_the_smallest_tile_is_the_models(read, gpu, n):
    _, formula = sides(read["a100", 0]["smallest"], symbols(gpu=gpu, n=n))
    assert formula.low == pytest.approx(smallest_tile(gpu, n=n), rel=1e-12)


@pytest.mark.parametrize("choice", CHOICES)
def test_the_numbers_of_every_step_are_true(read, choice):
    for index, tile in enumerate(TILES):
        equations = read[choice, index]
        for name in SHARED:
            is_true(equations[name], symbols(tile=tile))
        for key, gpu in BOARDS.items():
            for name in ON_A_GPU:
                values = sides(equations[f"{name}-{key}"], symbols(gpu=gpu, tile=tile))
                values[-1] = three_digits(values[-1])
                for one, other in itertools.pairwise(values):
                    assert one.meets(other), (name, key, tile, values)


@pytest.mark.parametrize("choice", CHOICES)
def test_the_numbers_of_every_step_are_the_models(read, choice):
    for index in range(len(TILES)):
        for key, gpu in BOARDS.items():
            frame = frames(key)[index]
            results = {
                "flops": frame.flops,
                "bytes-now": frame.hbm_bytes,
                "intensity-now": frame.intensity,
                f"memory-rate-{key}": gpu.bandwidth * frame.intensity,
                f"attainable-{key}": frame.attainable,
                f"ridge-{key}": ridge(peak=gpu.peak(), bandwidth=gpu.bandwidth),
                f"memory-time-{key}": frame.memory_time,
                f"compute-time-{key}": frame.compute_time,
                f"smallest-{key}": smallest_tile(gpu),
            }
            for name, result in results.items():
                last = sides(read[choice, index][name], symbols(tile=frame.tile))[-1]
                assert three_digits(last).meets(Value(result, result)), name


@pytest.mark.parametrize("choice", CHOICES)
def test_the_units_come_out_right(read, choice):
    for equations in (read[choice, index] for index in range(len(TILES))):
        for key, name in itertools.product(BOARDS, ON_A_GPU):
            values = sides(equations[f"{name}-{key}"], symbols())
            with_units = [value.unit for value in values if value.unit]
            assert len(with_units) == 2
            assert len(set(with_units)) == 1, (name, key)


def test_every_equation_is_read(read):
    tested = {"flops", "bytes", "intensity", "attainable", "smallest", *SHARED}
    tested |= {f"{name}-{key}" for key in BOARDS for name in (*ON_A_GPU, "smallest")}
    assert {name for equations in read.values() for name in equations} == tested


def test_the_reader_of_equations_tells_true_from_false():
    def written(inner):
        return f"<math>{inner}</math>"

    two = "<mn>2</mn><mo>&#x2062;</mo><msup><mi>n</mi><mn>3</mn></msup>"
    assert sides(written(two), {"n": 4}) == [exact(128)]
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
