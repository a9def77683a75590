"""What can be said of a step, as templates: Python fills them, and so does the browser.

A template waits for readings in braces. In a sentence `|` stands where the emphasis
begins and where it ends, so no markup travels with it. Which template holds is decided
in `words` for Python, and in the page's `telling.mjs` by the same few rules; a test
asks both for every state and compares.
"""

#: What a bound is called.
BOUNDS = {"memory": "memory-bound", "compute": "compute-bound", "tie": "at the ridge"}

#: What the letters of `Step.binds` stand for.
LEVELS = {"H": "{memory}", "S": "shared memory", "C": "the ALUs"}

#: Below this gain a larger tile brings nothing that a three-digit reading shows.
NOTHING = 1.0005

#: What the next doubling of the tile brings.
NEXT = {
    "nothing": "A larger tile gains nothing",
    "whole": "No tile is larger than the matrix",
    "more": "Doubling the tile brings {gain} times the rate",
    "meets": "Doubling the tile brings {gain} times the rate and meets the roof",
    "both": "Doubling the tile brings {gain} times the rate on both",
    "each": "Doubling the tile brings {gain} and {other} times the rate",
}

#: What the BF16 roof asks of a tile that stands on the slope.
NEEDS = {
    "held": "From {memory} alone that roof asks for a tile of about {need}, and one SM "
    "holds the sums of {holds}",
    "only": "From {memory} alone that roof asks for a tile of about {need}",
    "none": "From {memory} alone no tile of this matrix reaches that roof",
    "both": "From HBM alone these roofs ask for tiles of about {need} and {other}, and "
    "one SM holds the sums of {holds} and {other_holds}",
    "both_none": "From HBM alone no tile of this matrix reaches these roofs",
}

#: The sentence under the figure.
SENTENCES = {
    "memory": "At |{tile}| each byte from {memory} feeds {intensity} flops: |{bound}| "
    "at |{rate}|, {fraction} of the {roof}. {after}.",
    "tie": "At |{tile}| each byte from {memory} feeds {intensity} flops, right at the "
    "ridge: memory and the ALUs tie at |{rate}|, the {roof}. {after}.",
    "compute": "At |{tile}| each byte from {memory} feeds {intensity} flops, past the "
    "ridge at {ridge}: |{bound}| at |{rate}|, the {roof}. {after}.",
    "H": "At |{tile}|, |{binders}| holds the multiply at |{rate}|, {fraction} of the "
    "{roof}; shared memory would allow {shared_rate}. {after}.",
    "S": "At |{tile}|, |{binders}| holds the multiply at |{rate}|, {fraction} of the "
    "{roof}, where the {memory} line alone promises {promise}. {after}.",
    "C": "At |{tile}|, |{binders}| hold the multiply at |{rate}|, the {roof}; {memory} "
    "would allow {memory_rate}, shared memory {shared_rate}. {after}.",
    "levels_tie": "At |{tile}|, |{binders}| tie at |{rate}|, {fraction} of the {roof}; "
    "{memory} would allow {memory_rate}. {after}.",
    "memory_tie": "At |{tile}|, |{binders}| tie at |{rate}|, {fraction} of the {roof}. "
    "{after}.",
    "two": "At |{tile}| each byte from HBM feeds {intensity} flops: {parts}. {after}.",
    "part_memory": "|{rate}| on the {gpu}, {bound}, {fraction} of its roof",
    "part": "|{rate}| on the {gpu}, {bound}",
    "two_levels": "At |{tile}|: {parts}.",
    "part_level": "|{rate}| on the {gpu}, held by {binders}",
    "part_promise": "|{rate}| on the {gpu}, held by {binders}, where HBM alone "
    "promises {promise}",
}

#: What the live region says at a step.
SPOKEN = {
    "size": "Matrix size {n}, {precision}. ",
    "tile": "Tile {b} by {b}, {intensity} flop per byte.",
    "step": " {who}{spoken_rate}, {bound}, {spoken_fraction} of the roof. {after}.",
    "level": " {who}{spoken_rate}, held by {binders}, {spoken_fraction} of the roof. "
    "{after}.",
    "promise": " {who}{spoken_rate}, held by {binders}, {spoken_fraction} of the roof, "
    "where {memory} alone promises {spoken_promise}. {after}.",
    "who": "{gpu}: ",
}

#: The figure's accessible name: what it shows now.
FIGURE = {
    "name": "Roofline of the {gpus}, both axes logarithmic. A {matrix} {precision} "
    "matrix multiply with {b} by {b} tiles stands at {intensity} flop per byte: "
    "{where}. {ridges}.",
    "where": "on the {gpu} it attains {spoken_rate}, {bound}, {place}",
    "level": "on the {gpu} it attains {spoken_rate}, held by {binders}",
    "promise": "on the {gpu} it attains {spoken_rate}, held by {binders}, where the "
    "{memory} line alone promises {spoken_promise}",
    "slope": "on the slope",
    "roof": "on the roof",
}

