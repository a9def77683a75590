"""What a reader does with the lesson in a host page, and what it should say."""

from collections.abc import Iterator
from typing import Any

from browser.reader import (
    CHOICES,
    FOLLOWED,
    SHOWN,
    TILES,
    choose,
    control,
    step_to,
    whole,
)
from playwright.sync_api import Frame, Locator, Page, expect

from app.data.gpus import MACHINES
from app.data.lesson_data import SHARE_WORDS, step_data, step_words, walked
from app.data.state import LessonState
from app.steps import walk
from roofline_model import Level

__all__ = ["CHOICES", "SHOWN", "TILES", "choose", "control", "step_to"]

# A source of the figure, column by column.
COLUMNS = """name => {
  const named = (one) => one.get_model_by_name(name);
  const { data } = Bokeh.documents.map(named).find(Boolean);
  return Object.fromEntries(Object.entries(data).map(([k, v]) => [k, [...v]]));
}"""

# All words that a step changes, read in one go.
READ = (
    f"async () => {{ await {FOLLOWED};"
    """
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
)


# The reader goes back or on to an address of the open page.
GO = """query => {
  history.pushState(null, "", query || location.pathname);
  dispatchEvent(new PopStateEvent("popstate"));
}"""


def go(page: Page, query: str) -> Page:
    """Go to an address in the open page, as the browser's own buttons do."""
    page.evaluate(GO, query)
    return page


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
    step = step_words(choice)[index]
    frames = {gpu: step_data(MACHINES[gpu])[index]["words"] for gpu in SHOWN[choice]}
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


def expected(state: LessonState) -> dict[str, Any]:
    """Return the words that the model has for any state, measured points put aside."""
    index = TILES.index(state.tile)
    step = walked(state.shown, state.setting)[index]
    readings = [step_data(gpu, state.setting)[index]["words"] for gpu in state.shown]
    names = [gpu.name for gpu in state.shown]
    return {
        "gpu": state.gpu if state.gpu in CHOICES else "other",
        "checked": [state.gpu],
        "sentence": whole(step["sentence"]),
        "tile": step["label"],
        "figure": step["figure"],
        "bars": [
            [f"{name}: {words['waits']}", words["memory_time"], words["compute_time"]]
            for name, words in zip(names, readings, strict=True)
        ],
        "rows": [[step["label"]]] * len(names),
    }


def shows(place: Page | Frame, state: LessonState) -> None:
    """Assert that the lesson says and draws what the model has for a state."""
    wanted = expected(state)
    assert {
        name: text for name, text in said(place).items() if name in wanted
    } == wanted
    drawn = marks(place)
    for x, y in model_points(state):
        assert any(near(x, at) and near(y, up) for at, up in drawn), (x, y, drawn)


def model_points(state: LessonState) -> Iterator[tuple[float, float]]:
    """Yield where the points of a step stand by the model: one for each level drawn."""
    for gpu in state.shown:
        step = walk(gpu, state.setting)[TILES.index(state.tile)]
        yield step.frame.intensity, step.rate
        if step.limits:
            shared = step.limits.rates[Level.SHARED] / gpu.shared_bandwidth
            yield shared, step.rate


def near(one: float, other: float) -> bool:
    """Tell whether two readings are one, but for the noise of reading off a line."""
    return abs(one / other - 1) < 1e-9


def marks(place: Page | Frame, name: str = "marks") -> list[tuple[float, float]]:
    """Return where a source's marks stand on the figure."""
    columns = place.evaluate(COLUMNS, name)
    return list(zip(columns["x"], columns["y"], strict=True))


def own_field(place: Page | Frame, name: str) -> Locator:
    """Return the field of one figure of a GPU of one's own."""
    return place.locator(f'[data-own="{name}"]')


def draw_own(
    place: Page | Frame, typed: dict[str, str], *, press: str = "button"
) -> None:
    """Type the figures of a GPU of one's own, and ask for it by button or by key."""
    for name, text in typed.items():
        own_field(place, name).fill(text)
    if press == "button":
        place.get_by_role("button", name="Draw it").click()
    else:
        own_field(place, name).press(press)


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


def save(page: Page, what: str) -> tuple[str, bytes]:
    """Press a button that saves, and return the file's name and content."""
    with page.expect_download() as download:
        share(page, what)
    file = download.value
    name = file.suggested_filename
    expect(status(page)).to_have_text(SHARE_WORDS["saved"].format(name=name))
    return name, file.path().read_bytes()
