"""A table that was saved from the page is the model's, to nine digits, in any state."""

import csv
from io import StringIO
from urllib.parse import urlencode

import pytest
from hosts.reader import save

from app.data.frames import HEADER, rows
from app.data.state import LessonState
from app.steps import walk
from roofline_model import TILES, Device

#: One for each kind of GPU, precision and size: exact and cut tiles, ties, plateaus.
STATES = [
    {},
    {"gpu": "both", "n": 128},
    {"gpu": "both", "n": 16384, "precision": "bf16"},
    {"gpu": "h100", "n": 1000},
    {"gpu": "a100", "n": 10000, "levels": "shared", "tile": 16},
    {"gpu": "v100-sxm2", "n": 192},
    {"gpu": "t4", "n": 3000, "precision": "bf16"},
    {"gpu": "tpu-v5e", "n": 12288},
    {"gpu": "rtx-a6000", "measured": "k3"},
    {"gpu": "a100-achieved", "measured": "a100"},
    {"gpu": "own", "peak": "40 TFLOP/s", "bandwidth": "1.9 TiB/s", "n": 5000},
    {
        **{"gpu": "own", "peak": "1 TFLOP/s", "bandwidth": "1 TB/s", "n": 2000},
        **{"tensor": "64 TFLOPS", "precision": "bf16"},
    },
]

#: What is counted, not read off a line.
COUNTS = ("flops", "hbm_bytes")


def sources(frame):
    """Return what a row's peak and bandwidth were read in."""
    gpu = frame.gpu
    peak = gpu.fp32_peak if frame.precision == "fp32" else gpu.bf16_peak
    memory = gpu.memory if isinstance(gpu, Device) else gpu.hbm
    return {"source of peak": peak.source.key, "source of bandwidth": memory.source.key}


@pytest.mark.parametrize("asked", STATES, ids=lambda asked: f"?{urlencode(asked)}")
def test_the_saved_csv_has_the_models_numbers_and_sources(from_disk, asked):
    state = LessonState(**asked)
    name, content = save(from_disk(f"?{urlencode(asked)}"), "csv")
    assert name == "roofline.csv"
    header, *table = csv.reader(StringIO(content.decode(), newline=""))
    assert header == HEADER
    frames = [step.frame for gpu in state.shown for step in walk(gpu, state.setting)]
    assert len(table) == len(frames) == len(state.shown) * len(TILES)
    for cells, frame, wanted in zip(table, frames, rows(frames), strict=True):
        assert len(cells) == len(HEADER)
        for column, text, (key, value) in zip(
            HEADER, cells, wanted.items(), strict=False
        ):
            assert column.partition(" [")[0] == key
            if not isinstance(value, float):
                assert text == str(value), (frame.tile, key)
            elif key in COUNTS and value.is_integer():
                assert text == str(int(value)), (frame.tile, key)
            else:
                assert float(text) == pytest.approx(value, rel=1e-9), (frame.tile, key)
        said = dict(zip(HEADER, cells, strict=True))
        assert {name: said[name] for name in sources(frame)} == sources(frame)
        assert "e" not in said["attainable [FLOP/s]"]
