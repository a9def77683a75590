"""Fill the page: prose, equations, table and code, with the figures of the model.

What comes out is a document that reads without scripts. Its changing readings carry
the name of the reading (`data-say`) and, where it differs, of the GPU (`data-for`), so
that the page's modules can put in the words of another step.
"""

import json
import math
from collections.abc import Sequence
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from roofline_model import A100, GPU, GPUS, PRECISIONS, TILES, Device, significant

from ..data.gpus import machine
from ..data.lesson_data import kernel_marks, step_data, step_words, walked
from ..data.setting import OWN, Setting
from ..data.state import GPU_CHOICES, INTENSITY_RANGE, LessonState, query_rules
from ..figure.picture import shown_in
from ..figure.svg import poster
from ..quantities import NBSP
from ..words import remarks
from .static import ASSETS, OTHER, unchanging

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
    macros = env.get_template("macros.html").module
    env.globals.update(m=macros, pieces=pieces, **unchanging())
    return env


def context(state: LessonState, notes: Sequence[str]) -> dict[str, Any]:
    """Return what the templates need to show a state."""
    index, asked = TILES.index(state.tile), state.setting
    shown = dict(zip(_places(state), state.shown, strict=True))
    setting = asked.on(state.shown[0])
    # The place of a GPU that is none of the presets stands in the page always: hidden,
    # with another's readings, until one is chosen.
    placed: dict[str, GPU | Device] = {gpu.key: gpu for gpu in GPUS}
    placed |= {OTHER: A100} | shown
    first = next(iter(shown))

    def frame(place: str) -> dict[str, Any]:
        return step_data(placed[place], asked)[index]

    def reading(name: str, place: str | None) -> str:
        words: dict[str, str] = frame(place or first)["words"]
        return words.get(name, "")

    def say(name: str, place: str | None = None, tag: str = "span") -> Markup:
        """Mark a changing reading with its name and, if it has one, its GPU."""
        return _slot(tag, reading(name, place), {"say": name, "of": place})

    def value(name: str, place: str | None = None) -> Markup:
        """Mark a reading in MathML, its number and its unit apart."""
        number, unit = reading(name, place).split(NBSP)
        return Markup('{}<mspace width="0.25em"/>{}').format(
            _slot("mn", number, {"say": name, "of": place, "part": "0"}),
            _slot("mtext", unit, {"say": name, "of": place, "part": "1"}),
        )

    own = placed[OTHER] if state.gpu == OWN else None
    choices = [*GPU_CHOICES, *([] if state.gpu in GPU_CHOICES else [state.gpu])]
    return {
        "state": state,
        "setting": setting,
        "opened": json.dumps({name: getattr(state, name) for name in query_rules()}),
        "notes": list(notes),
        "index": index,
        "shows": list(shown),
        "choice": state.gpu if state.gpu in GPU_CHOICES else OTHER,
        "cut": bool(setting.n % state.tile),
        "step": walked(state.shown, asked)[index],
        "frame": frame,
        "walk": step_data(shown[first], asked),
        "longest_sentences": _longest(state),
        "walks": {place: step_data(gpu, asked) for place, gpu in placed.items()},
        "placed": {place: machine(gpu) for place, gpu in placed.items()},
        "marks": {place: kernel_marks(gpu) for place, gpu in placed.items()},
        "say": say,
        "value": value,
        "posters": {
            choice: {
                "picture": poster(choice, index, asked, own if choice == OWN else None),
                "of": f"{choice} {asked.n} {asked.precision} {asked.levels}",
            }
            for choice in choices
        },
        "remarks": remarks(state.shown[0], asked),
        "probe_slider": _probe_slider(state.intensity),
    }


def _places(state: LessonState) -> list[str]:
    return list(shown_in(state.gpu, state.shown[0] if state.gpu == OWN else None))


def _slot(tag: str, text: str, data: dict[str, str | None]) -> Markup:
    attributes = "".join(f' data-{k}="{v}"' for k, v in data.items() if v is not None)
    return Markup("<{0}{1}>{2}</{0}>").format(Markup(tag), Markup(attributes), text)


def pieces(sentence: Sequence[str]) -> Markup:
    """Return a sentence whose every second piece is emphasised."""
    return Markup("").join(
        Markup("<b>{}</b>").format(piece) if index % 2 else escape(piece)
        for index, piece in enumerate(sentence)
    )


def _longest(state: LessonState) -> dict[str, list[str]]:
    """Return the longest sentence that may stand under the figure, by place.

    Its room is kept, so that nothing below it jumps. Where the controls of the setting
    are not shown, the setting stays as it is.
    """
    alone = state.view == "figure"
    settings = (state.setting,) if alone else _SETTINGS
    rooms = {
        choice: max((_room(choice, s) for s in settings), key=_length)
        for choice in GPU_CHOICES
    }
    told = walked(state.shown, state.setting)
    longest = max((step["sentence"] for step in told), key=_length)
    return {**rooms, OTHER: max(longest, rooms[A100.key], key=_length)}


_SETTINGS = tuple(
    Setting(precision=precision, levels=levels)
    for precision in PRECISIONS
    for levels in ("hbm", "shared")
)


@cache
def _room(choice: str, setting: Setting) -> list[str]:
    return max((s["sentence"] for s in step_words(choice, setting)), key=_length)


def _length(sentence: list[str]) -> int:
    return len("".join(sentence))


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
