"""Set up a fresh clone and run every check and test: `python3 tests/run.py`.

It needs Python and, the first time, a network: it makes `.venv`, installs the project
there, and finds or installs a Chromium. Arguments go to pytest, which then runs alone;
paths among them start from the root of the repository:

    python3 tests/run.py tests/model -k ridge
"""

# Python older than 3.11 must get as far as `check_version`'s message.
from __future__ import annotations

import importlib
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO

import chromium

MINIMUM = (3, 11)
ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "installed-from.txt"

CHECKS = (("ruff", "check", "."), ("ruff", "format", "--check", "."), ("mypy",))

#: Side by side, a file to a process: each has a browser and a server of its own. One
#: more than two cores, for they also wait; more than six would be short of memory.
SIDE_BY_SIDE = min(6, max(3, os.cpu_count() or 1))
#: Those that wait longest come first, so that the others fill their pauses.
EVERY_TEST = (
    *("pytest", "-n", str(SIDE_BY_SIDE), "--dist", "loadfile"),
    *("--no-loadscope-reorder", "tests/deploy", "tests/hosts", "tests/browser"),
    *("tests", "app", "roofline_model", "README.md"),
)

#: Debian's packages of a browser, the quicker one first.
PACKAGES = ("chromium-headless-shell", "chromium")

ASK_PYTHON = """
import sys, pip
print(*sys.version_info[:2], sys.prefix != sys.base_prefix)
"""

SECONDS_TO_STOP = 15
INTERRUPTED = 130  # the shell's code for a program that Ctrl-C ended


class SetupError(RuntimeError):
    """A step of the setup failed; the message says what to do about it."""


def main(arguments: list[str]) -> int:
    """Set up, run everything, and return the exit code.

    Parameters
    ----------
    arguments : list of str
        Arguments for pytest; if there are any, only pytest runs.
    """
    try:
        check_version()
        chromium.chosen()  # a wrong path should not wait for the installation
        python = prepare_venv()
        browser = prepare_chromium(python)
        return run_all(python, browser, arguments)
    except (SetupError, chromium.ChosenChromiumError) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return INTERRUPTED


def check_version() -> None:
    """Refuse a Python that is too old for the project."""
    if sys.version_info < MINIMUM:
        needed, here = dotted(MINIMUM), dotted(sys.version_info[:3])
        raise SetupError(
            f"This needs Python {needed} or newer, and {sys.executable} is {here}.\n"
            f"Run it with a newer one, such as: python{needed} tests/run.py"
        )


def prepare_venv() -> Path:
    """Return the Python of `.venv`, with the project installed there."""
    python = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not usable(python):
        make_venv()
    # Without this stamp each run would need the network to build the project again.
    wanted = f"{ROOT}\n{(ROOT / 'pyproject.toml').read_text(encoding='utf-8')}"
    if not STAMP.exists() or STAMP.read_text(encoding="utf-8") != wanted:
        STAMP.unlink(missing_ok=True)  # an interrupted installation leaves none
        install_project(python)
        STAMP.write_text(wanted, encoding="utf-8")
    return python


