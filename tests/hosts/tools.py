"""The tools that host pages are made with, and with which they are read."""

import importlib.util
import subprocess
import sys

import pytest


def needs(*modules: str) -> None:
    """Fail, and say what to install, where one of the modules is not there."""
    missing = [name for name in modules if not importlib.util.find_spec(name)]
    if missing:
        pytest.fail(
            f"{', '.join(missing)} not installed; pip install -e '.[hosts]' does it",
            pytrace=False,
        )


def run(tool: str, *arguments: object) -> None:
    """Run a Python module's command, or fail with what it said."""
    command = [sys.executable, "-m", tool, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.fail(f"{tool} failed:\n{done.stdout}{done.stderr}", pytrace=False)
