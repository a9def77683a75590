"""An export at a state: the page, the posters and the tables are of what was asked."""

import csv
import json
import re
from io import StringIO
from xml.etree import ElementTree

import pytest
from hosts.reader import TILES, alive, shows

import app.files.export
from app.data.frames import as_csv, rows
from app.data.lesson_data import walked
from app.data.setting import SIZES
from app.data.state import LessonState
from app.steps import walk
from roofline_model import CATALOGUE, GPUS

OWN = {"gpu": "own", "peak": "40 TFLOP/s", "bandwidth": "1.9 TiB/s"}

#: What the command is asked for, and what the source under its posters begins with.
ASKED = [
    ({"n": "1000", "tile": "128", "gpu": "h100"}, "Data sheets of NVIDIA A100"),
    ({"precision": "bf16", "gpu": "both", "tile": "64"}, "Data sheets of NVIDIA A100"),
    ({"levels": "shared", "tile": "16"}, "Data sheets of NVIDIA A100"),
    ({"gpu": "t4", "precision": "bf16"}, "Data sheet of NVIDIA T4, 16 GB."),
    ({"measured": "k3", "tile": "8"}, "Data sheet of NVIDIA RTX A6000, 48 GB."),
    ({"ask": "reach-h100-512", "tile": "4"}, "Data sheets of NVIDIA A100"),
    (OWN | {"tile": "32", "n": "512"}, "Figures as the reader typed them."),
    (
        OWN | {"tensor": "160 TFLOPS", "precision": "bf16", "tile": "8"},
        "Figures as the reader typed them.",
    ),
]
SVG = "{http://www.w3.org/2000/svg}"


def export(*arguments):
    """Run the export as from the command line and return its exit status."""
    return app.files.export.main([str(argument) for argument in arguments])


def options(asked):
    """Return what the command line says to ask for that."""
    return [part for name, text in asked.items() for part in (f"--{name}", text)]


def wanted(asked):
    """Return the state that was asked for."""
    state, notes = app.files.export.from_query(
        {name: [text] for name, text in asked.items()}
    )
    assert notes == []
    return state


@pytest.fixture(
    scope="module", params=ASKED, ids=lambda asked: " ".join(options(asked[0]))
)
def out(request, tmp_path_factory):
    """Export at a state; return the folder, the state and the pictures' source."""
    asked, source = request.param
    folder = tmp_path_factory.mktemp("options") / "out"
    with pytest.MonkeyPatch.context() as patch:
        # They take the most time, and one test of theirs is elsewhere.
        patch.setattr(app.files.export, "png_file", lambda *_, **__: b"PNG")
        assert export(folder, *options(asked)) == 0
    return folder, wanted(asked), source


def frames(state):
    """Return the frames that an export at a state has: both presets' and its own."""
    gpus = dict.fromkeys((*GPUS, *state.shown))
    return [step.frame for gpu in gpus for step in walk(gpu, state.setting)]


def test_the_page_opens_at_what_was_asked(out, page):
    folder, state, _ = out
    page.goto((folder / "lesson.html").as_uri())
    alive(page)
    if state.measured == "none":
        shows(page, state)
    else:
        checked = page.locator('input[name="gpu"]:checked')
        assert checked.get_attribute("value") == state.gpu
    # An address still has its say.
    page.goto(
        (folder / "lesson.html").as_uri() + "?gpu=a100&tile=2&n=256&levels=hbm"
        "&precision=fp32&measured=none&ask=none"
    )
    shows(alive(page), LessonState(tile=2, n=256))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_posters_are_of_what_was_asked(out, scheme):
    folder, state, source = out
    root = ElementTree.parse(folder / f"poster-{scheme}.svg").getroot()
    words = [" ".join(text.itertext()) for text in root.iter(f"{SVG}text")]
    index = TILES.index(state.tile)
    title = walked(state.shown, state.setting)[index]["title"]
    assert title in words
    assert f"{state.n}³" in title
    assert state.setting.on(state.shown[0]).precision.upper() in title
    assert any(text.startswith(source) for text in words)
    assert any(text.startswith("shared memory") for text in words) == (
        state.levels == "shared"
    )


