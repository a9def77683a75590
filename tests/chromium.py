"""Find a Chromium for the browser tests, and name the flags that keep it quiet.

Both `run.py` and the browser tests' `conftest.py` import this module, so that they
agree on which browser is meant. It needs nothing but the standard library.
"""

# Python older than 3.11 must get through this file to `run.py`'s message about it.
from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

VARIABLE = "ROOFLINE_CHROMIUM"

#: The shell comes first: it is the same engine without windows of its own, and a page
#: costs it two thirds of the work.
NAMES = (
    "chromium-headless-shell",
    "chrome-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "microsoft-edge-stable",
    "msedge",
)

MAC_PLACES = (
    "Chromium.app/Contents/MacOS/Chromium",
    "Google Chrome.app/Contents/MacOS/Google Chrome",
    "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)

WINDOWS_PLACES = (
    "Chromium/Application/chrome.exe",
    "Google/Chrome/Application/chrome.exe",
    "Microsoft/Edge/Application/msedge.exe",
)

ASK_PLAYWRIGHT = """
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)
"""

#: What Playwright turns off, for quiet: one switch holds all, and the last one given is
#: the one that counts.
OFF = (
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "TcpPortRandomizationWin",
    "ThirdPartyStoragePartitioning",
    "Translate",
)
#: The address bar's suggestions are pages of their own. Nobody sees them here, and each
#: window loads them: a third of what it costs to open the lesson.
SUGGESTIONS = ("WebUIOmniboxAimPopup", "WebUIOmniboxPopup")

QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    # A container's /dev/shm is often too small for a page, which then crashes.
    "--disable-dev-shm-usage",
    "--disable-features=" + ",".join((*OFF, *SUGGESTIONS)),
)


class ChosenChromiumError(ValueError):
    """The environment variable names something that cannot be run."""


def find(
    *, python: str | Path = sys.executable, places: Iterable[Path] | None = None
) -> Path | None:
    """Return the Chromium, Chrome or Edge to test with, or None if there is none.

    Parameters
    ----------
    python : str or Path
        The Python whose Playwright may have downloaded a browser.
    places : iterable of Path, optional
        Files to look for off the PATH; by default, where this system installs them.

    Raises
    ------
    ChosenChromiumError
        If ROOFLINE_CHROMIUM is set to something that cannot be run.
    """
    if places is None:
        places = usual_places(sys.platform, os.environ)
    # Playwright comes last because asking it takes a second.
    return chosen() or on_path() or first_runnable(places) or downloaded(python)


def flags() -> list[str]:
    """Return the flags that stop Chromium's own traffic and let it start anywhere."""
    # Chromium refuses to start its sandbox as root.
    return [*QUIET, "--no-sandbox"] if is_root() else [*QUIET]


def is_root() -> bool:
    """Tell whether this process is root; on Windows nobody is."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def chosen() -> Path | None:
    """Return the Chromium that ROOFLINE_CHROMIUM names, or None if it is not set."""
    value = os.environ.get(VARIABLE)
    if not value:
        return None
    path = Path(value).absolute()
    if not runnable(path):
        problem = "not an executable file" if path.exists() else "no such file"
        raise ChosenChromiumError(
            f"{VARIABLE} must be the path of a Chromium, got {value!r}: {problem}"
        )
    return path


def on_path() -> Path | None:
    """Return the first browser that the PATH knows under one of its usual names."""
    hits = (shutil.which(name) for name in NAMES)
    return next((Path(hit).absolute() for hit in hits if hit), None)


def usual_places(platform: str, environment: Mapping[str, str]) -> list[Path]:
    """Return where macOS and Windows keep browsers, which is not on the PATH.

    Parameters
    ----------
    platform : str
        As `sys.platform` spells it.
    environment : mapping
        The variables that say where the folders of programs are.
    """
    if platform == "darwin":
        home = environment.get("HOME", "")
        folders = ["/Applications", f"{home}/Applications" if home else ""]
        files = MAC_PLACES
    elif platform == "win32":
        variables = ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
        folders = [environment.get(variable, "") for variable in variables]
        files = WINDOWS_PLACES
    else:
        return []
    return [Path(folder, file) for file in files for folder in folders if folder]


def first_runnable(paths: Iterable[Path]) -> Path | None:
    """Return the first of the paths that can be run, or None."""
    return next((path for path in paths if runnable(path)), None)


def downloaded(python: str | Path) -> Path | None:
    """Return the Chromium that this Python's Playwright has downloaded, or None."""
    path = playwright_path(python)
    return path if path and runnable(path) else None


def playwright_path(python: str | Path) -> Path | None:
    """Return where Playwright would keep its Chromium, or None without Playwright.

    Another process asks, because the Playwright may belong to another Python, and
    because its sync API refuses to start twice in one process.
    """
    try:
        answer = subprocess.run(
            [str(python), "-c", ASK_PLAYWRIGHT],
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError:
        return None
    path = answer.stdout.strip()
    return Path(path) if answer.returncode == 0 and path else None


def runnable(path: Path) -> bool:
    """Tell whether the path is a file that this user may run."""
    return path.is_file() and os.access(path, os.X_OK)
