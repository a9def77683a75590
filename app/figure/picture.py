"""The roofline of one step, drawn with shapes for whoever writes a picture of it."""

from dataclasses import replace
from typing import Any

from roofline_model import A100, GPU, GPUS, Device, format_si

from ..data.axes import ranges, scene
from ..data.gemm_tables import shared_intensities
from ..data.gpus import MACHINES, machine
from ..data.lesson_data import step_data, walked
from ..data.setting import Setting
from ..data.state import GPU_CHOICES
from ..data.theme import DASHES, DIM, DOTS, HAIRS
from ..quantities import tile_name
from ..steps import walk
from .shapes import Area, Line, Mark, Paper, Picture, Shape, Step, Text

#: Steps whose tile is written at their point: the ends, and one between.
NAMED_TILES = (1, 16, 128)


def picture(
    choice: str,
    index: int,
    paper: Paper | None = None,
    *,
    setting: Setting | None = None,
    own: Device | None = None,
) -> Picture:
    """Return the picture of one step.

    Parameters
    ----------
    choice : str
        A key of `GPU_CHOICES`, or of another GPU.
    index : int
        Which tile of the walk the point stands on.
    paper : Paper, optional
    setting : Setting, optional
        Else the chapter's.
    own : Device, optional
        The GPU of that choice where the reader has typed it in.

    Returns
    -------
    Picture
        With every step of the walk: a writer draws those up to `index`.
    """
    drawn, shown = scene(), shown_in(choice, own)
    sheet = paper or Paper()
    if "other" in shown:
        across, up = ranges(shown["other"])
        sheet = replace(sheet, x_range=across, y_range=up)
    asked = (setting or Setting()).on(next(iter(shown.values())))
    ground = [*_ground(sheet, drawn, shown, asked)]
    # Those that are chosen come last, and so on top.
    dim = {key: line for key, line in drawn["gpus"].items() if key not in shown}
    for key, line in dim.items():
        ground += _roofline(sheet, line, key, asked, chosen=False)
    for key, gpu in shown.items():
        ground += _roofline(sheet, machine(gpu), key, asked, chosen=True)
        ground += _levels(sheet, gpu, key, asked)
    steps = [
        step
        for order, (key, gpu) in enumerate(shown.items())
        for step in _walk(sheet, gpu, key, asked, named=order == 0)
    ]
    name = walked(tuple(shown.values()), setting)[index]["figure"]
    x_unit = step_data(next(iter(shown.values())), setting)[index]["words"]["x_unit"]
    return Picture(sheet, name, index, tuple(ground), tuple(steps), x_unit)


def shown_in(choice: str, own: Device | None = None) -> dict[str, GPU | Device]:
    """Return the GPUs of a choice by their place on the page.

    >>> list(shown_in("both")), list(shown_in("t4"))
    (['a100', 'h100'], ['other'])
    """
    if own:
        return {"other": own}
    keys = GPU_CHOICES.get(choice, (choice,))
    return {key if key in GPU_CHOICES else "other": MACHINES[key] for key in keys}


#: Room above and below the plot for a file's title and source [px].
TITLE_ROOM, SOURCE_ROOM = 44.0, 52.0


def captioned(drawn: Picture, *, title: str, source: str) -> list[Shape]:
    """Return what a picture file shows: the paper, the walk so far, and its words.

    The words stand outside the picture's own paper: `TITLE_ROOM` above it and
    `SOURCE_ROOM` below.
    """
    paper = drawn.paper
    size = (paper.width, paper.height + TITLE_ROOM + SOURCE_ROOM)
    x_name = f"{scene()['x_name']}, {drawn.x_unit}"
    return [
        Area((0, -TITLE_ROOM), size, "paper"),
        *drawn.ground,
        *drawn.so_far(),
        Text((14, -16), title, "ink", size=17, bold=True),
        Text((4, 16), scene()["y_name"], "ink", bold=True),
        Text((paper.right, paper.height + 8), x_name, "ink", "end", bold=True),
        Text((14, paper.height + 36), source, "quiet", size=12),
    ]


def _ground(
    paper: Paper,
    drawn: dict[str, Any],
    shown: dict[str, GPU | Device],
    setting: Setting,
) -> list[Shape]:
    """Draw the regions, the grid with its ticks, and the boundary at each ridge."""
    left, right, top, bottom = paper.left, paper.right, paper.top, paper.bottom
    ridges = [machine(gpu)["ridges"][setting.precision] for gpu in shown.values()]
    corners = [paper.x(ridge["x"]) for ridge in ridges]
    first, last = min(corners), max(corners)
    shapes: list[Shape] = [
        Area((left, top), (first - left, bottom - top), "memory", 0.06),
        Area((last, top), (right - last, bottom - top), "compute", 0.06),
    ]
    for at, text in _within(drawn, "x", paper.x_range):
        x = paper.x(at)
        shapes.append(Line(((x, top), (x, bottom)), "hair"))
        shapes.append(Text((x, bottom + 19), text, "quiet", "middle"))
    for at, text in _within(drawn, "y", paper.y_range):
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


