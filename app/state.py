"""What the reader can change, and how an address asks for it."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import param

from roofline_model import GPUS, MATRIX_SIZE, TILES

#: Every choice of GPU, with the GPUs that it draws in full strength.
GPU_CHOICES: dict[str, tuple[str, ...]] = {
    **{gpu.key: (gpu.key,) for gpu in GPUS},
    "both": tuple(gpu.key for gpu in GPUS),
}

#: Where the intensity slider begins and ends [flop/B]: four octaves below 1 and ten
#: above, so that every ridge and every kernel of the page lies between.
INTENSITY_RANGE: tuple[float, float] = (2.0**-4, 2.0**10)

#: How much of a bad value a note quotes: enough to recognise it.
QUOTED = 24


class LessonState(param.Parameterized):
    """The state of the page. Setting a parameter moves the pages that show it."""

    gpu = param.Selector(
        default="a100", objects=list(GPU_CHOICES), doc="GPU, or both at once"
    )
    tile = param.Selector(default=1, objects=list(TILES), doc="tile size b")
    intensity = param.Number(
        default=None,
        bounds=INTENSITY_RANGE,
        allow_None=True,
        doc="where the reader's probe stands [flop/B]; None while it is put away",
    )
    theme = param.Selector(default="auto", objects=["auto", "light", "dark"])
    view = param.Selector(default="lesson", objects=["lesson", "figure"])


def query_rules(opens: LessonState | None = None) -> dict[str, dict[str, Any]]:
    """Return what an address may ask for: the one rule book, for server and page.

    `opens` is what the page shows when asked for nothing, where that is not the usual.

    Each name has a default, and either its choices or the range of its numbers, with
    the note for a value that is neither ("{value}" stands for what was asked).
    """
    opens, state = opens or LessonState(), LessonState.param
    lo, hi = INTENSITY_RANGE
    rules: dict[str, dict[str, Any]] = {
        name: {
            "default": str(getattr(opens, name)),
            "choices": [str(choice) for choice in state[name].objects],
        }
        for name in ("gpu", "tile", "theme", "view")
    }
    rules["intensity"] = {"default": opens.intensity, "range": [lo, hi]}
    for name, rule in rules.items():
        wanted = (
            f"is not a number from {lo:g} to {hi:g}"
            if "range" in rule
            else f"is none of {', '.join(rule['choices'])}"
        )
        shown = "no probe" if rule["default"] is None else rule["default"]
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
            setattr(state, name, int(value) if name == "tile" else value)
    return state, notes


def matrix_name() -> str:
    """Return how the walked multiply is called: its size cubed.

    >>> matrix_name()
    '4096³'
    """
    return f"{MATRIX_SIZE}³"


def _read(text: str, rule: dict[str, Any]) -> str | float | None:
    if "choices" in rule:
        return text.lower() if text.lower() in rule["choices"] else None
    try:
        # Only plain decimal notation: float() would also read "1_0" and "nan".
        number = float(text) if set(text) <= set("0123456789.eE+-") else math.nan
    except ValueError:
        return None
    lo, hi = rule["range"]
    return number if lo <= number <= hi else None


def _quoted(text: str) -> str:
    return text if len(text) <= QUOTED else text[:QUOTED] + "…"
