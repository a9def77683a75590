"""What the page says of each step, for the eye and for the ear: pure functions.

A sentence is a list of pieces; every second piece is emphasised, so no markup travels
with it.
"""

from collections.abc import Sequence

from roofline_model import (
    GPU,
    Bound,
    Frame,
    format_si,
    percent,
    ridge,
    significant,
    spoken,
)

from .state import matrix_name

NBSP = "\N{NO-BREAK SPACE}"

BOUND_WORDS = {
    Bound.MEMORY: "memory-bound",
    Bound.COMPUTE: "compute-bound",
    Bound.TIE: "at the ridge",
}

#: Below this gain a larger tile brings nothing that a three-digit reading shows.
NOTHING = 1.0005
#: From this gain on, a doubled tile doubles the rate to three digits.
DOUBLE = 1.995


def si(value: float, unit: str, *, trim: bool = False) -> str:
    """Write a quantity whose number and unit stay on one line.

    >>> si(12.3916e12, "FLOP/s") == f"12.4{NBSP}TFLOP/s"
    True
    """
    return format_si(value, unit, trim=trim).replace(" ", NBSP)


def share(fraction: float) -> str:
    """Write a share in percent on one line."""
    return percent(fraction).replace(" ", NBSP)


def tile_name(tile: int) -> str:
    """Write a tile's size.

    >>> tile_name(32) == f"32{NBSP}×{NBSP}32"
    True
    """
    return f"{tile}{NBSP}×{NBSP}{tile}"


def readings(frame: Frame) -> dict[str, str]:
    """Return every reading of a frame that the page shows, by name."""
    gpu = frame.gpu
    memory_rate = gpu.bandwidth * frame.intensity
    return {
        "b": str(frame.tile),
        "tile": tile_name(frame.tile),
        "intensity": significant(frame.intensity),
        "rate": si(frame.attainable, "FLOP/s"),
        "bound": BOUND_WORDS[frame.bound],
        "fraction": share(frame.roof_fraction),
        "flops": si(frame.flops, "flop"),
        "hbm": si(frame.hbm_bytes, "B"),
        "memory_time": si(frame.memory_time, "s"),
        "compute_time": si(frame.compute_time, "s"),
        "memory_rate": si(memory_rate, "FLOP/s"),
        "rows": "1 row" if frame.tile == 1 else f"{frame.tile} rows",
        "columns": "1 column" if frame.tile == 1 else f"{frame.tile} columns",
        "outputs": "1 output" if frame.tile == 1 else f"{frame.tile**2} outputs",
        "uses": "once" if frame.tile == 1 else f"{frame.tile} times",
        "waits": waits(frame),
    }


def waits(frame: Frame) -> str:
    """Say how much longer the longer of the two times is.

    >>> from roofline_model import A100, tile_sweep
    >>> waits(tile_sweep(A100)[0])
    'memory takes 50.2 times as long as the ALUs'
    """
    ratio = frame.memory_time / frame.compute_time
    if frame.bound is Bound.TIE:
        return "memory and the ALUs take equally long"
    if ratio > 1:
        return f"memory takes {significant(ratio)} times as long as the ALUs"
    return f"the ALUs take {significant(1 / ratio)} times as long as memory"


def next_doubling(frame: Frame) -> str:
    """Say what the next doubling of the tile brings."""
    if frame.gain < NOTHING:
        return "A larger tile gains nothing"
    if frame.gain > DOUBLE:
        return f"Doubling the tile brings {significant(frame.gain)} times the rate"
    return (
        f"Doubling the tile brings {significant(frame.gain)} times the rate "
        "and meets the roof"
    )


