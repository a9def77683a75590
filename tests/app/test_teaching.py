"""The README's teaching notes open what they say, and their figures are the model's."""

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from app.data.state import LessonState, from_query, query_rules
from app.page.document import context, environment
from app.steps import walk
from roofline_model import (
    A100,
    A100_ACHIEVED,
    H100,
    SGEMM_KERNELS,
    Level,
    compulsory_intensity,
    edge_share,
    gemm_blocks,
    limits,
    percent,
    ridge,
    significant,
    sm_tile,
    smallest_tile,
)
from roofline_model.sgemm import A6000

README = Path(__file__).parents[2] / "README.md"
NOTES = README.read_text(encoding="utf-8").partition("## Teach with it")[2]
NOTES = NOTES.partition("## Test it")[0]
LINKS = re.findall(r"\]\((http://localhost:5006/app\S*)\)", NOTES)


class Ids(HTMLParser):
    """Collect the ids of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.feed(text)

    def handle_starttag(self, _, attrs):
        self.found |= {value for name, value in attrs if name == "id" and value}


@pytest.fixture(scope="module")
def ids() -> set[str]:
    page = environment().get_template("page.html")
    return Ids(page.render(context(LessonState(), ()), figure_root="")).found


def test_there_are_links_for_three_ways_to_use_the_lesson() -> None:
    assert len(LINKS) > 10
    for minutes in ("Five", "Twenty", "Fifty"):
        assert f"**{minutes} minutes" in NOTES


@pytest.mark.parametrize("link", LINKS)
def test_a_link_opens_a_state_and_leaves_nothing_unread(link, ids):
    parts = urlsplit(link)
    query = parse_qs(parts.query)
    state, notes = from_query(query)
    assert notes == []
    assert query
    assert set(query) <= set(query_rules())
    for name, values in query.items():
        assert str(getattr(state, name)) == values[-1]
    assert not parts.fragment or parts.fragment in ids


def test_the_answers_have_the_models_figures() -> None:
    shared16 = limits(A100, tile=16).rates
    idle = A100.sm_count - int(gemm_blocks(n=1000, tile=128))
    above = max(kernel.share(A6000) or 0 for kernel in SGEMM_KERNELS)
    assert round(above) == 10  # "ten times the line of its tile"
    figures = [
        f"{H100.peak() / A100.peak():.1f} times as high",
        f"only {H100.bandwidth / A100.bandwidth:.1f} times",
        *(
            significant(ridge(peak=g.peak(), bandwidth=g.bandwidth))
            for g in (A100, H100)
        ),
        *(significant(smallest_tile(gpu) or 0) for gpu in (A100, H100)),
        f"{shared16[Level.SHARED] / 1e12:.1f} TFLOP/s, not "
        f"{shared16[Level.HBM] / 1e12:.1f}",
        f"{A100.shared_bandwidth / 1e12:.1f} TB/s feed "
        f"{shared16[Level.SHARED] / 1e12:.2f} TFLOP/s",
        *(
            significant(smallest_tile(gpu, precision="bf16") or 0)
            for gpu in (A100, H100)
        ),
        *(f"{sm_tile(gpu):.0f}" for gpu in (A100, H100)),
        percent(1 - edge_share(n=1000, tile=128)),
        f"{gemm_blocks(n=1000, tile=128):.0f} blocks leave {idle} of the A100's "
        f"{A100.sm_count}",
        significant(compulsory_intensity(n=4096, word_bytes=4), 4),
        *(
            percent(share)
            for share in (
                A100_ACHIEVED.slope_share,
                A100_ACHIEVED.roof_share,
                A100_ACHIEVED.ridge_share,
            )
        ),
    ]
    assert [figure for figure in figures if figure not in NOTES] == []


def test_the_walk_meets_the_roofs_where_the_notes_say() -> None:
    on_roof = {
        gpu.key: [s.frame.tile for s in walk(gpu) if s.frame.bound == "compute"]
        for gpu in (A100, H100)
    }
    assert (on_roof["a100"][0], on_roof["h100"][0]) == (64, 128)
