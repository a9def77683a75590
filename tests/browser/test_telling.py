"""The browser says exactly what Python says, and reads off what the model computes.

The page's modules are loaded on an empty page, and asked for every step of many walks.
"""

import itertools
import json
import re
import shutil
from pathlib import Path

import pytest

from app.data import sentences
from app.data.axes import ranges
from app.data.gpus import MACHINES
from app.data.lesson_data import step_data, story, walked
from app.data.setting import OWN, PRECISION_NAMES, SIZES, Setting
from app.data.state import GPU_CHOICES, LessonState
from app.page.bundle import bundle
from app.page.payload import CORE
from app.steps import walk
from roofline_model import A100, MATRIX_SIZE, TILES, Level

#: GPUs that a reader may type in: the A100's figures, another's in binary units without
#: tensor cores, and two that leave the usual axes at either end.
A100S = {"peak": "19.5 TFLOP/s", "bandwidth": "1555 GB/s", "tensor": "312 TFLOP/s"}
TYPED = {
    "own-a100": A100S,
    "own-binary": {"peak": "9.87 TFLOP/s", "bandwidth": "480 GiB/s", "tensor": ""},
    "own-small": {"peak": "40 GFLOP/s", "bandwidth": "12.8 GB/s", "tensor": ""},
    "own-large": {"peak": "3 PFLOP/s", "bandwidth": "90 TB/s", "tensor": "50 PFLOP/s"},
}
NOTHING_TYPED = dict.fromkeys(A100S, "")

#: Devices of every kind: FP32 alone, no FP32, shared memory known and not, and the
#: A100 as it was measured.
KINDS = ("t4", "tpu-v4", "rtx-a6000", "a100-achieved")

SETTINGS = [(p, levels) for p in PRECISION_NAMES for levels in ("hbm", "shared")]
AT = {
    **dict.fromkeys(MACHINES, (MATRIX_SIZE,)),
    **dict.fromkeys(KINDS, (128, 192, 1000, MATRIX_SIZE, 16_384)),
    # HBM and shared memory tie on it, and at 1536 the ALUs with them.
    "mi300x": (192, 1000, 1536, MATRIX_SIZE),
    # The pair reads each of its two at every size.
    **dict.fromkeys(GPU_CHOICES, (128, 192, 1000, MATRIX_SIZE, 5000, 16_384)),
    "both": SIZES,
    **dict.fromkeys(TYPED, (192, 1000, MATRIX_SIZE)),
}
WALKS = [
    (choice, n, precision, levels)
    for choice, sizes in AT.items()
    for n in sizes
    for precision, levels in SETTINGS
]

#: The templates of a step, and the readings that are made of them.
GROUPS = (
    *("NEXT", "NEEDS", "SENTENCES", "SPOKEN", "FIGURE"),
    *("WAITS", "LOSSES", "UNITS", "REACH"),
)
READ_OUT = ("after", "reach", "waits", "reuse", "sm", "edge", "waves", "x_unit")

# The entry of a bundle that hands the test what the page sees of a state.
ENTRY = """import { createView } from "./view.mjs";
window.viewsOf = createView;
"""

# As text: carried as objects, so many of them take seconds.
READ = """([text, asked]) => {
  const story = JSON.parse(text);
  const view = window.viewsOf(story);
  const numbers = [
    ...["x", "rate", "lineRate", "memoryRate", "memoryTime", "computeTime", "shared"],
    ...["bound", "binds", "memory_share", "compute_share", "traffic_share", "side"],
  ];
  const said = ["sentence", "spoken", "figure", "label", "title"];
  const only = (names, all) =>
    Object.fromEntries(names.map((name) => [name, all[name]]));
  return JSON.stringify(asked.map((state) => story.tiles.map((_, index) => {
    const seen = view({ ...state, index });
    return {
      said: only(said, seen),
      readings: seen.readings,
      ranges: seen.ranges,
      frames: seen.frames.map((frame) => only(numbers, frame)),
    };
  })));
}"""

choices = pytest.mark.parametrize("choice", AT)


@pytest.fixture(scope="module")
def told(opened, tmp_path_factory):
    """Return what the browser reads and says at each step of every walk."""
    folder: Path = tmp_path_factory.mktemp("modules") / "modules"
    shutil.copytree(CORE.parent, folder)
    entry = folder / "core" / "asked-by-a-test.mjs"
    entry.write_text(ENTRY, encoding="utf-8")
    asked = [
        {
            "choice": OWN if choice in TYPED else choice,
            "n": n,
            "precision": precision,
            "levels": levels,
            "own": TYPED.get(choice, NOTHING_TYPED),
        }
        for choice, n, precision, levels in WALKS
    ]
    with opened() as page:
        page.add_script_tag(content=bundle(entry), type="module")
        page.wait_for_function("'viewsOf' in window")
        seen = json.loads(page.evaluate(READ, [json.dumps(story()), asked]))
    return dict(zip(WALKS, seen, strict=True))


def gpus_of(choice):
    """Return the GPUs of a choice, as the server has them."""
    if choice in TYPED:
        return LessonState(gpu=OWN, **TYPED[choice]).shown
    return LessonState(gpu=choice).shown


