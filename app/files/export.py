"""Write the lesson as files that need no server: `python -m app.export OUT`.

OUT is a new folder. It gets the whole lesson as one self-contained page, a picture of
it in both schemes, the frames as CSV and JSON, and the code that embeds the page.
"""

import argparse
import base64
import hashlib
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import bokeh
from markupsafe import Markup

from roofline_model import GPUS, TILES

from ..data.custom_gpu import TYPED, own_fault
from ..data.embed import snippet_file
from ..data.frames import as_csv, as_json
from ..data.gpus import source_words
from ..data.lesson_data import story, walked
from ..data.setting import OWN
from ..data.state import (
    GPU_CHOICES,
    SEVERAL,
    LessonState,
    from_query,
    query_rules,
)
from ..figure.picture import picture
from ..figure.png import png_file
from ..figure.svg import svg_file
from ..page.document import context, environment
from ..page.payload import FIGURE_ROOT, data, module, script_of_bokeh
from ..steps import walk
from ..words import NO_REUSE

PAGE = "lesson.html"


class ExportError(Exception):
    """What stands in the way of an export, in words for the person who asked."""


def export(out: Path, state: LessonState) -> list[Path]:
    """Write the lesson into a new folder.

    Everything is written beside `out` first and moved there once it is whole.

    Parameters
    ----------
    out : Path
        A folder that does not exist, or is empty.
    state : LessonState
        What the page opens at.

    Returns
    -------
    list of Path
        The files, in the order of their names.

    Raises
    ------
    ExportError
        If `out` is a file, is not empty, or cannot be written. Nothing in it is
        touched.
    """
    out = out.absolute()
    if out.is_file():
        raise ExportError(f"{out} is a file; give a new folder")
    try:
        if out.is_dir() and any(out.iterdir()):
            raise ExportError(f"{out} is not empty; nothing in it was touched")
        out.parent.mkdir(parents=True, exist_ok=True)
        part = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))
    except OSError as error:
        raise ExportError(f"{out} cannot be written: {error.strerror}") from error
    try:
        for name, content in _files(state).items():
            (part / name).write_bytes(content)
        if out.is_dir():  # somebody may stand in it: it stays the folder that it is
            for file in part.iterdir():
                file.rename(out / file.name)
        else:
            part.chmod(0o755)  # a temporary folder is its owner's alone
            part.rename(out)
    except OSError as error:
        raise ExportError(f"{out} cannot be written: {error.strerror}") from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return sorted(out.iterdir())


def page(state: LessonState) -> str:
    """Return the lesson as one page that asks nothing of anyone.

    Its content-security policy names its scripts by their hashes and allows no other,
    no evaluated code, and no connection.

    Parameters
    ----------
    state : LessonState
        What it opens at; an address still has its say.

    Returns
    -------
    str
    """
    static = Path(bokeh.__file__).parent / "server" / "static"
    scripts = [script_of_bokeh(static), module()]
    hashes = " ".join(f"'sha256-{_sha256(text)}'" for text in scripts)
    template = environment().get_template("file.html")
    return template.render(
        context(state, ()),
        figure_root=FIGURE_ROOT,
        policy=f"default-src 'none'; script-src {hashes}; style-src 'unsafe-inline'; "
        "img-src data: blob:; base-uri 'none'; form-action 'none'",
        bokehjs=Markup(scripts[0]),
        module=scripts[1],
        data=data(state),
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the export from the command line and return its exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m app.export", description=(__doc__ or "").split("\n\n")[1]
    )
    parser.add_argument("out", type=Path, metavar="OUT", help="a new folder")
    for name, rule in query_rules().items():
        parser.add_argument(
            f"--{name}",
            choices=rule.get("choices"),
            metavar=_metavar(name, rule),
            help=_help(rule),
        )
    asked = vars(parser.parse_args(arguments))
    out = asked.pop("out")
    given = {name: text for name, text in asked.items() if text is not None}
    for name, text in given.items():
        # The figures of an own GPU are read together, below.
        if text != OWN and from_query({name: [text]})[1]:
            parser.error(f"argument --{name}: {text!r} {query_rules()[name]['wanted']}")
    state, notes = from_query({name: [text] for name, text in given.items()})
    if notes:
        for name in TYPED:
            wrong = own_fault(name, given.get(name, ""), given.get("bandwidth", ""))
            if wrong:
                parser.error(f"argument --{name}: {given.get(name, '')!r} {wrong}")
    for name in TYPED:
        if given.get(name) and state.gpu != OWN:
            parser.error(f"argument --{name}: needs --gpu {OWN}, whose figure it is")
    try:
        for path in export(out, state):
            print(f"{path.stat().st_size:>9,} B  {path}")
    except ExportError as error:
        print(f"export: {error}", file=sys.stderr)
        return 1
    return 0


def _metavar(name: str, rule: dict[str, Any]) -> str | None:
    """Return a name in place of choices that are too many to list."""
    return name.upper() if len(rule.get("choices", ())) > SEVERAL else None


def _help(rule: dict[str, Any]) -> str:
    if "range" in rule:
        return "in flop/B"
    if rule.get("typed"):
        return "of an own GPU, with its unit"
    choices = rule["choices"]
    some = f", one of {', '.join(choices)}" if len(choices) > SEVERAL else ""
    return f"default {rule['default']}{some}"


def _files(state: LessonState) -> dict[str, bytes]:
    """Return the content of each file of the export, by name."""
    index = TILES.index(state.tile)
    own = state.shown[0] if state.gpu == OWN else None
    drawn = picture(state.gpu, index, setting=state.setting, own=own)
    words = {
        "title": walked(state.shown, state.setting)[index]["title"],
        "source": _source(state),
    }
    gpus = dict.fromkeys((*GPUS, *state.shown))
    walks = tuple(step.frame for gpu in gpus for step in walk(gpu, state.setting))
    texts = {
        PAGE: page(state),
        "frames.csv": as_csv(walks),
        "frames.json": as_json(walks),
        "embed.html": snippet_file(f"{PAGE}?view=figure"),
    }
    files = {name: text.encode() for name, text in texts.items()}
    for scheme in ("light", "dark"):
        svg = svg_file(drawn, scheme=scheme, **words)
        files[f"poster-{scheme}.svg"] = svg.encode()
        files[f"poster-{scheme}.png"] = png_file(drawn, scheme=scheme, **words)
    return files


def _source(state: LessonState) -> str:
    """Return the line under the picture: whose figures, and the assumption."""
    if state.gpu in GPU_CHOICES:
        return str(story()["share"]["source"])
    return f"{source_words(state.shown[0])} {NO_REUSE}"


def _sha256(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


if __name__ == "__main__":
    sys.exit(main())
