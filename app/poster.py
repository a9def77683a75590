"""The roofline as an SVG picture: before the scripts come, without them, and in print.

It is drawn from the same scene as the live figure. Colours are the page's tokens, so
that it follows the theme it stands in.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from markupsafe import Markup, escape

from .scene import X_RANGE, Y_RANGE, scene
from .state import GPU_CHOICES
from .story import frames, story

#: Steps whose tile is written at their point: the ends, and one between.
NAMED_TILES = (1, 16, 128)


@dataclass(frozen=True)
class Paper:
    """The picture's size and the plot's margins within it [px]; both axes are log."""

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


@cache
def poster(choice: str, index: int, paper: Paper | None = None) -> Markup:
    """Return the picture of one step as inline SVG.

    Parameters
    ----------
    choice : str
        A key of `GPU_CHOICES`.
    index : int
        Which tile of the walk the point stands on.
    paper : Paper, optional
        The picture's size.

    Returns
    -------
    Markup
    """
    sheet = paper or Paper()
    drawn, shown = scene(), GPU_CHOICES[choice]
    parts = [*_ground(sheet, drawn, shown)]
    # Those that are chosen come last, and so on top.
    for key in sorted(drawn["gpus"], key=lambda key: key in shown):
        parts += _roofline(sheet, drawn["gpus"][key], key, chosen=key in shown)
    for position, key in enumerate(shown):
        parts += _walk(sheet, key, index, named=position == 0)
    name = escape(story()["steps"][choice][index]["figure"])
    return Markup(
        f'<svg viewBox="0 0 {sheet.width:g} {sheet.height:g}" role="img" '
        f'aria-label="{name}" xmlns="http://www.w3.org/2000/svg">'
        + "".join(parts)
        + "</svg>"
    )


def _share(value: float, ends: tuple[float, float]) -> float:
    return math.log(value / ends[0]) / math.log(ends[1] / ends[0])


def _ground(paper: Paper, drawn: dict[str, Any], shown: Sequence[str]) -> list[str]:
    """Draw the regions, the grid with its ticks, and the boundary at each ridge."""
    left, right, top, bottom = paper.left, paper.right, paper.top, paper.bottom
    ridges = [drawn["gpus"][key]["ridges"]["fp32"] for key in shown]
    corners = [paper.x(ridge["x"]) for ridge in ridges]
    first, last = min(corners), max(corners)
    parts = [
        _region(paper, left, first, "memory"),
        _region(paper, last, right, "compute"),
    ]
    for at, text in drawn["x_ticks"]:
        x = paper.x(at)
        parts.append(_segment((x, top), (x, bottom), "hair"))
        parts.append(_text((x, bottom + 19), text, "quiet", anchor="middle"))
    for at, text in drawn["y_ticks"]:
        y = paper.y(at)
        parts.append(_segment((left, y), (right, y), "hair"))
        parts.append(_text((left - 8, y + 4.5), text, "quiet", anchor="end"))
    for corner, ridge, key in zip(corners, ridges, shown, strict=True):
        roof = paper.y(ridge["y"])
        parts.append(_segment((corner, top), (corner, roof), key, dash="2 4"))
    words = drawn["regions"]
    at_top, at_foot = (first - 10, top + 18), (right - 10, bottom - 42)
    parts.append(_text(at_top, words["memory"], "memory", anchor="end"))
    parts.append(_text(at_foot, words["compute"], "compute", anchor="end"))
    return parts


def _roofline(
    paper: Paper, line: dict[str, Any], key: str, *, chosen: bool
) -> list[str]:
    parts = []
    for roof, dash in (("bf16", ' stroke-dasharray="8 5"'), ("fp32", "")):
        points = " ".join(
            f"{paper.x(at):.1f},{paper.y(rate):.1f}"
            for at, rate in zip(line[roof]["x"], line[roof]["y"], strict=True)
        )
        dim = "" if chosen else ' opacity="0.35"'
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="var(--{key})" '
            f'stroke-width="2.5"{dash}{dim}/>'
        )
    labels = line["labels"]
    if chosen:
        parts += _ridges(paper, line, key)
    else:
        labels = [label for label in labels if not label["along"]]
    return parts + [_label(paper, label, key, chosen=chosen) for label in labels]


def _ridges(paper: Paper, line: dict[str, Any], key: str) -> list[str]:
    fp32, bf16 = line["ridges"]["fp32"], line["ridges"]["bf16"]
    x, y = paper.x(bf16["x"]), paper.y(bf16["y"])
    corner = (paper.x(fp32["x"]), paper.y(fp32["y"]) + 20)
    if line["side"] == "above":
        under = _text((corner[0] + 3, corner[1]), fp32["text"], key)
        tensor = _text((x - 14, y + 5), bf16["text"], key, anchor="end")
    else:
        under = _text(corner, fp32["text"], key, anchor="middle")
        tensor = _text((x + 4, y + 19), bf16["text"], key)
    return [under, tensor]


def _label(paper: Paper, label: dict[str, Any], key: str, *, chosen: bool) -> str:
    x, y = paper.x(label["x"]), paper.y(label["y"])
    more = ' font-weight="700"' if chosen and label["id"] == "roof" else ""
    if label["along"]:
        more += f' transform="rotate({-paper.slope:.1f} {x:.1f} {y:.1f})"'
    # SVG sets text on its baseline: a label below the line starts lower.
    down = -label["dy"] if label["dy"] > 0 else 9 - label["dy"]
    right = label["align"] == "right"
    at = (x - 6 if right else x, y + down)
    return _text(at, label["text"], key, anchor="end" if right else "start", more=more)


def _walk(paper: Paper, key: str, index: int, *, named: bool) -> list[str]:
    """Draw every step as a point; classes tell which are passed, now, and ahead."""
    parts = []
    for position, step in enumerate(frames(key)):
        when = ("ahead", "now", "passed")[(position <= index) + (position < index)]
        x, y = paper.x(step.intensity), paper.y(step.attainable)
        text = ""
        if named:
            often = " often" if step.tile in NAMED_TILES else ""
            label = story()["steps"][key][position]["label"]
            text = (
                f'<text class="name{often}" x="{x + 14:.1f}" y="{y + 22:.1f}" '
                f'font-size="13">{label}</text>'
            )
        drop = _segment((x, y), (x, paper.bottom), "quiet", dash="2 3")
        parts.append(
            f'<g class="step {when}" data-poster-step="{position}" '
            f'style="--gpu:var(--{key})">{drop}{_mark(key, x, y)}{text}</g>'
        )
    return parts


def _mark(key: str, x: float, y: float) -> str:
    """Draw a disc for the first GPU and a square for the other: shape tells too."""
    if key == next(iter(scene()["gpus"])):
        return f'<circle class="mark" cx="{x:.1f}" cy="{y:.1f}" r="7"/>'
    return (
        f'<rect class="mark" x="{x - 6.5:.1f}" y="{y - 6.5:.1f}" width="13" '
        'height="13"/>'
    )


def _region(paper: Paper, left: float, right: float, token: str) -> str:
    return (
        f'<rect x="{left:.1f}" y="{paper.top:.1f}" width="{right - left:.1f}" '
        f'height="{paper.bottom - paper.top:.1f}" fill="var(--{token})" '
        'opacity="0.06"/>'
    )


def _segment(
    start: tuple[float, float], end: tuple[float, float], token: str, *, dash: str = ""
) -> str:
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<path d="M{start[0]:.1f} {start[1]:.1f}L{end[0]:.1f} {end[1]:.1f}" '
        f'stroke="var(--{token})"{dashes} fill="none"/>'
    )


def _text(
    at: tuple[float, float],
    text: str,
    token: str,
    *,
    anchor: str = "start",
    more: str = "",
) -> str:
    return (
        f'<text x="{at[0]:.1f}" y="{at[1]:.1f}" text-anchor="{anchor}" '
        f'fill="var(--{token})" font-size="13"{more}>{text}</text>'
    )
