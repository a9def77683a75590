"""Course pages made by the tools that courses are made with, the lesson in a frame.

Each page holds the lesson twice: from another origin, as a course links to a lesson
that is served elsewhere, and as a file beside the page, as a course that carries it.
"""

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from hosts.heard import Heard
from hosts.reader import TILES, control, framed, said, told
from hosts.tools import needs, run
from playwright.sync_api import Frame, Page, expect

from app.data.embed import HEIGHT, TITLE, snippet

NEEDS = {
    "plain": [],
    "sphinx": ["sphinx", "myst_parser"],
    "mkdocs": ["mkdocs"],
    "notebook": ["nbconvert", "IPython"],
}


@dataclass
class Visit:
    """A course page with two lessons in it, and what they said when it was opened."""

    page: Page
    heard: Heard
    frames: list[Frame]
    opens: list[dict[str, Any]]


def plain(source: Path, lessons: list[str], exported: Path, site: Path) -> str:
    """Write an HTML page by hand."""
    shutil.copytree(exported, site / "roofline")
    body = "<p>Some text.</p>".join(map(snippet, lessons))
    page = f'<!DOCTYPE html><html lang="en"><title>A course</title>{body}</html>'
    (site / "index.html").write_text(page, encoding="utf-8")
    return "index.html"


def sphinx(source: Path, lessons: list[str], exported: Path, site: Path) -> str:
    """Build a Sphinx project whose pages are written in MyST Markdown."""
    shutil.copytree(exported, source / "extra" / "roofline")
    settings = ['extensions = ["myst_parser"]', 'html_extra_path = ["extra"]']
    (source / "conf.py").write_text("\n".join(settings))
    frames = [f"```{{raw}} html\n{snippet(src)}\n```" for src in lessons]
    text = "\n\nSome text.\n\n".join(["# Rooflines", *frames])
    (source / "index.md").write_text(text, encoding="utf-8")
    run("sphinx", "-b", "html", "-q", "-W", source, site)
    return "index.html"


def mkdocs(source: Path, lessons: list[str], exported: Path, site: Path) -> str:
    """Build a MkDocs project with its default theme."""
    shutil.copytree(exported, source / "docs" / "roofline")
    (source / "mkdocs.yml").write_text("site_name: A course\n")
    text = "\n\nSome text.\n\n".join(["# Rooflines", *map(snippet, lessons)])
    (source / "docs" / "index.md").write_text(text, encoding="utf-8")
    run("mkdocs", "build", "-q", "-f", source / "mkdocs.yml", "-d", site)
    return "index.html"


def notebook(source: Path, lessons: list[str], exported: Path, site: Path) -> str:
    """Render a notebook: one frame displayed by a cell, one written in Markdown."""
    from IPython.display import IFrame  # noqa: PLC0415 (missing? see `visit`)

    source.mkdir()
    shutil.copytree(exported, site / "roofline")
    more = [f'title="{TITLE}"', 'loading="lazy"']
    shown = IFrame(lessons[0], "100%", HEIGHT, extras=more)
    output = {
        "output_type": "execute_result",
        "execution_count": 1,
        "data": {"text/html": shown._repr_html_(), "text/plain": "IFrame"},
        "metadata": {},
    }
    code = {"cell_type": "code", "id": "shown", "execution_count": 1, "metadata": {}}
    words = {"cell_type": "markdown", "id": "written", "metadata": {}}
    cells = [
        {**code, "source": "IFrame(...)", "outputs": [output]},
        {**words, "source": snippet(lessons[1])},
    ]
    whole = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (source / "course.ipynb").write_text(json.dumps(whole), encoding="utf-8")
    run("nbconvert", "--to", "html", "--output-dir", site, source / "course.ipynb")
    return "course.html"


BUILDERS = {"plain": plain, "sphinx": sphinx, "mkdocs": mkdocs, "notebook": notebook}


def is_foreign(url: str) -> bool:
    """Tell whether an address is on another machine."""
    return urlsplit(url).hostname not in (None, "localhost", "127.0.0.1")


def without_query(url: str) -> str:
    """Return an address without what it asks for."""
    return url.partition("?")[0]


@pytest.fixture(scope="module", params=BUILDERS)
def visit(request, opened, course, lesson, exported):
    """Build a course page with a tool, and open it."""
    tool = request.param
    needs(*NEEDS[tool])
    query = "?view=figure&gpu=h100"
    lessons = [f"{lesson}{query}", f"roofline/lesson.html{query}"]
    site = course.folder / tool
    name = BUILDERS[tool](site.with_suffix(".source"), lessons, exported, site)
    heard = Heard()
    # The page's own theme may ask a CDN and complain that it is not there. What the
    # lesson says is asked of its frames below.
    with opened(heard, origin="nobody") as page:
        page.route(is_foreign, lambda route: route.abort())
        page.goto(f"{course.address}/{tool}/{name}", wait_until="domcontentloaded")
        frames = [framed(page, which) for which in (0, 1)]
        yield Visit(page, heard, frames, [said(frame) for frame in frames])


places = pytest.mark.parametrize("which", [0, 1], ids=["elsewhere", "beside"])


@places
def test_the_frame_opens_the_picture_that_its_address_asks_for(visit, which):
    assert visit.opens[which] == told("h100", 0, alone=True)


@places
def test_the_lesson_works_in_the_page_of_a_course(visit, which):
    frame = visit.frames[which]
    frame.get_by_role("button", name="Next tile").click()
    assert said(frame) == told("h100", 1, alone=True)
    frame.get_by_role("radio", name="H100").focus()
    frame.get_by_role("radio", name="H100").press("ArrowRight")
    assert said(frame) == told("both", 1, alone=True)
    slider = frame.get_by_role("slider", name="Tile size")
    slider.press("End")
    assert said(frame) == told("both", len(TILES) - 1, alone=True)
    slider.press("PageDown")
    assert said(frame) == told("both", len(TILES) - 3, alone=True)


def test_the_lesson_says_nothing_in_the_console(visit):
    for frame in visit.frames:
        assert visit.heard.complaints(of=without_query(frame.url)) == []


def test_the_lesson_asks_nothing_of_other_hosts(visit):
    lessons = [without_query(frame.url) for frame in visit.frames]
    asked = [(without_query(a.by), without_query(a.url)) for a in visit.heard.requests]
    assert [url for by, url in asked if by in lessons and url not in lessons] == []
    assert sorted(url for _, url in asked if url in lessons) == sorted(lessons)


def test_the_frame_keeps_its_title_its_size_and_its_lateness(visit):
    for place in visit.page.locator("iframe").all():
        expect(place).to_have_attribute("title", TITLE)
        expect(place).to_have_attribute("loading", "lazy")
        box = place.bounding_box()
        assert box["height"] == HEIGHT
        assert box["width"] > 400


def test_nothing_is_wider_than_its_room(visit):
    for place in (visit.page, *visit.frames):
        page = "document.documentElement"
        assert place.evaluate(f"() => {page}.scrollWidth <= innerWidth")


def test_the_course_pages_own_keys_stay_its_own(visit):
    control(visit.frames[0], "tile").focus()
    before = [said(frame)["tile"] for frame in visit.frames]
    visit.page.evaluate("() => document.activeElement.blur()")
    visit.page.keyboard.press("ArrowLeft")
    assert [said(frame)["tile"] for frame in visit.frames] == before
