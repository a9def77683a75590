"""The roofline of one step as shapes on paper, for whoever writes a picture of it.

Both axes are logarithmic. Shapes name their colour by token, so that one picture serves
the page (whose tokens follow the theme) and a file in either scheme.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from .look import DIM
from .scene import X_RANGE, Y_RANGE, scene
from .state import GPU_CHOICES
from .story import frames, story

Point = tuple[float, float]

#: Steps whose tile is written at their point: the ends, and one between.
NAMED_TILES = (1, 16, 128)

DASHES, DOTS, HAIRS = (8.0, 5.0), (2.0, 4.0), (2.0, 3.0)


@dataclass(frozen=True)
class Paper:
    """The picture's size and the plot's edges within it [px]."""

    width: float = 760
    height: float = 470
    left: float = 52
    right: float = 746
    top: float = 10
    bottom: float = 440

    def x(self, intensity: float) -> float:
        """Return where an intensity lies across [px]."""
        return self.left + (self.right - self.left) * _share(intensity, X_RANGE)

    def y(self, rate: float) -> float:
        """Return where a rate lies, from the top [px]."""
        return self.bottom - (self.bottom - self.top) * _share(rate, Y_RANGE)

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

    `often` says that the name stays when the walk has passed on.
    """

    position: int
    mark: Mark
    drop: Line
    name: Text | None
    often: bool


Shape = Line | Area | Text | Mark


@dataclass(frozen=True)
class Picture:
    """All shapes of a step, back to front; `name` is what the picture shows."""

    paper: Paper
    name: str
    index: int
    ground: tuple[Shape, ...]
    steps: tuple[Step, ...]

    def so_far(self) -> list[Shape]:
        """Return the walk up to this step: hollow marks, then the point itself."""
        passed = [step for step in self.steps if step.position < self.index]
        now = [step for step in self.steps if step.position == self.index]
        shapes: list[Shape] = [replace(step.mark, hollow=True) for step in passed]
        for step in now:
            shapes += [step.drop, step.mark, *([step.name] if step.name else [])]
        return shapes


def picture(choice: str, index: int, paper: Paper | None = None) -> Picture:
    """Return the picture of one step.

    Parameters
    ----------
    choice : str
        A key of `GPU_CHOICES`.
    index : int
        Which tile of the walk the point stands on.
    paper : Paper, optional

    Returns
    -------
    Picture
        With every step of the walk: a writer draws those up to `index`.
    """
    sheet = paper or Paper()
    drawn, shown = scene(), GPU_CHOICES[choice]
    ground = [*_ground(sheet, drawn, shown)]
    # Those that are chosen come last, and so on top.
    for key in sorted(drawn["gpus"], key=lambda key: key in shown):
        ground += _roofline(sheet, drawn["gpus"][key], key, chosen=key in shown)
    steps = [
        step
        for order, key in enumerate(shown)
        for step in _walk(sheet, key, named=order == 0)
    ]
    name = story()["steps"][choice][index]["figure"]
    return Picture(sheet, name, index, tuple(ground), tuple(steps))


#: Room above and below the plot for a file's title and source [px].
TITLE_ROOM, SOURCE_ROOM = 44.0, 52.0


def captioned(drawn: Picture, *, title: str, source: str) -> list[Shape]:
    """Return what a picture file shows: the paper, the walk so far, and its words.

    The words stand outside the picture's own paper: `TITLE_ROOM` above it and
    `SOURCE_ROOM` below.
    """
    paper = drawn.paper
    size = (paper.width, paper.height + TITLE_ROOM + SOURCE_ROOM)
    x_name = f"{scene()['x_name']}, {scene()['x_unit']}"
    return [
        Area((0, -TITLE_ROOM), size, "paper"),
        *drawn.ground,
        *drawn.so_far(),
        Text((14, -16), title, "ink", size=17, bold=True),
        Text((4, 16), scene()["y_name"], "ink", bold=True),
        Text((paper.right, paper.height + 8), x_name, "ink", "end", bold=True),
        Text((14, paper.height + 36), source, "quiet", size=12),
    ]


def _share(value: float, ends: tuple[float, float]) -> float:
    return math.log(value / ends[0]) / math.log(ends[1] / ends[0])


