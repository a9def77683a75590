"""Everything that the page shows for every state, computed once, as plain data.

The browser picks from it and reads off it, and never computes: sizes and tiles are
tables (`sizes`), a GPU is its lines (`machines`), the words are templates
(`sentences`), the drawing is a scene (`scene`).
"""

from functools import cache, lru_cache
from typing import Any

from roofline_model import (
    GPU,
    GPUS,
    KERNELS,
    PREFIXES,
    TILES,
    Device,
    Frame,
    typing_rules,
    word_bytes,
)
from roofline_model.units import SPOKEN_UNITS

from .. import words
from ..quantities import tile_name
from ..readings import readings
from ..steps import walk
from .axes import scene
from .custom_gpu import OWN_LIMITS, OWN_MOST, OWN_NOTE, OWN_WORDS
from .embed import MESSAGE, snippet
from .frames import HEADER
from .gemm_tables import shared_intensities, table
from .gpus import MACHINES, UNIT, machine
from .measurements import as_data as measured_data
from .questions import as_data as questions_data
from .sentences import templates
from .setting import KEPT, OWN, PRECISION_NAMES, SIZES, Setting
from .state import (
    GPU_CHOICES,
    INTENSITY_RANGE,
    query_rules,
)
from .theme import COLOURS, DASHES, DIM, FONT

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
    """Return the chapter's walk of the GPU of that key: FP32, 4096³, HBM alone."""
    return tuple(step.frame for step in walk(MACHINES[key]))


@cache
def step_words(choice: str, setting: Setting | None = None) -> list[dict[str, Any]]:
    """Return what is said of each step of a choice of GPU, in a setting.

    >>> step_words("a100")[0]["label"] == tile_name(1)
    True
    """
    return walked(
        tuple(MACHINES[k] for k in GPU_CHOICES.get(choice, (choice,))), setting
    )


@lru_cache(maxsize=KEPT)
def walked(
    gpus: tuple[GPU | Device, ...], setting: Setting | None = None
) -> list[dict[str, Any]]:
    """Return what is said of each step of those GPUs, in a setting."""
    return [_step(step) for step in zip(*(walk(g, setting) for g in gpus), strict=True)]


@lru_cache(maxsize=KEPT)
def step_data(
    gpu: GPU | Device, setting: Setting | None = None
) -> list[dict[str, Any]]:
    """Return each step of a GPU as the page draws and reads it."""
    first = walk(gpu, setting)[0]
    return [
        {
            "x": step.frame.intensity,
            "bound": step.bound.value,
            **_shares(step.frame),
            "traffic_share": step.frame.hbm_bytes / first.frame.hbm_bytes,
            "side": tile_side(step.frame.tile),
            "words": readings(step),
        }
        for step in walk(gpu, setting)
    ]


@cache
def story() -> dict[str, Any]:
    """Return the whole lesson as data that JSON can carry."""
    drawn = scene()
    return {
        "tiles": list(TILES),
        "sizes": list(SIZES),
        "choices": {choice: list(keys) for choice, keys in GPU_CHOICES.items()},
        # The lines of the presets are those of their machines.
        "scene": {name: part for name, part in drawn.items() if name != "gpus"},
        "machines": {key: machine(gpu) for key, gpu in MACHINES.items()},
        "unit": machine(UNIT),
        "own": {
            "key": OWN,
            "limits": OWN_LIMITS,
            "words": OWN_WORDS,
            "note": OWN_NOTE,
            "most": OWN_MOST,
        },
        "own_rules": typing_rules(),
        "table": table(),
        "shared": shared_intensities(),
        "sides": [tile_side(tile) for tile in TILES],
        "words": templates(),
        "usual": {
            "gpu": GPUS[0].key,
            "n": Setting().n,
            "precision": Setting().precision,
        },
        "precisions": {
            key: {"name": name, "bytes": word_bytes(key)}  # type: ignore[arg-type]
            for key, name in PRECISION_NAMES.items()
        },
        "probe": {"range": list(INTENSITY_RANGE)},
        "kernels": {
            kernel.key: {
                "name": kernel.name,
                "x": kernel.intensity,
                "precision": kernel.precision,
            }
            for kernel in KERNELS
        },
        "questions": questions_data(),
        "measured": measured_data(),
        "query": query_rules(),
        "share": {
            "csv": HEADER,
            "embed": snippet("{src}"),
            "message": MESSAGE,
            "source": words.source_line(GPUS),
            "assumption": words.NO_REUSE,
            "words": SHARE_WORDS,
        },
        "timing": {"travel": TRAVEL, "rest": REST, "long_rest": LONG_REST},
        "prefixes": [list(prefix) for prefix in PREFIXES],
        "spoken_units": SPOKEN_UNITS,
        "look": {
            "light": {name: light for name, (light, _) in COLOURS.items()},
            "dark": {name: dark for name, (_, dark) in COLOURS.items()},
            "dim": DIM,
            # As Bokeh reads the dashes of one line among many.
            "dashes": " ".join(map(str, DASHES)),
            "font": FONT,
        },
    }


def tile_side(tile: int) -> float:
    """Return how large a tile is drawn, as a share of the matrix' side.

    >>> [round(tile_side(b), 3) for b in (1, 2, 128)]
    [0.05, 0.105, 0.435]
    """
    return SMALLEST_SIDE + SIDE_STEP * (tile.bit_length() - 1)


@lru_cache(maxsize=KEPT)
def kernel_marks(gpu: GPU | Device) -> dict[str, dict[str, str] | None]:
    """Return what is said of every kernel on a GPU, by kernel."""
    return {
        kernel.key: words.kernel_words(
            kernel.name, kernel.intensity, kernel.precision, gpu
        )
        for kernel in KERNELS
    }


def _shares(frame: Frame) -> dict[str, float]:
    longer = max(frame.memory_time, frame.compute_time)
    return {
        "memory_share": frame.memory_time / longer,
        "compute_share": frame.compute_time / longer,
    }


def _step(step: tuple[Any, ...]) -> dict[str, Any]:
    return {
        "sentence": words.sentence(step),
        "spoken": words.spoken_step(step),
        "figure": words.figure_name(step),
        "label": tile_name(step[0].frame.tile),
        "title": words.title(step),
    }
