"""One browser for all tests: Playwright's sync API starts only once in a process."""

from collections.abc import Iterator

import chromium
import pytest
from playwright.sync_api import Browser, sync_playwright


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start the browser for all tests."""
    path = chromium.find()
    if path is None:
        pytest.fail("no Chromium found; `python3 tests/run.py` installs one")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=path, args=chromium.flags()
        )
        yield started
        started.close()
