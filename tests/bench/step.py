"""Time a step of the lesson against the same page with a Python callback a step.

    python tests/bench/step.py

Both pages are served by their own `panel serve` and open in one Chromium that prefers
reduced motion, so that a step is one jump. Their steps alternate. A step is timed in
the page: from the click on "Next tile" to the task that follows the first frame with
the figure painted anew.

The requirement is on the callback of a parameter, which is how a Panel page is usually
written. Panel rests 50 ms before it calls that; the callback of a message, which it
calls at once, is measured beside it, to tell the rest from the round trip. Both are
spared the network here.
"""

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from bench.harness import (
    ROOT,
    browser,
    machine,
    median,
    p95,
    served,
    table,
    verdict,
)

from roofline_model import A100, TILES, tile_sweep

HERE = Path(__file__).resolve().parent

#: Each round walks from the first tile to the last, so nine rounds are 63 steps.
ROUNDS = 9
#: What is asked of the lesson: times faster, and two frames at 60 Hz [ms].
AHEAD, TWO_FRAMES = 3.0, 2000 / 60

SIZE = {"width": 1280, "height": 800}
OURS = "lesson"
PARAMETER, MESSAGE = "callback of a parameter", "callback of a message"

#: A page that Bokeh has drawn: only then can the benchmark reach into its figure.
DRAWN = """() => document.querySelector("#lesson[data-live]")
    && Bokeh.documents.find((one) => one.get_model_by_name("roofline"))
        .get_model_by_name("roofline").inner_width > 0"""


def main() -> int:
    """Run the steps, print the table, and return the exit code."""
    with ExitStack() as stack:
        ours = stack.enter_context(served(ROOT / "app"))
        other = stack.enter_context(served(HERE / "callback.py"))
        chosen = stack.enter_context(browser())
        pages = {
            OURS: open_page(chosen, ours.url),
            PARAMETER: open_page(chosen, f"{other.url}?route=parameter"),
            MESSAGE: open_page(chosen, f"{other.url}?route=message"),
        }
        hand_over_still(pages)
        same = walk(pages, look=True)[1]
        times: dict[str, list[float]] = {name: [] for name in pages}
        for _ in range(ROUNDS):
            for name, more in walk(pages)[0].items():
                times[name] += more
        beat = pages[OURS].evaluate("bench.beat(60)")
        version = chosen.version
    report(times, f"{machine()}, Chromium {version}, a frame each {beat:.1f} ms")
    return judge(times, same=same)


def open_page(chosen: Browser, url: str) -> Page:
    """Open a page in a context of its own, and wait until its figure is drawn."""
    context = chosen.new_context(
        viewport=SIZE, color_scheme="light", reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(url)
    page.wait_for_function(DRAWN)
    page.evaluate((HERE / "step.js").read_text(encoding="utf-8"))
    # From here on every page has drawn a step, and can be sent back to the first.
    press(page, "next", tile_sweep(A100)[1].intensity)
    return page


def hand_over_still(pages: dict[str, Page]) -> None:
    """Give the callback pages what no step changes, so that all paint one picture."""
    still = pages[OURS].evaluate("bench.readStill()")
    for page in pages.values():
        page.evaluate("(still) => bench.writeStill(still)", still)


def walk(
    pages: dict[str, Page], *, look: bool = False
) -> tuple[dict[str, list[float]], bool]:
    """Take every page from the first tile to the last, by turns.

    Parameters
    ----------
    pages : dict
        The pages, by name.
    look : bool
        Compare the pictures after each step; the times then mean little.

    Returns
    -------
    dict
        The time of each step [ms].
    bool
        Whether the pictures were equal, pixel for pixel, wherever they were compared.
    """
    times: dict[str, list[float]] = {name: [] for name in pages}
    same = True
    first, *frames = tile_sweep(A100, tiles=TILES)
    for page in pages.values():
        press(page, "restart", first.intensity)
    for frame in frames:
        for name, page in pages.items():
            times[name].append(press(page, "next", frame.intensity))
        if look:
            same = same and len({picture(page) for page in pages.values()}) == 1
    return times, same


def press(page: Page, control: str, x: float) -> float:
    """Press a control that brings the point to x; return how long it took [ms]."""
    page.bring_to_front()
    taken: Any = page.evaluate("([name, x]) => bench.press(name, x)", [control, x])
    return float(taken)


def picture(page: Page) -> bytes:
    """Return the figure as the reader sees it."""
    return page.locator(".canvas").screenshot()


def report(times: dict[str, list[float]], conditions: str) -> None:
    """Print medians, and how many times slower the callback pages are."""
    ours = median(times[OURS])
    rows = [("page", "÷ lesson", "median", "p95", "steps")]
    for name, taken in times.items():
        rows.append(
            (
                name,
                f"{median(taken) / ours:.2f}",
                f"{median(taken):.1f} ms",
                f"{p95(taken):.1f} ms",
                str(len(taken)),
            )
        )
    table("From a step to its painted frame", rows)
    print("Panel rests 50 ms before the callback of a parameter. All is on loopback.")
    print(f"The times are this machine's: {conditions}.")


def judge(times: dict[str, list[float]], *, same: bool) -> int:
    """Hold the medians against the requirements."""
    ours = median(times[OURS])
    ahead = median(times[PARAMETER]) / ours
    return verdict(
        {
            "the pages paint the same picture at every tile": same,
            f"the lesson is ahead of the {PARAMETER} {AHEAD:.0f} times or more: "
            f"{ahead:.2f}": ahead >= AHEAD,
            f"its median is within two frames at 60 Hz, {TWO_FRAMES:.1f} ms: "
            f"{ours:.1f} ms": ours <= TWO_FRAMES,
        }
    )


if __name__ == "__main__":
    sys.exit(main())
