"""Write a picture as PNG, with the font that Pillow carries: no browser is needed."""

import math
from io import BytesIO
from itertools import pairwise

from PIL import Image, ImageDraw, ImageFont

from ..data.theme import palette
from .picture import SOURCE_ROOM, TITLE_ROOM, captioned
from .shapes import Area, Line, Mark, Picture, Point, Shape, Text

#: Pixels of the file for each of the picture's, and how much finer it is drawn first:
#: Pillow's lines have hard edges until they are scaled down.
SCALE, FINER = 2, 3

#: What that font lacks, as it is written without.
_MISSING = str.maketrans({"×": "x", "³": "^3", "\N{NO-BREAK SPACE}": " "})


def png_file(drawn: Picture, *, scheme: str, title: str, source: str) -> bytes:
    """Return a picture as a PNG file at twice its size.

    Parameters
    ----------
    drawn : Picture
    scheme : str
        ``"light"`` or ``"dark"``.
    title, source : str
        Written above and below the plot.

    Returns
    -------
    bytes
    """
    brush = _Brush(drawn, palette(scheme))
    for shape in captioned(drawn, title=title, source=source):
        brush.draw(shape)
    return brush.png()


class _Brush:
    """Draws shapes on a fine image, whose origin is the paper's own corner."""

    def __init__(self, drawn: Picture, colours: dict[str, str]) -> None:
        self.colours = colours
        self.scale = SCALE * FINER
        paper = drawn.paper
        height = paper.height + TITLE_ROOM + SOURCE_ROOM
        size = (round(paper.width * self.scale), round(height * self.scale))
        self.image = Image.new("RGB", size, colours["paper"])
        self.description = drawn.name

    def png(self) -> bytes:
        width, height = self.image.size
        small = self.image.resize(
            (width // FINER, height // FINER), Image.Resampling.LANCZOS
        )
        out = BytesIO()
        small.save(out, "PNG", optimize=True)
        return out.getvalue()

    def draw(self, shape: Shape) -> None:
        match shape:
            case Line():
                self._line(shape)
            case Area():
                (x, y), (width, height) = shape.corner, shape.size
                box = [self._at((x, y)), self._at((x + width, y + height))]
                self._paint("rectangle", box, shape.token, shape.opacity)
            case Text():
                self._text(shape)
            case Mark():
                self._mark(shape)

    def _at(self, point: Point) -> Point:
        return point[0] * self.scale, (point[1] + TITLE_ROOM) * self.scale

    def _colour(self, token: str, opacity: float) -> str | tuple[int, int, int]:
        """Mix a colour with the paper: what an opacity would show on it."""
        rgb, paper = (_rgb(self.colours[name]) for name in (token, "paper"))
        mixed = [
            round(c * opacity + p * (1 - opacity))
            for c, p in zip(rgb, paper, strict=True)
        ]
        return mixed[0], mixed[1], mixed[2]

    def _paint(
        self, kind: str, box: list[Point], token: str, opacity: float = 1
    ) -> None:
        draw = ImageDraw.Draw(self.image)
        getattr(draw, kind)(box, fill=self._colour(token, opacity))

    def _line(self, line: Line) -> None:
        draw = ImageDraw.Draw(self.image)
        colour = self._colour(line.token, line.opacity)
        width = max(1, round(line.width * self.scale))
        for piece in _dashed(line.points, line.dash):
            points = [self._at(point) for point in piece]
            draw.line(points, fill=colour, width=width, joint="curve")

    def _text(self, text: Text) -> None:
        font = ImageFont.load_default(text.size * self.scale)
        words = text.text.translate(_MISSING)
        anchor = {"start": "ls", "middle": "ms", "end": "rs"}[text.anchor]
        # The font that comes along has one weight: a stroke makes it bolder.
        stroke = round(0.25 * self.scale) if text.bold else 0
        colour = self._colour(text.token, 1)
        if not text.turn:
            draw = ImageDraw.Draw(self.image)
            draw.text(
                self._at(text.at),
                words,
                fill=colour,
                font=font,
                anchor=anchor,
                stroke_width=stroke,
                stroke_fill=colour,
            )
            return
        # Turned text is drawn on a sheet of its own, which is turned about the pivot.
        sheet = Image.new("L", self.image.size, 0)
        ImageDraw.Draw(sheet).text(
            self._at(text.at), words, fill=255, font=font, anchor=anchor
        )
        turned = sheet.rotate(
            text.turn, Image.Resampling.BICUBIC, center=self._at(text.pivot)
        )
        self.image.paste(Image.new("RGB", self.image.size, colour), mask=turned)

    def _mark(self, mark: Mark) -> None:
        rings = [(mark.radius + 1, "paper"), (mark.radius, mark.token)]
        if mark.hollow:
            rings = [(mark.radius + 1, mark.token), (mark.radius - 1, "paper")]
        for radius, token in rings:
            (x, y), kind = mark.at, "rectangle" if mark.square else "ellipse"
            box = [
                self._at((x - radius, y - radius)),
                self._at((x + radius, y + radius)),
            ]
            self._paint(kind, box, token)


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))


def _dashed(
    points: tuple[Point, ...], dash: tuple[float, ...]
) -> list[tuple[Point, ...]]:
    """Cut a line into its dashes; without a dash it is one piece.

    >>> _dashed(((0, 0), (10, 0)), (4, 2))
    [((0.0, 0.0), (4.0, 0.0)), ((6.0, 0.0), (10.0, 0.0))]
    """
    if not dash:
        return [points]
    pieces = []
    for (x0, y0), (x1, y1) in pairwise(points):
        length = math.dist((x0, y0), (x1, y1))
        start = 0.0
        while start < length:
            end = min(start + dash[0], length)
            pieces.append(
                tuple(
                    (x0 + (x1 - x0) * at / length, y0 + (y1 - y0) * at / length)
                    for at in (start, end)
                )
            )
            start += sum(dash)
    return pieces
