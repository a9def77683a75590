"""The traffic of a tiled multiply, against formulas and against counting every word."""

import itertools
import re
from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roofline_model import (
    GemmTraffic,
    gemm_flops,
    gemm_hbm_bytes,
    gemm_shared_bytes,
    gemm_shared_fill_bytes,
    gemm_traffic,
    register_tile,
)
from roofline_model.gemm import square_traffic

# The same examples in every run: a failure is reproduced by running again.
few = settings(max_examples=100, deadline=None, derandomize=True)

SIZE = {"m": 8, "n": 6, "k": 5}
TILE = SIZE | {"bm": 4, "bn": 3}
THREAD = TILE | {"tm": 2, "tn": 3}
FORMULAS = [
    pytest.param(gemm_flops, SIZE, id="flops"),
    pytest.param(gemm_hbm_bytes, TILE, id="HBM"),
    pytest.param(gemm_shared_bytes, THREAD, id="shared"),
    pytest.param(gemm_shared_fill_bytes, TILE, id="fill"),
]


class Counter:
    """A memory that counts the words read from it and written to it."""

    def __init__(self):
        self.words, self.reads, self.writes = {}, 0, 0

    def __getitem__(self, key):
        self.reads += 1
        return self.words[key]

    def __setitem__(self, key, word):
        self.writes += 1
        self.words[key] = word


def spans(start, stop, step):
    """Return the ranges of that step from start to stop, the last one cut."""
    return [range(i, min(i + step, stop)) for i in range(start, stop, step)]


def multiply(*, m, n, k, bm, bn, tm, tn):
    """Multiply as the kernel does, block by block and thread by thread.

    Returns HBM, shared memory and the flops after the product has been checked, so
    that what is counted is a multiply that works.
    """
    draw = np.random.default_rng(7).integers
    a, b = draw(-9, 9, (m, k)), draw(-9, 9, (k, n))
    hbm, shared, flops = Counter(), Counter(), 0
    hbm.words = {("A", *at): word for at, word in np.ndenumerate(a)}
    hbm.words |= {("B", *at): word for at, word in np.ndenumerate(b)}
    for block_rows, block_columns in itertools.product(
        spans(0, m, bm), spans(0, n, bn)
    ):
        for row, step in itertools.product(block_rows, range(k)):
            shared["A", row, step] = hbm["A", row, step]
        for step, column in itertools.product(range(k), block_columns):
            shared["B", step, column] = hbm["B", step, column]
        threads = itertools.product(
            spans(block_rows.start, block_rows.stop, tm),
            spans(block_columns.start, block_columns.stop, tn),
        )
        for rows, columns in threads:
            sums = dict.fromkeys(itertools.product(rows, columns), 0)
            for step in range(k):
                a_words = {row: shared["A", row, step] for row in rows}
                b_words = {column: shared["B", step, column] for column in columns}
                for row, column in sums:
                    sums[row, column] += a_words[row] * b_words[column]
                    flops += 2
            for (row, column), word in sums.items():
                hbm["C", row, column] = word
    product = [[hbm.words["C", i, j] for j in range(n)] for i in range(m)]
    assert (np.array(product) == a @ b).all()
    return hbm, shared, flops


def check_against_counting(size, word_bytes):
    """Assert that every formula gives what the loops count, to the byte."""
    hbm, shared, flops = multiply(**size)
    tile = {name: size[name] for name in ("m", "n", "k", "bm", "bn")}
    tile["word_bytes"] = word_bytes
    assert gemm_flops(m=size["m"], n=size["n"], k=size["k"]) == flops
    assert gemm_hbm_bytes(**tile) == word_bytes * (hbm.reads + hbm.writes)
    assert gemm_shared_fill_bytes(**tile) == word_bytes * shared.writes
    assert gemm_shared_bytes(**size, word_bytes=word_bytes) == word_bytes * shared.reads


def size(*values):
    """Name the sizes m, n, k, the tile bm, bn and the register tile tm, tn."""
    return dict(zip(("m", "n", "k", "bm", "bn", "tm", "tn"), values, strict=True))


