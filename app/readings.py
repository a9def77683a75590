"""Every reading of a step, by name: what the page's sentences are filled with."""

from roofline_model import (
    GPU,
    Bound,
    Level,
    compulsory_intensity,
    percent,
    ridge,
    significant,
    sm_intensity,
    spoken,
    word_bytes,
)

from .data import sentences as say
from .data.axes import memory_name
from .data.gemm_tables import table
from .data.gpus import held_tile, needed_power, needed_tile
from .data.setting import OWN, PRECISION_NAMES, matrix_name
from .quantities import constant, share, si, tile_name
from .steps import Step

BOUND_WORDS = {Bound(key): text for key, text in say.BOUNDS.items()}


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
    >>> from .data.setting import Setting
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