#: Where the ridges of a GPU lie.
RIDGES = {
    "fp32": "{gpu} ridge point at {fp32} for FP32 flop per byte",
    "bf16": "{gpu} ridge point at {bf16} for BF16 tensor cores flop per byte",
    "both": "{gpu} ridge points at {fp32} for FP32 and {bf16} for BF16 tensor cores "
    "flop per byte",
}

#: The title of a picture that stands alone, and what names its tile.
TITLE = "The roofline: {gpus}, {matrix} {precision} multiply, {tile} tiles"

#: How much longer the longer of the two times is.
WAITS = {
    "memory": "memory takes {ratio} times as long as the ALUs",
    "compute": "the ALUs take {ratio} times as long as memory",
    "tie": "memory and the ALUs take equally long",
}

#: How a tile counts its rows, columns, outputs and uses; the first tile has one each.
COUNTS = {
    "rows": ["1 row", "{b} rows"],
    "columns": ["1 column", "{b} columns"],
    "outputs": ["1 output", "{area} outputs"],
    "uses": ["once", "{b} times"],
}

#: How far reuse can lift the intensity, what one SM holds, and what tiles lose at the
#: matrix' edge and in the last wave of blocks.
LOSSES = {
    "reuse": "Without reuse between blocks a {tile} tile feeds {intensity} flops a "
    "byte; with all of it, every word crossing {memory} once, {most}.",
    "sm": "An SM of the {gpu} has room for the FP32 sums of a tile of {holds}, and so "
    "reaches at most {sm_most} flop/B by itself in {precision}.",
    "waves": "{blocks} blocks on the {sms} SMs of the {gpu}: {waves} waves, the last "
    "with {last}. At most {busy} of the SMs’ time has work in it.",
    "wave": "{blocks} blocks on the {sms} SMs of the {gpu}: one wave, in which {busy} "
    "of the SMs have work.",
    "block": "A single block: one of the {sms} SMs of the {gpu} has work, {busy} of "
    "them.",
    "edge": "The tile does not divide {n}: {edge} of the outputs that are computed lie "
    "beyond the matrix’s edge.",
    "even": "The tile divides {n}: nothing is computed beyond the edge.",
}

#: What the arithmetic intensity is of, where levels are drawn and where not.
UNITS = {"hbm": "flop per byte of {memory}", "shared": "flop per byte of each level"}

#: Why something that was asked for is not drawn.
REMARKS = {
    "precision": "No {precision} peak of the {gpu} is known, so no {precision} "
    "multiply walks on it.",
    "tensor": "In BF16 shared memory is not drawn: its count is of what FP32 threads "
    "read, and tensor cores read for a whole warp at once.",
    "unknown": "The bandwidth of the {gpu}’s shared memory is not known.",
}

#: Which tile reaches the roof.
REACH = {
    "power": "on the {gpu}, so {power} in powers of two.",
    "only": "on the {gpu}; no power of two within the matrix reaches it.",
    "none": "From {memory} alone no tile of this matrix reaches this roof on the "
    "{gpu}.",
    "own": "The table has no tile for a GPU of your own: solve for it with its ridge.",
}

#: What the probe says on each piece of a roofline, read off the line.
PROBE = {
    "memory": "At {intensity} flop/B the {gpu} attains {rate}, memory-bound. Doubling "
    "the intensity brings {ratio} times the rate.",
    "tie": "At {intensity} flop/B the {gpu} attains {rate}, right at the ridge: memory "
    "and the ALUs take equally long. Doubling the intensity brings {ratio} times the "
    "rate.",
    "compute": "At {intensity} flop/B the {gpu} attains {rate}, compute-bound. "
    "Doubling the intensity brings {ratio} times the rate: nothing changes.",
}

#: What is said of a kernel of the table, where its roof is known and where it is not.
KERNEL = {
    "at": "{name}: {intensity} flop/B, at most {rate} on the {gpu}, {bound}.",
    "unknown": "{name}: the {gpu} has no published {precision} peak.",
}


def templates() -> dict[str, object]:
    """Return all of them by name, as the page carries them."""
    return {
        "bounds": BOUNDS,
        "levels": LEVELS,
        "nothing": NOTHING,
        "next": NEXT,
        "needs": NEEDS,
        "sentences": SENTENCES,
        "spoken": SPOKEN,
        "figure": FIGURE,
        "ridges": RIDGES,
        "title": TITLE,
        "waits": WAITS,
        "counts": COUNTS,
        "losses": LOSSES,
        "units": UNITS,
        "remarks": REMARKS,
        "reach": REACH,
        "probe": PROBE,
        "kernel": KERNEL,
    }