def test_the_csv_is_of_what_was_asked(out):
    folder, state, _ = out
    text = (folder / "frames.csv").read_text(encoding="utf-8")
    assert text == as_csv(frames(state))
    table = list(csv.DictReader(StringIO(text)))
    assert {int(row["matrix_size"]) for row in table} == {state.n}
    boards = list(dict.fromkeys(row["gpu"] for row in table))
    assert boards[:2] == [gpu.board for gpu in GPUS]
    assert set(boards) == {gpu.board for gpu in (*GPUS, *state.shown)}
    if state.gpu == "own":
        peak = 160e12 if state.precision == "bf16" else 40e12
        last = table[-1]
        assert float(last["attainable [FLOP/s]"]) == pytest.approx(
            min(peak, 1.9 * 2**40 * float(last["intensity [flop/B]"]))
        )
        assert last["source of peak"] == last["source of bandwidth"] == "Typed in"


def test_the_json_is_of_what_was_asked(out):
    folder, state, _ = out
    whole = json.loads((folder / "frames.json").read_text(encoding="utf-8"))
    assert whole["frames"] == json.loads(json.dumps(rows(frames(state))))
    assert f"all {state.n} × {state.n} in " in whole["assumption"]
    # Every precision that a frame is in is named.
    walked_in = {row["precision"].upper() for row in whole["frames"]}
    assert set(re.findall("FP32|BF16", whole["assumption"])) == walked_in
    cited = {c["source"] for gpu in whole["gpus"] for c in list(gpu.values())[1:]}
    assert set(whole["sources"]) == cited
    assert all(whole["sources"].values())


@pytest.mark.parametrize(
    ("arguments", "name", "helps"),
    [
        (["--n", "4097"], "n", ["'4097'", *map(str, SIZES)]),
        (["--n", "4096.0"], "n", ["'4096.0'"]),
        (["--precision", "fp64"], "precision", ["'fp64'", "fp32", "bf16"]),
        (["--levels", "l2"], "levels", ["'l2'", "hbm", "shared"]),
        (["--measured", "k12"], "measured", ["'k12'", "a100", "k1", "cublas"]),
        (["--ask", "why"], "ask", ["'why'", "reach-a100-4096"]),
        (["--gpu", "gtx-1080"], "gpu", ["'gtx-1080'", CATALOGUE[0].key, "own"]),
        (["--gpu", "own"], "peak", ["''", "such as 19.5 TFLOP/s"]),
        (
            ["--gpu", "own", "--peak", "5 TFLOP/s"],
            "bandwidth",
            ["''", "such as 1555 GB/s"],
        ),
        (
            ["--gpu", "own", "--peak", "5", "--bandwidth", "1 TB/s"],
            "peak",
            ["'5' must have a unit, such as 19.5 TFLOP/s"],
        ),
        (
            ["--gpu", "own", "--peak", "5 TFLOP/s", "--bandwidth", "1 Tb/s"],
            "bandwidth",
            ["'1 Tb/s' must be in B/s", "b is a bit"],
        ),
        (
            ["--gpu", "own", "--peak", "1 EFLOP/s", "--bandwidth", "1 GB/s"],
            "peak",
            ["'1 EFLOP/s' must make a ridge from 0.01 to 100,000 flop/B"],
        ),
        (
            [*options(OWN), "--tensor", "much"],
            "tensor",
            ["'much' must begin with a number"],
        ),
        (["--peak", "5 TFLOP/s"], "peak", ["--gpu own"]),
        (["--gpu", "h100", "--tensor", "5 TFLOP/s"], "tensor", ["--gpu own"]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else value,
)
def test_an_error_names_its_argument_and_what_would_do(
    tmp_path, capsys, arguments, name, helps
):
    with pytest.raises(SystemExit) as stop:
        export(tmp_path / "out", *arguments)
    assert stop.value.code == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert f"argument --{name}: " in said
    assert all(word in said for word in helps)
    # Nothing was shown instead, and nobody has asked by an address.
    assert "address" not in said
    assert "Shown" not in said
    assert list(tmp_path.iterdir()) == []


def test_the_help_names_every_option(capsys):
    with pytest.raises(SystemExit):
        export("--help")
    said = capsys.readouterr().out
    for name in ("n", "precision", "levels", "measured", "ask", "peak", "bandwidth"):
        assert re.search(rf"--{name} ", said), name
    assert "with its unit" in said
