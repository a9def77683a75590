"""Everything that the page shows for every state, computed once, as plain data.

The browser picks from it and never computes: a step picks a frame, the probe reads its
rate off a line. The words are made in `words`, the drawing in `scene`.
"""

from functools import cache
from typing import Any

from roofline_model import (
    GPU,
    GPUS,
    KERNELS,
    PREFIXES,
    TILES,
    Frame,
    Kernel,
    attainable,
    bound,
    significant,
    tie_band,
    tile_sweep,
)

from . import words
from .data import as_csv
from .embed import MESSAGE, snippet
from .look import COLOURS, DIM, FONT
from .scene import scene
from .state import GPU_CHOICES, INTENSITY_RANGE, query_rules

#: How long a step travels, how long play rests on a tile, and how long where the
#: bound has just changed [s].
TRAVEL, REST, LONG_REST = 0.35, 0.9, 1.8

#: The picture of a tile is not to scale, or a 1 × 1 block would be a speck in 4096:
#: its side grows by the same step with each doubling, as shares of the matrix' side.
SMALLEST_SIDE, SIDE_STEP = 0.05, 0.055


#: What the page says when something was shared, or could not be.
SHARE_WORDS = {
    "link": "The link to this picture is copied.",
    "embed": "The embed code is copied.",
    "saved": "Saved as {name}.",
    "clipboard": "The clipboard is not allowed here: copy the text below.",
    "sandbox": "This frame may not allow downloads: if nothing was saved, open the "
    "whole lesson in a window of its own.",
}


@cache
def frames(key: str) -> tuple[Frame, ...]:
    """Return the walk of the GPU of that key."""
    return tile_sweep(next(gpu for gpu in GPUS if gpu.key == key))


@cache
def story() -> dict[str, Any]:
    """Return the whole lesson as data that JSON can carry."""
    return {
        "tiles": list(TILES),
        "choices": {choice: list(keys) for choice, keys in GPU_CHOICES.items()},
        "scene": scene(),
        "frames": {gpu.key: [_frame(f) for f in frames(gpu.key)] for gpu in GPUS},
        "steps": {
            choice: [
                _step(tuple(frames(key)[index] for key in keys))
                for index in range(len(TILES))
            ]
            for choice, keys in GPU_CHOICES.items()
        },
        "probe": {
            "range": list(INTENSITY_RANGE),
            "gpus": {gpu.key: probe_pieces(gpu) for gpu in GPUS},
        },
        "kernels": {kernel.key: kernel_marks(kernel) for kernel in KERNELS},
        "query": query_rules(),
        "share": {
            "csv": as_csv(tuple(f for gpu in GPUS for f in frames(gpu.key))),
            "embed": snippet("{src}"),
            "message": MESSAGE,
            "source": words.source_line(GPUS),
            "words": SHARE_WORDS,
        },
        "timing": {"travel": TRAVEL, "rest": REST, "long_rest": LONG_REST},
        "prefixes": [[power, symbol] for power, symbol, _ in PREFIXES],
        "look": {
            "light": {name: light for name, (light, _) in COLOURS.items()},
            "dark": {name: dark for name, (_, dark) in COLOURS.items()},
            "dim": DIM,
            "font": FONT,
        },
    }


def tile_side(tile: int) -> float:
    """Return how large a tile is drawn, as a share of the matrix' side.

    >>> [round(tile_side(b), 3) for b in (1, 2, 128)]
    [0.05, 0.105, 0.435]
    """
    return SMALLEST_SIDE + SIDE_STEP * (tile.bit_length() - 1)


def probe_pieces(gpu: GPU) -> list[dict[str, Any]]:
    """Return what the probe says on each piece of a GPU's FP32 roofline.

    A piece holds up to its `upto` [flop/B]; the last has none. Its words wait for
    readings off the line: {intensity}, {rate} and {ratio}, the rate at twice the
    intensity over the rate here.
    """
    low, high = tie_band(peak=gpu.peak(), bandwidth=gpu.bandwidth)
    here = f"At {{intensity}} flop/B the {gpu.name} attains {{rate}}, "
    return [
        {
            "upto": low,
            "bound": "memory",
            "words": here + "memory-bound. Doubling the intensity brings {ratio} times "
            "the rate.",
        },
        {
            "upto": high,
            "bound": "tie",
            "words": here
            + "right at the ridge: memory and the ALUs take equally long. "
            "Doubling the intensity brings {ratio} times the rate.",
        },
        {
            "upto": None,
            "bound": "compute",
            "words": here
            + "compute-bound. Doubling the intensity brings {ratio} times "
            "the rate: nothing changes.",
        },
    ]


def kernel_marks(kernel: Kernel) -> dict[str, Any]:
    """Return where a kernel sits on every GPU, on the roof of its own precision."""
    marks: dict[str, Any] = {"name": kernel.name, "x": kernel.intensity, "gpus": {}}
    for gpu in GPUS:
        limits = {"peak": gpu.peak(kernel.precision), "bandwidth": gpu.bandwidth}
        rate = attainable(kernel.intensity, **limits)
        held = words.BOUND_WORDS[bound(kernel.intensity, **limits)]
        marks["gpus"][gpu.key] = {
            "y": rate,
            "rate": words.si(rate, "FLOP/s"),
            "bound": held,
            "words": f"{kernel.name}: {significant(kernel.intensity)} flop/B, "
            f"at most {words.si(rate, 'FLOP/s')} on the {gpu.name}, {held}.",
        }
    return marks


def _frame(frame: Frame) -> dict[str, Any]:
    longer = max(frame.memory_time, frame.compute_time)
    first = frames(frame.gpu.key)[0]
    return {
        "x": frame.intensity,
        "bound": frame.bound.value,
        "memory_share": frame.memory_time / longer,
        "compute_share": frame.compute_time / longer,
        "traffic_share": frame.hbm_bytes / first.hbm_bytes,
        "side": tile_side(frame.tile),
        "words": words.readings(frame),
    }


def _step(step: tuple[Frame, ...]) -> dict[str, Any]:
    return {
        "sentence": words.sentence(step),
        "spoken": words.spoken_step(step),
        "figure": words.figure_name(step),
        "label": words.tile_name(step[0].tile),
        "title": words.title(step),
    }
