"""The three kinds of question that are asked before the answer is shown.

Every option stands somewhere on the figure, and every answer, remark and reason is
computed by the model. Which questions are asked is decided in `questions`.
"""

from roofline_model import (
    GPU,
    GPUS,
    MATRIX_SIZE,
    TILES,
    Device,
    Level,
    Limits,
    Precision,
    device,
    format_si,
    gemm_traffic,
    limits,
    ridge,
    significant,
    sm_tile,
    smallest_power_of_two_tile,
    smallest_tile,
    tile_sweep,
    word_bytes,
)

from ..quantities import NBSP, share, si, tile_name
from .axes import memory_name, short_name
from .question import Option, Question, Shown

#: The tiles among which the BF16 roof is looked for: far beyond the walk's.
WIDE_TILES = tuple(2**power for power in range(6, 12))

#: From this matrix size on, writing C changes the intensity of the walk's tiles by less
#: than four percent, and "about b/4" says enough.
LARGE = 2048

#: The GPUs whose blocks can form clusters, which read one another's shared memory.
CLUSTERED = ("h100",)

#: Memory goes by its kind, which is not HBM on every device.
LEVEL_NAMES = {
    Level.SHARED: "shared memory",
    Level.COMPUTE: "the ALUs",
}


def reach(key: str, n: int) -> Question:
    """Ask which tile of the walk is the first on the FP32 roof.

    Raises
    ------
    ValueError
        If none is.

    Examples
    --------
    >>> reach("h100", 4096).options[6].said.replace(NBSP, " ")
    '64 × 64 attains 53.2 TFLOP/s, 79 % of the roof: still on the slope.'
    """
    machine = _machine(key)
    options, answer = _ladder(machine, n, "fp32", TILES)
    feed = f"(b/4)/(1{NBSP}+{NBSP}b/{2 * n})" if n < LARGE else "about b/4"
    return Question(
        id=f"reach-{key}-{n}",
        kind="reach",
        setting=Shown(key, n),
        text=f"On the {memory_name(machine)} roofline of the {_name(machine)}, which "
        f"tile first reaches the roof, in FP32 at {_size(n)}?",
        options=options,
        answers=(answer,),
        answer_label=options[answer].label,
        why=f"The {short_name(machine.name)}’s ridge lies at "
        f"{_ridge(machine, 'fp32')}, and b{NBSP}×{NBSP}b tiles feed {feed} flops a "
        f"byte: {_exact(machine, n, 'fp32')} by the formula, {TILES[answer]} the "
        "next power of two.",
        precision="fp32",
        walk=TILES[answer],
    )


def holds(key: str, tile: int) -> Question:
    """Ask which level holds back the multiply with that tile.

    Raises
    ------
    ValueError
        If the bandwidth of the device's shared memory is not known.

    Examples
    --------
    >>> holds("a100", 16).answer_label, holds("a100", 64).answers
    ('shared memory', (1, 2))
    """
    machine, n = _machine(key), MATRIX_SIZE
    held = limits(machine, tile=tile, n=n)
    gemm = gemm_traffic(m=n, n=n, k=n, bm=tile, bn=tile, word_bytes=word_bytes("fp32"))
    # Each memory has a line of its own; the roof is met at the intensity from HBM.
    at = {
        Level.HBM: gemm.intensity,
        Level.SHARED: gemm.shared_intensity,
        Level.COMPUTE: gemm.intensity,
    }
    names = {**LEVEL_NAMES, Level.HBM: memory_name(machine)}
    least = " and ".join(names[level] for level in held.binding)
    tie = len(held.binding) > 1
    options = []
    for level, rate in held.rates.items():
        label = _capital(names[level])
        said = f"{label} would allow {si(rate, 'FLOP/s')}"
        if level not in held.binding:
            said += f", {significant(rate / held.attainable)} times as much as {least}."
        elif tie:
            said += f": {least} tie."
        else:
            said += ": the least of the three."
        options.append(Option(label, at[level], rate, said))
    levels = list(held.rates)
    return Question(
        id=f"holds-{key}-{tile}",
        kind="holds",
        setting=Shown(key, n, levels="shared"),
        text=f"What holds back a multiply with {tile_name(tile)} tiles on the "
        f"{_name(machine)}, in FP32 at {_size(n)}?",
        options=tuple(options),
        answers=tuple(levels.index(level) for level in held.binding),
        answer_label=f"{least}, a tie" if tie else least,
        why=_why_held(held, at, names),
        precision="fp32",
        walk=tile,
    )


