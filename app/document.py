"""Fill the page: prose, equations, table and code, with the figures of the model.

What comes out is a document that reads without scripts. Its changing readings carry
the name of the reading (`data-say`) and, where it differs, of the GPU (`data-for`), so
that the page's modules can put in the words of another step.
"""

import base64
import json
import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from roofline_model import (
    A100,
    GPU,
    GPUS,
    KERNELS,
    MATRIX_SIZE,
    SOURCES,
    TILES,
    Constant,
    Level,
    format_si,
    limits,
    significant,
    smallest_power_of_two_tile,
    smallest_tile,
    tile_sweep,
)

from .code import highlighted
from .look import css_tokens
from .scene import scene
from .state import GPU_CHOICES, INTENSITY_RANGE, LessonState, matrix_name, query_rules
from .story import story
from .svg import poster
from .words import NBSP, si, tile_name

TITLE = "The roofline: why a GPU kernel waits on memory"

ASSETS = Path(__file__).parent.parent / "assets"

#: Sixteen steps to a doubling: small enough to feel continuous, and a doubling is
#: sixteen of them.
STEPS_AN_OCTAVE = 16

#: Where the probe's slider stands before the reader has moved it [flop/B].
PROBE_START = 1.0


@cache
def environment() -> Environment:
    """Return the environment that fills the page's templates."""
    env = Environment(
        loader=FileSystemLoader(ASSETS),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.filters["slug"] = lambda key: key.lower().replace(" ", "-")
    # In a narrow table a unit may stand below its number.
    env.filters["loose"] = lambda text: text.replace(NBSP, " ")
    env.filters["host"] = lambda url: urlsplit(url).netloc
    macros = env.get_template("sections/macros.html").module
    env.globals.update(m=macros, pieces=pieces, constant=constant, **_unchanging())
    return env


def context(state: LessonState, notes: Sequence[str]) -> dict[str, Any]:
    """Return what the templates need to show a state."""
    told = story()
    index = TILES.index(state.tile)
    shows = GPU_CHOICES[state.gpu]

    def frame(key: str) -> dict[str, Any]:
        picked: dict[str, Any] = told["frames"][key][index]
        return picked

    def reading(name: str, key: str | None) -> str:
        words: dict[str, str] = frame(key or shows[0])["words"]
        return words[name]

    def say(name: str, key: str | None = None, tag: str = "span") -> Markup:
        """Mark a changing reading with its name and, if it has one, its GPU."""
        return _slot(tag, reading(name, key), {"say": name, "of": key})

    def value(name: str, key: str | None = None) -> Markup:
        """Mark a reading in MathML, its number and its unit apart."""
        number, unit = reading(name, key).split(NBSP)
        return Markup('{}<mspace width="0.25em"/>{}').format(
            _slot("mn", number, {"say": name, "of": key, "part": "0"}),
            _slot("mtext", unit, {"say": name, "of": key, "part": "1"}),
        )

    return {
        "state": state,
        "opened": json.dumps({name: getattr(state, name) for name in query_rules()}),
        "notes": list(notes),
        "index": index,
        "shows": shows,
        "step": told["steps"][state.gpu][index],
        "frame": frame,
        "walk": told["frames"][shows[0]],
        "say": say,
        "value": value,
        "posters": {choice: poster(choice, index) for choice in GPU_CHOICES},
        "probe_slider": _probe_slider(state.intensity),
    }


def _slot(tag: str, text: str, data: dict[str, str | None]) -> Markup:
    attributes = "".join(f' data-{k}="{v}"' for k, v in data.items() if v is not None)
    return Markup("<{0}{1}>{2}</{0}>").format(Markup(tag), Markup(attributes), text)


def pieces(sentence: Sequence[str]) -> Markup:
    """Return a sentence whose every second piece is emphasised."""
    return Markup("").join(
        Markup("<b>{}</b>").format(piece) if index % 2 else escape(piece)
        for index, piece in enumerate(sentence)
    )


def constant(quantity: Constant) -> Markup:
    """Return a constant as MathML."""
    number, unit = _constant(quantity).split(" ")
    return Markup('<mn>{}</mn><mspace width="0.25em"/><mtext>{}</mtext>').format(
        number, unit
    )


def _constant(quantity: Constant) -> str:
    return format_si(quantity.value, quantity.unit, digits=4, trim=True)


def _unchanging() -> dict[str, Any]:
    """Return what no state changes: it is made once for all readers."""
    told = story()
    return {
        "title": TITLE,
        "scene": scene(),
        "gpus": GPUS,
        "gpu_names": {**{gpu.key: gpu.name for gpu in GPUS}, "both": "both"},
        "tiles": TILES,
        "n": MATRIX_SIZE,
        "matrix": matrix_name(),
        "walks": told["frames"],
        "reach": {gpu.key: _reach(gpu) for gpu in GPUS},
        "kernels": [
            {
                "key": kernel.key,
                "name": kernel.name,
                "derivation": kernel.derivation,
                "assumption": kernel.assumption,
                "reading": significant(kernel.intensity),
            }
            for kernel in KERNELS
        ],
        "marks": told["kernels"],
        "longest_sentences": {
            choice: max((s["sentence"] for s in steps), key=lambda s: len("".join(s)))
            for choice, steps in told["steps"].items()
        },
        "shared16": _shared_memory_at_16(),
        "constants": {gpu.key: _constants(gpu) for gpu in GPUS},
        "sources": SOURCES,
        "code": highlighted(tile_sweep),
        "styles": _styles(),
        "icon": _icon(),
        "probe_words": {gpu.key: "" for gpu in GPUS},
    }


def _reach(gpu: GPU) -> dict[str, str]:
    exact, power = smallest_tile(gpu), smallest_power_of_two_tile(gpu)
    assert exact is not None, gpu.name
    assert power is not None, gpu.name
    return {
        "exact": significant(exact),
        "tile": tile_name(power),
        "tensor_ratio": f"{gpu.peak('bf16') / gpu.peak('fp32'):.0f}",
    }


def _shared_memory_at_16() -> dict[str, str]:
    rates = limits(A100, tile=16).rates
    return {
        "tile": tile_name(16),
        "rate": si(rates[Level.SHARED], "FLOP/s"),
        "hbm": si(rates[Level.HBM], "FLOP/s"),
    }


def _constants(gpu: GPU) -> list[dict[str, Any]]:
    rows = [
        ("FP32 peak", gpu.fp32_peak),
        ("BF16 peak", gpu.bf16_peak),
        ("HBM bandwidth", gpu.hbm),
        ("Clock", gpu.clock),
        ("Shared memory", gpu.shared_width),
        ("L2, from", gpu.l2_low),
        ("L2, to", gpu.l2_high),
    ]
    return [
        {
            "name": name,
            "note": quantity.note,
            "value": _constant(quantity),
            "source": quantity.source,
        }
        for name, quantity in rows
    ]


def _probe_slider(intensity: float | None) -> dict[str, Any]:
    lo, hi = INTENSITY_RANGE
    at = PROBE_START if intensity is None else intensity
    return {
        "min": math.log2(lo),
        "max": math.log2(hi),
        "step": 1 / STEPS_AN_OCTAVE,
        "value": round(math.log2(at) * STEPS_AN_OCTAVE) / STEPS_AN_OCTAVE,
        "lo": f"{lo:g}",
        "hi": f"{hi:g}",
        "number": significant(at),
        "spoken": f"{significant(at)} flop per byte",
    }


def _styles() -> Markup:
    sheets = sorted((ASSETS / "styles").glob("*.css"))
    texts = [sheet.read_text(encoding="utf-8") for sheet in sheets]
    return Markup("\n".join([css_tokens(), *_gpu_rules(), *texts]))


def _gpu_rules() -> list[str]:
    """Return the rules that hide what belongs to a GPU or a choice not shown."""
    rules = [(f'shows~="{gpu.key}"', f'for="{gpu.key}"') for gpu in GPUS]
    rules += [(f'gpu="{choice}"', f'choice="{choice}"') for choice in GPU_CHOICES]
    return [
        f"main:not([data-{shown}]) [data-{part}] {{ display: none !important; }}"
        for shown, part in rules
    ]


def _icon() -> str:
    svg = (ASSETS / "images" / "icon.svg").read_bytes()
    return "data:image/svg+xml;base64," + base64.b64encode(svg).decode()