def usable(python: Path) -> bool:
    """Tell whether this is a venv's Python of our own minor version, with pip."""
    try:
        answer = subprocess.run(
            [str(python), "-c", ASK_PYTHON],
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError:
        return False
    major, minor = sys.version_info[:2]
    return answer.stdout.split() == [str(major), str(minor), "True"]


def make_venv() -> None:
    """Make `.venv`, in place of whatever is there."""
    ensure_venv_module()
    say(f"Making .venv with Python {dotted(sys.version_info[:3])}")
    if not quietly([sys.executable, "-m", "venv", "--clear", str(VENV)]):
        raise SetupError(f"Python could not make {VENV}; its reasons are above.")


def ensure_venv_module() -> None:
    """Install what Debian leaves out of Python's venv, or say what to install."""
    if can_make_venvs():
        return
    # Named by version, since python3-venv only fits Debian's default Python.
    package = f"python{dotted(sys.version_info[:2])}-venv"
    if can_apt():
        say(f"Installing {package}, which this Python lacks, with apt-get")
        apt_install(package)
    if not can_make_venvs():
        raise SetupError(
            f"{sys.executable} lacks the venv or ensurepip module.\n"
            f"On Debian or Ubuntu, run: sudo apt-get install {package}\n"
            "Elsewhere, install a complete Python. Then run this again."
        )


def can_make_venvs() -> bool:
    """Tell whether this Python has the modules that make a venv with pip."""
    importlib.invalidate_caches()  # apt-get may just have installed them
    return all(importlib.util.find_spec(name) for name in ("venv", "ensurepip"))


def install_project(python: Path) -> None:
    """Install the project and its test tools into the venv of this Python."""
    say("Installing the project and its test tools into .venv (takes a minute)")
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install"]
    if not quietly([*pip, "--quiet", "--editable", ".[test]"]):
        raise SetupError("pip could not install the project; its reasons are above.")


def prepare_chromium(python: Path) -> Path:
    """Return a Chromium, and install one if there is none."""
    browser = chromium.find(python=python)
    if browser is None:
        install_chromium(python)
        browser = chromium.find(python=python)
    if browser is None:
        playwright = [str(python), "-m", "playwright", "install", "chromium"]
        raise SetupError(
            "The browser tests need Chromium, Chrome or Edge. None was found, and\n"
            "installing one failed. There are two ways to get one:\n"
            "- install it with your system's package manager or from its maker; if it\n"
            f"  is in an unusual place, set {chromium.VARIABLE} to its path;\n"
            f"- download Playwright's: {shlex.join(playwright)}"
        )
    return browser


def install_chromium(python: Path) -> None:
    """Install Debian's Chromium if we may, and otherwise download Playwright's."""
    playwright = [str(python), "-m", "playwright", "install"]
    if can_apt():
        say("No Chromium found: installing one with apt-get (takes a minute)")
        if apt_install(PACKAGES):
            return
        # Ubuntu has no such package; there Playwright knows what its own one needs.
        playwright.append("--with-deps")
        say("apt-get could not: downloading Playwright's Chromium (takes a minute)")
    else:
        say("No Chromium found: downloading Playwright's (takes a minute)")
    quietly([*playwright, "chromium"])


def can_apt() -> bool:
    """Tell whether this is a Debian-like system and we may install packages."""
    return chromium.is_root() and shutil.which("apt-get") is not None


def apt_install(packages: Sequence[str]) -> bool:
    """Install the first of some Debian packages that there is; tell whether one was."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    # One broken source fails the update though the package may be in another.
    quietly(["apt-get", "update"], environment)
    install = ["apt-get", "install", "-y", "--no-install-recommends"]
    return any(quietly([*install, package], environment) for package in packages)


def quietly(command: list[str], environment: dict[str, str] | None = None) -> bool:
    """Run a command, show its output only if it fails, and return whether it worked.

    Parameters
    ----------
    command : list of str
        The program and its arguments.
    environment : dict, optional
        Its environment variables; by default, ours.
    """
    with tempfile.TemporaryFile() as output:
        try:
            code = run(command, environment, output)
        except OSError as error:
            print(error, file=sys.stderr, flush=True)
            return False
        if code:
            output.seek(0)
            shown = output.read().decode(errors="replace")
            print(f"$ {shlex.join(command)}\n{shown}", file=sys.stderr, flush=True)
        return code == 0


def run_all(python: Path, browser: Path, arguments: list[str]) -> int:
    """Run the checks and the tests up to the first failure; return its exit code.

    Parameters
    ----------
    python : Path
        The Python that has the tools.
    browser : Path
        The Chromium for the browser tests.
    arguments : list of str
        Arguments for pytest; if there are any, only pytest runs.
    """
    environment = {**os.environ, chromium.VARIABLE: str(browser)}
    for command in [("pytest", *arguments)] if arguments else [*CHECKS, EVERY_TEST]:
        say(f"$ {shlex.join(command)}")
        code = run([str(python), "-m", *command], environment)
        if code:
            return code
    return 0


def run(
    command: list[str],
    environment: dict[str, str] | None = None,
    output: IO[bytes] | None = None,
) -> int:
    """Run a command and return its exit code.

    Ctrl-C reaches the command too. It gets a while to close its browser or to leave
    dpkg in order, where `subprocess.run` would kill it at once.

    Parameters
    ----------
    command : list of str
        The program and its arguments.
    environment : dict, optional
        Its environment variables; by default, ours.
    output : file, optional
        Where its output goes, and it then cannot ask anything; by default, the
        terminal.
    """
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL if output else None,
        stdout=output,
        stderr=subprocess.STDOUT if output else None,
    ) as process:
        try:
            return process.wait()
        except KeyboardInterrupt:
            try:
                process.wait(SECONDS_TO_STOP)
            except subprocess.TimeoutExpired:
                process.terminate()
            raise


def say(line: str) -> None:
    """Print a line at once, before the output of the command that it announces."""
    print(line, flush=True)


def dotted(version: tuple[int, ...]) -> str:
    """Write a version: `(3, 11)` is 3.11."""
    return ".".join(map(str, version))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
