"""One step of a walk as it is shown: the frame, and the level that holds it."""

from dataclasses import dataclass
from functools import lru_cache

from roofline_model import (
    GPU,
    TILES,
    Bound,
    Device,
    Frame,
    Level,
    Limits,
    attainable,
    limits,
    tied,
    tile_sweep,
)

from .data.setting import KEPT, Setting

#: One letter for each level, as `Step.binds` and the page's data write them.
LETTERS = {Level.HBM: "H", Level.SHARED: "S", Level.COMPUTE: "C"}


@dataclass(frozen=True, slots=True)
class Step:
    """A tile on a GPU, in a setting.

    Parameters
    ----------
    gpu : GPU or Device
    setting : Setting
        As that GPU can show it.
    frame : Frame
        What HBM and the ALUs allow.
    limits : Limits or None
        What each level allows, where shared memory is drawn.
    next_rate : float [FLOP/s]
        The rate at the doubled tile.
    """

    gpu: GPU | Device
    setting: Setting
    frame: Frame
    limits: Limits | None
    next_rate: float

    @property
    def rate(self) -> float:
        """What the drawn limits allow [FLOP/s]."""
        return self.limits.attainable if self.limits else self.frame.attainable

    @property
    def peak(self) -> float:
        """The roof of this precision [FLOP/s]."""
        return self.gpu.peak(self.setting.precision)

    @property
    def gain(self) -> float:
        """The rate at the doubled tile over the rate here."""
        return self.next_rate / self.rate

    @property
    def meets(self) -> bool:
        """Whether the doubled tile stands on the roof, by the tie rule."""
        return bool(tied(self.next_rate, self.peak))

    @property
    def binds(self) -> str:
        """The letters of the levels that bind, or nothing where none is drawn."""
        return letters(self.limits) if self.limits else ""

    @property
    def bound(self) -> Bound:
        """Whether memory, whichever, or the ALUs hold it."""
        if self.limits is None:
            return self.frame.bound
        if Level.COMPUTE not in self.limits.binding:
            return Bound.MEMORY
        return Bound.COMPUTE if len(self.limits.binding) == 1 else Bound.TIE


def letters(held: Limits) -> str:
    """Return the letters of the levels that bind, in the order of `Level`."""
    return "".join(LETTERS[level] for level in held.binding)


@lru_cache(maxsize=KEPT)
def walk(gpu: GPU | Device, asked: Setting | None = None) -> tuple[Step, ...]:
    """Return the steps of a GPU in a setting.

    >>> from roofline_model import A100
    >>> step = walk(A100, Setting(levels="shared"))[4]
    >>> step.frame.tile, step.binds, round(step.rate / 1e12, 2)
    (16, 'S', 4.87)
    """
    setting = (asked or Setting()).on(gpu)
    size = {"n": setting.n, "precision": setting.precision}
    steps = []
    for frame in tile_sweep(gpu, **size):
        wider = min(2 * frame.tile, setting.n)
        if setting.levels == "shared":
            held = limits(gpu, tile=frame.tile, **size)
            next_rate = limits(gpu, tile=wider, **size).attainable
        else:
            held = None
            next_rate = attainable(
                tile_sweep(gpu, tiles=(wider,), **size)[0].intensity,
                peak=gpu.peak(setting.precision),
                bandwidth=gpu.bandwidth,
            )
        steps.append(Step(gpu, setting, frame, held, next_rate))
    assert len(steps) == len(TILES)
    return tuple(steps)
