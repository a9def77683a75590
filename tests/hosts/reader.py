"""What a reader does with the lesson in a host page, and what it should say."""

from typing import Any

from browser.reader import CHOICES, SHOWN, TILES, choose, control, step_to, whole
from playwright.sync_api import Frame, Locator, Page

from app.story import story

__all__ = ["CHOICES", "SHOWN", "TILES", "choose", "control", "step_to"]

# All words that a step changes, read in one go.
READ = """() => {
  const find = (selector) => [...document.querySelectorAll(selector)];
  const seen = (node) => node.checkVisibility();
  const [main] = find("#lesson");
  return {
    gpu: main.dataset.gpu,
    sentence: find('[data-say="sentence"]')[0].textContent,
    tile: find('[data-control="tile"]')[0].getAttribute("aria-valuetext"),
    figure: find("[data-figure]")[0].getAttribute("aria-label"),
    checked: find('input[name="gpu"]:checked').map((radio) => radio.value),
    bars: find(".bars").filter(seen).map((bars) => [
      bars.querySelector(".bars-name").textContent,
      ...[...bars.querySelectorAll(".bar > b")].map((time) => time.textContent),
    ]),
    rows: find("[data-frames]").filter(seen).map((table) => [
      ...table.querySelectorAll('[aria-current="step"] th')
    ].map((cell) => cell.textContent.replaceAll(" ", "\\u00A0"))),
    posters: find(".step.now").map((step) => step.dataset.posterStep),
  };
}"""


def said(place: Page | Frame) -> dict[str, Any]:
    """Return the words that the lesson shows now."""
    words: dict[str, Any] = place.evaluate(READ)
    return words


def told(choice: str, index: int, *, alone: bool = False) -> dict[str, Any]:
    """Return the words that the story has for a step.

    Parameters
    ----------
    choice : str
    index : int
        Which tile.
    alone : bool
        Whether the figure stands alone, without bars and tables.
    """
    step = story()["steps"][choice][index]
    frames = {gpu: story()["frames"][gpu][index]["words"] for gpu in SHOWN[choice]}
    posters = len(CHOICES) + 1  # the picture of both GPUs has a point for each
    words = {
        "gpu": choice,
        "sentence": whole(step["sentence"]),
        "tile": step["label"],
        "figure": step["figure"],
        "checked": [choice],
        "bars": [
            [f"{gpu.upper()}: {w['waits']}", w["memory_time"], w["compute_time"]]
            for gpu, w in frames.items()
        ],
        "rows": [[step["label"]]] * len(frames),
        "posters": [str(index)] * posters,
    }
    return words | {"bars": [], "rows": []} if alone else words


def spoken(place: Page | Frame) -> str | None:
    """Return what the live region says."""
    return place.locator("p[data-live]").text_content()


def alive(place):
    """Wait until the lesson lives."""
    place.locator("#lesson[data-live]").wait_for(state="attached")
    return place


def framed(page: Page, which: int | Locator = 0) -> Frame:
    """Scroll to one of the page's frames and return it once its lesson lives."""
    frame = page.locator("iframe").nth(which) if isinstance(which, int) else which
    frame.scroll_into_view_if_needed()
    inside = frame.element_handle().content_frame()
    assert inside is not None
    return alive(inside)


def status(place: Page | Frame) -> Locator:
    """Return the line that says what came of a share."""
    return place.locator("[data-share-status]")


def share(place: Page | Frame, what: str) -> None:
    """Press one of the buttons that share or save."""
    place.locator(f'[data-share="{what}"]').click()