def _ground(paper: Paper, drawn: dict[str, Any], shown: Sequence[str]) -> list[Shape]:
    """Draw the regions, the grid with its ticks, and the boundary at each ridge."""
    left, right, top, bottom = paper.left, paper.right, paper.top, paper.bottom
    ridges = [drawn["gpus"][key]["ridges"]["fp32"] for key in shown]
    corners = [paper.x(ridge["x"]) for ridge in ridges]
    first, last = min(corners), max(corners)
    shapes: list[Shape] = [
        Area((left, top), (first - left, bottom - top), "memory", 0.06),
        Area((last, top), (right - last, bottom - top), "compute", 0.06),
    ]
    for at, text in drawn["x_ticks"]:
        x = paper.x(at)
        shapes.append(Line(((x, top), (x, bottom)), "hair"))
        shapes.append(Text((x, bottom + 19), text, "quiet", "middle"))
    for at, text in drawn["y_ticks"]:
        y = paper.y(at)
        shapes.append(Line(((left, y), (right, y)), "hair"))
        shapes.append(Text((left - 8, y + 4.5), text, "quiet", "end"))
    for corner, ridge, key in zip(corners, ridges, shown, strict=True):
        edge = ((corner, top), (corner, paper.y(ridge["y"])))
        shapes.append(Line(edge, key, 1.25, DOTS))
    words = drawn["regions"]
    shapes.append(Text((first - 10, top + 18), words["memory"], "memory", "end"))
    shapes.append(Text((right - 10, bottom - 42), words["compute"], "compute", "end"))
    return shapes


def _roofline(
    paper: Paper, line: dict[str, Any], key: str, *, chosen: bool
) -> list[Shape]:
    shapes: list[Shape] = []
    for roof, dash in (("bf16", DASHES), ("fp32", ())):
        vertices = zip(line[roof]["x"], line[roof]["y"], strict=True)
        points = tuple((paper.x(at), paper.y(rate)) for at, rate in vertices)
        shapes.append(Line(points, key, 2.5, dash, 1 if chosen else DIM))
    labels = line["labels"]
    if chosen:
        shapes += _ridges(paper, line, key)
    else:
        labels = [label for label in labels if not label["along"]]
    return shapes + [_label(paper, label, key, chosen=chosen) for label in labels]


def _ridges(paper: Paper, line: dict[str, Any], key: str) -> list[Text]:
    fp32, bf16 = line["ridges"]["fp32"], line["ridges"]["bf16"]
    x, y = paper.x(fp32["x"]), paper.y(fp32["y"]) + 20
    tensor_x, tensor_y = paper.x(bf16["x"]), paper.y(bf16["y"])
    if line["side"] == "above":
        return [
            Text((x + 3, y), fp32["text"], key),
            Text((tensor_x - 14, tensor_y + 5), bf16["text"], key, "end"),
        ]
    return [
        Text((x, y), fp32["text"], key, "middle"),
        Text((tensor_x + 4, tensor_y + 19), bf16["text"], key),
    ]


def _label(paper: Paper, label: dict[str, Any], key: str, *, chosen: bool) -> Text:
    x, y = paper.x(label["x"]), paper.y(label["y"])
    # Text stands on its baseline: a label below the line starts lower.
    down = -label["dy"] if label["dy"] > 0 else 9 - label["dy"]
    right = label["align"] == "right"
    return Text(
        (x - 6 if right else x, y + down),
        label["text"],
        key,
        "end" if right else "start",
        bold=chosen and label["id"] == "roof",
        turn=paper.slope if label["along"] else 0,
        pivot=(x, y),
    )


def _walk(paper: Paper, key: str, *, named: bool) -> list[Step]:
    square = key != next(iter(scene()["gpus"]))
    steps = []
    for position, step in enumerate(frames(key)):
        x, y = paper.x(step.intensity), paper.y(step.attainable)
        label = story()["steps"][key][position]["label"]
        name = Text((x + 14, y + 22), label, "ink", bold=True) if named else None
        drop = Line(((x, y), (x, paper.bottom)), "quiet", 1.25, HAIRS)
        often = step.tile in NAMED_TILES
        steps.append(Step(position, Mark((x, y), square, key), drop, name, often))
    return steps
