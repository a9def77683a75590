"""The browser that the tests run in: how it is found and started."""

import os
import sys
from pathlib import Path

import chromium
import pytest

SUFFIX = ".exe" if os.name == "nt" else ""


def executable(path: Path) -> Path:
    """Make an empty file that may be run, and the folders that it is in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    path.chmod(0o755)
    return path


@pytest.fixture(autouse=True)
def _bare_machine(monkeypatch, tmp_path):
    """Hide every Chromium that this machine has."""
    monkeypatch.delenv(chromium.VARIABLE, raising=False)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "playwright"))
    monkeypatch.setattr(chromium, "usual_places", lambda *_: [])


def test_a_bare_machine_has_no_chromium():
    assert chromium.find() is None


def test_the_variable_comes_before_the_path(monkeypatch, tmp_path):
    mine = executable(tmp_path / "mine" / "my-chromium")
    executable(tmp_path / "bin" / f"chromium{SUFFIX}")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("ROOFLINE_CHROMIUM", str(mine))
    assert chromium.find() == mine


def test_a_relative_variable_is_found_from_any_folder(monkeypatch, tmp_path):
    mine = executable(tmp_path / "my-chromium")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ROOFLINE_CHROMIUM", "my-chromium")
    assert chromium.find() == mine


def test_an_empty_variable_counts_as_unset(monkeypatch):
    monkeypatch.setenv("ROOFLINE_CHROMIUM", "")
    assert chromium.find() is None


def test_a_variable_that_names_no_file_is_an_error(monkeypatch, tmp_path):
    missing = str(tmp_path / "missing")
    monkeypatch.setenv("ROOFLINE_CHROMIUM", missing)
    with pytest.raises(chromium.ChosenChromiumError) as caught:
        chromium.find()
    assert str(caught.value) == (
        f"ROOFLINE_CHROMIUM must be the path of a Chromium, got {missing!r}: "
        "no such file"
    )


def test_a_variable_that_names_a_folder_is_an_error(monkeypatch, tmp_path):
    monkeypatch.setenv("ROOFLINE_CHROMIUM", str(tmp_path))
    with pytest.raises(chromium.ChosenChromiumError, match="not an executable file"):
        chromium.find()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no executable bit")
def test_a_variable_that_names_a_plain_file_is_an_error(monkeypatch, tmp_path):
    plain = tmp_path / "notes"
    plain.touch(0o644)
    monkeypatch.setenv("ROOFLINE_CHROMIUM", str(plain))
    with pytest.raises(chromium.ChosenChromiumError, match="not an executable file"):
        chromium.find()


@pytest.mark.parametrize("name", chromium.NAMES)
def test_each_usual_name_on_the_path_is_found(monkeypatch, tmp_path, name):
    browser = executable(tmp_path / f"{name}{SUFFIX}")
    monkeypatch.setenv("PATH", str(tmp_path))
    # Windows spells the suffix as PATHEXT does.
    assert chromium.find().samefile(browser)


def test_the_path_comes_before_other_places(monkeypatch, tmp_path):
    browser = executable(tmp_path / "bin" / f"chromium{SUFFIX}")
    place = executable(tmp_path / "apps" / "chrome")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert chromium.find(places=[place]).samefile(browser)


def test_a_shell_without_windows_comes_before_a_whole_browser(monkeypatch, tmp_path):
    shell = executable(tmp_path / f"chromium-headless-shell{SUFFIX}")
    executable(tmp_path / f"chromium{SUFFIX}")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert chromium.find().samefile(shell)


def test_the_first_place_that_exists_is_taken(tmp_path):
    places = [tmp_path / name for name in ("first", "second", "third")]
    for place in places[1:]:
        executable(place)
    assert chromium.find(places=places) == places[1]


def test_a_chromium_that_playwright_downloaded_is_found(tmp_path):
    path = chromium.playwright_path(sys.executable)
    assert path.is_relative_to(tmp_path / "playwright")
    assert chromium.find() is None
    executable(path)
    assert chromium.find() == path


@pytest.mark.parametrize("python", ["no-such-python", __file__])
def test_a_python_that_cannot_run_has_downloaded_nothing(tmp_path, python):
    assert chromium.find(python=tmp_path / python) is None


def test_every_place_is_under_one_of_the_system_folders(monkeypatch):
    monkeypatch.undo()
    mac = chromium.usual_places("darwin", {"HOME": "/Users/ada"})
    assert Path("/Applications/Chromium.app/Contents/MacOS/Chromium") in mac
    assert len(mac) == 2 * len(chromium.MAC_PLACES)
    windows = chromium.usual_places("win32", {"PROGRAMFILES": "C:/Programs"})
    assert windows == [Path("C:/Programs", end) for end in chromium.WINDOWS_PLACES]
    assert chromium.usual_places("linux", {"HOME": "/home/ada"}) == []


@pytest.mark.parametrize(("user", "sandboxed"), [(0, False), (1000, True)])
def test_only_root_goes_without_the_sandbox(monkeypatch, user, sandboxed):
    monkeypatch.setattr(os, "geteuid", lambda: user, raising=False)
    assert ("--no-sandbox" not in chromium.flags()) is sandboxed
    assert set(chromium.QUIET) <= set(chromium.flags())


def test_windows_has_no_root(monkeypatch):
    monkeypatch.delattr(os, "geteuid", raising=False)
    assert "--no-sandbox" not in chromium.flags()