def _within(
    drawn: dict[str, Any], axis: str, ends: tuple[float, float]
) -> list[tuple[float, str]]:
    ticks = [*drawn[f"{axis}_ticks"], *drawn[f"{axis}_further"]]
    return [(at, text) for at, text in ticks if ends[0] <= at <= ends[1]]


def _roofline(
    paper: Paper, line: dict[str, Any], key: str, setting: Setting, *, chosen: bool
) -> list[Shape]:
    shapes: list[Shape] = []
    for roof, dash in (("bf16", DASHES), ("fp32", ())):
        if line[roof] is None:
            continue
        vertices = zip(line[roof]["x"], line[roof]["y"], strict=True)
        points = tuple((paper.x(at), paper.y(rate)) for at, rate in vertices)
        shapes.append(Line(points, key, 2.5, dash, 1 if chosen else DIM))
    labels = line["labels"]
    if chosen:
        shapes += _ridges(paper, line, key, setting)
    else:
        labels = [label for label in labels if not label["along"]]
    bold = {"fp32": "roof", "bf16": "tensor"}[setting.precision]
    return shapes + [
        _label(paper, label, key, bold=chosen and label["id"] == bold)
        for label in labels
    ]


def _ridges(
    paper: Paper, line: dict[str, Any], key: str, setting: Setting
) -> list[Text]:
    fp32, bf16 = line["ridges"]["fp32"], line["ridges"]["bf16"]
    above = line["side"] == "above"
    names = []
    if fp32 and setting.precision == "fp32":
        x, y = paper.x(fp32["x"]), paper.y(fp32["y"]) + 20
        at = ((x + 3, y), "start") if above else ((x, y), "middle")
        names.append(Text(at[0], fp32["text"], key, at[1]))
    if bf16:
        x, y = paper.x(bf16["x"]), paper.y(bf16["y"])
        at = ((x + 4, y + 19), "start") if key == A100.key else ((x - 14, y + 5), "end")
        names.append(Text(at[0], bf16["text"], key, at[1]))
    return names


def _levels(paper: Paper, gpu: GPU | Device, key: str, setting: Setting) -> list[Shape]:
    """Draw shared memory's slope, and the ends of the L2 cache's band."""
    levels = machine(gpu)["levels"] if setting.levels == "shared" else None
    if levels is None:
        return []
    lines = [(levels["line"], ()), *((end, HAIRS) for end in levels.get("l2", ()))]
    shapes: list[Shape] = []
    for line, dash in lines:
        vertices = zip(line["x"], line["y"], strict=True)
        points = tuple((paper.x(at), paper.y(rate)) for at, rate in vertices)
        shapes.append(Line(points, key, 1.5, dash))
    x, y = paper.x(levels["line"]["x"][0]), paper.y(levels["line"]["y"][0])
    text = f"shared memory {format_si(gpu.shared_bandwidth or 0, 'B/s')}"
    turned = {"turn": paper.slope, "pivot": (x, y)}
    return [*shapes, Text((x + 8, y - 6), text, key, size=12, **turned)]


def _label(paper: Paper, label: dict[str, Any], key: str, *, bold: bool) -> Text:
    x, y = paper.x(label["x"]), paper.y(label["y"])
    # Text stands on its baseline: a label below the line starts lower.
    down = -label["dy"] if label["dy"] > 0 else 9 - label["dy"]
    right = label["align"] == "right"
    return Text(
        (x - 6 if right else x, y + down),
        label["text"],
        key,
        "end" if right else "start",
        bold=bold,
        turn=paper.slope if label["along"] else 0,
        pivot=(x, y),
    )


def _walk(
    paper: Paper, gpu: GPU | Device, key: str, setting: Setting, *, named: bool
) -> list[Step]:
    square = key == GPUS[1].key
    steps = []
    for position, step in enumerate(walk(gpu, setting)):
        tile = step.frame.tile
        x, y = paper.x(step.frame.intensity), paper.y(step.rate)
        name = Text((x + 14, y + 22), tile_name(tile), "ink", bold=True)
        drop = Line(((x, y), (x, paper.bottom)), "quiet", 1.25, HAIRS)
        # The point on shared memory's own line, at the rate that all levels share.
        at = paper.x(shared_intensities()[position])
        also = Mark((at, y), square, key) if step.limits else None
        steps.append(
            Step(
                position,
                Mark((x, y), square, key),
                drop,
                name if named else None,
                tile in NAMED_TILES,
                also,
            )
        )
    return steps
