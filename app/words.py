"""What the page says of each step, for the eye and for the ear: pure functions.

The words are in `sentences`; here readings are written, and a template is chosen. A
sentence is a list of pieces; every second piece is emphasised.
"""

from collections.abc import Sequence

from roofline_model import (
    GPU,
    MATRIX_SIZE,
    Bound,
    Device,
    Level,
    attainable,
    bound,
    compulsory_intensity,
    format_si,
    percent,
    ridge,
    significant,
    sm_intensity,
    spoken,
    word_bytes,
)

from . import sentences as say
from .machines import (
    held_tile,
    needed_power,
    needed_tile,
    precisions,
    ridge_words,
)
from .scene import memory_name
from .setting import OWN, PRECISION_NAMES, Setting, matrix_name
from .sizes import table
from .steps import Step

NBSP = "\N{NO-BREAK SPACE}"

#: What the drawn points take for granted.
NO_REUSE = "No cache reuse between blocks."

BOUND_WORDS = {Bound(key): text for key, text in say.BOUNDS.items()}


def si(value: float, unit: str, *, trim: bool = False) -> str:
    """Write a quantity whose number and unit stay on one line.

    >>> si(12.3916e12, "FLOP/s") == f"12.4{NBSP}TFLOP/s"
    True
    """
    return format_si(value, unit, trim=trim).replace(" ", NBSP)


def constant(value: float, unit: str) -> str:
    """Write a constant as it is quoted, on one line.

    >>> constant(67e12, "FLOP/s") == f"67{NBSP}TFLOP/s"
    True
    """
    return format_si(value, unit, digits=4, trim=True).replace(" ", NBSP)


def share(fraction: float) -> str:
    """Write a share in percent on one line."""
    return percent(fraction).replace(" ", NBSP)


def tile_name(tile: int) -> str:
    """Write a tile's size.

    >>> tile_name(32) == f"32{NBSP}×{NBSP}32"
    True
    """
    return f"{tile}{NBSP}×{NBSP}{tile}"


