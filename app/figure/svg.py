"""Write a picture as SVG: in the page, before the scripts come, and as a file."""

import re
from functools import lru_cache

from markupsafe import Markup, escape

from roofline_model import Device

from ..data.setting import Setting
from ..data.theme import palette
from .picture import SOURCE_ROOM, TITLE_ROOM, captioned, picture
from .shapes import Area, Line, Mark, Picture, Shape, Step, Text

#: A file has no page around it: it is set in its reader's own sans.
FILE_FONT = "system-ui, Segoe UI, Roboto, DejaVu Sans, Arial, sans-serif"


@lru_cache(maxsize=256)
def poster(
    choice: str,
    index: int,
    setting: Setting | None = None,
    own: Device | None = None,
) -> Markup:
    """Return the picture of one step as SVG for the page.

    Its colours are the page's tokens, and every step of the walk is in it, with a
    class that says whether it is passed, now, or ahead: so that the page's style draws
    it, and its modules can move it on for print.

    Parameters
    ----------
    choice : str
        A key of `GPU_CHOICES`.
    index : int
        Which tile of the walk the point stands on.
    setting, own
        As `picture` has them.

    Returns
    -------
    Markup
    """
    drawn = picture(choice, index, setting=setting, own=own)
    paper = drawn.paper
    parts = [_shape(shape) for shape in drawn.ground]
    parts += [_live_step(step, index) for step in drawn.steps]
    view = f"0 0 {paper.width:g} {paper.height:g}"
    return Markup(_document(drawn, view, parts))


def svg_file(drawn: Picture, *, scheme: str, title: str, source: str) -> str:
    """Return a picture as an SVG file that stands alone.

    Parameters
    ----------
    drawn : Picture
    scheme : str
        ``"light"`` or ``"dark"``.
    title, source : str
        Written above and below the plot.

    Returns
    -------
    str
    """
    paper, colours = drawn.paper, palette(scheme)
    height = paper.height + TITLE_ROOM + SOURCE_ROOM
    view = f"0 {-TITLE_ROOM:g} {paper.width:g} {height:g}"
    parts = [_shape(s) for s in captioned(drawn, title=title, source=source)]
    size = f'width="{paper.width:g}" height="{height:g}" font-family="{FILE_FONT}"'
    text = _document(drawn, view, parts, size)
    return re.sub(r"var\(--(\w+)\)", lambda match: colours[match[1]], text)


def _document(drawn: Picture, view: str, parts: list[str], more: str = "") -> str:
    return (
        f'<svg viewBox="{view}" role="img" aria-label="{escape(drawn.name)}" '
        f'xmlns="http://www.w3.org/2000/svg" {more}>' + "".join(parts) + "</svg>"
    )


def _shape(shape: Shape) -> str:
    match shape:
        case Line():
            return _line(shape)
        case Area():
            return (
                f'<rect x="{shape.corner[0]:.1f}" y="{shape.corner[1]:.1f}" '
                f'width="{shape.size[0]:.1f}" height="{shape.size[1]:.1f}" '
                f'fill="var(--{shape.token})"{_opacity(shape.opacity)}/>'
            )
        case Text():
            weight = ' font-weight="700"' if shape.bold else ""
            return _text(shape, f'fill="var(--{shape.token})"{weight}')
        case Mark():
            paint = (shape.token, "paper", 2)
            if shape.hollow:
                paint = ("paper", shape.token, 2)
            fill, stroke, width = paint
            return _mark(
                shape,
                f'fill="var(--{fill})" stroke="var(--{stroke})" stroke-width="{width}"',
            )


def _line(line: Line) -> str:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in line.points)
    dash = f' stroke-dasharray="{" ".join(f"{d:g}" for d in line.dash)}"'
    return (
        f'<polyline points="{points}" fill="none" stroke="var(--{line.token})" '
        f'stroke-width="{line.width:g}"{dash if line.dash else ""}'
        f"{_opacity(line.opacity)}/>"
    )


def _opacity(opacity: float) -> str:
    return f' opacity="{opacity:g}"' if opacity < 1 else ""


def _text(text: Text, more: str) -> str:
    turn = ""
    if text.turn:
        x, y = text.pivot
        turn = f' transform="rotate({-text.turn:.1f} {x:.1f} {y:.1f})"'
    return (
        f'<text x="{text.at[0]:.1f}" y="{text.at[1]:.1f}" text-anchor="{text.anchor}" '
        f'font-size="{text.size:g}" {more}{turn}>{escape(text.text)}</text>'
    )


def _mark(mark: Mark, more: str) -> str:
    (x, y), r = mark.at, mark.radius
    if mark.square:
        return (
            f'<rect x="{x - r:.1f}" y="{y - r:.1f}" width="{2 * r:g}" '
            f'height="{2 * r:g}" {more}/>'
        )
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:g}" {more}/>'


def _live_step(step: Step, index: int) -> str:
    """Write a step whose look is the style sheet's, by its classes."""
    when = ("ahead", "now", "passed")[
        (step.position <= index) + (step.position < index)
    ]
    name = ""
    if step.name:
        name = _text(step.name, f'class="name{" often" if step.often else ""}"')
    return (
        f'<g class="step {when}" data-poster-step="{step.position}" '
        f'style="--gpu:var(--{step.mark.token})">'
        + _line(step.drop)
        + (_mark(step.also, 'class="mark"') if step.also else "")
        + _mark(step.mark, 'class="mark"')
        + f"{name}</g>"
    )