def sentence(frames: tuple[Frame, ...]) -> list[str]:
    """Return the sentence under the figure for one GPU, or for two at one tile."""
    frame = frames[0]
    start = ["At ", tile_name(frame.tile)]
    intensity = f"{significant(frame.intensity)}{NBSP}flops"
    if len(frames) == 1:
        if frame.bound is Bound.MEMORY:
            return [
                *start,
                f" each byte from HBM feeds {intensity}: ",
                BOUND_WORDS[frame.bound],
                " at ",
                si(frame.attainable, "FLOP/s"),
                f", {share(frame.roof_fraction)} of the roof. {next_doubling(frame)}.",
            ]
        corner = ridge(peak=frame.gpu.peak(), bandwidth=frame.gpu.bandwidth)
        return [
            *start,
            f" each byte from HBM feeds {intensity}, past the ridge at "
            f"{significant(corner)}: ",
            BOUND_WORDS[frame.bound],
            " at ",
            si(frame.attainable, "FLOP/s"),
            f", the roof. {next_doubling(frame)}.",
        ]
    pieces = [*start, f" each byte from HBM feeds {intensity}: "]
    for each in frames:
        place = f" on the {each.gpu.name}, {BOUND_WORDS[each.bound]}"
        if each.bound is Bound.MEMORY:
            place += f", {share(each.roof_fraction)} of its roof"
        pieces += [si(each.attainable, "FLOP/s"), place + "; "]
    gains = [significant(each.gain) for each in frames]
    times = f"{gains[0]} times the rate on both"
    if len(set(gains)) > 1:
        times = f"{' and '.join(gains)} times the rate"
    ending = f". Doubling the tile brings {times}."
    if all(each.gain < NOTHING for each in frames):
        ending = f". {next_doubling(frame)}."
    pieces[-1] = pieces[-1].removesuffix("; ") + ending
    return pieces


def spoken_step(frames: tuple[Frame, ...]) -> str:
    """Return what the live region says at a step."""
    frame = frames[0]
    said = [
        f"Tile {frame.tile} by {frame.tile}, "
        f"{significant(frame.intensity)} flop per byte."
    ]
    for each in frames:
        who = f"{each.gpu.name}: " if len(frames) > 1 else ""
        said.append(
            f"{who}{spoken(each.attainable, 'FLOP/s')}, {BOUND_WORDS[each.bound]}, "
            f"{percent(each.roof_fraction).replace(' %', ' percent')} of the roof. "
            f"{next_doubling(each)}."
        )
    return " ".join(said)


def figure_name(frames: tuple[Frame, ...]) -> str:
    """Return the figure's accessible name: what it shows now."""
    frame = frames[0]
    gpus = " and ".join(f.gpu.name for f in frames)
    where = "; ".join(
        f"on the {f.gpu.name} it attains {spoken(f.attainable, 'FLOP/s')}, "
        f"{BOUND_WORDS[f.bound]}, {_place(f)}"
        for f in frames
    )
    ridges = "; ".join(
        f"{f.gpu.name} ridge points at {_ridges(f.gpu)} flop per byte" for f in frames
    )
    return (
        f"Roofline of the {gpus}, both axes logarithmic. A {matrix_name()} FP32 matrix "
        f"multiply with {frame.tile} by {frame.tile} tiles stands at "
        f"{significant(frame.intensity)} flop per byte: {where}. {ridges}."
    )


def title(frames: tuple[Frame, ...]) -> str:
    """Return the title of a picture of this step that stands alone.

    >>> from roofline_model import A100, tile_sweep
    >>> title((tile_sweep(A100)[0],)).replace(NBSP, " ")
    'The roofline: A100, 4096³ FP32 multiply, 1 × 1 tiles'
    """
    gpus = " and ".join(frame.gpu.name for frame in frames)
    tiles = tile_name(frames[0].tile)
    return f"The roofline: {gpus}, {matrix_name()} FP32 multiply, {tiles} tiles"


def source_line(gpus: Sequence[GPU]) -> str:
    """Return the line under such a picture: whose figures, and the assumption."""
    boards = "; ".join(gpu.board for gpu in gpus)
    return f"Data sheets of {boards}. No cache reuse between blocks."


def _place(frame: Frame) -> str:
    return "on the slope" if frame.bound is Bound.MEMORY else "on the roof"


def _ridges(gpu: GPU) -> str:
    fp32 = significant(ridge(peak=gpu.peak("fp32"), bandwidth=gpu.bandwidth))
    bf16 = significant(ridge(peak=gpu.peak("bf16"), bandwidth=gpu.bandwidth))
    return f"{fp32} for FP32 and {bf16} for BF16 tensor cores"
