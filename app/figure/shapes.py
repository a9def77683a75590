"""Shapes on log-log paper: what a picture of a step is made of, whoever writes it.

Shapes name their colour by token, so that one picture serves the page (whose tokens
follow the theme) and a file in either scheme.
"""

import math
from dataclasses import dataclass, replace

from ..data.axes import X_RANGE, Y_RANGE

Point = tuple[float, float]


@dataclass(frozen=True)
class Paper:
    """The picture's size and the plot's edges within it [px]."""

    width: float = 760
    height: float = 470
    left: float = 52
    right: float = 746
    top: float = 10
    bottom: float = 440
    x_range: tuple[float, float] = X_RANGE
    y_range: tuple[float, float] = Y_RANGE

    def x(self, intensity: float) -> float:
        """Return where an intensity lies across [px]."""
        return self.left + (self.right - self.left) * _share(intensity, self.x_range)

    def y(self, rate: float) -> float:
        """Return where a rate lies, from the top [px]."""
        return self.bottom - (self.bottom - self.top) * _share(rate, self.y_range)

    @property
    def slope(self) -> float:
        """How steeply a line of slope one rises on this paper [degrees]."""
        rise, run = self.y(1.0) - self.y(10.0), self.x(10.0) - self.x(1.0)
        return math.degrees(math.atan2(rise, run))


@dataclass(frozen=True)
class Line:
    """A line through points."""

    points: tuple[Point, ...]
    token: str
    width: float = 1
    dash: tuple[float, ...] = ()
    opacity: float = 1


@dataclass(frozen=True)
class Area:
    """A tinted rectangle."""

    corner: Point
    size: Point
    token: str
    opacity: float = 1


@dataclass(frozen=True)
class Text:
    """Words on their baseline; `turn` is counter-clockwise about `pivot` [degrees]."""

    at: Point
    text: str
    token: str
    anchor: str = "start"
    size: float = 13
    bold: bool = False
    turn: float = 0
    pivot: Point = (0, 0)


@dataclass(frozen=True)
class Mark:
    """A step's point: a disc for the first GPU, a square for the other.

    Hollow, and smaller, once the walk has passed it.
    """

    at: Point
    square: bool
    token: str
    hollow: bool = False

    @property
    def radius(self) -> float:
        """Half of its width, the paper-coloured ring around it left out [px]."""
        return 4.0 if self.hollow else 7.0


@dataclass(frozen=True)
class Step:
    """A step of the walk: its mark, the hairline to its intensity, and its name.

    `often` says that the name stays when the walk has passed on; `also` is the point of
    a second level, where levels are drawn.
    """

    position: int
    mark: Mark
    drop: Line
    name: Text | None
    often: bool
    also: Mark | None = None


Shape = Line | Area | Text | Mark


@dataclass(frozen=True)
class Picture:
    """All shapes of a step, back to front; `name` is what it shows."""

    paper: Paper
    name: str
    index: int
    ground: tuple[Shape, ...]
    steps: tuple[Step, ...]
    x_unit: str

    def so_far(self) -> list[Shape]:
        """Return the walk up to this step: hollow marks, then the point itself."""
        passed = [step for step in self.steps if step.position < self.index]
        now = [step for step in self.steps if step.position == self.index]
        shapes: list[Shape] = [replace(step.mark, hollow=True) for step in passed]
        for step in now:
            shapes += [step.drop, *([step.also] if step.also else []), step.mark]
            shapes += [step.name] if step.name else []
        return shapes


def _share(value: float, ends: tuple[float, float]) -> float:
    return math.log(value / ends[0]) / math.log(ends[1] / ends[0])