def readings(step: Step) -> dict[str, str]:
    """Return every reading of a step that the page shows, by name."""
    frame, gpu, setting = step.frame, step.gpu, step.setting
    b, n, precision = frame.tile, frame.n, setting.precision
    memory_rate = gpu.bandwidth * frame.intensity
    words = {
        "b": str(b),
        "n": str(n),
        "double_n": str(2 * n),
        "s": str(word_bytes(precision)),
        "area": str(b * b),
        "tile": tile_name(b),
        "matrix": matrix_name(n),
        "precision": PRECISION_NAMES[precision],
        "gpu": gpu.name,
        "memory": memory_name(gpu),
        "roof": "roof" if precision == "fp32" else "BF16 roof",
        "intensity": significant(frame.intensity),
        "rate": si(step.rate, "FLOP/s"),
        "spoken_rate": spoken(step.rate, "FLOP/s"),
        "line_rate": si(frame.attainable, "FLOP/s"),
        "bound": BOUND_WORDS[step.bound],
        "fraction": share(step.rate / step.peak),
        "spoken_fraction": percent(step.rate / step.peak).replace(" %", " percent"),
        "gain": significant(step.gain),
        "ridge": significant(ridge(peak=step.peak, bandwidth=gpu.bandwidth)),
        "peak": constant(step.peak, "FLOP/s"),
        "bandwidth": constant(gpu.bandwidth, "B/s"),
        "blocks_side": str(-(-n // b)),
        "flops": si(frame.flops, "flop"),
        "hbm": si(frame.hbm_bytes, "B"),
        "memory_time": si(frame.memory_time, "s"),
        "compute_time": si(frame.compute_time, "s"),
        "memory_rate": si(memory_rate, "FLOP/s"),
        # Of a GPU that the reader typed in no tile is tabled.
        "need": "" if gpu.key == OWN else needed_tile(gpu, n, precision) or "",
        "holds": held_tile(gpu) or "",
        "most": significant(
            compulsory_intensity(n=n, word_bytes=word_bytes(precision))
        ),
        "binders": binders(step),
    }
    if step.limits:
        words["shared_rate"] = si(step.limits.rates[Level.SHARED], "FLOP/s")
        words["promise"] = si(frame.attainable, "FLOP/s")
        words["spoken_promise"] = spoken(frame.attainable, "FLOP/s")
    words |= {name: texts[b > 1].format(**words) for name, texts in say.COUNTS.items()}
    words["x_unit"] = say.UNITS[setting.levels].format(**words)
    words["waits"] = waits(step)
    words["reach"] = reach(step, words)
    words["after"] = after(step, words)
    return words | losses(step, words)


def binders(step: Step) -> str:
    """Name the levels that bind, where levels are drawn.

    >>> from roofline_model import A100
    >>> from .setting import Setting
    >>> from .steps import walk
    >>> binders(walk(A100, Setting(levels="shared"))[6])
    'shared memory and the ALUs'
    """
    *names, last = [say.LEVELS[letter] for letter in step.binds] or [""]
    said = f"{', '.join(names)} and {last}" if names else last
    return said.format(memory=memory_name(step.gpu))


def waits(step: Step) -> str:
    """Say how much longer the longer of the two times is.

    >>> from roofline_model import A100
    >>> from .steps import walk
    >>> waits(walk(A100)[0])
    'memory takes 50.2 times as long as the ALUs'
    """
    frame = step.frame
    ratio = frame.memory_time / frame.compute_time
    longer = significant(max(ratio, 1 / ratio))
    return say.WAITS[frame.bound.value].format(ratio=longer)


def reach(step: Step, words: dict[str, str]) -> str:
    """Say which power of two reaches the roof, if any does."""
    if step.gpu.key == OWN:
        return say.REACH["own"]
    if not words["need"]:
        return say.REACH["none"].format(**words)
    power = needed_power(step.gpu, step.frame.n, step.setting.precision)
    if power is None:
        return say.REACH["only"].format(**words)
    return say.REACH["power"].format(power=tile_name(power), **words)


def after(step: Step, words: dict[str, str]) -> str:
    """Say what the next doubling brings, or what the BF16 roof asks for."""
    walked_in_bf16 = step.setting.precision == "bf16" and step.gpu.key != OWN
    if walked_in_bf16 and step.bound is Bound.MEMORY:
        kind = "none" if not words["need"] else "held" if words["holds"] else "only"
        return say.NEEDS[kind].format(**words)
    return say.NEXT[next_kind(step)].format(**words)


def next_kind(step: Step) -> str:
    """Tell what the next doubling of the tile brings: nothing, more, or the roof."""
    if step.frame.tile >= step.frame.n:
        return "whole"
    if step.bound is not Bound.MEMORY or step.gain < say.NOTHING:
        return "nothing"
    return "meets" if step.meets else "more"


def losses(step: Step, words: dict[str, str]) -> dict[str, str]:
    """Say what is lost at the matrix' edge and in the last wave."""
    frame, gpu = step.frame, step.gpu
    size = table()[str(frame.n)]
    index = frame.tile.bit_length() - 1
    edge = size["edge"][index]
    said = {
        "reuse": say.LOSSES["reuse"].format(**words),
        "sm": "",
        "edge": say.LOSSES["edge" if edge else "even"].format(**words | {"edge": edge}),
        "waves": "",
    }
    if isinstance(gpu, GPU):
        most = significant(sm_intensity(gpu, precision=step.setting.precision))
        said["sm"] = say.LOSSES["sm"].format(**words, sm_most=most)
    if gpu.sm_count and str(gpu.sm_count) in size["waves"]:
        waves, last, busy = size["waves"][str(gpu.sm_count)][index]
        kind = "wave" if waves == 1 else "waves"
        if size["blocks"][index] == 1:
            kind = "block"
        said["waves"] = say.LOSSES[kind].format(
            **words,
            blocks=size["blocks"][index],
            sms=gpu.sm_count,
            waves=waves,
            last=last,
            busy=busy,
        )
    return said


def remarks(gpu: GPU | Device, asked: Setting) -> dict[str, str]:
    """Say why something that was asked for is not drawn, by what it is about.

    >>> from .machines import MACHINES
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