@pytest.mark.parametrize(
    "dimensions",
    [
        pytest.param(size(8, 8, 8, 4, 4, 2, 2), id="square, all divides"),
        pytest.param(size(8, 8, 8, 1, 1, 1, 1), id="one output a block"),
        pytest.param(size(6, 6, 6, 6, 6, 6, 6), id="one block of one thread"),
        pytest.param(size(7, 7, 7, 3, 3, 1, 1), id="tiles cut at the edge"),
        pytest.param(size(10, 10, 3, 7, 7, 3, 3), id="threads cut at both edges"),
        pytest.param(size(9, 4, 11, 2, 2, 1, 1), id="rectangular matrices"),
        pytest.param(size(12, 10, 5, 6, 2, 3, 1), id="rectangular tiles"),
        pytest.param(size(11, 7, 5, 4, 6, 3, 4), id="nothing divides"),
        pytest.param(size(1, 9, 1, 1, 5, 1, 2), id="a single row"),
    ],
)
@pytest.mark.parametrize("word_bytes", [2, 4])
def test_the_formulas_give_what_the_loops_count(dimensions, word_bytes):
    check_against_counting(dimensions, word_bytes)


@st.composite
def small_sizes(draw):
    m, n, k = (draw(st.integers(1, 9)) for _ in range(3))
    bm, bn = draw(st.integers(1, m)), draw(st.integers(1, n))
    return size(m, n, k, bm, bn, draw(st.integers(1, bm)), draw(st.integers(1, bn)))


@few
@given(small_sizes(), st.sampled_from([1, 2, 4, 8]))
def test_the_formulas_give_what_the_loops_count_at_any_size(dimensions, word_bytes):
    check_against_counting(dimensions, word_bytes)


