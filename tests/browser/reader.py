"""What a reader does on the page, and what a test reads off it."""

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Locator, Page

from app.data.lesson_data import story
from roofline_model import GPUS, attainable

TILES = story()["tiles"]
CHOICES = tuple(story()["choices"])
SHOWN = story()["choices"]
BOARDS = {gpu.key: gpu for gpu in GPUS}

#: What is out of sight follows when the step's frame is painted. A script that reads it
#: awaits this: the frame, and the task after it.
FOLLOWED = """new Promise((done) =>
  requestAnimationFrame(() => setTimeout(() => setTimeout(done))))"""

_SOURCE = """name => {
  const data = modelNamed(name).data;
  return Object.fromEntries(Object.entries(data).map(([k, v]) => [k, [...v]]));
}"""

_RESET = """() => {
  const press = (selector) => document.querySelector(selector)?.click();
  press('[data-control="restart"]');
  press('input[name="gpu"]');
  press('[data-kernel][aria-pressed="true"]');
  press('input[name="measured"][value="none"]');
  press('[data-control="probe-away"]:not([hidden])');
  // The next Tab starts from the top of the page.
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute("tabindex");
  scrollTo(0, 0);
}"""


def followed(page: Page) -> None:
    """Wait until what is out of sight has followed the last step."""
    page.evaluate("() => " + FOLLOWED)


def reset(page: Page) -> None:
    """Put the lesson back to where it began, at rest, with nothing in the focus."""
    page.evaluate(_RESET)


# Where the points and the trail stand each time that the figure is told of them.
_WATCH = """() => {
  const [marks, trail] = [modelNamed("marks"), modelNamed("trail")];
  const pairs = ({ data }) => [...data.x].map((x, i) => [x, data.y[i]]);
  if (!window.drawn) {
    marks.properties.data.change.connect(
      () => window.drawn.push([pairs(marks), pairs(trail)]));
  }
  window.drawn = [];
}"""


def watch(page: Page) -> None:
    """Begin to record, drawing by drawing, where point and trail stand."""
    page.evaluate(_WATCH)


def drawn(page: Page) -> list[tuple[list[list[float]], list[list[float]]]]:
    """Return what was recorded: the points and the trail of each drawing."""
    return [(points, trail) for points, trail in page.evaluate("window.drawn")]


def source(page: Page, name: str) -> dict[str, list[Any]]:
    """Return the columns of one of the figure's data sources."""
    columns: dict[str, list[Any]] = page.evaluate(_SOURCE, name)
    return columns


def points(page: Page, name: str, marker: str | None = None) -> list[tuple[float, ...]]:
    """Return where a source's marks stand, or only those of one shape."""
    data = source(page, name)
    marks = zip(data["x"], data["y"], data["marker"], strict=True)
    return [(x, y) for x, y, shape in marks if marker in (None, shape)]


def control(page: Page, name: str) -> Locator:
    """Return one of the page's controls by its name in the page's own code."""
    return page.locator(f'[data-control="{name}"]')


def step_to(page: Page, index: int) -> None:
    """Move the tile's slider to a step."""
    control(page, "tile").fill(str(index))


def choose(page: Page, choice: str) -> None:
    """Choose a GPU, or both."""
    page.locator(f'input[name="gpu"][value="{choice}"]').check()


def ask(page: Page, intensity: str) -> None:
    """Write an intensity into the number field and confirm it."""
    control(page, "intensity-field").fill(intensity)
    control(page, "intensity-field").press("Enter")


def plain(text: str | None) -> str:
    """Return a text with ordinary spaces, as a voice does not tell them apart."""
    return " ".join((text or "").split())


def whole(sentence: Sequence[str]) -> str:
    """Return a sentence that comes in pieces as one text."""
    return "".join(sentence)


def roof(gpu: str, intensity: float, precision: str = "fp32") -> float:
    """Return the model's attainable rate on a GPU."""
    board = BOARDS[gpu]
    return attainable(intensity, peak=board.peak(precision), bandwidth=board.bandwidth)