def walks(told, choice):
    """Yield the walks of a choice: what the browser saw, with its GPUs and setting."""
    gpus = gpus_of(choice)
    for name, seen in told.items():
        if name[0] == choice:
            # As the GPU can show it: what differs in nothing is said once.
            yield name, seen, gpus, Setting(*name[1:]).on(gpus[0])


@choices
def test_every_word_of_a_step_is_pythons(told, choice):
    for name, seen, gpus, setting in walks(told, choice):
        for here, there in zip(seen, walked(gpus, setting), strict=True):
            assert here["said"] == there, name


@choices
def test_every_reading_is_pythons(told, choice):
    for name, seen, gpus, setting in walks(told, choice):
        told_of = zip(*(step_data(gpu, setting) for gpu in gpus), strict=True)
        for here, there in zip(seen, told_of, strict=True):
            assert here["readings"] == [step["words"] for step in there], name


@choices
def test_every_number_that_is_read_off_is_the_models(told, choice):
    for name, seen, gpus, setting in walks(told, choice):
        for order, gpu in enumerate(gpus):
            steps, data = walk(gpu, setting), step_data(gpu, setting)
            for here, step, drawn in zip(seen, steps, data, strict=True):
                frame = step.frame
                wanted = {
                    "rate": step.rate,
                    "lineRate": frame.attainable,
                    "memoryRate": gpu.bandwidth * frame.intensity,
                    "memoryTime": frame.memory_time,
                    "computeTime": frame.compute_time,
                }
                shares = ("memory_share", "compute_share", "traffic_share", "side")
                wanted |= {share: drawn[share] for share in shares}
                read = here["frames"][order]
                near = {key: read[key] for key in wanted}
                assert near == pytest.approx(wanted, rel=1e-11), name
                assert read["x"] == drawn["x"], name
                assert (read["bound"], read["binds"]) == (drawn["bound"], step.binds)
                if step.limits is None:
                    assert "shared" not in read
                    continue
                rate = step.limits.rates[Level.SHARED]
                assert read["shared"]["rate"] == pytest.approx(rate, rel=1e-11)


def pattern(template):
    """Return what finds a filled template in a text."""
    literal = re.split(r"(?:\{\w+\})+", template.replace("|", "").strip(" .:"))
    return re.compile(".+?".join(map(re.escape, literal)) + r"(?=$|[.;:])")


@pytest.mark.parametrize("group", GROUPS)
def test_every_template_is_met(told, group):
    """What no walk here says would be compared with nothing."""
    texts = set()
    for step in itertools.chain(*told.values()):
        said = step["said"]
        texts |= {"".join(said["sentence"]), said["spoken"], said["figure"]}
        for reading in step["readings"]:
            texts |= {reading[name] for name in READ_OUT}
    for name, template in getattr(sentences, group).items():
        assert any(map(pattern(template).search, texts)), name


def test_every_way_to_be_held_is_met(told):
    frames = [f for step in itertools.chain(*told.values()) for f in step["frames"]]
    assert {frame["bound"] for frame in frames} == {"memory", "tie", "compute"}
    assert {f["binds"] for f in frames} == {"", "H", "S", "C", "HS", "SC", "HSC"}


@pytest.mark.parametrize("choice", AT)
def test_only_an_own_gpu_widens_the_axes(told, choice):
    gpus = gpus_of(choice)
    usual = ranges(A100)
    wanted = ranges(gpus[0]) if choice in TYPED else usual
    for _, seen, *_ in walks(told, choice):
        for step in seen:
            across, up = step["ranges"]["x"], step["ranges"]["y"]
            assert (across, up) == tuple(pytest.approx(list(w)) for w in wanted)
    assert (wanted != usual) == (choice in ("own-small", "own-large"))


@pytest.mark.parametrize(("precision", "levels"), SETTINGS)
def test_the_a100s_figures_typed_in_read_as_the_a100(told, precision, levels):
    for n in AT["own-a100"]:
        own = told["own-a100", n, precision, levels]
        # Of an own GPU no shared memory is known.
        preset = told["a100", n, precision, "hbm"]
        assert len(own) == len(preset) == len(TILES)
        for here, there in zip(own, preset, strict=True):
            [read], [wanted] = here["frames"], there["frames"]
            for name in ("rate", "lineRate", "memoryRate", "memoryTime", "computeTime"):
                assert read[name] == pytest.approx(wanted[name], rel=1e-12), name
            assert (read["x"], read["bound"]) == (wanted["x"], wanted["bound"])
            for name in ("rate", "bound", "memory_time", "compute_time", "fraction"):
                assert here["readings"][0][name] == there["readings"][0][name]


def test_a_bandwidth_in_binary_units_is_so_many_bytes(told):
    for step in told["own-binary", MATRIX_SIZE, "fp32", "hbm"]:
        [frame] = step["frames"]
        assert frame["memoryRate"] / frame["x"] == pytest.approx(480 * 2**30, rel=1e-12)
        assert step["readings"][0]["bandwidth"] == "515.4\N{NO-BREAK SPACE}GB/s"
