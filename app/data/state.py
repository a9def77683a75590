"""What the reader can change, and how an address asks for it."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import param

from roofline_model import (
    GPU,
    GPUS,
    PRECISIONS,
    TILES,
    Device,
    own_gpu,
)

from .custom_gpu import OWN_MOST, OWN_NOTE, TYPED, own_fault
from .gpus import MACHINES
from .measurements import as_data as measured_data
from .questions import QUESTIONS
from .setting import OWN, SIZES, Setting

#: The choices of GPU that stand in the page's head, with those that each draws in full
#: strength. Every other device, and a GPU of the reader's own, is a choice by its key.
GPU_CHOICES: dict[str, tuple[str, ...]] = {
    **{gpu.key: (gpu.key,) for gpu in GPUS},
    "both": tuple(gpu.key for gpu in GPUS),
}

#: Where the intensity slider begins and ends [flop/B]: four octaves below 1 and ten
#: above, so that every ridge and every kernel of the page lies between.
INTENSITY_RANGE: tuple[float, float] = (2.0**-4, 2.0**10)

#: How much of a bad value a note quotes: enough to recognise it.
QUOTED = 24

#: What is chosen, and which of it is a number; how many choices a note lists.
CHOSEN = (
    *("gpu", "tile", "n", "precision", "levels", "measured", "ask", "theme", "view"),
)
COUNTED = ("tile", "n")
SEVERAL = 20


class LessonState(param.Parameterized):
    """The state of the page. Setting a parameter moves the pages that show it."""

    gpu = param.Selector(
        default="a100",
        objects=[*GPU_CHOICES, *(k for k in MACHINES if k not in GPU_CHOICES), OWN],
        doc="GPU, or both presets at once",
    )
    tile = param.Selector(default=1, objects=list(TILES), doc="tile size b")
    n = param.Selector(default=Setting().n, objects=list(SIZES), doc="matrix size n")
    precision = param.Selector(default="fp32", objects=list(PRECISIONS))
    levels = param.Selector(
        default="hbm",
        objects=["hbm", "shared"],
        doc="which limits are drawn: HBM alone, or shared memory as well",
    )
    measured = param.Selector(
        default="none",
        objects=measured_data()["choices"],
        doc="which measured points are drawn",
    )
    ask = param.Selector(
        default="none",
        objects=["none", *(question.id for question in QUESTIONS)],
        doc="the question that the reader is asked",
    )
    peak = param.String(default="", doc="FP32 peak of an own GPU, with its unit")
    bandwidth = param.String(default="", doc="its memory's bandwidth, with its unit")
    tensor = param.String(default="", doc="its dense BF16 peak, if it has one")
    intensity = param.Number(
        default=None,
        bounds=INTENSITY_RANGE,
        allow_None=True,
        doc="where the reader's probe stands [flop/B]; None while it is put away",
    )
    theme = param.Selector(default="auto", objects=["auto", "light", "dark"])
    view = param.Selector(default="lesson", objects=["lesson", "figure"])

    @property
    def setting(self) -> Setting:
        """The multiply that walks, and the levels that are drawn."""
        return Setting(self.n, self.precision, self.levels)

    @property
    def shown(self) -> tuple[GPU | Device, ...]:
        """The GPUs that are drawn in full strength."""
        if self.gpu == OWN:
            return (self._own(),)
        return tuple(MACHINES[key] for key in GPU_CHOICES.get(self.gpu, (self.gpu,)))

    def _own(self) -> Device:
        return own_gpu(
            peak=self.peak,
            bandwidth=self.bandwidth,
            tensor_peak=self.tensor or None,
        )


def query_rules(opens: LessonState | None = None) -> dict[str, dict[str, Any]]:
    """Return what an address may ask for: the one rule book, for server and page.

    `opens` is what the page shows when asked for nothing, where that is not the usual.

    Each name has a default, and its choices, the range of its numbers, or the remark
    that it is typed with a unit; with them goes the note for a value that cannot be
    ("{value}" stands for what was asked).
    """
    opens, state = opens or LessonState(), LessonState.param
    lo, hi = INTENSITY_RANGE
    rules: dict[str, dict[str, Any]] = {
        name: {
            "default": str(getattr(opens, name)),
            "choices": [str(choice) for choice in state[name].objects],
        }
        for name in CHOSEN
    }
    rules["intensity"] = {"default": opens.intensity, "range": [lo, hi]}
    for name in TYPED:
        rules[name] = {"default": getattr(opens, name), "typed": True}
    for name, rule in rules.items():
        wanted = _wanted(name, rule)
        shown = rule["default"] or "nothing"
        if rule["default"] is None:
            shown = "no probe"
        rule["wanted"] = wanted
        rule["note"] = f"The address asks for {name} = “{{value}}”, which {wanted}. "
        rule["note"] += f"Shown instead: {shown}."
    return rules


def from_query(query: Mapping[str, Sequence[str]]) -> tuple[LessonState, list[str]]:
    """Read the state that an address asks for.

    Parameters
    ----------
    query : mapping of str to sequence of str
        The address's query; the last of several values counts, unknown names are
        ignored.

    Returns
    -------
    LessonState
        With the default where a value is bad.
    list of str
        A note for each bad value, as plain text.

    Examples
    --------
    >>> state, notes = from_query({"gpu": ["h100"], "tile": ["64"]})
    >>> state.gpu, state.tile, notes
    ('h100', 64, [])
    >>> from_query({"tile": ["7"]})[1][0][:50]
    'The address asks for tile = “7”, which is none of '
    """
    state, notes = LessonState(), []
    for name, rule in query_rules().items():
        if not query.get(name):
            continue
        text = query[name][-1].strip()
        value = _read(text, rule)
        if value is None:
            notes.append(rule["note"].replace("{value}", _quoted(text)))
        else:
            setattr(state, name, int(value) if name in COUNTED else value)
    _show_question(state, query)
    return _agreed(state), notes + _own_notes(state)


def _show_question(state: LessonState, query: Mapping[str, Sequence[str]]) -> None:
    """Show what a question is about, wherever the address does not say otherwise."""
    for question in QUESTIONS:
        if question.id != state.ask:
            continue
        shown = question.setting
        settings = {
            "gpu": shown.gpu,
            "tile": TILES[shown.index],
            "n": shown.n,
            "precision": shown.precision,
            "levels": shown.levels,
        }
        for name, value in settings.items():
            if not query.get(name):
                setattr(state, name, value)


def _agreed(state: LessonState) -> LessonState:
    """Return a state whose parts go together: measured points show their own GPU."""
    owner = measured_data()["gpus"].get(state.measured)
    roofs = measured_data()["roofs"].values()
    if owner and state.gpu != owner and not (owner in roofs and state.gpu in roofs):
        state.gpu = owner
    return state


def _own_notes(state: LessonState) -> list[str]:
    """Return what was wrong with an own GPU; then the usual one is shown."""
    if state.gpu != OWN:
        return []
    notes = []
    for name in TYPED:
        text = getattr(state, name)
        wrong = own_fault(name, text, state.bandwidth)
        if wrong:
            told = _quoted(wrong, OWN_MOST)
            note = OWN_NOTE.replace("{name}", name).replace("{wrong}", told)
            notes.append(note.replace("{value}", _quoted(text)))
    if notes:
        state.gpu = LessonState.param["gpu"].default
    return notes


def _wanted(name: str, rule: dict[str, Any]) -> str:
    if "range" in rule:
        lo, hi = rule["range"]
        return f"is not a number from {lo:g} to {hi:g}"
    if rule.get("typed"):
        return "cannot be read"
    # Of many choices a few show what is meant.
    choices = rule["choices"]
    if len(choices) > SEVERAL:
        return f"is none of {', '.join(choices[:3])} … {choices[-1]}"
    return f"is none of {', '.join(choices)}"


def _read(text: str, rule: dict[str, Any]) -> str | float | None:
    if rule.get("typed"):
        return text
    if "choices" in rule:
        return text.lower() if text.lower() in rule["choices"] else None
    try:
        # Only plain decimal notation: float() would also read "1_0" and "nan".
        number = float(text) if set(text) <= set("0123456789.eE+-") else math.nan
    except ValueError:
        return None
    lo, hi = rule["range"]
    return number if lo <= number <= hi else None


def _quoted(text: str, most: int = QUOTED) -> str:
    return text if len(text) <= most else text[:most] + "…"
