"""The page asks no other host, complains of nothing, and needs no server once open."""

import re
from urllib.parse import urlsplit

import pytest
from browser.heard import Heard, a_frame, connected, until
from browser.reader import CHOICES, ask, choose, control, plain, points, roof, step_to
from playwright.sync_api import expect

from roofline_model import KERNELS

# What BokehJS says when its server goes away: a remark, no complaint.
LOST = r"\[bokeh [\d.]+\] Lost websocket \d+ connection, \d+ \(.*\)"

# What lies over the middle of each control that is on the screen, if not the control.
COVERED = """() => [...document.querySelectorAll("button, input")]
  .filter((target) => target.checkVisibility())
  .map((target) => ({ target, box: target.getBoundingClientRect() }))
  .filter(({ box }) => box.top > 0 && box.bottom < innerHeight)
  .filter(({ target, box }) => {
    const top = document.elementFromPoint(
      (box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return top !== target && !target.contains(top);
  })
  .map(({ target }) => target.outerHTML.slice(0, 80))"""


def use_everything(page):
    """Use every kind of control, and leave the lesson at 64 × 64 on both GPUs."""
    for choice in CHOICES:
        choose(page, choice)
        for index in (7, 0, 3):
            step_to(page, index)
    for name in ("play", "play", "next", "previous", "theme", "theme", "restart"):
        control(page, name).click()
    for button in page.locator(".ridges button >> visible=true").all():
        button.click()
    control(page, "intensity").fill("3")
    ask(page, "5000")
    for kernel in (KERNELS[0], KERNELS[-1]):
        page.locator(f'[data-kernel="{kernel.key}"]').click()
    page.locator("[data-figure]").click()
    for name in ("svg", "png", "csv"):
        with page.expect_download():
            page.locator(f'[data-share="{name}"]').click()
    page.locator('[data-share="link"]').click()
    step_to(page, 6)
    ask(page, "4")


def works(page):
    """Tell whether the page stands where `use_everything` left it."""
    at = page.locator("#lesson").get_attribute("data-shows").split()
    diamonds = points(page, "marks", "diamond")
    return (
        "At 64 × 64" in plain(page.locator('[data-say="sentence"]').inner_text())
        and len(diamonds) == 2 * len(at)
        and diamonds[1] == (4, pytest.approx(roof(at[0], 4)))
    )


@pytest.fixture(scope="module")
def used(opened, lesson):
    """Open the page, use all of it, and return what was heard, before and after."""
    heard = Heard()
    with opened(heard) as page:
        lesson(page)
        connected(page, heard)
        before = len(heard.sent), len(heard.requests)
        use_everything(page)
        for _ in range(10):
            a_frame(page)
        assert works(page)
    return heard, *before


def test_the_page_complains_of_nothing(used):
    heard, *_ = used
    assert heard.errors == []
    assert {kind for kind, _ in heard.console} <= {"log", "info", "debug"}


def test_the_page_asks_no_other_host(used, server):
    heard, *_ = used
    own = "{0.scheme}://{0.netloc}".format(urlsplit(server.address))
    assert sum(url.startswith(own) for url in heard.requests) > 3
    # A blob's address begins with the origin of the page that made it.
    strange = [url for url in heard.requests if not url.startswith((own, "data:"))]
    assert [url for url in strange if not url.startswith(f"blob:{own}/")] == []


def test_nothing_is_sent_to_the_server_by_what_the_reader_does(used):
    heard, sent, asked = used
    assert sent > 0
    assert heard.sent[sent:] == []
    assert [url for url in heard.requests[asked:] if url.startswith("http")] == []


def test_everything_goes_on_when_the_server_is_gone(page, lesson, heard, serve):
    with serve("app") as own:
        page.clock.install()
        lesson(page, "?gpu=h100", own.address)
        connected(page, heard)
        said = len(heard.console)
        own.stop()
        until(page, lambda: heard.console[said:])
        use_everything(page)
        assert works(page)
        # Whatever waits to try again has tried by now.
        page.clock.fast_forward(120_000)
        step_to(page, 0)
        step_to(page, 6)
        page.clock.run_for(1000)
        assert works(page)
    assert heard.errors == []
    for kind, text in heard.console[said:]:
        assert kind == "info"
        assert re.fullmatch(LOST, text)
    page.evaluate("scrollTo(0, 0)")
    assert page.evaluate(COVERED) == []
    expect(page.locator("body > :not(main, script) >> visible=true")).to_have_count(0)


def test_everything_works_where_the_socket_never_opens(opened, lesson):
    with opened(quiet=False) as page:
        page.clock.install()
        page.route_web_socket("**/*", lambda socket: socket.close())
        lesson(page)
        use_everything(page)
        assert works(page)
        # After a while, whoever runs the server is told in words.
        note = page.locator("[data-notes]")
        page.clock.fast_forward(10_000)
        expect(note).to_contain_text("no connection to its server")
        expect(note).to_contain_text("--allow-websocket-origin=localhost")


def test_the_server_has_nothing_to_complain_of(page, lesson, heard, server):
    lesson(page, "?gpu=both&tile=7&intensity=nan")
    connected(page, heard)
    log = server.log.read_text(encoding="utf-8")
    assert "Bokeh app running" in log
    bad = [line for line in log.splitlines() if re.search("error|warn|Traceback", line)]
    assert bad == []