@few
@given(st.integers(1, 512), st.integers(1, 64), st.sampled_from([2, 4]))
def test_square_tiles_that_divide_follow_the_closed_form(tile, blocks, word):
    n = tile * blocks
    traffic = gemm_traffic(m=n, n=n, k=n, bm=tile, bn=tile, word_bytes=word)
    closed = (tile / word) / (1 + tile / (2 * n))
    assert traffic.intensity == pytest.approx(closed, rel=1e-13)
    assert traffic.hbm_bytes == word * (2 * n**3 // tile + n**2)


@st.composite
def sizes(draw):
    m, n, k = (draw(st.integers(1, 5000)) for _ in range(3))
    return m, n, k, draw(st.integers(1, m)), draw(st.integers(1, n))


@few
@given(sizes())
def test_a_cut_tile_moves_no_less_than_the_closed_form_and_the_compulsory(drawn):
    m, n, k, bm, bn = drawn
    moved = int(gemm_hbm_bytes(m=m, n=n, k=k, bm=bm, bn=bn))
    # In whole numbers: both sides of s(mkn/bn + knm/bm + mn), times bm·bn.
    assert moved * bm * bn >= 4 * (m * n * k * (bm + bn) + m * n * bm * bn)
    assert moved >= 4 * (m * k + k * n + m * n)


@few
@given(sizes(), st.integers(1, 5000), st.integers(1, 5000))
def test_a_larger_tile_never_moves_more(drawn, more_rows, more_columns):
    m, n, k, bm, bn = drawn
    wider = {"bm": min(m, bm + more_rows), "bn": min(n, bn + more_columns)}
    moved = gemm_hbm_bytes(m=m, n=n, k=k, bm=bm, bn=bn)
    assert gemm_hbm_bytes(m=m, n=n, k=k, **wider) <= moved


@few
@given(st.integers(1, 12), st.integers(1, 12), st.integers(1, 8), st.integers(1, 8))
def test_the_shared_intensity_follows_the_register_tile(thread, across, blocks, steps):
    tile = thread * across
    n = tile * blocks
    dimensions = {"m": n, "n": n, "k": steps, "bm": tile, "bn": tile}
    flops = gemm_flops(m=n, n=n, k=steps)
    reads = gemm_shared_bytes(tm=thread, tn=thread, **dimensions)
    assert flops / reads == pytest.approx(thread / 4, rel=1e-13)
    with_fill = reads + gemm_shared_fill_bytes(**dimensions)
    expected = thread * tile / (4 * (thread + tile))
    assert flops / with_fill == pytest.approx(expected, rel=1e-13)


def test_a_tile_as_large_as_the_matrix_moves_the_compulsory_bytes_alone():
    moved = gemm_hbm_bytes(m=30, n=20, k=10, bm=30, bn=20)
    assert moved == 4 * (30 * 10 + 10 * 20 + 30 * 20)


# The lesson's chapter: a thread for each output up to 16 × 16, then t = b / 16.
@pytest.mark.parametrize(
    ("tile", "side"),
    [(1, 1), (8, 1), (16, 1), (17, 2), (32, 2), (33, 3), (64, 4), (100, 7), (128, 8)],
)
def test_the_register_tile_lets_16_by_16_threads_cover_the_tile(tile, side):
    assert register_tile(tile) == side
    assert 16 * side >= tile


def test_the_traffic_of_one_multiply_puts_the_formulas_together():
    dimensions = {"m": 96, "n": 64, "k": 10, "bm": 48, "bn": 32, "word_bytes": 2}
    traffic = gemm_traffic(**dimensions)
    assert traffic.flops == 2 * 96 * 64 * 10
    assert traffic.hbm_bytes == gemm_hbm_bytes(**dimensions)
    assert traffic.shared_bytes == gemm_shared_bytes(tm=3, tn=2, **dimensions)
    assert traffic.intensity == traffic.flops / traffic.hbm_bytes
    assert traffic.shared_intensity == traffic.flops / traffic.shared_bytes
    assert type(traffic.intensity) is float


def test_square_traffic_is_that_of_the_square_multiply():
    expected = gemm_traffic(m=100, n=100, k=100, bm=32, bn=32, word_bytes=2)
    assert square_traffic(n=100, tile=32, word_bytes=2) == expected


def test_a_word_is_four_bytes_unless_told():
    assert gemm_hbm_bytes(**TILE) == 2 * gemm_hbm_bytes(**TILE, word_bytes=2)
    assert gemm_shared_bytes(**THREAD) == 2 * gemm_shared_bytes(**THREAD, word_bytes=2)
    assert gemm_traffic(**TILE) == gemm_traffic(**TILE, word_bytes=4)


@pytest.mark.parametrize(("formula", "arguments"), FORMULAS)
def test_scalars_give_a_python_float(formula, arguments):
    assert type(formula(**arguments)) is float
    numpy_scalars = {name: np.int64(value) for name, value in arguments.items()}
    assert type(formula(**numpy_scalars)) is float


@pytest.mark.parametrize("grid", [[5, 7, 9], np.array([5, 7]), [[5, 7], [9, 11]]])
@pytest.mark.parametrize("name", ["m", "n", "k"])
@pytest.mark.parametrize(("formula", "arguments"), FORMULAS)
def test_an_array_of_sizes_keeps_its_shape(formula, arguments, name, grid):
    got = formula(**arguments | {name: grid})
    assert got.shape == np.shape(grid)
    for index, value in np.ndenumerate(grid):
        assert got[index] == formula(**arguments | {name: int(value)})


def test_sizes_tiles_and_words_broadcast():
    n, b, words = np.array([[8], [12]]), np.array([1, 3, 8]), [[[2]], [[4]]]
    got = gemm_hbm_bytes(m=n, n=n, k=n, bm=b, bn=b, word_bytes=words)
    assert got.shape == (2, 2, 3)
    for i, j, column in np.ndindex(got.shape):
        side, tile = int(n[j, 0]), int(b[column])
        one = {"m": side, "n": side, "k": side, "bm": tile, "bn": tile}
        assert got[i, j, column] == gemm_hbm_bytes(**one, word_bytes=(2, 4)[i])


def test_register_tiles_broadcast_too():
    got = gemm_shared_bytes(**TILE, tm=[[1], [2], [4]], tn=[1, 3])
    expected = [
        [gemm_shared_bytes(**TILE, tm=tm, tn=tn) for tn in (1, 3)] for tm in (1, 2, 4)
    ]
    assert got.tolist() == expected


@pytest.mark.parametrize(
    "bad", [0, -4, 2.5, float("nan"), float("inf"), "4", None], ids=repr
)
@pytest.mark.parametrize(
    ("formula", "arguments", "name"),
    [
        pytest.param(formula, arguments, name, id=f"{label} {name}")
        for label, formula, arguments in (
            ("flops", gemm_flops, SIZE),
            ("HBM", gemm_hbm_bytes, TILE),
            ("shared", gemm_shared_bytes, THREAD),
            ("fill", gemm_shared_fill_bytes, TILE),
            ("traffic", gemm_traffic, TILE),
            ("square", square_traffic, {"n": 8, "tile": 4, "word_bytes": 4}),
            ("register tile", register_tile, {"tile": 4}),
        )
        for name in arguments
        if name != "word_bytes"
    ],
)
def test_a_bad_size_is_refused_by_name_and_value(formula, arguments, name, bad):
    shown = repr(bad if bad is None or isinstance(bad, str) else float(bad))
    with pytest.raises(ValueError, match=f"^{name} must be .*got {re.escape(shown)}$"):
        formula(**arguments | {name: bad})


@pytest.mark.parametrize(
    "bad", [0, -4, float("nan"), float("inf"), "4", None], ids=repr
)
@pytest.mark.parametrize(
    ("formula", "arguments"),
    [
        (gemm_hbm_bytes, TILE),
        (gemm_shared_bytes, THREAD),
        (gemm_shared_fill_bytes, TILE),
        (gemm_traffic, TILE),
    ],
)
def test_a_bad_word_is_refused_by_name_and_value(formula, arguments, bad):
    shown = repr(bad if bad is None or isinstance(bad, str) else float(bad))
    with pytest.raises(ValueError, match=f"^word_bytes .*got {re.escape(shown)}$"):
        formula(**arguments, word_bytes=bad)


@pytest.mark.parametrize(
    ("formula", "arguments", "name", "limit"),
    [
        (gemm_hbm_bytes, TILE, "bm", "m"),
        (gemm_hbm_bytes, TILE, "bn", "n"),
        (gemm_shared_fill_bytes, TILE, "bm", "m"),
        (gemm_traffic, TILE, "bn", "n"),
        (gemm_shared_bytes, THREAD, "bm", "m"),
        (gemm_shared_bytes, THREAD, "tm", "bm"),
        (gemm_shared_bytes, THREAD, "tn", "bn"),
        (square_traffic, {"n": 8, "tile": 4, "word_bytes": 4}, "tile", "n"),
    ],
)
def test_a_tile_must_fit_into_what_it_tiles(formula, arguments, name, limit):
    most = arguments[limit]
    formula(**arguments | {name: most})
    message = (
        f"^{name} must be at most {limit}, "
        f"got {name} = {most + 1} with {limit} = {most}$"
    )
    with pytest.raises(ValueError, match=message):
        formula(**arguments | {name: most + 1})


def test_one_bad_size_in_an_array_is_found():
    with pytest.raises(ValueError, match=r"^bm must be .*, got 1.5$"):
        gemm_hbm_bytes(**TILE | {"bm": [1, 1.5, 2]})
    with pytest.raises(ValueError, match=r"^bm must .*got bm = 9 with m = 8$"):
        gemm_hbm_bytes(**TILE | {"bm": [1, 9, 2]})


@pytest.mark.parametrize(("formula", "arguments"), FORMULAS)
def test_sizes_must_be_named(formula, arguments):
    with pytest.raises(TypeError, match="positional"):
        formula(*arguments.values())


def test_traffic_cannot_be_changed():
    traffic = GemmTraffic(flops=1.0, hbm_bytes=2.0, shared_bytes=4.0)
    with pytest.raises(FrozenInstanceError):
        traffic.flops = 2.0
    with pytest.raises(TypeError, match="positional"):
        gemm_traffic(8, 6, 5, 4, 3)
