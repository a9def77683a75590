"""What each part of the exported page weighs, beside other ways to draw the same chart.

`python tests/bench/weight.py` prints one table: BokehJS alone, BokehJS with Panel's
bundle, the exported lesson, and a page of plotly.js that draws the same lines and
points and nothing else. All are compressed alike, by gzip at level 9. It fetches the
plotly package from the registry, for the script that it carries.
"""

import gzip
import json
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import bokeh
import panel

from app.data.axes import scene
from app.data.lesson_data import frames
from app.data.state import LessonState
from app.files.export import page
from app.page.payload import data, module

LIMIT, AIM = 900_000, 500_000


def main() -> int:
    """Print the table; return 1 if the lesson is over its limit."""
    bokehjs = _static(bokeh, "server/static/js/bokeh.min.js")
    more = [
        _static(bokeh, f"server/static/js/bokeh-{part}.min.js")
        for part in ("widgets", "tables")
    ]
    panels = _static(panel, "dist/panel.min.js")
    state = LessonState()
    lesson = page(state).encode()
    ours = [
        ("  of it BokehJS", bokehjs),
        ("  of it our modules", str(module()).encode()),
        ("  of it our data", str(data(state)).encode()),
    ]
    rows = [
        ("BokehJS alone", bokehjs),
        ("BokehJS with Panel's bundle", b"".join([bokehjs, *more, panels])),
        ("the lesson, exported", lesson),
        *ours,
        ("plotly.js, the same chart alone", _plotly_page()),
    ]
    whole = _zipped(lesson)
    print(f"{'':34}{'bytes':>12}{'gzipped':>12}{'of the lesson':>15}")
    for name, content in rows:
        size = _zipped(content)
        print(f"{name:34}{len(content):>12,}{size:>12,}{size / whole:>15.2f}")
    print(f"\nlimit {LIMIT:,} B gzipped, aim {AIM:,} B: {whole:,} B")
    return int(whole > LIMIT)


def _zipped(content: bytes) -> int:
    return len(gzip.compress(content, 9))


def _static(package: object, path: str) -> bytes:
    return (Path(str(package.__file__)).parent / path).read_bytes()


def _plotly_page() -> bytes:
    """Return a page whose script is plotly.js and whose chart is the figure's."""
    traces = [
        {"x": line[roof]["x"], "y": line[roof]["y"], "name": f"{line['name']} {roof}"}
        for line in scene()["gpus"].values()
        for roof in ("fp32", "bf16")
    ]
    for key in scene()["gpus"]:
        walk = {
            "x": [frame.intensity for frame in frames(key)],
            "y": [frame.attainable for frame in frames(key)],
        }
        traces.append({**walk, "mode": "markers", "name": key})
    axes = {name: {"type": "log"} for name in ("xaxis", "yaxis")}
    chart = f"Plotly.newPlot('chart', {json.dumps(traces)}, {json.dumps(axes)})"
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "plotly"],
            cwd=folder,
            check=True,
            stderr=subprocess.DEVNULL,
        )
        (wheel,) = Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            script = archive.read("plotly/package_data/plotly.min.js")
    head = b'<!DOCTYPE html><meta charset="utf-8"><div id="chart"></div><script>'
    return head + script + b"</script><script>" + chart.encode() + b"</script>"


if __name__ == "__main__":
    sys.exit(main())
