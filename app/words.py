"""What the page says of each step, for the eye and for the ear: pure functions.

The words are in `sentences` and what fills them in `readings`; here a template is
chosen. A sentence is a list of pieces; every second piece is emphasised.
"""

from collections.abc import Sequence

from roofline_model import (
    GPU,
    MATRIX_SIZE,
    Bound,
    Device,
    attainable,
    bound,
    significant,
)

from .data import sentences as say
from .data.gpus import precisions, ridge_words
from .data.setting import PRECISION_NAMES, Setting
from .quantities import NBSP, si
from .readings import BOUND_WORDS, next_kind, readings
from .steps import Step

#: What the drawn points take for granted.
NO_REUSE = "No cache reuse between blocks."


def remarks(gpu: GPU | Device, asked: Setting) -> dict[str, str]:
    """Say why something that was asked for is not drawn, by what it is about.

    >>> from .data.gpus import MACHINES
    >>> remarks(MACHINES["a100"], Setting())
    {'precision': '', 'levels': ''}
    """
    missing = [key for key in PRECISION_NAMES if key not in precisions(gpu)]
    told = {
        "gpu": gpu.name,
        "precision": PRECISION_NAMES[missing[0]] if missing else "",
    }
    setting = asked.on(gpu)
    levels = ""
    if asked.levels != setting.levels:
        levels = "tensor" if setting.precision == "bf16" else "unknown"
    return {
        "precision": say.REMARKS["precision"].format(**told) if missing else "",
        "levels": say.REMARKS[levels].format(**told) if levels else "",
    }


def sentence(steps: tuple[Step, ...]) -> list[str]:
    """Return the sentence under the figure for one GPU, or for two at one tile."""
    told = [readings(step) for step in steps]
    first = told[0]
    if len(steps) == 1:
        held = steps[0].binds
        kind = held or steps[0].bound.value
        if len(held) > 1:
            kind = "memory_tie" if "H" in held else "levels_tie"
        return _filled(say.SENTENCES[kind], first)
    leveled = bool(steps[0].binds)
    parts = "; ".join(_part(s, w) for s, w in zip(steps, told, strict=True))
    whole = say.SENTENCES["two_levels" if leveled else "two"]
    return _filled(
        whole.replace("{parts}", parts), first | {"after": _after_both(steps, told)}
    )


def spoken_step(steps: tuple[Step, ...]) -> str:
    """Return what the live region says at a step."""
    told = [readings(step) for step in steps]
    setting = steps[0].setting
    usual = setting.n == MATRIX_SIZE and setting.precision == "fp32"
    said = ("" if usual else say.SPOKEN["size"]) + say.SPOKEN["tile"]
    parts = [said.format(**told[0])]
    for step, words in zip(steps, told, strict=True):
        kind = "level" if step.binds else "step"
        who = say.SPOKEN["who"].format(**words) if len(steps) > 1 else ""
        parts.append(
            say.SPOKEN["promise" if step.binds == "S" else kind].format(
                who=who, **words
            )
        )
    return "".join(parts).replace(NBSP, " ")


def figure_name(steps: tuple[Step, ...]) -> str:
    """Return the figure's accessible name: what it shows now."""
    told = [readings(step) for step in steps]
    where = []
    for step, words in zip(steps, told, strict=True):
        kind = "level" if step.binds else "where"
        place = say.FIGURE["slope" if step.bound is Bound.MEMORY else "roof"]
        where.append(
            say.FIGURE["promise" if step.binds == "S" else kind].format(
                place=place, **words
            )
        )
    return say.FIGURE["name"].format(
        gpus=_names(steps),
        where="; ".join(where),
        ridges="; ".join(ridge_words(step.gpu) for step in steps),
        **told[0],
    )


def title(steps: tuple[Step, ...]) -> str:
    """Return the title of a picture of this step that stands alone.

    >>> from roofline_model import A100
    >>> from .steps import walk
    >>> title((walk(A100)[0],)).replace(NBSP, " ")
    'The roofline: A100, 4096³ FP32 multiply, 1 × 1 tiles'
    """
    return say.TITLE.format(gpus=_names(steps), **readings(steps[0]))


def kernel_words(
    name: str, intensity: float, precision: str, gpu: GPU | Device
) -> dict[str, str] | None:
    """Return what is said of a kernel on a GPU, or None where its roof is unknown."""
    peak = gpu.fp32_peak if precision == "fp32" else gpu.bf16_peak
    if peak is None:
        return None
    limits = {"peak": peak.value, "bandwidth": gpu.bandwidth}
    rate = si(attainable(intensity, **limits), "FLOP/s")
    held = BOUND_WORDS[bound(intensity, **limits)]
    words = {"name": name, "intensity": significant(intensity), "gpu": gpu.name}
    told = say.KERNEL["at"].format(rate=rate, bound=held, **words)
    return {"rate": rate, "bound": held, "words": told}


def source_line(gpus: Sequence[GPU]) -> str:
    """Return the line under such a picture: whose figures, and the assumption."""
    boards = "; ".join(gpu.board for gpu in gpus)
    return f"Data sheets of {boards}. {NO_REUSE}"


def _names(steps: tuple[Step, ...]) -> str:
    return " and ".join(step.gpu.name for step in steps)


def _part(step: Step, words: dict[str, str]) -> str:
    if step.binds:
        kind = "part_promise" if step.binds == "S" else "part_level"
    else:
        kind = "part_memory" if step.bound is Bound.MEMORY else "part"
    return say.SENTENCES[kind].format(**words)


def _after_both(steps: tuple[Step, ...], told: list[dict[str, str]]) -> str:
    """Say what follows for two GPUs at one tile."""
    one, other = told
    kinds = [next_kind(step) for step in steps]
    if steps[0].setting.precision == "bf16" and steps[0].bound is Bound.MEMORY:
        words = one | {"other": other["need"], "other_holds": other["holds"]}
        known = one["need"] and other["need"]
        return say.NEEDS["both" if known else "both_none"].format(**words)
    if kinds[0] == "whole" or set(kinds) == {"nothing"}:
        return say.NEXT[kinds[0]].format(**one)
    kind = "both" if one["gain"] == other["gain"] else "each"
    return say.NEXT[kind].format(**one | {"other": other["gain"]})


def _filled(template: str, words: dict[str, str]) -> list[str]:
    # Split before filling: no reading can begin an emphasis.
    return [piece.format(**words) for piece in template.split("|")]