def bf16(key: str, n: int) -> Question:
    """Ask which tile the BF16 roof would need from HBM alone.

    Raises
    ------
    ValueError
        If the device has no BF16 peak, or none of `WIDE_TILES` reaches it.

    Examples
    --------
    >>> bf16("a100", 4096).answer_label.replace(NBSP, " ")
    '512 × 512'
    """
    machine = _machine(key)
    tiles = tuple(tile for tile in WIDE_TILES if tile <= n)
    options, answer = _ladder(machine, n, "bf16", tiles)
    why = (
        f"The BF16 ridge lies at {_ridge(machine, 'bf16')} and asks for a tile of "
        f"about {_exact(machine, n, 'bf16')}, so {tiles[answer]} in powers of two"
    )
    if isinstance(machine, GPU):
        most = tile_name(round(sm_tile(machine)))
        ways = "through L2, or as a cluster" if key in CLUSTERED else "through L2"
        why += (
            f"; one SM holds {most} FP32 sums at most, so blocks must share what they "
            f"load: {ways}"
        )
    return Question(
        id=f"bf16-{key}-{n}",
        kind="bf16",
        setting=Shown(key, n),
        text=f"From {memory_name(machine)} alone, with no cache reuse, which of these "
        f"tiles is the first to reach the BF16 roof of the {_name(machine)}, at "
        f"{_size(n)}?",
        options=options,
        answers=(answer,),
        answer_label=options[answer].label,
        why=f"{why}.",
        precision="bf16",
        walk=None,
    )


def _ladder(
    machine: GPU | Device, n: int, precision: Precision, tiles: tuple[int, ...]
) -> tuple[tuple[Option, ...], int]:
    """Return the tiles as options on the HBM roofline, and the first on the roof."""
    first = smallest_power_of_two_tile(machine, n=n, precision=precision)
    if first not in tiles:
        raise ValueError(f"a tile of {tiles} must reach the roof, got {first}")
    # Tiles so large that no SM holds them are spoken of as what they would do.
    verb, roof = {
        "fp32": ("attains", "the roof"),
        "bf16": ("would attain", "the BF16 roof"),
    }[precision]
    options = []
    for frame in tile_sweep(machine, n=n, precision=precision, tiles=tiles):
        label = tile_name(frame.tile)
        said = f"{label} {verb} {si(frame.attainable, 'FLOP/s')}, "
        if frame.tile < first:
            said += f"{share(frame.roof_fraction)} of {roof}: still on the slope."
        elif frame.tile == first:
            said += f"{roof}, and is the first to do so."
        else:
            said += f"{roof}, but so does {tile_name(first)}."
        options.append(Option(label, frame.intensity, frame.attainable, said))
    return tuple(options), tiles.index(first)


def _why_held(held: Limits, at: dict[Level, float], names: dict[Level, str]) -> str:
    if len(held.binding) > 1:
        # Their rates would read the same at three digits.
        (one, rate), (two, other) = [
            (names[level], format_si(held.rates[level], "FLOP/s", digits=4))
            for level in held.binding
        ]
        return (
            f"{_capital(one)} would allow {rate} and {two} {other}: limits within half "
            "a percent of one another are a tie, so either answer is right."
        )
    [level] = held.binding
    rate, intensity = si(held.attainable, "FLOP/s"), significant(at[level])
    start = {
        Level.HBM: f"Each byte from {names[level]} feeds {intensity} flops, which "
        f"makes {rate}",
        Level.SHARED: "Each byte that the threads read from shared memory feeds "
        f"{intensity} flops, which makes {rate}",
        Level.COMPUTE: f"The ALUs do {rate} at most",
    }[level]
    (one, more), (two, most) = [
        (names[other], si(rate, "FLOP/s"))
        for other, rate in held.rates.items()
        if other is not level
    ]
    return f"{start}, while {one} would allow {more} and {two} {most}."


def _machine(key: str) -> GPU | Device:
    """Return a GPU of the lesson, which knows its SMs, or a device of the catalogue."""
    return next((gpu for gpu in GPUS if gpu.key == key), None) or device(key)


def _name(machine: GPU | Device) -> str:
    """Write a name within a sentence, its details in brackets."""
    short, comma, details = machine.name.partition(", ")
    return f"{short} ({details})" if comma else short


def _ridge(machine: GPU | Device, precision: Precision) -> str:
    corner = ridge(peak=machine.peak(precision), bandwidth=machine.bandwidth)
    return f"{significant(corner)}{NBSP}flop/B"


def _exact(machine: GPU | Device, n: int, precision: Precision) -> str:
    tile = smallest_tile(machine, n=n, precision=precision)
    if tile is None:
        raise ValueError(f"a tile must reach the roof of {machine.name}, got none")
    return significant(tile)


def _size(n: int) -> str:
    return f"n{NBSP}={NBSP}{n}"


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
