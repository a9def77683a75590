"""What a reader does with the deployed lesson, and whether it answers as it should."""

from typing import Any

from browser.reader import TILES, ask, choose, control, step_to, whole
from playwright.sync_api import Page

from app.data.lesson_data import step_words

__all__ = ["TILES", "ask", "choose", "control", "sentence", "step_to"]

# What stands on top of the page at the middle of each control that can be seen, and of
# the figure, other than the lesson itself.
_COVER = """() => [...document.querySelectorAll(
    "#lesson .stage :is(button, input, .canvas)")]
  .filter((node) => node.checkVisibility())
  .map((node) => {
    node.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, width, height } = node.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2);
  })
  .filter((node) => !node?.closest("#lesson"))
  .map((node) => node?.outerHTML.slice(0, 99))"""


def works(page: Page) -> None:
    """Use every kind of control, and read off that the lesson follows."""
    choose(page, "both")
    for index in (len(TILES) - 1, 0, 3):
        step_to(page, index)
        assert sentence(page) == told("both", index)
    control(page, "next").click()
    assert sentence(page) == told("both", 4)
    choose(page, "h100")
    assert sentence(page) == told("h100", 4)
    control(page, "intensity").fill("0")
    assert "At 1.00 flop/B the H100" in probe(page, "h100")
    ask(page, "12.5")
    assert "At 12.5 flop/B the H100" in probe(page, "h100")
    control(page, "probe-away").click()
    control(page, "restart").click()
    choose(page, "a100")
    assert sentence(page) == told("a100", 0)


def covers(page: Page) -> list[str]:
    """Return what covers a control or the figure."""
    found: list[str] = page.evaluate(_COVER)
    page.evaluate("scrollTo(0, 0)")
    return found


def picture(page: Page) -> bytes:
    """Return the screen as the reader sees it, the pointer and the focus put away."""
    page.evaluate("() => document.activeElement?.blur()")
    page.mouse.move(0, 0)
    return page.screenshot()


def sentence(page: Page) -> str | None:
    """Return the sentence under the figure."""
    return page.locator('[data-say="sentence"]').text_content()


def told(choice: str, index: int) -> str:
    """Return the sentence that the story has for a step."""
    step: dict[str, Any] = step_words(choice)[index]
    return whole(step["sentence"])


def probe(page: Page, gpu: str) -> str:
    """Return what the probe says of a GPU."""
    return page.locator(f'[data-probe="{gpu}"]').text_content() or ""


def notes(page: Page) -> list[str]:
    """Return the notes that the page shows."""
    return page.locator("[data-notes] p").all_text_contents()
