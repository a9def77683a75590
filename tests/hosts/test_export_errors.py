"""What the export writes, and that what stands in its way loses nothing."""

import csv
import json
import os
import re
from html.parser import HTMLParser
from io import BytesIO, StringIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

import app.files.export
from app.data.embed import TITLE
from app.data.frames import UNITS
from app.data.lesson_data import frames, step_words, story
from app.data.theme import palette
from app.figure.picture import SOURCE_ROOM, TITLE_ROOM
from app.figure.png import SCALE
from app.figure.shapes import Paper
from roofline_model import GPUS, SOURCES, TILES

FILES = [
    "embed.html",
    "frames.csv",
    "frames.json",
    "lesson.html",
    "poster-dark.png",
    "poster-dark.svg",
    "poster-light.png",
    "poster-light.svg",
]
SIZE = (Paper().width, Paper().height + TITLE_ROOM + SOURCE_ROOM)
WALKS = [frame for gpu in GPUS for frame in frames(gpu.key)]


def export(*arguments: object) -> int:
    """Run the export as from the command line and return its exit status."""
    return app.files.export.main([str(argument) for argument in arguments])


def everything(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Return the content and the time of each file below a folder."""
    return {
        str(path.relative_to(folder)): (
            path.read_bytes() if path.is_file() else b"",
            path.stat().st_mtime_ns,
        )
        for path in folder.rglob("*")
    }


@pytest.fixture
def quick(monkeypatch):
    """Write the pictures as nothing: they take the most time."""
    monkeypatch.setattr(app.files.export, "png_file", lambda *_, **__: b"PNG")


@pytest.mark.usefixtures("quick")
def test_a_folder_that_holds_something_is_not_touched(tmp_path, capsys):
    out = tmp_path / "out"
    (out / "below").mkdir(parents=True)
    (out / "lesson.html").write_bytes(b"mine")
    (out / "below" / ".hidden").write_bytes(b"mine too")
    before = everything(tmp_path)
    assert export(out) == 1
    assert everything(tmp_path) == before
    told = capsys.readouterr()
    assert str(out) in told.err
    assert "not empty" in told.err
    assert told.out == ""


@pytest.mark.usefixtures("quick")
def test_a_file_in_its_place_is_not_touched(tmp_path, capsys):
    out = tmp_path / "out"
    out.write_bytes(b"mine")
    before = everything(tmp_path)
    assert export(out) == 1
    assert everything(tmp_path) == before
    assert f"{out} is a file" in capsys.readouterr().err


@pytest.mark.usefixtures("quick")
def test_a_place_below_a_file_cannot_be_written(tmp_path, capsys):
    (tmp_path / "file").write_bytes(b"mine")
    before = everything(tmp_path)
    out = tmp_path / "file" / "out"
    assert export(out) == 1
    assert everything(tmp_path) == before
    assert f"{out} cannot be written" in capsys.readouterr().err


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="this system has no /proc")
def test_a_place_where_nobody_may_write_is_named(capsys):
    assert export("/proc/roofline") == 1
    assert "/proc/roofline cannot be written" in capsys.readouterr().err


@pytest.mark.usefixtures("quick")
def test_a_link_that_leads_nowhere_is_not_touched(tmp_path, capsys):
    out = tmp_path / "out"
    out.symlink_to(tmp_path / "nowhere")
    assert export(out) == 1
    assert str(out) in capsys.readouterr().err
    assert os.listdir(tmp_path) == ["out"]  # noqa: PTH208 (iterdir would follow it)
    assert out.is_symlink()


@pytest.mark.usefixtures("quick")
def test_a_new_folder_and_those_above_it_are_made(tmp_path, capsys):
    out = tmp_path / "a" / "b" / "out"
    assert export(out) == 0
    assert sorted(path.name for path in out.iterdir()) == FILES
    listed = capsys.readouterr().out.splitlines()
    assert [line.split()[-1] for line in listed] == [str(out / name) for name in FILES]


@pytest.mark.usefixtures("quick")
def test_an_empty_folder_is_filled_and_can_be_read_by_all(tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    assert export(out) == 0
    assert sorted(path.name for path in out.iterdir()) == FILES
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert out.stat().st_mode & 0o555 == 0o555
    assert all(path.stat().st_mode & 0o444 == 0o444 for path in out.iterdir())


@pytest.mark.usefixtures("quick")
def test_the_empty_folder_that_one_stands_in_is_filled(tmp_path, monkeypatch):
    out = tmp_path / "out"
    out.mkdir()
    monkeypatch.chdir(out)
    assert export(".") == 0
    assert sorted(os.listdir(out)) == FILES  # noqa: PTH208 (as the shell sees it)


@pytest.mark.parametrize("there", [False, True], ids=["new", "empty"])
@pytest.mark.parametrize("trouble", [OSError(28, "No space left"), MemoryError()])
def test_a_failure_half_way_leaves_nothing(
    tmp_path, monkeypatch, capsys, there, trouble
):
    def fail(*_, **__):
        raise trouble

    out = tmp_path / "out"
    if there:
        out.mkdir()
    before = everything(tmp_path)
    monkeypatch.setattr(app.files.export, "png_file", fail)
    if isinstance(trouble, OSError):
        assert export(out) == 1
        assert capsys.readouterr().err == (
            f"export: {out} cannot be written: No space left\n"
        )
    else:
        with pytest.raises(MemoryError):
            export(out)
    assert everything(tmp_path).keys() == before.keys()


@pytest.mark.usefixtures("quick")
def test_a_failure_while_a_file_is_written_leaves_nothing(
    tmp_path, monkeypatch, capsys
):
    write = Path.write_bytes

    def fail_at_the_third(self, content):
        if self.name == "frames.json":
            raise OSError(28, "No space left")
        return write(self, content)

    monkeypatch.setattr(Path, "write_bytes", fail_at_the_third)
    assert export(tmp_path / "out") == 1
    assert "No space left" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("option", "value", "helps"),
    [
        ("gpu", "v100", ["a100", "h100", "both"]),
        ("tile", "7", [str(tile) for tile in TILES]),
        ("theme", "blue", ["auto", "light", "dark"]),
        ("view", "all", ["lesson", "figure"]),
        ("intensity", "abc", ["0.0625", "1024"]),
        ("intensity", "2000", ["0.0625", "1024"]),
        ("intensity", "-1", ["0.0625", "1024"]),
        ("intensity", "", ["0.0625", "1024"]),
    ],
)
def test_a_wrong_value_is_refused_with_what_would_do(
    tmp_path, capsys, option, value, helps
):
    with pytest.raises(SystemExit) as stop:
        export(tmp_path / "out", f"--{option}", value)
    assert stop.value.code == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert option in said
    assert value in said
    assert all(word in said for word in helps)
    assert list(tmp_path.iterdir()) == []


def test_a_wrong_value_is_not_called_one_of_an_address(tmp_path, capsys):
    # Nor is anything shown instead: the export is refused.
    with pytest.raises(SystemExit):
        export(tmp_path / "out", "--intensity", "abc")
    said = capsys.readouterr().err.splitlines()[-1]
    assert "address" not in said
    assert "instead" not in said


def test_it_asks_for_a_folder(capsys):
    with pytest.raises(SystemExit) as stop:
        export()
    assert stop.value.code == 2
    assert "OUT" in capsys.readouterr().err


def test_the_export_is_these_files(exported):
    assert sorted(path.name for path in exported.iterdir()) == FILES
    assert all(path.stat().st_size > 0 for path in exported.iterdir())


def test_the_csv_is_the_models(exported):
    text = (exported / "frames.csv").read_text(encoding="utf-8")
    table = list(csv.DictReader(StringIO(text)))
    assert len(table) == len(GPUS) * len(TILES)
    for row, frame in zip(table, WALKS, strict=True):
        assert row["gpu"] == frame.gpu.board
        assert int(row["tile"]) == frame.tile
        assert row["bound"] == frame.bound.value
        assert float(row["intensity [flop/B]"]) == frame.intensity
        assert float(row["attainable [FLOP/s]"]) == frame.attainable
        assert float(row["hbm_bytes [B]"]) == frame.hbm_bytes
        assert float(row["memory_time [s]"]) == frame.memory_time
        assert float(row["compute_time [s]"]) == frame.compute_time
        assert row["source of peak"] == frame.gpu.fp32_peak.source.key
        assert row["source of bandwidth"] == frame.gpu.hbm.source.key


def test_the_json_is_the_models(exported):
    whole = json.loads((exported / "frames.json").read_text(encoding="utf-8"))
    assert whole["units"] == UNITS
    for told, gpu in zip(whole["gpus"], GPUS, strict=True):
        constants = {
            **{"fp32_peak": gpu.fp32_peak, "bf16_peak": gpu.bf16_peak},
            "hbm_bandwidth": gpu.hbm,
        }
        assert told == {"board": gpu.board} | {
            name: {"value": c.value, "unit": c.unit, "source": c.source.key}
            for name, c in constants.items()
        }
    # The sources of its constants are in the file, and no others.
    cited = {c["source"] for gpu in whole["gpus"] for c in list(gpu.values())[1:]}
    assert whole["sources"] == {
        source.key: source.citation for source in SOURCES if source.key in cited
    }
    assert len(whole["sources"]) == len(cited) > 1
    for row, frame in zip(whole["frames"], WALKS, strict=True):
        assert row.keys() == UNITS.keys()
        assert (row["gpu"], row["tile"]) == (frame.gpu.board, frame.tile)
        assert row["intensity"] == frame.intensity
        assert row["attainable"] == frame.attainable
        assert row["roof_fraction"] == frame.roof_fraction
        assert row["gain_of_next_doubling"] == frame.gain


def test_the_csv_and_the_json_say_the_same(exported):
    text = (exported / "frames.csv").read_text(encoding="utf-8")
    header, *table = csv.reader(StringIO(text))
    names = [re.sub(r" \[.*\]", "", name) for name in header[: len(UNITS)]]
    whole = json.loads((exported / "frames.json").read_text(encoding="utf-8"))
    assert names == list(UNITS)
    assert [row[: len(UNITS)] for row in table] == [
        [str(row[name]) for name in names] for row in whole["frames"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_posters_are_valid_and_of_their_size(exported, scheme):
    title = step_words("a100")[0]["title"]
    svg = (exported / f"poster-{scheme}.svg").read_text(encoding="utf-8")
    root = ElementTree.fromstring(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert (float(root.get("width")), float(root.get("height"))) == SIZE
    words = "".join(root.itertext())
    assert title in words
    assert story()["share"]["source"] in words
    assert "var(" not in svg
    assert palette(scheme)["paper"] in svg
    with Image.open(BytesIO((exported / f"poster-{scheme}.png").read_bytes())) as png:
        png.load()
        assert png.format == "PNG"
        assert png.size == tuple(round(side * SCALE) for side in SIZE)
        paper = "#{:02X}{:02X}{:02X}".format(*png.convert("RGB").getpixel((1, 1)))
    assert paper == palette(scheme)["paper"].upper()


def test_the_embed_code_is_one_frame_with_a_title_that_loads_late(exported):
    class Frames(HTMLParser):
        found: list[dict[str, str | None]]

        def handle_starttag(self, tag, attributes):
            if tag == "iframe":
                self.found.append(dict(attributes))

    parser = Frames()
    parser.found = []
    parser.feed((exported / "embed.html").read_text(encoding="utf-8"))
    [frame] = parser.found
    assert frame["title"] == TITLE
    assert frame["loading"] == "lazy"
    assert frame["width"] == "100%"
    assert int(frame["height"]) > 0
    file, _, query = frame["src"].partition("?")
    assert (exported / file).is_file()
    assert query == "view=figure"
